"""The languages of the pages: a language is one file of texts, and nothing else names it.

Ours are `service/web/i18n/*.json`. A folder of rules (RULEBOOK_PATH) may bring `texts/*.json`: a
new language, or other words for some texts of one that is there. What a new file leaves out is said
in English. A file that no page could use stops the start, as a wrong rule does.

Our readings of the regulations have a file of their own in the federation's language
(`i18n/readings/*.json`, from other folders `texts/readings/*.json`): the English of the rulebook,
and what the pages say for it.
"""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from flask import Flask, current_app

from service.rulebook import RulebookError
from service.settings import Settings
from service.variables import StartError

PACKAGED = Path(__file__).parents[1] / "web" / "i18n"
FALLBACK = "en"
NAME = "language.name"
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
_CODE = re.compile(r"[a-z]{2,3}")
_HOLE = re.compile(r"\{(\w+)")
_PLACE = "arbiter.languages"

Texts = Mapping[str, str]


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


def said_by(page: str, texts: Texts) -> Texts:
    """The texts that a page may say."""
    if page in SAID_ALONE:
        return {n: text for n, text in texts.items() if n.startswith(SAID_ALONE[page])}
    unsaid = UNSAID[page]
    return {n: text for n, text in texts.items() if n in SAID_BY_ALL or not n.startswith(unsaid)}


def load_languages(*extra: Path) -> dict[str, Texts]:
    """The texts of every language by its code, with those of other folders put over them."""
    languages: dict[str, Texts] = {path.stem: _read(path) for path in _files(PACKAGED)}
    known = languages[FALLBACK]
    for path in (path for folder in extra for path in _files(folder / "texts")):
        texts = _read(path)
        _check(path, texts, known)
        base = languages.get(path.stem, known)
        if path.stem not in languages and NAME not in texts:
            raise RulebookError(path, "is missing: how does the language call itself?", NAME)
        languages[path.stem] = {**base, **texts}
    return languages


def load_readings(languages: Iterable[str], *extra: Path) -> dict[str, Texts]:
    """Our readings in every language, by their English."""
    readings: dict[str, Texts] = {code: {} for code in languages}
    for path in (
        path
        for folder in (PACKAGED, *(f / "texts" for f in extra))
        for path in _files(folder / "readings")
    ):
        readings[path.stem] = {**readings.get(path.stem, {}), **_read(path)}
    return readings


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def _read(path: Path) -> Texts:
    try:
        texts = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise RulebookError(path, f"cannot be read: {fault}") from None
    if not isinstance(texts, dict):
        raise RulebookError(path, "is not an object of texts")
    for name, text in texts.items():
        if not isinstance(text, str) or not text.strip():
            raise RulebookError(path, "is not a text", name)
    return texts


def _check(path: Path, texts: Texts, known: Texts) -> None:
    """Hold a file to what the pages ask for: the same names, and the same values in each."""
    if not _CODE.fullmatch(path.stem):
        raise RulebookError(path, "is not named after a language, such as eo.json")
    for name, text in texts.items():
        if name not in known:
            raise RulebookError(path, "no page asks for it", name)
        strange = set(_HOLE.findall(text)) - set(_HOLE.findall(known[name]))
        if strange:
            raise RulebookError(path, f"there is no value {min(strange)!r} here", name)


def _json(texts: Texts) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
