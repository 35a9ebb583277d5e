"""The languages of the pages, as files that a page loads: what it may say, and nothing else."""

import json
from collections.abc import Mapping

from flask import Flask, current_app

from service.rulebook import RulebookError
from service.settings import Settings
from service.texts import NAME, load_languages, load_readings
from service.variables import StartError

# What a page never says: a cheap device on a slow network loads the rest only.
UNSAID = {
    "tablet": (
        *("arbiter.", "board.", "box.", "desk.", "editor.", "ending.", "event.", "field."),
        *("form.", "handbook.", "home.", "outcome.", "premium.", "problem.", "recount.", "result."),
        *("rules.", "score.", "section.", "sheet.", "terminal.", "tour.", "value."),
    ),
    "desk": (
        *("armed.", "away.", "box.", "call.", "cleared.", "clock.", "consent.", "home."),
        *("judging.", "keys."),
        *("left.", "misplaced.", "network.", "outage.", "pin.", "procedure.", "recall."),
        *("retract.", "sheet.", "terminal.", "timer.", "tour.", "words."),
    ),
}
SAID_BY_ALL = {"problem.code_used", "problem.key", "problem.no_such_code", "value.silent"}
# What is loaded for itself: the front page, and the director's tab when it is opened.
SAID_ALONE = {"home": ("home.", "setup.lang"), "tournament": ("tour.",)}
_PLACE = "arbiter.languages"


def install_languages(app: Flask, settings: Settings) -> None:
    """Load every language for the pages; a fault in a file stops the start."""
    try:
        languages = load_languages(*settings.rulebook_path)
    except RulebookError as fault:
        raise StartError(str(fault)) from None
    files = {code: _json(texts) for code, texts in languages.items()}
    names = {code: texts[NAME] for code, texts in languages.items()}
    short = {
        f"{page}/{code}": _json(said_by(page, texts))
        for page in (*SAID_ALONE, *UNSAID)
        for code, texts in languages.items()
    }
    readings = load_readings(languages, *settings.rulebook_path)
    told = {f"readings/{code}": _json(texts) for code, texts in readings.items()}
    app.extensions[_PLACE] = {**files, **short, **told, "index": _json(names)}


def language_file(name: str) -> bytes | None:
    """The texts of a language (`ro`, `tablet/ro`), or the list of languages under `index`."""
    files: Mapping[str, bytes] = current_app.extensions[_PLACE]
    return files.get(name)


def language_codes() -> list[str]:
    """The languages that the pages speak."""
    return list(json.loads(language_file("index") or b"{}"))


def all_languages(app: Flask) -> bytes:
    """Every text of every language, to tell whether any has changed."""
    files: Mapping[str, bytes] = app.extensions[_PLACE]
    return b"".join(files.values())


def said_by(page: str, texts: Mapping[str, str]) -> Mapping[str, str]:
    """The texts that a page may say."""
    if page in SAID_ALONE:
        return {n: text for n, text in texts.items() if n.startswith(SAID_ALONE[page])}
    unsaid = UNSAID[page]
    return {n: text for n, text in texts.items() if n in SAID_BY_ALL or not n.startswith(unsaid)}


def _json(texts: Mapping[str, str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
