"""The rules and lexicons on this machine: where they are, and how they are opened."""

import os
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from service.command.base import CommandError
from service.engine.rules import Rules
from service.rulebook import Rulebook, load_rulebook
from service.settings import Settings, read_settings

if TYPE_CHECKING:
    from service.lexicon import Lexicon

_PLACES = ("RULEBOOK_PATH", "LEXICONS_PATH", "LEXICONS")


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


@cache
def rulebook() -> Rulebook:
    """The rulebook on this machine."""
    return load_rulebook(places().rulebook_path)


def local_rules(name: str) -> Rules | None:
    """An edition, if this machine knows it."""
    return rulebook().find(name)


def local_lexicon(rules: Rules) -> "Lexicon":
    """The lexicon that an edition plays with, verified."""
    # Only here, so that other commands start without the packages of the server.
    from service.lexicon import LexiconError, open_lexicon

    name = places().lexicons.get(rules.lexicon, rules.lexicon)
    try:
        return open_lexicon(name, places().lexicons_path)
    except LexiconError as fault:
        raise CommandError(f"{fault}; `arbiter serve` builds what is missing") from None
