"""The first way to pair a list from the top, and a count of what looking for it costs.

Whoever stands highest takes the first acceptable opponent; where that leaves somebody without one,
the search goes back as little as it must. A caller can drive this cost, so it is counted in seats
looked at and given up with `TooHardError`: the same history always gives the same answer.
"""

from collections.abc import Callable, Sequence

from service.engine.errors import TooHardError

Pairs = list[tuple[int, int]]
Candidates = Callable[[int, Sequence[int]], Sequence[int]]
Hopeless = Callable[[Pairs, Sequence[int]], bool]
Level = tuple[list[int], list[int]]

STATES = 1_000_000
NO_PAIRING = (
    "every pairing would let two players meet again, or two of a club that are kept apart: "
    "with repeats 'if_needed' as few of them do as can be"
)


class Budget:
    """How much a search may still look at; what a part of it spends is gone from the whole."""

    def __init__(self, states: int = STATES, whole: "Budget | None" = None) -> None:
        """Allow so much."""
        self.left = states
        self.whole = whole

    def part(self, states: int) -> "Budget":
        """A budget for one way of looking, which may be given up before everything is spent."""
        return type(self)(states, self)

    def spend(self, states: int = 1) -> None:
        """Count what is looked at; give up when there is nothing left to spend."""
        self.left -= states
        if self.whole is not None:
            self.whole.spend(states)
        if self.left < 0:
            raise TooHardError("this history would take too long to pair: pair some by hand")


def first_matching(
    order: Sequence[int], candidates: Candidates, hopeless: Hopeless, budget: Budget
) -> Pairs | None:
    """The first complete pairing in the order of the candidates of whoever stands highest.

    `hopeless` tells early, from the pairs so far and those left, that nothing can come of it.
    """
    levels: list[Level] = []
    pairs: Pairs = []
    rest: list[int] | None = list(order)
    while rest:
        levels.append((rest, list(candidates(rest[0], rest[1:]))[::-1]))
        rest = _next_step(levels, pairs, hopeless, budget)
    return pairs if rest is not None else None


def _next_step(
    levels: list[Level], pairs: Pairs, hopeless: Hopeless, budget: Budget
) -> list[int] | None:
    """Take the next candidate of the deepest level that has one; None when all are tried."""
    while levels:
        rest, options = levels[-1]
        while options:
            budget.spend(len(levels[0][0]))
            pair = rest[0], options.pop()
            left = [player for player in rest if player not in pair]
            if not hopeless([*pairs, pair], left):
                pairs.append(pair)
                return left
        levels.pop()
        if pairs:
            pairs.pop()
    return None
