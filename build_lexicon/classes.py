"""What each rule brings in alone, that no other rule admits, and how much of it others have."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from build_lexicon.evidence import Form
from build_lexicon.index import read_index
from build_lexicon.play.weighing import MEASURED
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.words import Kit, read_reviewed
from build_lexicon.yardstick import Yardstick

LEAST = 500  # words: a smaller class is not measured


class Alone(NamedTuple):
    """A rule, how many words of four tiles and more only it has, and how sure they are."""

    name: str
    words: int
    precision: float


def brought_alone(recipe: Recipe, kit: Kit, folder: Path, yardstick: Yardstick) -> list[Alone]:
    """The rules of the base by what they alone bring in, the least sure first."""
    reviewed = read_reviewed(recipe, kit)
    words: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    shared: Counter[str] = Counter()
    for key, evidence in read_index(recipe, folder):
        if len(key) < MEASURED or reviewed.decides(key):
            continue
        if name := _only(evidence.admitted, recipe):
            words[name] += 1
            text = kit.alphabet.spell(key)
            if yardstick.sees(text):
                asked[name] += 1
                shared[name] += yardstick.has(text)
    found = [
        Alone(name, count, shared[name] / max(1, asked[name]))
        for name, count in words.items()
        if count >= LEAST
    ]
    return sorted(found, key=lambda alone: alone.precision)


def _only(forms: list[Form], recipe: Recipe) -> str:
    """The one rule of the base that admits these forms, and whether only our lists have them."""
    forms = [form for form in forms if recipe.rules[form.rule].layer == Layer.BASE]
    rules = {form.rule for form in forms}
    if len(rules) != 1:
        return ""
    ids = {id_ for form in forms for id_ in form.source.split("+")}
    by_hand = not any(recipe.sources[id_].distribution for id_ in ids)
    return f"{rules.pop()}, by hand" if by_hand else rules.pop()
