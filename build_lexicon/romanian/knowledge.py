"""What the independent sources know, and what the dictionary knows about itself."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from build_lexicon.readers.affixes import Entry
from build_lexicon.readers.conjugations import conjugate, read_templates, read_verbs
from build_lexicon.readers.plain import read_frequencies
from build_lexicon.readers.tagged import read_front_coded
from build_lexicon.romanian.entries import is_word
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

COMMAS = str.maketrans("şţ", "șț")  # the conjugator writes cedillas


class Known(NamedTuple):
    """What tells whether an entry is real."""

    lemmas: frozenset[str]  # folded forms of the list of lemmas
    conjugations: Mapping[str, list[str]]  # infinitive -> folded forms of the conjugator
    conjugated: frozenset[str]  # all of these forms
    current: frozenset[str]  # words in use, as written
    flags: Mapping[str, set[str]]  # of every stem of the dictionary
    wrong: frozenset[tuple[str, str]]  # flag and ending: paradigms that words so ending do not have


def read_known(sources: Sources, alphabet: Alphabet, entries: Iterable[Entry]) -> Known:
    """Read the list of lemmas, the conjugator, the list of frequencies and the options."""
    lemmas = {
        alphabet.fold(word)
        for form, lemma, _ in read_front_coded(sources.path("simplemma"))
        for word in (form, lemma)
        if is_word(word)
    }
    conjugations = dict(_conjugations(sources, alphabet))
    flags: dict[str, set[str]] = {}
    for entry in entries:
        flags.setdefault(entry.stem, set()).add("".join(entry.flags))
    return Known(
        frozenset(lemmas),
        conjugations,
        frozenset(text for texts in conjugations.values() for text in texts),
        frozenset(row.word for row in read_frequencies(sources.path("wordfreq"))),
        flags,
        frozenset(_wrong_paradigms(sources)),
    )


def _conjugations(sources: Sources, alphabet: Alphabet) -> Iterator[tuple[str, list[str]]]:
    templates = read_templates(sources.path("verbecc", "conjugations-ro.xml"))
    for verb in read_verbs(sources.path("verbecc", "verbs-ro.xml")):
        texts = [row.form for row in conjugate(verb, templates) if is_word(row.form)]
        yield verb.infinitive.translate(COMMAS), list(map(alphabet.fold, texts))


def _wrong_paradigms(sources: Sources) -> Iterator[tuple[str, str]]:
    option = sources.recipe.options.get("wrong_paradigms", ())
    for line in option if isinstance(option, tuple) else ():
        flag, _, ending = line.partition(" -")
        yield flag, ending
