"""Why a word is in a lexicon, or what was looked for when it is not."""

from collections.abc import Callable, Iterator

from build_lexicon.evidence import Form
from build_lexicon.index import Evidence
from build_lexicon.readers.plain import Verdict
from build_lexicon.recipe import Recipe
from build_lexicon.words import SHORT, Kit, read_reviewed
from service.engine.errors import SpellingError

MOST = 12  # explanations of one kind that are printed

Lookup = Callable[[str], Evidence]
"""What the sources say of a key."""


def explain(word: str, recipe: Recipe, kit: Kit, evidence: Lookup) -> Iterator[str]:
    """Lines that say whether a word is in, by which rules and from which sources."""
    try:
        key = kit.key(word)
    except SpellingError as error:
        yield f"{word} is not in {_name(recipe)}: {error}"
        return
    reviewed = read_reviewed(recipe, kit)
    admitted, excluded = evidence(key)
    stands = key in reviewed.stands or (bool(admitted) and not reviewed.decides(key))
    yield f"{kit.spell(key)} is {'' if stands else 'not '}in {_name(recipe)}"
    if reviewed.decides(key):
        yield from _reviewed(reviewed.stands.get(key) or reviewed.falls.get(key), recipe)
    yield from _evidence("admitted by", admitted, recipe)
    if not stands:
        yield from _evidence("excluded by", excluded, recipe)
        yield f"  looked for the key {key} in {_looked_in(recipe)}"


def _evidence(heading: str, forms: list[Form], recipe: Recipe) -> Iterator[str]:
    for form in forms[:MOST]:
        rule = recipe.rules[form.rule]
        yield f"  {heading} {rule.id} (art. {rule.article}): {rule.says}"
        yield f"    {form.text}, from {form.origin}; {_sources(form.source, recipe)}"
    if len(forms) > MOST:
        yield f"  and {len(forms) - MOST} more"


def _sources(ids: str, recipe: Recipe) -> str:
    named = [recipe.sources[id_] for id_ in ids.split("+") if id_ in recipe.sources]
    return ", ".join(f"{source.title} ({source.version})" for source in named) or ids


def _reviewed(verdict: Verdict | None, recipe: Recipe) -> Iterator[str]:
    if verdict is None:
        yield f"  no line in {recipe.short}, which decides all words of up to {SHORT} tiles"
    else:
        yield f"  reviewed as {'in' if verdict.stands else 'out'}: {verdict.word}, {verdict.reason}"


def _looked_in(recipe: Recipe) -> str:
    lists = [name for name in (recipe.short, recipe.reviewed) if name]
    return ", ".join([source.title for source in recipe.sources.values()] + lists)


def _name(recipe: Recipe) -> str:
    return (
        f"{recipe.id} {recipe.version} ({'official' if recipe.official else 'open, not official'})"
    )
