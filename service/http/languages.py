"""The languages of the pages, as files that a page loads: what it may say, and nothing else.

An answer of /v1 speaks them too: `detail` and `reading` follow Accept-Language, and stay English
where no language is asked for or nothing is said in it.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask import Flask, current_app
from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from service.rulebook import RulebookError
from service.settings import Settings, StartError
from service.texts import FALLBACK, NAME, Texts, load_languages, load_readings

# What a page never says: a cheap device on a slow network loads the rest only.
UNSAID = {
    "tablet": (
        *("arbiter.", "board.", "box.", "clock.", "desk.", "editor.", "ending.", "event."),
        *("field.", "form.", "hall.", "handbook.", "home.", "language.", "outcome.", "premium."),
        *("problem.", "recount.", "report.", "result.", "review.", "rules.", "score.", "section."),
        "sheet.",
        *("terminal.", "tour.", "value."),
    ),
    "desk": (
        *("armed.", "away.", "box.", "call.", "cleared.", "clock.", "consent.", "hall.", "home."),
        *("field.", "judging.", "keys.", "rules.", "value."),
        *("report.", "left.", "misplaced.", "network.", "outage.", "pin.", "procedure.", "recall."),
        *("retract.", "review.", "sheet.", "terminal.", "timer.", "tour.", "words."),
    ),
}
# What it says all the same.
SAID = {
    "tablet": {"problem.code_used", "problem.key", "problem.no_such_code", "value.silent"},
    "desk": {"rules.reading", "rules.title", "value.silent"},
}
# What is loaded for itself: the front page, and parts of a page when they are opened.
SAID_ALONE = {
    "home": ("home.", "setup.lang"),
    "tournament": ("tour.",),
    "rules": ("field.", "rules.", "value."),
    "clock": ("clock.",),
    "report": ("report.",),
}
_PLACE = "arbiter.languages"
_SPOKEN = "arbiter.spoken"


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
    app.extensions[_SPOKEN] = {
        code: (Texts(code, texts), readings[code]) for code, texts in languages.items()
    }


def language_file(name: str) -> bytes | None:
    """The texts of a language (`ro`, `tablet/ro`), or the list of languages under `index`."""
    files: Mapping[str, bytes] = current_app.extensions[_PLACE]
    return files.get(name)


def language_codes() -> list[str]:
    """The languages that the pages speak."""
    return list(json.loads(language_file("index") or b"{}"))


def asked_language(accepted: str) -> str | None:
    """The language that a caller would rather have than English, if we have it."""
    return _best(accepted, tuple(current_app.extensions[_SPOKEN]))


@lru_cache(maxsize=64)
def _best(accepted: str, known: tuple[str, ...]) -> str | None:
    wanted = parse_accept_header(accepted, LanguageAccept)
    codes = (tag.partition("-")[0].lower() for tag, quality in wanted if quality)
    best = next((code for code in codes if code in known), FALLBACK)
    return None if best == FALLBACK else best


def spoken(fields: Mapping[str, Any], language: str) -> dict[str, Any]:
    """An answer with its sentences in a language; codes, reasons and values stay as they are."""
    texts, readings = current_app.extensions[_SPOKEN][language]
    names = [name for name in fields.get("players", ()) if isinstance(name, str)]
    said: dict[str, Any] = _spoken(fields, texts, readings, names)
    return said


def _spoken(value: Any, texts: Texts, readings: Mapping[str, str], names: Sequence[str]) -> Any:
    if isinstance(value, list):
        return [_spoken(item, texts, readings, names) for item in value]
    if not isinstance(value, Mapping):
        return value
    found = {name: _spoken(item, texts, readings, names) for name, item in value.items()}
    if isinstance(found.get("reading"), str):
        found["reading"] = readings.get(found["reading"], found["reading"])
    if {"code", "detail"} <= found.keys():
        found["detail"] = texts.refusal(value, names) or found["detail"]
    elif {"rule", "detail"} <= found.keys():
        found["detail"] = readings.get(value["detail"]) or texts.remark(value) or found["detail"]
    return found


def all_languages(app: Flask) -> bytes:
    """Every text of every language, to tell whether any has changed."""
    files: Mapping[str, bytes] = app.extensions[_PLACE]
    return b"".join(files.values())


def said_by(page: str, texts: Mapping[str, str]) -> Mapping[str, str]:
    """The texts that a page may say."""
    if page in SAID_ALONE:
        return {n: text for n, text in texts.items() if n.startswith(SAID_ALONE[page])}
    unsaid = UNSAID[page]
    return {n: text for n, text in texts.items() if n in SAID[page] or not n.startswith(unsaid)}


def _json(texts: Mapping[str, str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
