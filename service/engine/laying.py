"""A recorded play as it lies on the board, well placed or not.

Whoever recounts a game has to go on after a play that should have been refused: what a board could
hold is scored, and the fault stays beside it. What no board could hold is raised.
"""

from collections.abc import Mapping
from typing import NamedTuple

from service.engine.board import Board, Square, check_rack
from service.engine.errors import (
    BagExceededError,
    CentreNotCoveredError,
    GapError,
    NoTileError,
    PlacementError,
    RuleError,
    TooFewTilesError,
    TooManyTilesError,
)
from service.engine.notation import Play, lay
from service.engine.racks import take
from service.engine.rules import Rules
from service.engine.scoring import Score, placement_fault, score_play
from service.engine.tiles import Face, Laid


class Lying(NamedTuple):
    """Tiles as they lie: the board and what is unseen after them, their score, and a fault."""

    laid: Mapping[Square, Laid]
    board: Board
    score: Score
    unseen: Mapping[Face, int]
    fault: PlacementError | None


def lay_as_it_lies(play: Play, board: Board, unseen: Mapping[Face, int], rules: Rules) -> Lying:
    """The play wherever it lies; one that cannot lie there at all is refused."""
    gap: GapError | None = None
    try:
        laid = lay(play, board, rules)
    except GapError as found:
        gap = found
        laid = lay(play, board, rules, gaps=True)
    if not laid:
        raise TooFewTilesError(f"{play.tiles!r} at {play.start} lays no tile")
    check_rack(laid, rules.rack.size)
    left = take(laid.values(), unseen)
    fault = gap or placement_fault(board, laid, rules)
    after = board.with_tiles(laid)
    return Lying(laid, after, score_play(after, laid, play.direction, rules), left, fault)


def placement_article(fault: RuleError, rules: Rules) -> str:
    """The article that a play offends against."""
    match fault:
        case CentreNotCoveredError() | TooFewTilesError():
            return rules.opening.article
        case TooManyTilesError():
            return rules.rack.article
        case BagExceededError() | NoTileError():
            return rules.tiles.article
        case _:
            return rules.placement.article
