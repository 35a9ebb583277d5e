"""What a list that is not ours says of our words: of all, of each rule's, of those that are played.

A folder of yardsticks has a module `measure.py`: `load(language)` gives the digests by number of
tiles, `digest`, `plain` and `tiles` say how a word is looked up. Words with an even digest are the
visible half.

Italian yardsticks know no enclitics, and words of two and three tiles are decided by reviewed
lists, so precision is that of longer words. Which words a list lacks cannot be played over that
list: recall is measured for each length and weighed by how often words of the length are played.
"""

import importlib.util
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from build_lexicon.building import Evidence, by_basis, read_index
from build_lexicon.errors import BuildError
from build_lexicon.laboratory.play import Played
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.words import Kit, Reviewed, read_reviewed

MODULE = "measure.py"
LENGTH = 8  # bytes of a digest that are kept


@dataclass(frozen=True, slots=True)
class Count:
    """How two lists meet, in the half that can be asked for."""

    ours: int = 0
    shared: int = 0
    theirs: int = 0

    @property
    def precision(self) -> float:
        """The share of our words that the other list has."""
        return self.shared / max(1, self.ours)

    @property
    def recall(self) -> float:
        """The share of its words that we have."""
        return self.shared / max(1, self.theirs)

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return 2 * self.shared / max(1, self.ours + self.theirs)

    def __add__(self, other: "Count") -> "Count":
        """Both together."""
        return Count(self.ours + other.ours, self.shared + other.shared, self.theirs + other.theirs)


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The visible half of a list in a language."""

    module: ModuleType
    language: str
    digests: dict[int, set[bytes]]

    def sees(self, word: str) -> bool:
        """Whether a word is in the half that can be asked for."""
        return self._digest(word)[0] % 2 == 0

    def has(self, word: str) -> bool:
        """Whether the list has a word of that half."""
        tiles: int = self.module.tiles(self.language, self.module.plain(word))
        return self._digest(word)[:LENGTH] in self.digests[tiles]

    def counts(self, words: Iterable[str]) -> dict[int, Count]:
        """How many words of each length these are, and how many of them the list has."""
        ours: Counter[int] = Counter()
        shared: Counter[int] = Counter()
        for word in set(map(self.module.plain, words)):
            if self.sees(word):
                tiles: int = self.module.tiles(self.language, word)
                ours[tiles] += 1
                shared[tiles] += self.has(word)
        return {n: Count(ours[n], shared[n], len(own)) for n, own in self.digests.items()}

    def _digest(self, word: str) -> bytes:
        digest: bytes = self.module.digest(self.language, self.module.plain(word))
        return digest


def open_yardstick(folder: Path, language: str) -> Yardstick | None:
    """The yardstick of a language; none if the folder has no list of it."""
    spec = importlib.util.spec_from_file_location("measure", folder / MODULE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except OSError as error:
        raise BuildError(f"{folder / MODULE}: {error.strerror}") from None
    try:
        return Yardstick(module, language, module.load(language))
    except OSError:
        return None


LEAST = 500  # words: a smaller class is not measured


class Alone(NamedTuple):
    """A rule and its packages, their words of four tiles and more, and how sure these are."""

    name: str
    words: int
    precision: float


def brought_alone(recipe: Recipe, kit: Kit, folder: Path, yardstick: Yardstick) -> list[Alone]:
    """The rules of the base, each with its packages, by what they alone bring in, the least sure
    first: what is least sure is asked about in a review (`lexicons/reviewed/doubts.toml`).
    """
    reviewed = read_reviewed(recipe, kit)
    words: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    shared: Counter[str] = Counter()
    for key, evidence in read_index(recipe, folder):
        if len(key) < MEASURED or reviewed.decides(key):
            continue
        base = [form for form in evidence.admitted if recipe.rules[form.rule].layer == Layer.BASE]
        if len(names := list(by_basis(base, recipe))) == 1:
            (name,) = names
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


MEASURED = 4  # tiles; what is shorter was decided word by word
MOST = 20  # words and rules that are printed
REVIEWED = "reviewed"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A word that was played: how often, and the rule and packages it rests on."""

    key: str
    times: int
    basis: str
    base: bool

    @property
    def measured(self) -> bool:
        """Whether a yardstick can be asked for such words."""
        return self.base and len(self.key) >= MEASURED


class ByPlay(NamedTuple):
    """What a player meets, in shares of the words and of the plays."""

    plays: int
    judged: int  # words that precision is measured with
    precision: float
    extra: float  # plays over our list with a word that the other lacks
    recall: float
    refused: float  # plays over the other list with a word that we lack


Recalls = Mapping[int, float]
"""For each length, the share of the other list that ours has."""


def weigh(
    played: Played, recipe: Recipe, reviewed: Reviewed, evidence: Mapping[str, Evidence]
) -> list[Weighed]:
    """Every word that was played with what it rests on, the most played first."""
    found = []
    for key, times in sorted(played.words.items(), key=lambda item: (-item[1], item[0])):
        forms = evidence[key].admitted
        by_hand = key in reviewed.stands
        basis = REVIEWED if by_hand or not forms else next(iter(by_basis(forms, recipe)))
        base = by_hand or any(recipe.rules[form.rule].layer == Layer.BASE for form in forms)
        found.append(Weighed(key, times, basis, base))
    return found


def summary(played: Played, words: Iterable[Weighed]) -> Iterator[str]:
    """How much was played, and words of which length."""
    formed, lengths = sum(played.words.values()), _lengths(words)
    yield (
        f"  {played.games} games over the list: {len(played.plays)} plays, {formed} words formed, "
        f"{len(played.words)} different"
    )
    bands = {"2": (2, 2), "3": (3, 3), "4-8": (4, 8), "9 and more": (9, 99)}
    shares = (
        f"{name}: {sum(lengths[n] for n in lengths if a <= n <= b) / formed:.1%}"
        for name, (a, b) in bands.items()
    )
    yield f"  by tiles: {', '.join(shares)}"


def judged(words: Iterable[Weighed], yardstick: Yardstick, kit: Kit) -> dict[Weighed, bool]:
    """Whether the yardstick has each of the words that it can be asked for."""
    spelled = {word: kit.alphabet.spell(word.key) for word in words if word.measured}
    return {word: yardstick.has(text) for word, text in spelled.items() if yardstick.sees(text)}


def by_play(
    played: Played, stands: Mapping[Weighed, bool], words: list[Weighed], recalls: Recalls
) -> ByPlay:
    """What a player meets."""
    lacking = {word.key for word, agrees in stands.items() if not agrees}
    wrong = sum(word.times for word, agrees in stands.items() if not agrees)
    seen = sum(not lacking.isdisjoint(formed) for formed in played.plays)
    measured = {word.key: word.times for word in words if word.measured}
    recalled = sum(times * recalls[len(key)] for key, times in measured.items())
    whole = (
        math.prod(recalls[len(key)] for key in formed if key in measured) for formed in played.plays
    )
    return ByPlay(
        plays=len(played.plays),
        judged=sum(word.times for word in stands),
        precision=1 - wrong / max(1, sum(word.times for word in stands)),
        extra=2 * seen / len(played.plays),
        recall=recalled / max(1, sum(measured.values())),
        refused=1 - sum(whole) / len(played.plays),
    )


def told(found: ByPlay, stands: Mapping[Weighed, bool], kit: Kit) -> Iterator[str]:
    """The same in lines, with the classes and words that decide it."""
    yield f"  precision by play: {found.precision:.4f} of {found.judged} words that can be judged"
    yield f"  recall by play: {found.recall:.4f}"
    yield f"  plays with a word that the yardstick lacks: about {found.extra:.1%}"
    yield f"  plays of its words that we should refuse: about {found.refused:.1%}"
    yield from _by_class(stands)
    lacking = sorted(
        (word for word, agrees in stands.items() if not agrees), key=lambda w: (-w.times, w.key)
    )
    yield f"  played most and not in the yardstick ({len(lacking)} different):"
    for word in lacking[:MOST]:
        yield f"    {word.times:4} {kit.spell(word.key)}  {word.basis}"


def _by_class(stands: Mapping[Weighed, bool]) -> Iterator[str]:
    """How much each rule is played with these sources, how sure it is, and what that costs."""
    played: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for word, agrees in stands.items():
        played[word.basis] += word.times
        wrong[word.basis] += 0 if agrees else word.times
    total = sum(played.values())
    for name, times in sorted(wrong.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
        share, precision = played[name] / total, 1 - times / played[name]
        yield f"    {times / total:6.2%} wrong by {name}: {share:.1%} at {precision:.3f}"


def _lengths(words: Iterable[Weighed]) -> Counter[int]:
    lengths: Counter[int] = Counter()
    for word in words:
        lengths[len(word.key)] += word.times
    return lengths
