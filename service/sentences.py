"""Puts values into a sentence, for the handbook, the command and the API as for the pages.

    {amount}                                            a value
    {amount|one:un punct|few:# puncte|other:# de puncte}    what goes with a number (# is it)

The forms are those of Unicode's CLDR, by the library that Python programs use for it; the pages
have them from the browser (web/js/core/i18n.js).
"""

import re
from collections.abc import Mapping
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel.plural import PluralRule

HOLE = re.compile(r"\{(\w+)((?:\|\w+:[^|{}]*)*)\}")
OTHER = "other"
Number = int | Decimal


def fill(text: str, language: str, shown: Mapping[str, str], numbers: Mapping[str, Number]) -> str:
    """The sentence with its values; a number that is not known has the form of all others."""

    def put(hole: re.Match[str]) -> str:
        name, forms = hole[1], _forms(hole[2])
        if not forms:
            return shown[name]
        chosen = plural(numbers[name], language) if name in numbers else OTHER
        return forms.get(chosen, forms[OTHER]).replace("#", shown[name])

    return HOLE.sub(put, text)


def holes(text: str) -> dict[str, frozenset[str]]:
    """The names that a sentence has values for, each with the forms that it is given."""
    found: dict[str, frozenset[str]] = {}
    for hole in HOLE.finditer(text):
        found[hole[1]] = found.get(hole[1], frozenset()) | _forms(hole[2]).keys()
    return found


def is_whole(text: str) -> bool:
    """Whether every brace of a sentence belongs to a value, and every number has its last form."""
    numbered = [_forms(hole[2]) for hole in HOLE.finditer(text)]
    braces = {"{", "}"} & set(HOLE.sub("", text))
    return not braces and all(OTHER in forms for forms in numbered if forms)


def plural(number: Number, language: str) -> str:
    """The category of a number in a language; one that CLDR does not have counts as English."""
    return _rule(language)(number)


def categories(language: str) -> frozenset[str]:
    """The plural categories of a language."""
    return frozenset(_rule(language).tags) | {OTHER}


def decimal(number: Number, language: str) -> str:
    """A number as a language writes it: 1.5 in English, 1,5 in Catalan."""
    from babel.numbers import format_decimal

    return format_decimal(number, locale=_locale(language))


@cache
def _rule(language: str) -> "PluralRule":
    from babel.core import Locale

    return Locale.parse(_locale(language)).plural_form


@cache
def _locale(language: str) -> str:
    # Babel is loaded when a number is first said: most commands say none.
    from babel.localedata import exists

    return language if exists(language) else "en"


def _forms(written: str) -> dict[str, str]:
    return dict(form.split(":", 1) for form in written.split("|") if form)
