"""The end of a game of three or four players.

The regulations are about two. Where one also speaks of more (FRS, annex 1), each player pays for
the own rack and whoever went out gets what all the others hold; the highest score wins.
Classification points and spreads are for two players.
"""

from collections.abc import Sequence
from typing import assert_never

from service.engine.errors import RecordError, SilentError
from service.engine.rules import Ending, LeftoverKind, Rules
from service.engine.settlement import Adjustment, Adjustments, Outcome, Result, rack_value
from service.engine.tiles import Tiles


def settle_several(
    ending: Ending,
    scores: Sequence[int],
    racks: Sequence[Tiles | None],
    enders: Sequence[int],
    rules: Rules,
) -> Result:
    """The result of a game that was played to its end by more than two."""
    if not rules.leftover.several or ending not in (Ending.OUT, Ending.SCORELESS):
        told = f"{rules.id} does not settle a game of {len(scores)} that ends so"
        raise SilentError(told, "several", count=len(scores))
    if None in racks:
        raise RecordError("the tiles left on the racks are not recorded", "racks_unknown")
    costs = [rack_value(rack or (), rules) for rack in racks]
    adjustments = _adjustments(costs, enders, rules)
    final = list(scores)
    for change in adjustments:
        final[change.player] += change.points
    best = [player for player, score in enumerate(final) if score == max(final)]
    outcome = Outcome.WIN if len(best) == 1 else Outcome.DRAW
    winner = best[0] if len(best) == 1 else None
    return Result(tuple(final), outcome, winner, adjustments, (), ())


def _adjustments(costs: Sequence[int], enders: Sequence[int], rules: Rules) -> Adjustments:
    """What each pays for the own rack, and what whoever went out gets by it."""
    article = rules.leftover.several
    paid = [Adjustment(player, -cost, article) for player, cost in enumerate(costs) if cost]
    if not enders or not paid:
        return tuple(paid)
    (finisher,) = enders
    match rules.leftover.kind:
        case LeftoverKind.DEDUCT:
            return tuple(paid)
        case LeftoverKind.TRANSFER:
            return (Adjustment(finisher, sum(costs), article), *paid)
        case LeftoverKind.DOUBLE_TO_FINISHER:
            return (Adjustment(finisher, 2 * sum(costs), article),)
        case _:
            assert_never(rules.leftover.kind)
