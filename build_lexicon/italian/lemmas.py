"""Our own lists: lemmas that we know and no source has, and single words that a rule names.

lemmas.tsv    kind, lemmas separated by blanks: inflected by our rules
words.tsv     word, rule, reason: admitted or excluded as they stand
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
