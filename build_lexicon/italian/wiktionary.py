"""Two digests of Wiktionary: a part-of-speech lexicon, and a pronouncing dictionary of headwords.

abacà NN            a line of the lexicon: word, Penn Treebank tag; comments begin with ;;;

In the lexicon plurals and feminines are entries too, also where it lacks the headword.
"""

import sqlite3
from collections.abc import Iterator, Sequence, Set
from contextlib import closing
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.italian.inflection import headwords_of
from build_lexicon.readers.tagged import Tagged


def read_tagged_words(path: Path) -> Iterator[Tagged]:
    """The words of the part-of-speech lexicon; it has no lemmas, so each word is its own."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BuildError(f"{path}: {error}") from None
    for line in lines:
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
