"""Two digests of Wiktionary: a part-of-speech lexicon, and a pronouncing dictionary of headwords.

abacà NN            a line of the lexicon: word, Penn Treebank tag; comments begin with ;;;
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from build_lexicon.errors import BuildError
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
