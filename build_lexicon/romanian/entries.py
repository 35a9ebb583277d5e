"""The entries of the Romanian spelling dictionary with their forms.

A vocative is known by the affix that makes it (*omule*, *mamo*), never by its letters, so the same
letters made by another affix stay. So it is with the article without its -l (*omu*).
"""

from collections.abc import Iterator
from typing import NamedTuple

from build_lexicon.readers.affixes import Affix, Affixes, Entry, read_affixes, read_entries
from build_lexicon.readers.hunspell import Expanded, expand
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

VOCATIVE_O = frozenset("AFRfSrst")  # flags whose -o is a vocative
BARE_U = ("u", "icu")
MISMADE = {("C", "le"), ("P", "le"), ("P", "i"), ("c", "le")}  # plurals that nobody forms so
PREFIXES = ("re", "ne", "auto")


class Paradigm(NamedTuple):
    """An entry of the dictionary: its stem, its flags and its folded forms.

    `prefixed` are those with a prefix, `vocatives` those that a refused affix makes. `circumflexed`
    are those with â, as they are written: until 1993 the rule was î.
    """

    stem: str
    flags: str
    forms: list[str]
    prefixed: list[str]
    vocatives: list[str]
    circumflexed: list[str]


class Dictionary(NamedTuple):
    """The entries, and the affixes that expand them and more."""

    entries: tuple[Entry, ...]
    affixes: Affixes


def read_dictionary(sources: Sources) -> Dictionary:
    """The entries without names, hyphens and apostrophes."""
    affixes = read_affixes(sources.path("hunspell", ".aff"))
    entries = read_entries(sources.path("hunspell", ".dic"), affixes)
    return Dictionary(tuple(entry for entry in entries if is_word(entry.stem)), affixes)


def paradigms(dictionary: Dictionary, alphabet: Alphabet) -> Iterator[Paradigm]:
    """Every entry with its forms."""
    for entry in dictionary.entries:
        paradigm = make_paradigm(entry, dictionary.affixes, alphabet)
        if paradigm.forms:
            yield paradigm


def make_paradigm(entry: Entry, affixes: Affixes, alphabet: Alphabet) -> Paradigm:
    """Everything that the affixes make from one entry."""
    made = Paradigm(entry.stem, "".join(entry.flags), [], [], [], [])
    for form in expand(entry, affixes):
        if not is_word(form.text):
            continue
        text = alphabet.fold(form.text)
        if not all(map(_is_admitted, form.affixes)):
            made.vocatives.append(text)
        elif _is_prefixed(form):
            made.prefixed.append(text)
        else:
            made.forms.append(text)
            if "â" in form.text:
                made.circumflexed.append(form.text)
    return made


def is_word(text: str) -> bool:
    """Lower case letters only."""
    return text.islower() and text.isalpha()


def _is_prefixed(form: Expanded) -> bool:
    return any(affix.add in PREFIXES and form.text.startswith(affix.add) for affix in form.affixes)


def _is_admitted(affix: Affix) -> bool:
    """Whether the rule makes neither a vocative nor half an article nor a plural that is none."""
    if affix.add in BARE_U or affix.add.endswith("ule"):
        return False
    if affix.add.endswith("o") and affix.flag in VOCATIVE_O:
        return False
    return affix.strip != "" or (affix.flag, affix.add) not in MISMADE
