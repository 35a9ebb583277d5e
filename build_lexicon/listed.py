"""The plainest method: every word of the files that a recipe names, one a line."""

from collections.abc import Iterator

from build_lexicon.evidence import Form
from build_lexicon.readers.plain import read_words
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

RULE = "listed"  # what a recipe of this method declares


def forms(sources: Sources, _alphabet: Alphabet) -> Iterator[Form]:
    """Every word of every list."""
    for (source, name), path in sources.files.items():
        for word in read_words(path):
            yield Form(word, RULE, source, name)


def excluded(_sources: Sources, _alphabet: Alphabet) -> Iterator[Form]:
    """Nothing: a plain list keeps nothing out."""
    return iter(())
