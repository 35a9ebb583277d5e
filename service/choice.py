"""Which lexicons this machine has put in force: one small file, written by `arbiter lexicon use`.

The service, the box, the terminal and every `--offline` command read it; LEXICONS in the
environment goes before it.
"""

import re
import tomllib
from collections.abc import Mapping
from os.path import exists
from pathlib import Path

from service import places

_ID = re.compile(r"[A-Za-z0-9._-]+")
_HEAD = "# Written by `arbiter lexicon use`; LEXICONS in the environment goes before it."


class ChoiceError(Exception):
    """A file of chosen lexicons that cannot be read or written; the message names it."""


def choice_file() -> Path:
    """Where the choice is kept."""
    return places.machine_settings() / "lexicons.toml"


def chosen_lexicons() -> dict[str, str]:
    """The lexicon that each name of an edition stands for; nothing where nothing was chosen."""
    path = choice_file()
    # A hardened service may not look into any home: then nothing was chosen there.
    if not exists(path):
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ChoiceError(f"{path}: cannot be read: {error}") from None
    chosen = table.pop("lexicons", {})
    if table or not isinstance(chosen, dict):
        raise ChoiceError(f"{path}: there may be a table [lexicons] and nothing else")
    for name, lexicon in chosen.items():
        if not isinstance(lexicon, str) or not _ID.fullmatch(lexicon):
            raise ChoiceError(f'{path}: {name}: write the id of a lexicon, such as "ca-2026"')
    return chosen


def write_choice(chosen: Mapping[str, str]) -> Path:
    """Keep the choice, in one step: a reader finds the old file or the new one."""
    path = choice_file()
    new = path.with_suffix(".new")
    rows = [f'"{name}" = "{chosen[name]}"' for name in sorted(chosen)]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.write_text("\n".join([_HEAD, "[lexicons]", *rows]) + "\n", encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise ChoiceError(f"{path}: cannot be written: {error.strerror}") from None
    return path
