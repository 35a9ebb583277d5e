"""What the Italian sources and our own lists attest, before any rule is applied.

Source ids of the recipe: `hunspell` a spelling dictionary, `morphit` a corpus lexicon, `verbecc`
conjugation tables, `pattern` and `gruut` digests of Wiktionary, `wordfreq` frequencies; `ours` and
`valency` are tables of this project.

    lemmas.tsv    lemma, kind, evidence: inflected by our rules (art. 15 a and b)
    words.tsv     word, rule, reason: admitted or excluded as they stand
    slips.tsv     word, reason: what a source should not have
    no_verbs.tsv  word, reason: what a source takes for an infinitive
    doubted.tsv   word, who has it: what one source alone has and the readers doubt

Plurals and feminines are made only where spelling decides; an irregular one is a word of its own in
our lists or in a source. Our lists spell a stressed i of -io, -cia and -gia as ì: ronzìo, liturgìa.
In the lexicon of `pattern` plurals and feminines are entries too, also where it lacks the headword.
"""

import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple, assert_never

from build_lexicon.errors import BuildError
from build_lexicon.italian.tables import Valency, bare_infinitive, read_valency
from build_lexicon.readers.conjugations import read_verbs
from build_lexicon.readers.hunspell import Affixes, Entry, read_affixes, read_entries
from build_lexicon.readers.lists import (
    Tagged,
    read_frequencies,
    read_lines,
    read_lookup,
    read_rows,
)
from build_lexicon.recipe import Sources

INVARIABLE_ENDINGS = tuple("àèéìíòóùúi")


class Kind(StrEnum):
    """How a lemma of ours is inflected."""

    MASCULINE = "m"  # albero, poeta, fiore
    FEMININE = "f"  # casa, voce
    COMMON = "mf"  # artista, cantante: one singular, the plurals of both genders
    AGENT = "tore"  # autore, autrice
    ADJECTIVE = "a"  # rosso, dolce, ottimista
    INVARIABLE = "i"
    VERB = "v"


def inflected(lemma: str, kind: Kind) -> tuple[str, ...]:
    """Every form of a noun, an adjective or an invariable word; verbs have their own module."""
    match kind:
        case Kind.INVARIABLE | Kind.VERB:
            return (lemma,)
        case Kind.MASCULINE:
            return (lemma, *masculine_plurals(lemma))
        case Kind.FEMININE:
            return (lemma, *feminine_plurals(lemma))
        case Kind.COMMON:
            return (lemma, *masculine_plurals(lemma), *feminine_plurals(lemma))
        case Kind.AGENT:
            feminine = lemma.removesuffix("ore") + "rice"  # autore -> autrice
            return (lemma, *masculine_plurals(lemma), feminine, *feminine_plurals(feminine))
        case Kind.ADJECTIVE:
            return _adjective(lemma)
        case _:
            assert_never(kind)


def masculine_plurals(lemma: str) -> tuple[str, ...]:
    """The plural of a masculine: -chi, -ghi unless the ending is one of those that soften."""
    if lemma.endswith(INVARIABLE_ENDINGS) or lemma[-1] not in "aeo":
        return ()
    stem = lemma[:-1]
    if lemma.endswith("io"):
        return (stem,)
    if lemma.endswith(("ico", "ologo")):
        return (stem + "i",)
    if lemma.endswith("fago"):
        return (stem + "i", stem + "hi")
    if lemma.endswith(("co", "go", "ca", "ga")):
        return (stem + "hi",)
    return (stem + "i",)


def feminine_plurals(lemma: str) -> tuple[str, ...]:
    """The plural of a feminine: case, amiche, province, farmacie, voci."""
    stem = lemma[:-1]
    if lemma.endswith("e"):
        return () if lemma.endswith("ie") else (stem + "i",)
    if not lemma.endswith("a"):
        return ()
    if lemma.endswith(("ca", "ga")):
        return (stem + "he",)
    if lemma.endswith(("ccia", "ggia", "scia", "ncia", "rcia", "lcia", "ngia", "rgia")):
        return (stem[:-1] + "e",)
    return (stem + "e",)


def headwords_of(form: str) -> tuple[str, ...]:
    """What a plural or a feminine may be a form of: laghi of lago, arance of arancia."""
    stem = form[:-1]
    if form.endswith(("chi", "ghi", "che", "ghe")):
        return (stem[:-1] + "o", stem[:-1] + "a")
    if form.endswith("i"):
        return (stem + "o", stem + "e", stem + "a", form + "o", form + "a")
    if form.endswith("e"):
        return (stem + "a", stem + "ia", stem + "o")
    return (stem + "o",) if form.endswith("a") else ()


def _adjective(lemma: str) -> tuple[str, ...]:
    if lemma.endswith("o"):
        feminine = lemma[:-1] + "a"
        return (lemma, *masculine_plurals(lemma), feminine, *feminine_plurals(feminine))
    if lemma.endswith("a"):
        return (lemma, *masculine_plurals(lemma), *feminine_plurals(lemma))
    return (lemma, *masculine_plurals(lemma))


UNWITNESSED = ("kin", "readers")  # how the evidence of a lemma begins that only readers have


class Lemma(NamedTuple):
    """A headword, how it is inflected and who else has it."""

    text: str
    kind: Kind
    evidence: str

    @property
    def witnessed(self) -> bool:
        """Whether a list or a contest has it, not only readers."""
        return not self.evidence.startswith(UNWITNESSED)


class Word(NamedTuple):
    """A single word, the rule that decides it and the reason in a few words."""

    text: str
    rule: str
    reason: str


def read_lemmas(path: Path) -> Iterator[Lemma]:
    """The lemmas of a list, in its order."""
    for number, (text, kind, evidence) in read_rows(path, "lemma, kind, evidence"):
        try:
            yield Lemma(text, Kind(kind), evidence)
        except ValueError:
            raise BuildError(f"{path}:{number}: unknown kind {kind!r}") from None


def read_words(path: Path) -> Iterator[Word]:
    """The single words of a list, in its order."""
    return (Word(*fields) for _, fields in read_rows(path, "word, rule, reason"))


def read_mistakes(path: Path) -> dict[str, str]:
    """The words of a list of mistakes, each with its reason."""
    return {word: reason for _, (word, reason) in read_rows(path, "word, reason")}


def read_tagged_words(path: Path) -> Iterator[Tagged]:
    """The words of the part-of-speech lexicon; it has no lemmas, so each word is its own."""
    for line in read_lines(path):
        match line.split():
            case [word, tag] if not line.startswith(";;;"):
                yield Tagged(word, word, tag)


def read_pronounced_words(path: Path) -> list[str]:
    """The headwords of the pronouncing dictionary, an SQLite file."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT DISTINCT word FROM word_phonemes ORDER BY word")
            return [str(word) for (word,) in rows]
    except sqlite3.Error as error:
        raise BuildError(f"{path}: not a pronouncing dictionary: {error}") from None


def without_headword(rows: Sequence[Tagged], words: Set[str]) -> set[Tagged]:
    """The plurals and feminines of the lexicon whose headword is neither in it nor among words."""
    feminines = {row.form for row in rows if _is_feminine(row)}
    forms = {row for row in rows if _is_form(row, feminines)}
    headwords = words | {row.form for row in rows if row not in forms}
    return {row for row in forms if headwords.isdisjoint(headwords_of(row.form))}


def _is_form(row: Tagged, feminines: Set[str]) -> bool:
    """Whether an entry is a plural or a feminine; an adjective in -e is one beside its -a."""
    if row.tag != "JJ":
        return row.tag == "NNS"
    return (
        row.form in feminines
        or row.form.endswith(("i", "che", "ghe"))
        or (row.form.endswith("e") and row.form[:-1] + "a" in feminines)
    )


def _is_feminine(row: Tagged) -> bool:
    return row.tag == "JJ" and row.form.endswith("a") and not row.form.endswith("ista")


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
        frequent=frozenset(read_frequencies(sources.path("wordfreq"))),
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
