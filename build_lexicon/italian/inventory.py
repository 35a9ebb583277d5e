"""What the Italian sources attest, before any rule is applied.

Source ids of the recipe: `hunspell` a spelling dictionary, `morphit` a corpus lexicon, `verbecc`
conjugation tables, `pattern` and `gruut` digests of Wiktionary, `wordfreq` frequencies; `ours` and
`valency` are tables of this project.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from build_lexicon.italian.inflection import Kind
from build_lexicon.italian.lemmas import Lemma, Word, read_lemmas, read_mistakes, read_words
from build_lexicon.italian.valency import Valency, bare_infinitive, read_valency
from build_lexicon.italian.wiktionary import read_pronounced_words, read_tagged_words
from build_lexicon.readers import plain
from build_lexicon.readers.conjugations import read_verbs
from build_lexicon.readers.hunspell import Affixes, Entry, read_affixes, read_entries
from build_lexicon.readers.tagged import Tagged, read_lookup
from build_lexicon.sources import Sources

INFINITIVE = re.compile(r"[a-zàèéìòù]+(?:[aei]re|[aou]rre)")
PLAIN = re.compile(r"[a-zà-öø-ÿ]+")
VERB_FLAGS = frozenset("ABCPVZtzÀfI")
VERB_TAGS = ("verb", "aux")
WIKTIONARY_VERB = "VB"
OURS = frozenset({"ours", "valency"})
OTHER_TAGS = ("noun", "adj", "adv", "adp", "det", "pron", "other")


class Speller(NamedTuple):
    """The spelling dictionary."""

    affixes: Affixes
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Inventory:
    """All that the sources say."""

    speller: Speller
    corpus: tuple[Tagged, ...]  # nouns, adjectives and small words
    wiktionary: tuple[Tagged, ...]  # the same, without lemmas
    pronounced: tuple[str, ...]  # headwords without part of speech
    corpus_verbs: Mapping[str, str]  # conjugated form, with enclitics or not -> infinitive
    frequent: frozenset[str]
    lemmas: tuple[Lemma, ...]
    words: tuple[Word, ...]
    slips: Mapping[str, str]  # misspelling or name -> reason
    no_verbs: Mapping[str, str]  # what a source takes for an infinitive -> reason
    doubted: frozenset[str]  # what one source alone has and the readers doubt
    valency: Mapping[str, Valency]
    verbs: Mapping[str, str]  # infinitive -> source ids, joined by "+"
    unwitnessed: frozenset[str]  # verbs that only readers have


def read_inventory(sources: Sources) -> Inventory:
    """Read all sources of the recipe."""
    speller = _speller(sources)
    corpus = tuple(_tagged(sources, OTHER_TAGS))
    corpus_verbs = {row.form: row.lemma for row in _tagged(sources, VERB_TAGS)}
    wiktionary = [row for row in read_tagged_words(sources.path("pattern")) if _is_plain(row)]
    pronounced = tuple(read_pronounced_words(sources.path("gruut")))
    lemmas = tuple(read_lemmas(sources.path("ours", "lemmas.tsv")))
    valency = read_valency(sources.path("valency"))
    verbs = _verbs(
        {
            "hunspell": (e.stem for e in speller.entries if VERB_FLAGS.intersection(e.flags)),
            "verbecc": (verb.infinitive for verb in read_verbs(sources.path("verbecc"))),
            "morphit": corpus_verbs.values(),
            "pattern": (row.form for row in wiktionary if row.tag == WIKTIONARY_VERB),
            "gruut": _only_verbs(pronounced, speller, corpus),
            "ours": (lemma.text for lemma in lemmas if lemma.kind is Kind.VERB),
            "valency": valency,
        }
    )
    return Inventory(
        speller=speller,
        corpus=corpus,
        wiktionary=tuple(row for row in wiktionary if row.tag != WIKTIONARY_VERB),
        pronounced=pronounced,
        corpus_verbs=corpus_verbs,
        frequent=frozenset(row.word for row in plain.read_frequencies(sources.path("wordfreq"))),
        lemmas=lemmas,
        words=tuple(read_words(sources.path("ours", "words.tsv"))),
        slips=read_mistakes(sources.path("ours", "slips.tsv")),
        no_verbs=read_mistakes(sources.path("ours", "no_verbs.tsv")),
        doubted=frozenset(read_mistakes(sources.path("ours", "doubted.tsv"))),
        valency=valency,
        verbs=verbs,
        unwitnessed=_unwitnessed(lemmas, verbs),
    )


def _speller(sources: Sources) -> Speller:
    affixes = read_affixes(sources.path("hunspell", ".aff"))
    entries = read_entries(sources.path("hunspell", ".dic"), affixes)
    return Speller(affixes, tuple(entry for entry in entries if PLAIN.fullmatch(entry.stem)))


def _tagged(sources: Sources, tags: Iterable[str]) -> list[Tagged]:
    return [
        row
        for tag in tags
        for row in read_lookup(sources.path("morphit", f"_{tag}.json.gz"), tag)
        if _is_plain(row)
    ]


def _is_plain(row: Tagged) -> bool:
    return bool(PLAIN.fullmatch(row.form) and PLAIN.fullmatch(row.lemma))


def _only_verbs(pronounced: Iterable[str], speller: Speller, corpus: Iterable[Tagged]) -> list[str]:
    """Headwords without part of speech that end like a verb and are nothing else."""
    others = {entry.stem for entry in speller.entries} | {row.form for row in corpus}
    return [word for word in pronounced if word.endswith(("are", "ire")) and word not in others]


def _verbs(by_source: Mapping[str, Iterable[str]]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for source, headwords in by_source.items():
        for headword in dict.fromkeys(map(bare_infinitive, headwords)):
            if INFINITIVE.fullmatch(headword):
                found.setdefault(headword, []).append(source)
    # What a verb governs does not prove that there is one.
    return {verb: "+".join(ids) for verb, ids in found.items() if ids != ["valency"]}


def _unwitnessed(lemmas: Iterable[Lemma], verbs: Mapping[str, str]) -> frozenset[str]:
    witnessed = {lemma.text for lemma in lemmas if lemma.witnessed}
    ours = {verb for verb, ids in verbs.items() if OURS.issuperset(ids.split("+"))}
    return frozenset(ours - witnessed)
