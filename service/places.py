"""Where things lie: in a checkout beside the code, once installed in folders of the user's.

A checkout holds recipes and built lexicons in `lexicons/` and the contract in its root. An
installed package carries recipes and contract with it; what is built or set on a machine is the
user's, and `LEXICONS_PATH` overrides where lexicons are looked for.

Which lexicons this machine has put in force is one small file of the user's, written by `arbiter
lexicon use`. The service, the box, the terminal and every `--offline` command read it; LEXICONS in
the environment goes before it. Whoever puts a list in force that says it is a federation's own
vouches for it: its SHA-256 is kept beside it, and only lists that are vouched for are called
official.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from os.path import exists
from pathlib import Path
from typing import NamedTuple

from platformdirs import user_config_path, user_data_path

_PACKAGE = Path(__file__).parent
_NAME = "arbiter"
_HOMELESS = Path("/nonexistent")  # A user that systemd makes up for a service has no home.
_ID = re.compile(r"[A-Za-z0-9._+-]+")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HEAD = "# Written by `arbiter lexicon use`; LEXICONS in the environment goes before it."


def checkout() -> Path | None:
    """The checkout that this code runs from, if it does."""
    root = _PACKAGE.parent
    return root if (root / "pyproject.toml").is_file() and (root / "lexicons").is_dir() else None


def recipes() -> Path:
    """The recipes, the reviewed lists and the manifests of the lexicons they give."""
    root = checkout()
    return root / "lexicons" if root else _PACKAGE.parent / "build_lexicon" / "recipes"


def lexicons() -> Path:
    """Where lexicons are built and looked for, unless LEXICONS_PATH says otherwise."""
    root = checkout()
    return root / "lexicons" if root else _of_the_user(user_data_path) / "lexicons"


def dictionaries() -> Path:
    """The lock file of the dictionaries that the recipes read."""
    root = checkout()
    return (root / "requirements" if root else recipes()) / "dictionaries.lock"


def contract() -> Path:
    """The OpenAPI document."""
    return (checkout() or _PACKAGE) / "openapi.yaml"


def machine_settings() -> Path:
    """The folder in which a person keeps settings of this machine."""
    return _of_the_user(user_config_path)


def _of_the_user(folder: Callable[..., Path]) -> Path:
    try:
        return folder(_NAME, appauthor=False)
    except RuntimeError:  # Neither HOME nor an entry among the users.
        return _HOMELESS / _NAME


class ChoiceError(Exception):
    """A file of chosen lexicons that cannot be read or written; the message names it."""


def choice_file() -> Path:
    """Where the choice is kept."""
    return machine_settings() / "lexicons.toml"


class Choice(NamedTuple):
    """The lexicon that each name of an edition stands for, and which lists are vouched for."""

    lexicons: dict[str, str]
    official: frozenset[str]
    """Their SHA-256."""


def read_choice() -> Choice:
    """What was chosen; nothing where nothing was."""
    path = choice_file()
    # A hardened service may not look into any home: then nothing was chosen there.
    if not exists(path):
        return Choice({}, frozenset())
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ChoiceError(f"{path}: cannot be read: {error}") from None
    chosen, official = table.pop("lexicons", {}), table.pop("official", [])
    if table or not isinstance(chosen, dict) or not isinstance(official, list):
        raise ChoiceError(f"{path}: there may be a table [lexicons] and a list official, no more")
    if not all(isinstance(one, str) and _SHA256.fullmatch(one) for one in official):
        raise ChoiceError(f"{path}: official: write the SHA-256 of lists")
    for name, lexicon in chosen.items():
        if not isinstance(lexicon, str) or not _ID.fullmatch(lexicon):
            raise ChoiceError(f'{path}: {name}: write the id of a lexicon, such as "ca-2026"')
    return Choice(chosen, frozenset(official))


def write_choice(chosen: Mapping[str, str], official: Iterable[str]) -> Path:
    """Keep the choice, in one step: a reader finds the old file or the new one."""
    path = choice_file()
    new = path.with_suffix(".new")
    rows = [f'"{name}" = "{chosen[name]}"' for name in sorted(chosen)]
    vouched = ", ".join(f'"{one}"' for one in sorted(official))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text(
            "\n".join([_HEAD, f"official = [{vouched}]", "[lexicons]", *rows]) + "\n",
            encoding="utf-8",
        )
        new.replace(path)
    except OSError as error:
        raise ChoiceError(f"{path}: cannot be written: {error.strerror}") from None
    return path
