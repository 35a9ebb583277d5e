"""The rules and lexicons on this machine: where they are, and the editions among them."""

import os
from collections.abc import Mapping
from functools import cache

from service.command.base import CommandError
from service.engine.rules import Rules
from service.rulebook import Rulebook, load_rulebook
from service.settings import Settings, read_settings

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
