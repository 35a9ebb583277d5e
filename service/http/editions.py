"""The editions that are loaded, and which of them a path names."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Flask, current_app, request

from service.engine.rules import Rules
from service.http.problems import RefusedError
from service.http.telemetry import EDITION
from service.rulebook import Rulebook, RulebookError, load_rulebook
from service.settings import Settings
from service.variables import StartError

_PLACE = "editions"


@dataclass(frozen=True, slots=True)
class Editions:
    """The editions in the order of their ids, and by every name they go by."""

    listed: tuple[Rules, ...]
    named: Mapping[str, Rules]


def install_editions(app: Flask, settings: Settings) -> Editions:
    """Load the rulebook for the views; a fault in it stops the start."""
    try:
        rulebook = load_rulebook(settings.rulebook_path)
    except RulebookError as fault:
        raise StartError(str(fault)) from None
    editions = Editions(tuple(rulebook.editions.values()), _by_name(rulebook))
    app.extensions[_PLACE] = editions
    return editions


def loaded_editions() -> Editions:
    """The editions of the application that answers."""
    editions: Editions = current_app.extensions[_PLACE]
    return editions


def find_rules(name: str) -> Rules:
    """The edition, or the newest one of the federation, that the path names."""
    rules = loaded_editions().named.get(name)
    if rules is None:
        raise RefusedError(404, "no_such_edition", f"There are no rules called {name!r}.")
    request.environ[EDITION] = rules.id
    return rules


def _by_name(rulebook: Rulebook) -> dict[str, Rules]:
    """Editions by their own ids and by the ids of their federations."""
    names = {name for rules in rulebook.editions.values() for name in (rules.id, rules.federation)}
    found = ((name, rulebook.find(name)) for name in sorted(names))
    return {name: rules for name, rules in found if rules is not None}
