"""Romanian: the entries of a spelling dictionary, each borne out by its kin or by another source.

entries     the dictionary expanded, without vocatives
knowledge   a list of lemmas, a tagged list and a conjugator
  ↓
kinship     which words belong together: a verb, its participle and its long infinitive
judgement   the rule that admits or excludes an entry

The dictionary has every form of every entry but far too many entries: verbs made from any noun,
re- before any verb, an adjective from any participle. So an entry is judged as a whole, by who else
knows it. What a borne out verb must have and the dictionary lacks is made by its own affixes. The
tagged list is as large; a word that it alone has needs a second source for its lemma.
Marks are folded before comparing: the tiles do not show them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from build_lexicon.evidence import Form
from build_lexicon.readers.affixes import Entry
from build_lexicon.romanian.entries import (
    Dictionary,
    Paradigm,
    make_paradigm,
    paradigms,
    read_dictionary,
    vocatives,
)
from build_lexicon.romanian.judgement import VERBS, decide
from build_lexicon.romanian.kinship import verb_family
from build_lexicon.romanian.knowledge import Known, read_known
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet


class Material(NamedTuple):
    """All that the rules look at."""

    dictionary: Dictionary
    known: Known
    alphabet: Alphabet


def forms(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Every form that a rule admits."""
    return admitted(read_material(sources, alphabet))


def excluded(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Forms that the dictionary has and a rule keeps out."""
    return kept_out(read_material(sources, alphabet))


def read_material(sources: Sources, alphabet: Alphabet) -> Material:
    """Read the sources of the recipe."""
    dictionary = read_dictionary(sources)
    return Material(dictionary, read_known(sources, alphabet, dictionary.entries), alphabet)


def admitted(material: Material) -> Iterator[Form]:
    """What the rules admit."""
    known = material.known
    for paradigm in paradigms(material.dictionary, material.alphabet):
        rule, source = decide(paradigm, known)
        if source:
            yield from (Form(text, rule, source, paradigm.stem) for text in paradigm.forms)
            yield from _derived(paradigm, material)
        yield from _prefixed(paradigm, known)
    yield from _conjugated(known)
    yield from _tagged(known, material.alphabet)


def kept_out(material: Material) -> Iterator[Form]:
    """What the rules keep out."""
    for paradigm in paradigms(material.dictionary, material.alphabet):
        rule, source = decide(paradigm, material.known)
        if not source:
            yield from (Form(text, rule, "hunspell", paradigm.stem) for text in paradigm.forms)
    for stem, text in vocatives(material.dictionary, material.alphabet):
        yield Form(text, "R-vocative", "hunspell", stem)


def _derived(paradigm: Paradigm, material: Material) -> Iterator[Form]:
    """The participle and the long infinitive of a verb."""
    if not VERBS & set(paradigm.flags):
        return
    participle, long_infinitive, _ = verb_family(paradigm.stem, paradigm.flags)
    noun = "F" if long_infinitive.endswith("ire") else "A"
    for stem, flag in ((participle, "Q"), (long_infinitive, noun)):
        made = make_paradigm(Entry(stem, (flag,)), material.dictionary, material.alphabet)
        yield from (Form(text, "R-derived", "hunspell", paradigm.stem) for text in made.forms)


def _prefixed(paradigm: Paradigm, known: Known) -> Iterator[Form]:
    for prefix in paradigm.prefixes:
        for text in paradigm.forms:
            if prefix + text in known.conjugated:
                yield Form(prefix + text, "R-prefixed", "hunspell+verbecc", paradigm.stem)


def _conjugated(known: Known) -> Iterator[Form]:
    """Verbs that the dictionary lacks but not their kin, and forms that both lists share."""
    for infinitive, texts in known.conjugations.items():
        participle = infinitive[:-1] + ("at" if infinitive.endswith("a") else "it")
        if participle in known.flags and infinitive + "re" in known.flags:
            for text in texts:
                yield Form(text, "R-conjugated", "hunspell+verbecc", infinitive)
        for text in texts:
            if text in known.lemmas:
                yield Form(text, "R-both-lists", "simplemma+verbecc", infinitive)


def _tagged(known: Known, alphabet: Alphabet) -> Iterator[Form]:
    """Forms of the tagged list whose lemma another source has."""
    for lemma, texts in known.tagged.items():
        if source := known.heads.get(alphabet.fold(lemma)):
            for text in sorted(texts):
                yield Form(text, "R-tagged", f"languagetool+{source}", lemma)
