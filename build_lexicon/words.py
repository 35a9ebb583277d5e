"""Which keys a lexicon holds: the forms of the sources, corrected by the reviewed lists.

The list of short words decides all keys of two and three tiles; the other reviewed list decides the
words that it names. A key is in if any of its spellings is: accents fold, so one line may refuse a
spelling that another admits.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.evidence import Form
from build_lexicon.readers.plain import Verdict, read_verdicts
from build_lexicon.recipe import Layer, Recipe
from service.engine.errors import SpellingError
from service.engine.tiles import Alphabet

SHORTEST, LONGEST = 2, 15  # in tiles: a word of one tile is never formed, the board is 15 wide
SHORT = 3  # what the list of short words decides


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

    base: frozenset[str]
    enclitics: frozenset[str]
    short: frozenset[str]
    added: frozenset[str]
    dropped: frozenset[str]

    def keys(self) -> list[str]:
        """Every key that is in, in order."""
        return sorted(self.base | self.enclitics | self.short | self.added)


def key_or_none(text: str, alphabet: Alphabet) -> str | None:
    """The key of a text, if its tiles can be laid on a board."""
    try:
        key = alphabet.key(text)
    except SpellingError:
        return None
    return key if SHORTEST <= len(key) <= LONGEST else None


def read_reviewed(recipe: Recipe, alphabet: Alphabet) -> Reviewed:
    """The reviewed lists that a recipe names."""
    verdicts = [*_verdicts(recipe, recipe.short), *_verdicts(recipe, recipe.reviewed)]
    stands: dict[str, Verdict] = {}
    falls: dict[str, Verdict] = {}
    for verdict in verdicts:
        key = key_or_none(verdict.word, alphabet)
        if key is None and verdict.stands:
            raise BuildError(f"{recipe.id}: the reviewed word {verdict.word!r} cannot be laid")
        if key is not None:
            (stands if verdict.stands else falls).setdefault(key, verdict)
    falls = {key: verdict for key, verdict in falls.items() if key not in stands}
    return Reviewed(stands, falls, decides_short=bool(recipe.short))


def gather(forms: Iterable[Form], recipe: Recipe, alphabet: Alphabet, reviewed: Reviewed) -> Words:
    """The keys that the forms give, layer by layer, after the reviewed lists had their say."""
    texts: dict[Layer, set[str]] = {layer: set() for layer in Layer}
    layers = {id_: texts[rule.layer] for id_, rule in recipe.rules.items()}
    for text, rule, _, _ in forms:
        try:
            layers[rule].add(text)
        except KeyError:
            raise BuildError(f"recipe {recipe.id} has no rule {rule!r}") from None
    base = _keys(texts[Layer.BASE], alphabet)
    found = base | _keys(texts[Layer.ENCLITICS], alphabet)
    decided = {key for key in found if reviewed.decides(key)}
    return Words(
        base=frozenset(base - decided),
        enclitics=frozenset(found - base - decided),
        short=frozenset(decided & reviewed.stands.keys()),
        added=frozenset(reviewed.stands.keys() - found),
        dropped=frozenset(decided - reviewed.stands.keys()),
    )


def _keys(texts: Iterable[str], alphabet: Alphabet) -> set[str]:
    keys = {key_or_none(text, alphabet) for text in texts}
    return {key for key in keys if key is not None}


def _verdicts(recipe: Recipe, name: str) -> Iterator[Verdict]:
    return read_verdicts(Path(recipe.folder, name)) if name else iter(())
