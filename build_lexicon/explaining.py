"""Why a word is in a lexicon, or what was looked for when it is not; and how a reader decides it.

Short words have a list of their own, other words the reviewed list of the recipe. A method that
keeps decisions with their rules says so: `DECISIONS` is its file (word, rule, reason a line) and
the rules by which a word is in or out unless another is named.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from build_lexicon.building import Evidence
from build_lexicon.errors import BuildError
from build_lexicon.methods import method_of
from build_lexicon.readers.lists import Verdict
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.words import SHORT, Form, Kit, read_reviewed
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


@dataclass(frozen=True, slots=True)
class Decision:
    """What a reader says of a word."""

    word: str
    stands: bool
    reason: str
    rule: str | None = None  # where the file wants one


def decide(decision: Decision, recipe: Recipe, kit: Kit) -> Path:
    """Write a decision into its file, in the place of an older one of the same tiles."""
    try:
        key = kit.key(decision.word)
    except SpellingError as error:
        raise BuildError(f"{decision.word!r} cannot be laid: {error}") from None
    if not decision.reason.strip() or any(
        sign in decision.word + decision.reason for sign in "\t\n\r"
    ):
        raise BuildError("a decision has a reason, in one line and without tabs")
    path, middle = _place(key, decision, recipe)
    line = f"{decision.word}\t{middle}\t{decision.reason.strip()}"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join(_with(line, key, lines, kit)) + "\n", encoding="utf-8")
    except OSError as error:
        raise BuildError(f"cannot write {path}: {error.strerror}") from None
    return path


def _place(key: str, decision: Decision, recipe: Recipe) -> tuple[Path, str]:
    """The file that decides a key, and what stands there between the word and the reason."""
    verdict = "in" if decision.stands else "out"
    if recipe.short and len(key) <= SHORT:
        return recipe.folder / recipe.short, verdict
    if recipe.reviewed:
        return recipe.folder / recipe.reviewed, verdict
    own = getattr(method_of(recipe), "DECISIONS", None)
    if own is None:
        raise BuildError(f"recipe {recipe.id} names no reviewed list for words of {len(key)} tiles")
    file, usual_in, usual_out = own
    rule = decision.rule or (usual_in if decision.stands else usual_out)
    fitting = [
        known.id
        for known in recipe.rules.values()
        if (known.layer != Layer.EXCLUDED) is decision.stands
    ]
    if rule not in fitting:
        raise BuildError(
            f"{file} wants the rule by which {decision.word!r} is {verdict}: --rule, one of "
            f"{', '.join(fitting)}"
        )
    return recipe.folder / file, rule


def _with(line: str, key: str, lines: list[str], kit: Kit) -> list[str]:
    """The lines with a new one: in the old one's place, else where the order wants it."""
    keys = [kit.key_or_none(old.partition("\t")[0]) if "\t" in old else None for old in lines]
    if key in keys:
        at = keys.index(key)
        return [*lines[:at], line, *lines[at + 1 :]]
    filled = [(len(old), old) for old in keys if old is not None]
    at = len(lines)
    if filled == sorted(filled):
        later = [
            n for n, old in enumerate(keys) if old is not None and (len(old), old) > (len(key), key)
        ]
        at = later[0] if later else at
    return [*lines[:at], line, *lines[at:]]
