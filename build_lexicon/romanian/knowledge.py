"""What the independent sources know, and what the dictionary knows about itself."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from build_lexicon.readers.affixes import Entry
from build_lexicon.readers.automaton import read_automaton
from build_lexicon.readers.conjugations import conjugate, read_templates, read_verbs
from build_lexicon.readers.plain import read_verdicts
from build_lexicon.readers.tagged import Tagged, read_front_coded
from build_lexicon.romanian.entries import is_word, reviewed_entries
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

COMMAS = str.maketrans("şţ", "șț")  # the conjugator writes cedillas
CASE, KIND = 4, 6  # places of a tag
VOCATIVE, PROPER = "v", "p"  # what stands there
ROMAN = "R"  # at the end of a tag: a number in Roman figures
GERUND = re.compile("[aăâiî]ndu$")  # only before a pronoun, with a hyphen


class Known(NamedTuple):
    """What tells whether an entry is real."""

    lemmas: frozenset[str]  # folded forms of the list of lemmas
    tagged: Mapping[str, set[str]]  # lemma -> folded forms of the tagged list
    listed: frozenset[str]  # all of these forms
    conjugations: Mapping[str, list[str]]  # infinitive -> folded forms of the conjugator
    conjugated: frozenset[str]  # all of these forms
    flags: Mapping[str, set[str]]  # of every stem of the dictionary
    heads: Mapping[str, str]  # folded heads of all sources but the tagged list -> who has it
    words: frozenset[str]  # stems of the dictionary that a reader vouches for
    reviewed: Mapping[Entry, bool]  # whether a reader adds an entry or takes it out


def read_known(sources: Sources, alphabet: Alphabet, entries: Iterable[Entry]) -> Known:
    """Read all sources but the dictionary, whose entries are given."""
    lemmas = {
        alphabet.fold(word)
        for form, lemma, _ in read_front_coded(sources.path("simplemma"))
        for word in (form, lemma)
        if is_word(word)
    }
    tagged: dict[str, set[str]] = {}
    for row in filter(_is_playable, read_automaton(sources.path("languagetool"))):
        tagged.setdefault(row.lemma, set()).add(alphabet.fold(row.form))
    conjugations = dict(_conjugations(sources, alphabet))
    flags: dict[str, set[str]] = {}
    for entry in entries:
        flags.setdefault(entry.stem, set()).add("".join(entry.flags))
    return Known(
        frozenset(lemmas),
        tagged,
        frozenset().union(*tagged.values()),
        conjugations,
        frozenset(text for texts in conjugations.values() for text in texts),
        flags,
        dict.fromkeys(map(alphabet.fold, conjugations), "verbecc")
        | dict.fromkeys(lemmas, "simplemma")
        | dict.fromkeys(map(alphabet.fold, flags), "hunspell"),
        frozenset(row.word for row in read_verdicts(sources.path("known", "known.tsv"))),
        reviewed_entries(sources),
    )


def _is_playable(row: Tagged) -> bool:
    """Whether a form is neither a vocative nor a name nor half of a word with a hyphen."""
    if not is_word(row.form) or row.tag.endswith(ROMAN):
        return False
    if GERUND.search(row.form) and row.form != row.lemma:  # nandu, the bird
        return False
    return row.tag[CASE] != VOCATIVE and row.tag[KIND] != PROPER


def _conjugations(sources: Sources, alphabet: Alphabet) -> Iterator[tuple[str, list[str]]]:
    templates = read_templates(sources.path("verbecc", "conjugations-ro.xml"))
    for verb in read_verbs(sources.path("verbecc", "verbs-ro.xml")):
        texts = [row.form for row in conjugate(verb, templates) if is_word(row.form)]
        yield verb.infinitive.translate(COMMAS), list(map(alphabet.fold, texts))
