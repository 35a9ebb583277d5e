"""Who reads the sources of a recipe: a method of ours, or one that an installed package brings.

A method is a module (or an object) with two functions of a recipe's checked sources and its tiles.
`forms` yields every form that a rule admits; `excluded` yields forms that a source has and a rule
keeps out, so that `why` can name the rule. The order of the forms matters: the first that gives a
key explains it. `LAYERS`, if there is one, names the layers that it has beside the base.

A package brings a method of its own by an entry point, and a recipe says `method = "welsh"`:

    [project.entry-points."arbiter.dictionary_methods"]
    welsh = "welsh_words.method"
"""

from collections.abc import Iterator
from importlib import metadata
from typing import Protocol, cast

from build_lexicon import catalan, italian, romanian
from build_lexicon.errors import BuildError
from build_lexicon.readers.lists import read_words
from build_lexicon.recipe import Layer, Recipe, Sources
from build_lexicon.words import Form
from service.engine.tiles import Alphabet

GROUP = "arbiter.dictionary_methods"


class Method(Protocol):
    """Turns sources into forms."""

    def forms(self, sources: Sources, alphabet: Alphabet, /) -> Iterator[Form]:
        """Every form that a rule of the recipe admits."""

    def excluded(self, sources: Sources, alphabet: Alphabet, /) -> Iterator[Form]:
        """Forms that a source has and a rule of the recipe keeps out."""


class Listed:
    """The plainest method: every word of the files that a recipe names, one a line."""

    RULE = "listed"  # what a recipe of this method declares

    def forms(self, sources: Sources, _alphabet: Alphabet, /) -> Iterator[Form]:
        """Every word of every list."""
        for (source, name), path in sources.files.items():
            for word in read_words(path):
                yield Form(word, self.RULE, source, name)

    def excluded(self, _sources: Sources, _alphabet: Alphabet, /) -> Iterator[Form]:
        """Nothing: a plain list keeps nothing out."""
        return iter(())


OURS: dict[str, Method] = {
    "list": Listed(),
    "catalan": catalan,
    "italian": italian,
    "romanian": romanian,
}


def method_of(recipe: Recipe) -> Method:
    """The method that a recipe names, if it knows the layers of the recipe."""
    method = OURS.get(recipe.method) or _installed(recipe)
    known = {*Layer, *getattr(method, "LAYERS", ())}
    for rule in recipe.rules.values():
        if rule.layer not in known:
            raise BuildError(
                f"recipe {recipe.id}: rule {rule.id} has the layer {rule.layer!r}, method "
                f"{recipe.method!r} knows {', '.join(sorted(known))}"
            )
    return method


def _installed(recipe: Recipe) -> Method:
    named = metadata.entry_points(group=GROUP, name=recipe.method)
    for entry in named:
        try:
            return cast(Method, entry.load())
        except (ImportError, AttributeError) as error:
            raise BuildError(f"method {recipe.method!r}: {entry.value}: {error}") from None
    known = sorted({*OURS, *metadata.entry_points(group=GROUP).names})
    raise BuildError(
        f"recipe {recipe.id}: there is no method {recipe.method!r}, only {', '.join(known)}"
    )
