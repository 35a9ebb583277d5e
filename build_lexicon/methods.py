"""Which module reads the sources of a recipe; a plain list needs none.

A method is a module with two functions. `forms` yields every form that a rule admits; `excluded`
yields forms that a source has and a rule keeps out, so that `why` can name the
rule. The order of the forms matters: the first that gives a key explains it.
"""

from collections.abc import Iterator
from typing import assert_never

from build_lexicon import catalan, italian, romanian
from build_lexicon.evidence import Form
from build_lexicon.readers.plain import read_words
from build_lexicon.recipe import Method
from build_lexicon.sources import Sources
from service.engine.tiles import Alphabet

LISTED = "listed"  # the rule that a recipe of method "list" declares


def admitted_forms(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Every form that a rule of the recipe admits."""
    match sources.recipe.method:
        case Method.LIST:
            return _listed(sources)
        case Method.CATALAN:
            return catalan.forms(sources, alphabet)
        case Method.ITALIAN:
            return italian.forms(sources)
        case Method.ROMANIAN:
            return romanian.forms(sources, alphabet)
        case _:
            assert_never(sources.recipe.method)


def excluded_forms(sources: Sources, alphabet: Alphabet) -> Iterator[Form]:
    """Forms that a source has and a rule of the recipe keeps out."""
    match sources.recipe.method:
        case Method.LIST:
            return iter(())
        case Method.CATALAN:
            return catalan.excluded(sources, alphabet)
        case Method.ITALIAN:
            return italian.excluded(sources)
        case Method.ROMANIAN:
            return romanian.excluded(sources, alphabet)
        case _:
            assert_never(sources.recipe.method)


def _listed(sources: Sources) -> Iterator[Form]:
    for (source, name), path in sources.files.items():
        for word in read_words(path):
            yield Form(word, LISTED, source, name)
