"""Our own lists: lemmas that no source has, single words that a rule names, mistakes and doubts.

lemmas.tsv    lemma, kind, evidence: inflected by our rules
words.tsv     word, rule, reason: admitted or excluded as they stand
slips.tsv     word, reason: what a source should not have
no_verbs.tsv  word, reason: what a source takes for an infinitive
doubted.tsv   word, who has it: what one source alone has and the readers doubt
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.italian.inflection import Kind
from build_lexicon.italian.tables import read_rows

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
    for row in read_rows(path, 3):
        text, kind, evidence = row.fields
        try:
            yield Lemma(text, Kind(kind), evidence)
        except ValueError:
            raise BuildError(f"{path}:{row.number}: unknown kind {kind!r}") from None


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
