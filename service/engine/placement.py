"""Where tiles may lie, and who could have held them.

What makes a play impossible is raised; a fault is returned, because a misplaced play that nobody
contested may stand.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from service.engine.board import Board, Direction, Square, check_bag, one_too_many
from service.engine.errors import (
    BagExceededError,
    CentreNotCoveredError,
    GapError,
    NotConnectedError,
    NoTileError,
    NotInLineError,
    NotOnRackError,
    OffBoardError,
    PlacementError,
    RuleError,
    SquareTakenError,
    TooFewTilesError,
    TooManyTilesError,
)
from service.engine.notation import Play
from service.engine.rules import Rules
from service.engine.tiles import BLANK, Laid, Tiles

_NOWHERE = range(0)


def lay(play: Play, board: Board, *, gaps: bool = False) -> dict[int, Laid]:
    """The tiles that a play puts on the board; with `gaps`, `.` may stand for an empty square."""
    laid: dict[int, Laid] = {}
    tiles, lying = play.tiles, board.lying
    line = board.plan.lines[play.direction].get(play.start, _NOWHERE)
    for at, tile in zip(line, tiles, strict=False):
        present = lying[at]
        if present is None:
            if isinstance(tile, Laid):
                laid[at] = tile
            elif not gaps:
                square = board.plan.square(at)
                raise GapError(f"{play.text!r} needs a tile on {square}, which is empty")
        elif tile is not None and tile.face != present.face:
            square = board.plan.square(at)
            raise SquareTakenError(f"{square} already holds {present.face!r}, not {tile.face!r}")
    if len(tiles) > len(line):
        down, right = play.direction.step
        edge = Square(play.start.row + down * len(line), play.start.col + right * len(line))
        raise OffBoardError(f"{play.text!r} from {play.start} leaves the board at {edge}")
    many = len(laid) > board.alphabet.blanks
    if many and next(iter(laid.values())).blank and all(tile.blank for tile in laid.values()):
        needed = f"{len(laid)} blanks are needed, the set has {board.alphabet.blanks}"
        raise BagExceededError(f"{needed}: small letters are blanks, capitals are tiles")
    return laid


def lay_as_it_lies(
    play: Play, board: Board, rules: Rules
) -> tuple[Mapping[int, Laid], PlacementError | None]:
    """Put a play on the board wherever it lies, with what the regulation has against it.

    One that cannot lie there at all is refused. A play is written in line, so it is in line.
    """
    fault: PlacementError | None = None
    try:
        laid = lay(play, board)
    except GapError as gap:
        fault = gap
        laid = lay(play, board, gaps=True)
    if not laid:
        raise TooFewTilesError(f"{play.text!r} at {play.start} lays no tile")
    check_rack(laid, rules.rack.size)
    fault = fault or connection_fault(board, laid, rules)
    board.put(laid)
    return laid, fault


def check_placement(board: Board, laid: Mapping[int, Laid]) -> None:
    """Refuse tiles that no board could hold: none, on other tiles, or more than there are."""
    if not laid:
        raise TooFewTilesError("a play lays at least one tile")
    for at in laid:
        present = board.lying[at]
        if present is not None:
            raise SquareTakenError(f"{board.plan.square(at)} already holds {present.face!r}")
    check_bag(laid.values(), board.alphabet, board.used)


def check_rack(laid: Collection[int], rack_size: int) -> None:
    """Refuse a play of more tiles than a rack holds."""
    if len(laid) > rack_size:
        raise TooManyTilesError(f"{len(laid)} tiles laid, a rack holds {rack_size}")


def placement_fault(board: Board, laid: Collection[int], rules: Rules) -> PlacementError | None:
    """What the regulation has against tiles that the board could hold."""
    return line_fault(board, laid) or connection_fault(board, laid, rules)


def line_fault(board: Board, laid: Collection[int]) -> PlacementError | None:
    """What is wrong with the line that the tiles make: out of line, or with a gap in it."""
    right, down = board.plan.steps[Direction.ACROSS]
    squares = sorted(laid)
    first, last = squares[0], squares[-1]
    line = range(first, last + 1, right if first // down == last // down else down)
    if not set(line).issuperset(squares):
        return NotInLineError("the tiles lie in more than one row and more than one column")
    for at in line:
        if at not in laid and board.lying[at] is None:
            beyond = next(square for square in squares if square > at)
            return GapError(f"an empty square lies before {board.plan.square(beyond)}")
    return None


def connection_fault(board: Board, laid: Collection[int], rules: Rules) -> PlacementError | None:
    """What is wrong with a play that touches no tile, unless it is the first."""
    lying, (right, down) = board.lying, board.plan.steps[Direction.ACROSS]
    for at in laid:
        if lying[at - right] or lying[at + right] or lying[at - down] or lying[at + down]:
            return None
    if any(lying):
        return NotConnectedError("the play touches no tile on the board")
    if len(laid) < rules.opening.min_tiles:
        return TooFewTilesError(f"the first play needs {rules.opening.min_tiles} tiles or more")
    if rules.opening.covers_centre and rules.plan.numbers[rules.plan.centre] not in laid:
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


def check_unseen(tiles: Iterable[Laid], board: Board) -> None:
    """Refuse more tiles of a kind than do not lie on the board."""
    used, bag = dict(board.used), board.alphabet.bag
    for tile in tiles:
        number = used.get(tile.kind, 0)
        if number == bag[tile.kind]:
            raise one_too_many(tile)
        used[tile.kind] = number + 1


def without(rack: Tiles, tiles: Iterable[Laid]) -> Tiles:
    """What is left of a rack; tiles that were not known to be on it change nothing."""
    gone = [tile.kind for tile in tiles]
    left = []
    for tile in rack:
        if tile.kind in gone:
            gone.remove(tile.kind)
        else:
            left.append(tile)
    return tuple(left)


def check_shown(rack: Tiles, board: Board, size: int) -> None:
    """Refuse a rack that nobody could hold: too many tiles, or tiles that are on the board."""
    if len(rack) > size:
        raise TooManyTilesError(f"{len(rack)} tiles shown, a rack holds {size}")
    check_unseen(rack, board)


def check_held(tiles: Collection[Laid], rack: Tiles | None, held: int) -> None:
    """Refuse tiles that were not on the rack, as far as that is known."""
    if len(tiles) > held:
        raise NotOnRackError(f"{len(tiles)} tiles, {held} were left")
    if rack is not None and len(without(rack, tiles)) > len(rack) - len(tiles):
        shown = Counter(tile.kind for tile in rack)
        lacking = sorted((Counter(tile.kind for tile in tiles) - shown).elements())
        raise NotOnRackError(f"{' '.join(lacking)} not on the rack that the sheet shows")


def same_tiles(one: Tiles, other: Tiles) -> bool:
    """Whether two racks hold the same tiles, in whatever order."""
    return sorted(tile.kind for tile in one) == sorted(tile.kind for tile in other)


def unseen_tiles(board: Board) -> Tiles:
    """The tiles that do not lie on the board one by one, blanks last."""
    left = board.unseen.items()
    return tuple(Laid(kind, blank=kind == BLANK) for kind, number in left for _ in range(number))
