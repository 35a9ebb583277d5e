"""The figures that a player meets: each word counts as often as it is played.

Of a yardstick only one half can be seen, and Italian ones know no enclitics, so precision is that
of the words of four tiles and more that it can judge; shorter ones are decided by reviewed lists.
Which words a list lacks cannot be played over that list: recall is measured for each length and
weighed by how often words of the length are played.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from build_lexicon.index import Evidence
from build_lexicon.play.games import Played
from build_lexicon.recipe import Layer, Recipe
from build_lexicon.words import Kit, Reviewed
from build_lexicon.yardstick import Yardstick

MEASURED = 4  # tiles; what is shorter was decided word by word
MOST = 20  # words and rules that are printed
REVIEWED = "reviewed"


@dataclass(frozen=True, slots=True)
class Weighed:
    """A word that was played: how often, by which rule it is in, who vouches for it."""

    key: str
    times: int
    rule: str
    sources: tuple[str, ...]
    base: bool

    @property
    def basis(self) -> str:
        """What it rests on."""
        return f"{self.rule}; {', '.join(self.sources) or 'no source'}"

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
        rule = REVIEWED if by_hand or not forms else forms[0].rule
        sources = sorted({source for form in forms for source in form.source.split("+")})
        base = by_hand or any(recipe.rules[form.rule].layer == Layer.BASE for form in forms)
        found.append(Weighed(key, times, rule, tuple(sources), base))
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
