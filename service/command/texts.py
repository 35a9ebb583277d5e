"""What people read in their own language: the texts of the pages, with values put in.

A text holds {amount} for a value and {amount|one:punct|few:puncte|other:de puncte} for what goes
with a number, by the plural categories of Unicode's CLDR, as the pages read them too.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "web" / "i18n"
FALLBACK = "en"
_HOLE = re.compile(r"\{(\w+)((?:\|\w+:[^|}]*)*)\}")
_HAVE_FEW = frozenset(("ro",))
"""Languages with a plural of their own for nought and two to nineteen of every hundred."""


def languages() -> list[str]:
    """The languages that there are texts in."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a language by their names."""

    language: str
    texts: dict[str, str]

    def __contains__(self, name: str) -> bool:
        """Whether there is a text of this name."""
        return name in self.texts

    def __call__(self, name: str, **values: object) -> str:
        """The text of this name with its values."""

        def fill(hole: re.Match[str]) -> str:
            value = values[hole[1]]
            return self._form(hole[2], int(str(value))) if hole[2] else str(value)

        return _HOLE.sub(fill, self.texts[name])

    def _form(self, forms: str, number: int) -> str:
        by = dict(form.split(":", 1) for form in forms[1:].split("|"))
        return by.get(self._category(number), by["other"])

    def _category(self, number: int) -> str:
        if number == 1:
            return "one"
        few = number == 0 or 1 <= number % 100 <= 19
        return "few" if few and self.language in _HAVE_FEW else "other"


def load_texts(language: str) -> Texts:
    """The texts of a language, or the English ones where there are none."""
    known = language if language in languages() else FALLBACK
    return Texts(known, json.loads((FOLDER / f"{known}.json").read_text(encoding="utf-8")))
