"""Which keys a lexicon holds: the forms of the sources, corrected by the reviewed lists.

The list of short words decides all keys of two and three tiles; the other reviewed list decides the
words that it names. A key is in if any of its spellings is: accents fold, so one line may refuse a
spelling that another admits.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.readers.lists import Verdict, read_verdicts
from build_lexicon.recipe import Layer, Recipe
from service.engine.errors import SpellingError
from service.engine.tiles import BOUNDARY, Alphabet
from service.rulebook import Rulebook


class Form(NamedTuple):
    """A spelling, and why it is (or is not) a word of the lexicon."""

    text: str  # as the source spells it
    rule: str  # id of the rule of the recipe that admits or excludes it
    source: str  # ids of the sources of the recipe, joined by "+"
    origin: str  # the lemma, dictionary entry or paradigm it comes from


SHORTEST = 2  # in tiles: a word of one tile is never formed
SHORT = 3  # what the list of short words decides


@dataclass(frozen=True, slots=True)
class Kit:
    """What words are laid with: a set of tiles, and how many of them the board holds in a row."""

    alphabet: Alphabet
    longest: int
    _cuts: bool = field(init=False)  # Whether some text may be cut into tiles in several ways.

    def __post_init__(self) -> None:
        """Look whether any tile shows several letters."""
        several = any(len(tile.face) > 1 for tile in self.alphabet.tiles)
        object.__setattr__(self, "_cuts", several)

    def key(self, text: str) -> str:
        """The key of a word that the board can hold."""
        key = self.alphabet.key(text)
        if not SHORTEST <= len(key) <= self.longest:
            raise SpellingError(f"{len(key)} tiles, not {SHORTEST} to {self.longest}")
        return key

    def key_or_none(self, text: str) -> str | None:
        """The key of a text, if its tiles can be laid on the board."""
        try:
            return self.key(text)
        except SpellingError:
            return None

    def spell(self, key: str) -> str:
        """The plain spelling of a key, with bars only where it would be cut otherwise."""
        spelled = self.alphabet.spell(key)
        if not self._cuts or self.alphabet.key(spelled) == key:
            return spelled
        parts = [""]
        begun = 0  # where in the key the last part begins
        for at, tile in enumerate(key):
            longer = parts[-1] + self.alphabet.spell(tile)
            if self.alphabet.key(longer) == key[begun : at + 1]:
                parts[-1] = longer
            else:
                parts.append(self.alphabet.spell(tile))
                begun = at
        return BOUNDARY.join(parts)


def kit_of(name: str, rulebook: Rulebook) -> Kit:
    """The tiles that a recipe or a manifest names, and the longest word of the boards they lie on.

    Tiles that no edition plays with yet may be meant for any board that there is.
    """
    if name not in rulebook.alphabets:
        raise BuildError(
            f"no tiles {name!r} in the rule book, only {', '.join(sorted(rulebook.alphabets))}"
        )
    plans = [r.plan for r in rulebook.editions.values() if r.alphabet.name == name]
    longest = max(max(plan.rows, plan.cols) for plan in plans or rulebook.plans.values())
    return Kit(rulebook.alphabets[name], longest)


@dataclass(frozen=True, slots=True)
class Reviewed:
    """What our own lists say, by key."""

    stands: dict[str, Verdict]
    falls: dict[str, Verdict]
    decides_short: bool

    def decides(self, key: str) -> bool:
        """Whether the sources have no say about this key."""
        return (self.decides_short and len(key) <= SHORT) or key in self.stands or key in self.falls


@dataclass(frozen=True, slots=True)
class Words:
    """The keys of a lexicon by layer; the layers do not overlap, and `dropped` is not in."""

    layers: Mapping[str, frozenset[str]]  # the base, then the layers that the method adds
    short: frozenset[str]
    added: frozenset[str]
    dropped: frozenset[str]

    def keys(self) -> list[str]:
        """Every key that is in, in order."""
        return sorted(self.short.union(self.added, *self.layers.values()))

    def counts(self) -> dict[str, int]:
        """How many keys each layer has, for the manifest."""
        parts = {"short": self.short, "added": self.added, "dropped": self.dropped}
        return {name: len(keys) for name, keys in (*self.layers.items(), *parts.items())}


def read_reviewed(recipe: Recipe, kit: Kit) -> Reviewed:
    """The reviewed lists that a recipe names."""
    verdicts = [*_verdicts(recipe, recipe.short), *_verdicts(recipe, recipe.reviewed)]
    stands: dict[str, Verdict] = {}
    falls: dict[str, Verdict] = {}
    for verdict in verdicts:
        key = kit.key_or_none(verdict.word)
        if key is None and verdict.stands:
            raise BuildError(f"{recipe.id}: the reviewed word {verdict.word!r} cannot be laid")
        if key is not None:
            (stands if verdict.stands else falls).setdefault(key, verdict)
    falls = {key: verdict for key, verdict in falls.items() if key not in stands}
    return Reviewed(stands, falls, decides_short=bool(recipe.short))


def gather(forms: Iterable[Form], recipe: Recipe, kit: Kit, reviewed: Reviewed) -> Words:
    """The keys that the forms give, layer by layer, after the reviewed lists had their say."""
    texts: dict[str, set[str]] = {name: set() for name in recipe.layers}
    by_rule = {id_: texts[rule.layer] for id_, rule in recipe.rules.items()}
    for text, rule, _, _ in forms:
        try:
            by_rule[rule].add(text)
        except KeyError:
            raise BuildError(f"recipe {recipe.id} has no rule {rule!r}") from None
    found: set[str] = set()
    layers: dict[str, frozenset[str]] = {}
    for name in recipe.layers:
        if name != Layer.EXCLUDED:
            keys = {key for text in texts[name] if (key := kit.key_or_none(text)) is not None}
            layers[name] = frozenset(
                key for key in keys if key not in found and not reviewed.decides(key)
            )
            found |= keys
    decided = {key for key in found if reviewed.decides(key)}
    return Words(
        layers=layers,
        short=frozenset(decided & reviewed.stands.keys()),
        added=frozenset(reviewed.stands.keys() - found),
        dropped=frozenset(decided - reviewed.stands.keys()),
    )


def _verdicts(recipe: Recipe, name: str) -> Iterator[Verdict]:
    return read_verdicts(Path(recipe.folder, name)) if name else iter(())
