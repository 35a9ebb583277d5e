"""What people read in their own language: one file of texts, and nothing else names it.

Ours are `service/web/i18n/*.json`. A folder of rules (RULEBOOK_PATH) may bring `texts/*.json`: a
new language, or other words for some texts of one that is there. What a new file leaves out is said
in English. A file that nobody could use stops the start, as a wrong rule does. How a text holds a
value, and what goes with a number, is said in sentences.py.

Our readings of the regulations have a file of their own in the federation's language
(`i18n/readings/*.json`, from other folders `texts/readings/*.json`): the English of the rulebook,
and what people read for it.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.rulebook import RulebookError
from service.sentences import fill

PACKAGED = Path(__file__).parent / "web" / "i18n"
FALLBACK = "en"
NAME = "language.name"
_CODE = re.compile(r"[a-z]{2,3}")
_PLACES = ("line", "event", "before", "entry", "game")
_ROUND = re.compile(r"round (\d+)")
_NAMED = re.compile(r"\{(\w+)")


def language_codes(*extra: Path) -> list[str]:
    """The languages that there are texts in."""
    folders = (PACKAGED, *(folder / "texts" for folder in extra))
    return sorted({path.stem for folder in folders for path in _files(folder)})


def load_languages(*extra: Path) -> dict[str, Mapping[str, str]]:
    """The texts of every language by its code, with those of other folders put over them."""
    languages: dict[str, Mapping[str, str]] = {path.stem: _read(path) for path in _files(PACKAGED)}
    known = languages[FALLBACK]
    for path in (path for folder in extra for path in _files(folder / "texts")):
        texts = _read(path)
        _check(path, texts, known)
        base = languages.get(path.stem, known)
        if path.stem not in languages and NAME not in texts:
            raise RulebookError(path, "is missing: how does the language call itself?", NAME)
        languages[path.stem] = {**base, **texts}
    return languages


def load_readings(languages: Iterable[str], *extra: Path) -> dict[str, Mapping[str, str]]:
    """Our readings in every language, by their English."""
    readings: dict[str, Mapping[str, str]] = {code: {} for code in languages}
    for path in (
        path
        for folder in (PACKAGED, *(f / "texts" for f in extra))
        for path in _files(folder / "readings")
    ):
        readings[path.stem] = {**readings.get(path.stem, {}), **_read(path)}
    return readings


def _files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.json"))


def _read(path: Path) -> Mapping[str, str]:
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


def _check(path: Path, texts: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Hold a file to what the pages ask for: the same names, and the same values in each."""
    if not _CODE.fullmatch(path.stem):
        raise RulebookError(path, "is not named after a language, such as eo.json")
    for name, text in texts.items():
        if name not in known:
            raise RulebookError(path, "no page asks for it", name)
        strange = set(_NAMED.findall(text)) - set(_NAMED.findall(known[name]))
        if strange:
            raise RulebookError(path, f"there is no value {min(strange)!r} here", name)


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a language by their names, with values put in."""

    language: str
    texts: Mapping[str, str]

    def __contains__(self, name: str) -> bool:
        """Whether there is a text of this name."""
        return name in self.texts

    def __call__(self, name: str, /, **values: object) -> str:
        """The text of this name with its values."""
        shown = {key: str(value) for key, value in values.items()}
        numbers = {key: int(value) for key, value in shown.items() if value.isdecimal()}
        return fill(self.texts[name], self.language, shown, numbers)

    def refusal(self, told: Mapping[str, Any], players: Sequence[str] = ()) -> str | None:
        """What the service has against something, by its code, reason and values, where known.

        Players are counted from 0; they are said by their names, as far as those are known.
        """
        values = dict(told.get("values", {}))
        name = f"problem.{told['code']}.{told.get('reason', '')}"
        name = name if name in self else f"problem.{told['code']}"
        if name not in self:
            return None
        for who in ("player", "other"):
            if values.get(who) in range(len(players)):
                values[who] = players[values[who]]
        if f"ending.{values.get('ending')}" in self:
            values["ending"] = self(f"ending.{values['ending']}")
        text = self(name, **values)
        for place in filter(values.__contains__, _PLACES):
            # What is wrong with a word or a line may hold its own text, under the same name.
            text = self(f"problem.at.{place}", **{**values, "text": text})
        return text

    def remark(self, told: Mapping[str, Any]) -> str | None:
        """What had to give way in a round, or is not said, by its rule; with the round it names."""
        names = (f"tour.{kind}.{told['rule']}" for kind in ("unsaid", "rule"))
        name = next((known for known in names if known in self), None)
        if name is None:
            return None
        place = _ROUND.search(told["detail"])
        where = [self("tour.roundN", round=place[1])] if place else []
        return " ".join([self(name), *where]).rstrip(":")


def spoken(fields: Mapping[str, Any], texts: Texts, readings: Mapping[str, str]) -> dict[str, Any]:
    """An answer with its sentences in a language; codes, reasons and values stay as they are."""
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
