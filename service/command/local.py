"""What is on this machine: where rules and lexicons are looked for, and the judge made of them.

Who asks a service does not wait until rules, lexicons and texts of this machine can be read.
"""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from service.command.base import CommandError
from service.places import choice_file
from service.settings import Settings, read_settings

if TYPE_CHECKING:
    from service.judge import Judge
    from service.rulebook import Rulebook
    from service.texts import Texts

_PLACES = ("RULEBOOK_PATH", "LEXICONS_PATH", "LEXICONS", "OFFICIAL")


def checked_settings(environ: Mapping[str, str]) -> Settings:
    """The settings of an environment; a wrong variable stops a server, but here it is a fault."""
    try:
        return read_settings(environ)
    except SystemExit as fault:
        raise CommandError(str(fault)) from None


@cache
def places() -> Settings:
    """Where rules and lexicons are looked for; what else a server needs plays no part here."""
    return checked_settings({name: os.environ.get(name, "") for name in _PLACES})


def in_force_by(lexicon: str) -> str:
    """What put a lexicon in force: LEXICONS, the file of this machine, or nothing."""
    if lexicon in places().lexicons.values():
        return "LEXICONS"
    return str(choice_file()) if lexicon in places().chosen.values() else ""


@cache
def rulebook() -> "Rulebook":
    """The rulebook on this machine."""
    from service.rulebook import load_rulebook

    return load_rulebook(*places().rulebook_path)


def languages() -> list[str]:
    """The languages that there are texts in, on this machine."""
    from service.texts import language_codes

    return language_codes(*places().rulebook_path)


def load_texts(language: str) -> "Texts":
    """The texts of a language, or the English ones where there are none."""
    from service.texts import FALLBACK, Texts

    known = _texts(places().rulebook_path)
    code = language if language in known else FALLBACK
    return Texts(code, known[code])


@cache
def _texts(folders: tuple[Path, ...]) -> Mapping[str, Mapping[str, str]]:
    from service.texts import load_languages

    return load_languages(*folders)


@cache
def local_judge() -> "Judge":
    """The judge on this machine; a lexicon is opened when it is first needed."""
    from service.judge import Judge
    from service.lexicon import Lexicons

    found, editions = places(), rulebook().editions.values()
    chosen = (found.lexicons, found.chosen, found.official)
    return Judge(rulebook(), Lexicons(editions, found.lexicons_path, *chosen))
