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
                told = f"{play.text!r} needs a tile on {square}, which is empty"
                raise GapError(told, "empty", square=str(square))
        elif tile is not None and tile.face != present.face:
            square = board.plan.square(at)
            there, wanted = present.face, tile.face
            told = f"{square} already holds {there!r}, not {wanted!r}"
            raise SquareTakenError(told, "differs", square=str(square), there=there, tile=wanted)
    if len(tiles) > len(line):
        down, right = play.direction.step
        edge = Square(play.start.row + down * len(line), play.start.col + right * len(line))
        told = f"{play.text!r} from {play.start} leaves the board at {edge}"
        raise OffBoardError(told, "from", text=play.text, square=str(play.start))
    many = len(laid) > board.alphabet.blanks
    if many and next(iter(laid.values())).blank and all(tile.blank for tile in laid.values()):
        count, most = len(laid), board.alphabet.blanks
        told = f"{count} blanks are needed, the set has {most}"
        told = f"{told}: small letters are blanks, capitals are tiles"
        raise BagExceededError(told, "small_letters", count=count, most=most)
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
        raise TooFewTilesError(f"{play.text!r} at {play.start} lays no tile", "none")
    check_rack(laid, rules.rack.size)
    fault = fault or connection_fault(board, laid, rules)
    board.put(laid)
    return laid, fault


def check_placement(board: Board, laid: Mapping[int, Laid]) -> None:
    """Refuse tiles that no board could hold: none, on other tiles, or more than there are."""
    if not laid:
        raise TooFewTilesError("a play lays at least one tile", "none")
    for at in laid:
        present = board.lying[at]
        if present is not None:
            square = str(board.plan.square(at))
            told = f"{square} already holds {present.face!r}"
            raise SquareTakenError(told, "taken", square=square, there=present.face)
    check_bag(laid.values(), board.alphabet, board.used)


def check_rack(laid: Collection[int], rack_size: int) -> None:
    """Refuse a play of more tiles than a rack holds."""
    if len(laid) > rack_size:
        told = f"{len(laid)} tiles laid, a rack holds {rack_size}"
        raise TooManyTilesError(told, "rack", count=len(laid), most=rack_size)


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
            told = f"an empty square lies before {board.plan.square(beyond)}"
            return GapError(told, "empty", square=str(board.plan.square(at)))
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
        least = rules.opening.min_tiles
        told = f"the first play needs {least} tiles or more"
        return TooFewTilesError(told, "first", least=least)
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
        told = f"{len(rack)} tiles shown, a rack holds {size}"
        raise TooManyTilesError(told, "rack", count=len(rack), most=size)
    check_unseen(rack, board)


def check_held(tiles: Collection[Laid], rack: Tiles | None, held: int) -> None:
    """Refuse tiles that were not on the rack, as far as that is known."""
    if len(tiles) > held:
        told = f"{len(tiles)} tiles, {held} were left"
        raise NotOnRackError(told, "left", count=len(tiles), held=held)
    if rack is not None and len(without(rack, tiles)) > len(rack) - len(tiles):
        shown = Counter(tile.kind for tile in rack)
        lacking = sorted((Counter(tile.kind for tile in tiles) - shown).elements())
        told = f"{' '.join(lacking)} not on the rack that the sheet shows"
        raise NotOnRackError(told, "lacking", tiles=" ".join(lacking))


def same_tiles(one: Tiles, other: Tiles) -> bool:
    """Whether two racks hold the same tiles, in whatever order."""
    return sorted(tile.kind for tile in one) == sorted(tile.kind for tile in other)


def unseen_tiles(board: Board) -> Tiles:
    """The tiles that do not lie on the board one by one, blanks last."""
    left = board.unseen.items()
    return tuple(Laid(kind, blank=kind == BLANK) for kind, number in left for _ in range(number))
