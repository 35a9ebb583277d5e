"""The lexicons that are loaded, and which of them an edition judges with.

Scoring, spelling and recounting have no way to here: a test reads the imports.
"""

from collections.abc import Iterable

from flask import Flask, current_app

from service.engine.rules import Rules
from service.http.problems import RefusedError
from service.lexicon import Lexicon, LexiconError, open_lexicon
from service.settings import Settings
from service.variables import StartError

_PLACE = "lexicons"


def install_lexicons(app: Flask, settings: Settings, editions: Iterable[Rules]) -> None:
    """Verify and load the lexicons that the editions name; a fault in one stops the start."""
    needed = sorted({rules.lexicon for rules in editions})
    for name in settings.lexicons:
        if name not in needed:
            raise StartError(f"LEXICONS: no edition uses a lexicon called {name!r}")
    try:
        app.extensions[_PLACE] = {name: _open(name, settings) for name in needed}
    except LexiconError as fault:
        raise StartError(str(fault)) from None


def loaded_lexicons() -> dict[str, Lexicon]:
    """The lexicons of the application that answers, by the name that editions use."""
    lexicons: dict[str, Lexicon] = current_app.extensions[_PLACE]
    return lexicons


def find_lexicon(rules: Rules) -> Lexicon:
    """The lexicon that an edition judges with."""
    lexicon = loaded_lexicons().get(rules.lexicon)
    if lexicon is None:
        raise RefusedError(503, "not_ready", f"The lexicon of {rules.id} is not loaded.")
    return lexicon


def _open(name: str, settings: Settings) -> Lexicon:
    return open_lexicon(settings.lexicons.get(name, name), settings.lexicons_path)
