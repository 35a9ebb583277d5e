"""Our own lists: lemmas that no source has, single words that a rule names, mistakes and doubts.

lemmas.tsv    kind, lemmas separated by blanks: inflected by our rules
words.tsv     word, rule, reason: admitted or excluded as they stand
slips.tsv     word, reason: what a source should not have
no_verbs.tsv  word, reason: what a source takes for an infinitive
doubted.txt   what one source alone has and the readers doubt
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.italian.inflection import Kind
from build_lexicon.italian.tables import read_rows


class Lemma(NamedTuple):
    """A headword and how it is inflected."""

    text: str
    kind: Kind


class Word(NamedTuple):
    """A single word, the rule that decides it and the reason in a few words."""

    text: str
    rule: str
    reason: str


def read_lemmas(path: Path) -> Iterator[Lemma]:
    """The lemmas of a list, in its order."""
    for row in read_rows(path, 2):
        kind, lemmas = row.fields
        try:
            inflection = Kind(kind)
        except ValueError:
            raise BuildError(f"{path}:{row.number}: unknown kind {kind!r}") from None
        yield from (Lemma(lemma, inflection) for lemma in lemmas.split())


def read_words(path: Path) -> Iterator[Word]:
    """The single words of a list, in its order."""
    for row in read_rows(path, 3):
        yield Word(*row.fields)


def read_mistakes(path: Path) -> dict[str, str]:
    """The words of a list of mistakes, each with its reason."""
    mistakes = {}
    for row in read_rows(path, 2):
        word, reason = row.fields
        mistakes[word] = reason
    return mistakes
