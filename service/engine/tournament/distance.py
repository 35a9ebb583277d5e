"""Least distance: nobody meets twice, and the places between opponents add up to the least.

The sum of the distances is the number of open pairs over every line between two places. So the list
is cut where no pair crosses: a block of n players that cannot be cut further costs at least
3n/2 - 2, because one pair crosses every other line and two the lines between. Most blocks are never
opened for that reason; the others are swept from the top, remembering who still waits. Where that
takes too many states the history is dense, and Edmonds' blossoms find the same sum.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from service.engine.errors import NoPairingError, TooHardError
from service.engine.tournament.blossom import cheapest_matching
from service.engine.tournament.matching import NO_PAIRING, Budget, Pairs

NEVER = 1 << 60
WIDE = 200
SWEEP_STATES = 250_000
BLOSSOM_STEPS = 600_000

Link = tuple["Link | None", tuple[int, int]]
Layer = dict[tuple[int, ...], tuple[int, Link | None]]


@dataclass(frozen=True, slots=True)
class Least:
    """A pairing of places counted from 0, and what its distances add up to."""

    pairs: Pairs
    distance: int


def least_distance(
    barred: Sequence[Set[int]], penalty: int | None = None, budget: Budget | None = None
) -> Least:
    """The least pairing of these places; `barred` is whom each may not meet.

    With a penalty the barred may meet at that price: as few of them as can be. Who asks again for
    others hands over the same budget.
    """
    budget = budget or Budget()
    if len(barred) % 2:
        raise NoPairingError(f"{len(barred)} players do not make pairs")
    try:
        pairs = _by_blocks(barred, penalty, budget.part(SWEEP_STATES))
    except TooHardError:
        pairs = cheapest_matching(barred, penalty, budget.part(BLOSSOM_STEPS))
    if pairs is None:
        raise NoPairingError(NO_PAIRING)
    pairs.sort()
    return Least(pairs, sum(two - one for one, two in pairs))


def _by_blocks(barred: Sequence[Set[int]], penalty: int | None, budget: Budget) -> Pairs | None:
    """The least pairing, put together from blocks; the last block is the shortest that will do."""
    size = len(barred)
    best = [0] + [NEVER] * size
    blocks: list[tuple[int, Pairs]] = [(0, [])] * (size + 1)
    for end in range(2, size + 1, 2):
        for start in range(end - 2, -1, -2):
            length = end - start
            if length > best[end] - end // 2 + 2:
                break
            if best[start] + _least_block(length) >= best[end]:
                continue
            found = _sweep(start, end, best[end] - best[start], (barred, penalty, budget))
            if found is not None:
                best[end] = best[start] + found[0]
                blocks[end] = start, found[1]
    if best[size] >= NEVER:
        return None
    pairs: Pairs = []
    while size:
        size, inside = blocks[size]
        pairs += inside
    return pairs


def _least_block(length: int) -> int:
    return 1 if length == 2 else 3 * length // 2 - 2


def _sweep(
    start: int, end: int, limit: int, by: tuple[Sequence[Set[int]], int | None, Budget]
) -> tuple[int, Pairs] | None:
    """The cheapest pairing of a block that cannot be cut, if it costs less than the limit."""
    barred, penalty, budget = by
    layer: Layer = {(start,): (0, None)}
    for place in range(start + 1, end):
        # A state is as dear as many wait in it: a club of hundreds waits until the next one comes.
        budget.spend(len(layer) + len(layer) * len(next(iter(layer))) // 8)
        if len(layer) > WIDE:
            return _block(start, end, limit, by)
        layer = _next_layer(layer, place, end - 1 - place, (barred[place], penalty, limit))
        if not layer:
            return None
    cost, link = layer[()]
    pairs: Pairs = []
    while link is not None:
        link, pair = link
        pairs.append(pair)
    return cost, pairs


def _block(
    start: int, end: int, limit: int, by: tuple[Sequence[Set[int]], int | None, Budget]
) -> tuple[int, Pairs] | None:
    """The cheapest pairing of a block by blossoms, also one that could be cut."""
    barred, penalty, budget = by
    budget.spend(sum(len(barred[place]) for place in range(start, end)))
    inside = [{other - start for other in barred[place]} for place in range(start, end)]
    found = cheapest_matching(inside, penalty, budget)
    if found is None:
        return None
    extra = penalty or 0
    cost = sum(two - one + extra * (two in inside[one]) for one, two in found)
    pairs = [(one + start, two + start) for one, two in found]
    return (cost, pairs) if cost < limit else None


def _next_layer(
    layer: Layer, place: int, after: int, by: tuple[Set[int], int | None, int]
) -> Layer:
    """Let one more player of the block come: to meet somebody who waits, or to wait."""
    barred, penalty, limit = by
    following: Layer = {}
    for waiting, (cost, link) in layer.items():
        cost += len(waiting)
        rest = len(waiting) - 1
        need = cost + _least_rest(rest, after)
        if rest or not after:
            for number, other in enumerate(waiting):
                extra = 0
                if other in barred:
                    if penalty is None:
                        continue
                    extra = penalty
                if need + extra < limit:
                    left = waiting[:number] + waiting[number + 1 :]
                    if left not in following or following[left][0] > cost + extra:
                        following[left] = cost + extra, (link, (other, place))
        if rest + 2 <= after and cost + _least_rest(rest + 2, after) < limit:
            both = (*waiting, place)
            if both not in following or following[both][0] > cost:
                following[both] = cost, link
    return following


def _least_rest(waiting: int, after: int) -> int:
    """The least that the rest of a block costs with so many waiting and so many to come."""
    return waiting * (waiting + 1) // 2 + 3 * (after - waiting) // 2
