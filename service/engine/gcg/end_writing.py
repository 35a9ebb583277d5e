"""The end of a recounted game as the lines and pragmas that end_reading.py reads.

A game that was played to its end gets lines with points, as every GCG reader expects them. A result
that a convention writes down has no such line; its reason is told by pragmas.
"""

from collections.abc import Iterator

from service.engine.clock import lost_on_time, overtime_penalty
from service.engine.closing import final_racks
from service.engine.positions import write_rack
from service.engine.recount import Recount
from service.engine.results import Adjustment, Adjustments, Ending
from service.engine.rules import Rules


def write_end(recounted: Recount, rules: Rules) -> Iterator[str]:
    """The end of the game, if it has come to one."""
    game, end = recounted.game, recounted.game.end
    nicks = [player.nick for player in recounted.record.players]
    racks, clocks = _points(recounted, rules)
    yield from _lines(recounted, racks, clocks)
    recorded = end is not None and end.ending is not None
    if game.ending is not None and (recorded or game.ending is Ending.TIME):
        yield " ".join(("#end", game.ending, *(nicks[player] for player in game.enders)))
    shown = {_holder(change) for change in racks}
    for player, rack in enumerate(end.racks if end is not None else ()):
        if rack and player not in shown:
            yield f"#rack{player + 1} {write_rack(rack)}"
    if any(game.overtime):
        yield "#overtime " + " ".join(map(str, game.overtime))
    if end is not None and any(end.remaining):
        yield "#remaining " + " ".join(map(str, end.remaining))
    if end is not None and end.excused:
        yield "#excused"


def _points(recounted: Recount, rules: Rules) -> tuple[Adjustments, Adjustments]:
    """The adjustments that get a line each: those for racks, and those for clocks."""
    game, result = recounted.game, recounted.result
    overran = any(lost_on_time(used, rules.overtime) for used in game.overtime)
    if result is None or overran or game.ending not in (Ending.OUT, Ending.SCORELESS):
        return (), ()
    paid = sum(1 for used in game.overtime if overtime_penalty(used, rules.overtime))
    return result.adjustments[paid:], result.adjustments[:paid]


def _lines(recounted: Recount, racks: Adjustments, clocks: Adjustments) -> Iterator[str]:
    """Racks first, then clocks, as sheets have them."""
    totals = list(recounted.game.totals)
    remarks = [_remark(recounted, change) for change in racks] + ["(time)"] * len(clocks)
    for change, remark in zip((*racks, *clocks), remarks, strict=True):
        totals[change.player] += change.points
        nick = recounted.record.players[change.player].nick
        yield f">{nick}: {remark} {change.points:+d} {totals[change.player]}"


def _remark(recounted: Recount, change: Adjustment) -> str:
    holder = _holder(change)
    rack = write_rack(final_racks(recounted.game)[holder] or ())
    return f"{rack} ({rack})" if holder == change.player else f"({rack})"


def _holder(change: Adjustment) -> int:
    """Whose tiles a change is about: a player loses by the own and gains by the other's."""
    return change.player if change.points < 0 else 1 - change.player
