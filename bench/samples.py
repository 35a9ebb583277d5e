"""What many measurements of one thing come to: a middle, a spread, and a test of difference."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import erfc, sqrt
from statistics import median


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of some measurements and the quartiles round it."""

    middle: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two kinds of sample differ: `p` by Mann and Whitney, the shift from pair to pair.

    `chance` is how often a sample of the second kind is the larger one: a half means no difference.
    """

    p: float
    chance: float
    shift: Spread


def spread(values: Iterable[float]) -> Spread:
    """The median and the quartiles."""
    ordered = sorted(values)
    return Spread(median(ordered), quantile(ordered, 0.25), quantile(ordered, 0.75))


def quantile(ordered: Sequence[float], part: float) -> float:
    """The value below which a part of the ordered values lies."""
    place = part * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def ratios(values: Sequence[float], bases: Sequence[float]) -> Spread:
    """What the values are to the bases of the same rounds."""
    return spread(value / base for value, base in zip(values, bases, strict=True))


def compare(first: Sequence[float], second: Sequence[float]) -> Comparison:
    """Two kinds of sample that were taken in turns, so that each of one has its pair in the other.

    The shift is the median difference of the pairs with its 95 % interval by the sign test.
    """
    p, chance = mann_whitney(first, second)
    differences = sorted(b - a for a, b in zip(first, second, strict=True))
    half = 0.98 * sqrt(len(differences))
    low = differences[max(0, int(len(differences) / 2 - half))]
    high = differences[min(len(differences) - 1, int(len(differences) / 2 + half))]
    return Comparison(p, chance, Spread(median(differences), low, high))


def mann_whitney(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """The two-sided p-value that neither kind tends to be larger, and how often the second is.

    By the normal approximation with its correction for ties: for hundreds of samples and more.
    """
    merged = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    many, more = len(first), len(second)
    total = many + more
    rank_sum, passed, ties = 0.0, 0, 0
    for _, group in groupby(merged, key=lambda item: item[0]):
        kinds = [kind for _, kind in group]
        rank_sum += sum(kinds) * (passed + (len(kinds) + 1) / 2)
        passed += len(kinds)
        ties += len(kinds) ** 3 - len(kinds)
    larger = rank_sum - more * (more + 1) / 2
    variance = many * more / 12 * (total + 1 - ties / (total * (total - 1)))
    if variance <= 0:
        return 1.0, 0.5
    z = (larger - many * more / 2) / sqrt(variance)
    return erfc(abs(z) / sqrt(2)), larger / (many * more)
