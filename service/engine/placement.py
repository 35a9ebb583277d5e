"""Where tiles may lie: what no board could hold, and what the regulation has against the rest.

The checks raise what makes a play impossible; the faults are returned, because a misplaced play
that nobody contested may stand.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from service.engine.board import Board, Direction, Plan, Square
from service.engine.errors import (
    BagExceededError,
    CentreNotCoveredError,
    GapError,
    NotConnectedError,
    NoTileError,
    NotInLineError,
    OffBoardError,
    PlacementError,
    RuleError,
    SquareTakenError,
    TooFewTilesError,
    TooManyTilesError,
)
from service.engine.rules import Rules
from service.engine.tiles import Alphabet, Laid


def check_placement(
    board: Board, laid: Mapping[Square, Laid], plan: Plan, alphabet: Alphabet
) -> None:
    """Refuse tiles that no board could hold: off it, on other tiles, or more than there are."""
    if not laid:
        raise TooFewTilesError("a play lays at least one tile")
    for square in laid:
        if square not in plan:
            raise OffBoardError(f"{square} is not on the board")
        if square in board.tiles:
            raise SquareTakenError(f"{square} already holds {board.tiles[square].face!r}")
    check_bag((*board.tiles.values(), *laid.values()), alphabet)


def check_bag(tiles: tuple[Laid, ...], alphabet: Alphabet) -> None:
    """Refuse more tiles of a kind than the set has."""
    used = Counter([None if tile.blank else tile.face for tile in tiles])
    for face, number in used.items():
        most = alphabet.blanks if face is None else alphabet.counts.get(face, 0)
        if number > most:
            name = "blanks" if face is None else f"{face} tiles"
            raise BagExceededError(f"{number} {name} are needed, the set has {most}")


def check_rack(laid: Mapping[Square, Laid], rack_size: int) -> None:
    """Refuse a play of more tiles than a rack holds."""
    if len(laid) > rack_size:
        raise TooManyTilesError(f"{len(laid)} tiles laid, a rack holds {rack_size}")


def line_fault(board: Board, laid: Iterable[Square]) -> PlacementError | None:
    """What is wrong with the line that the tiles make: out of line, or with a gap in it."""
    squares = sorted(laid)
    (row, col), (last_row, last_col) = squares[0], squares[-1]
    if row != last_row and {square.col for square in squares} != {col}:
        return NotInLineError("the tiles lie in more than one row and more than one column")
    if last_row - row + last_col - col < len(squares):  # No other square lies between them.
        return None
    down, right = (Direction.ACROSS if row == last_row else Direction.DOWN).step
    for square in squares:
        while (row, col) != square:
            if (row, col) not in board.tiles:
                return GapError(f"an empty square lies before {square}")
            row, col = row + down, col + right
        row, col = row + down, col + right
    return None


def connection_fault(board: Board, laid: Iterable[Square], plan: Plan) -> PlacementError | None:
    """What is wrong with a later play that touches nothing."""
    for square in laid:
        if not board.tiles.keys().isdisjoint(plan.around[square]):
            return None
    return NotConnectedError("the play touches no tile on the board")


def placement_fault(
    board: Board, laid: Mapping[Square, Laid], rules: Rules
) -> PlacementError | None:
    """What the regulation has against tiles that the board could hold."""
    fault = line_fault(board, laid)
    if fault is not None:
        return fault
    if board.tiles:
        return connection_fault(board, laid, rules.plan)
    if len(laid) < rules.opening.min_tiles:
        return TooFewTilesError(f"the first play needs {rules.opening.min_tiles} tiles or more")
    if rules.opening.covers_centre and rules.plan.centre not in laid:
        return CentreNotCoveredError(f"the first play must cover {rules.plan.centre}")
    return None


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
