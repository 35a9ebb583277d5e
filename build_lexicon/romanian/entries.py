"""The entries of the Romanian spelling dictionary with their forms.

A vocative is known by the affix that makes it (*omule*, *mamo*), never by its letters, so the same
letters made by another affix stay. So it is with the article without its -l (*omu*).
Readers add entries that the dictionary lacks, in its own notation (*resetez/B*).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from build_lexicon.readers.affixes import Affix, Affixes, Entry, read_affixes, read_entries
from build_lexicon.readers.hunspell import Expanded, expand
from build_lexicon.readers.plain import read_verdicts
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

BARE_U = ("u", "icu")
MISMADE = ("P", "i")  # a plural that nobody forms so
# Verbs that the affixes conjugate wrong: confisce for confiște, înfoiind for înfoind.
MISFORMED = {"K": re.compile("sce$"), "B": re.compile("[aăâeou]iind$")}


class Paradigm(NamedTuple):
    """An entry of the dictionary: its stem, its flags, its folded forms, what may precede them."""

    stem: str
    flags: str
    forms: list[str]
    prefixes: tuple[str, ...]


class Dictionary(NamedTuple):
    """The entries, and the affixes that expand them and more."""

    entries: tuple[Entry, ...]
    affixes: Affixes  # suffixes that make a form of the word
    refused: Affixes  # those that make a vocative, half an article or a plural that is none
    prefixes: dict[str, str]  # of a flag: re, ne or auto, before any word


def read_dictionary(sources: Sources) -> Dictionary:
    """The entries without names, hyphens and apostrophes, and those that readers add."""
    affixes = read_affixes(sources.path("hunspell", ".aff"))
    entries = read_entries(sources.path("hunspell", ".dic"), affixes)
    added = [entry for entry, stands in reviewed_entries(sources).items() if stands]
    suffixes = replace(affixes, prefixes={})
    return Dictionary(
        (*(entry for entry in entries if is_word(entry.stem)), *added),
        suffixes.keeping(lambda affix: _is_plain(affix) and not _is_refused(affix)),
        suffixes.keeping(lambda affix: _is_plain(affix) and _is_refused(affix)),
        {flag: prefix.add for flag, rows in affixes.prefixes.items() for prefix in rows},
    )


def reviewed_entries(sources: Sources) -> dict[Entry, bool]:
    """The entries that a reader adds (true) or takes out (false)."""
    verdicts = read_verdicts(sources.path("known", "entries.tsv"))
    return {_entry(verdict.word): verdict.stands for verdict in verdicts}


def paradigms(dictionary: Dictionary, alphabet: Alphabet) -> Iterator[Paradigm]:
    """Every entry with its forms."""
    for entry in dictionary.entries:
        yield make_paradigm(entry, dictionary, alphabet)


def make_paradigm(entry: Entry, dictionary: Dictionary, alphabet: Alphabet) -> Paradigm:
    """Everything that the affixes make from one entry."""
    forms = (form for form in expand(entry, dictionary.affixes) if not _is_misformed(form))
    return Paradigm(
        entry.stem,
        "".join(entry.flags),
        [alphabet.fold(form.text) for form in forms],
        tuple(dictionary.prefixes[flag] for flag in entry.flags if flag in dictionary.prefixes),
    )


def vocatives(dictionary: Dictionary, alphabet: Alphabet) -> Iterator[tuple[str, str]]:
    """Every stem with a folded form that a refused affix makes."""
    for entry in dictionary.entries:
        for form in expand(entry, dictionary.refused):
            if form.affixes:
                yield entry.stem, alphabet.fold(form.text)


def is_word(text: str) -> bool:
    """Lower case letters only."""
    return text.islower() and text.isalpha()


def _entry(text: str) -> Entry:
    stem, _, flags = text.partition("/")
    return Entry(stem, tuple(flags))


def _is_misformed(form: Expanded) -> bool:
    return any(
        affix.flag in MISFORMED and MISFORMED[affix.flag].search(form.text)
        for affix in form.affixes
    )


def _is_plain(affix: Affix) -> bool:
    return not affix.add or is_word(affix.add)


def _is_refused(affix: Affix) -> bool:
    """Whether the rule makes a vocative, half an article or a plural that is none."""
    if affix.add in BARE_U or affix.add.endswith(("ule", "o")):  # omu, omule, mamo
        return True
    if affix.add == "le" and affix.condition.endswith("u"):  # socrule
        return True
    return affix.strip == "" and (affix.flag, affix.add) == MISMADE
