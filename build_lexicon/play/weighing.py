"""The figures that a player meets: each word counts as often as it is played.

Of a yardstick only one half can be seen, and Italian ones know no enclitics, so precision is that
of the words of four tiles and more that it can judge; shorter ones are decided by reviewed lists.
Which words a list lacks cannot be played over that list: recall is measured for each length and
weighed by how often words of the length are played.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

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
    spelled = {
        word: kit.alphabet.spell(word.key)
        for word in words
        if word.base and len(word.key) >= MEASURED
    }
    return {word: yardstick.has(text) for word, text in spelled.items() if yardstick.sees(text)}


def measured(
    played: Played, words: list[Weighed], stands: Mapping[Weighed, bool], kit: Kit
) -> Iterator[str]:
    """Precision by play, and the rules and words that decide it."""
    if not stands:
        yield "  the yardstick sees none of the words that were played"
        return
    lacking = [word for word in words if stands.get(word) is False]
    times, wrong = sum(w.times for w in stands), sum(w.times for w in lacking)
    yield f"  precision by play: {1 - wrong / times:.4f} of {times} words that can be judged"
    keys = {word.key for word in lacking}
    extra = sum(not keys.isdisjoint(formed) for formed in played.plays) / len(played.plays)
    seen = f"{extra:.2%} seen, so about {2 * extra:.1%}"
    yield f"  plays with a word that the yardstick lacks: {seen}"
    yield from _by_rule(stands)
    yield f"  played most and not in the yardstick ({len(lacking)} different):"
    for word in lacking[:MOST]:
        vouched = ", ".join(word.sources) or "no source"
        yield f"    {word.times:4} {kit.spell(word.key)}  {word.rule}; {vouched}"


def recall(words: Iterable[Weighed], by_length: Mapping[int, float]) -> float:
    """The recall of each length, weighed by how often words of the length are played."""
    lengths = _lengths(word for word in words if word.base and len(word.key) >= MEASURED)
    return sum(lengths[n] * by_length[n] for n in lengths) / max(1, sum(lengths.values()))


def _by_rule(stands: Mapping[Weighed, bool]) -> Iterator[str]:
    """How much each rule is played, and how often the yardstick agrees with it."""
    played: Counter[str] = Counter()
    agreed: defaultdict[str, int] = defaultdict(int)
    for word, agrees in stands.items():
        name = f"{word.rule}, {len(word.sources)} sources" if word.sources else word.rule
        played[name] += word.times
        agreed[name] += word.times if agrees else 0
    total = sum(played.values())
    for name, times in played.most_common(MOST):
        yield f"    {times / total:6.1%} by {name}: precision {agreed[name] / times:.3f}"


def _lengths(words: Iterable[Weighed]) -> Counter[int]:
    lengths: Counter[int] = Counter()
    for word in words:
        lengths[len(word.key)] += word.times
    return lengths
