"""Which lexicons this machine has put in force: one small file, written by `arbiter lexicon use`.

The service, the box, the terminal and every `--offline` command read it; LEXICONS in the
environment goes before it. Whoever puts a list in force that says it is a federation's own vouches
for it: its SHA-256 is kept beside it, and only lists that are vouched for are called official.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from os.path import exists
from pathlib import Path
from typing import NamedTuple

from service import places

_ID = re.compile(r"[A-Za-z0-9._-]+")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_HEAD = "# Written by `arbiter lexicon use`; LEXICONS in the environment goes before it."


class ChoiceError(Exception):
    """A file of chosen lexicons that cannot be read or written; the message names it."""


def choice_file() -> Path:
    """Where the choice is kept."""
    return places.machine_settings() / "lexicons.toml"


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
