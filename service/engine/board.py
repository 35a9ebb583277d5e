"""The board: squares, premiums, tiles on them, and the words and faults that a play makes.

A board is a value: `board.with_tiles(laid)` is another board. Which tiles a play lays is always a
mapping from squares to `Laid`; how it was written down is notation.py's business.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from service.engine.errors import (
    BagExceededError,
    GapError,
    NotConnectedError,
    NotInLineError,
    OffBoardError,
    PlacementError,
    SquareTakenError,
    TooFewTilesError,
    TooManyTilesError,
)
from service.engine.tiles import Alphabet, Laid


class Square(NamedTuple):
    """A place on the board, counted from zero."""

    row: int
    col: int

    def __str__(self) -> str:
        """The name in a regulation: column letter, then row number."""
        return f"{chr(ord('A') + self.col)}{self.row + 1}"


class Direction(StrEnum):
    """How a word is read."""

    ACROSS = "across"
    DOWN = "down"

    @property
    def step(self) -> Square:
        """One square further."""
        return _STEPS[self]

    @property
    def other(self) -> "Direction":
        """The direction that crosses this one."""
        return _OTHERS[self]


_STEPS = {Direction.ACROSS: Square(0, 1), Direction.DOWN: Square(1, 0)}
_OTHERS = {Direction.ACROSS: Direction.DOWN, Direction.DOWN: Direction.ACROSS}


class Premium(NamedTuple):
    """What a square multiplies: the letter on it, or every word through it."""

    letter: int
    word: int


PLAIN = Premium(1, 1)

Line = tuple[Square, ...]
"""Squares from one to the edge of the board, in reading order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The squares of a board, its premiums and its centre.

    `lines` lead from each square to the edge; `beside` are the squares before and after it, and
    `around` all four of them, some of which may lie off the board.
    """

    name: str
    rows: int
    cols: int
    centre: Square
    premiums: Mapping[Square, Premium]
    lines: Mapping[Direction, Mapping[Square, Line]] = field(init=False)
    beside: Mapping[Direction, Mapping[Square, tuple[Square, Square]]] = field(init=False)
    around: Mapping[Square, tuple[Square, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Prepare the line from each square to the edge and the squares beside it, both ways."""
        rows = [tuple(Square(row, col) for col in range(self.cols)) for row in range(self.rows)]
        cols = list(zip(*rows, strict=True))
        across = {square: row[at:] for row in rows for at, square in enumerate(row)}
        down = {square: col[at:] for col in cols for at, square in enumerate(col)}
        beside = {way: {square: _beside(square, way) for square in across} for way in Direction}
        left_right, above_below = beside.values()
        around = {square: (*left_right[square], *above_below[square]) for square in across}
        object.__setattr__(self, "lines", {Direction.ACROSS: across, Direction.DOWN: down})
        object.__setattr__(self, "beside", beside)
        object.__setattr__(self, "around", around)

    def __contains__(self, square: Square) -> bool:
        """Whether the square lies on the board."""
        return 0 <= square.row < self.rows and 0 <= square.col < self.cols

    def line(self, start: Square, direction: Direction) -> Line:
        """The squares from this one to the edge; there are none from a square beyond it."""
        return self.lines[direction].get(start, ())


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles on squares."""

    tiles: Mapping[Square, Laid] = field(default_factory=dict)

    def with_tiles(self, laid: Mapping[Square, Laid]) -> "Board":
        """The board after these tiles are put down."""
        return Board({**self.tiles, **laid})


def words_formed(
    after: Board, laid: Collection[Square], direction: Direction, plan: Plan
) -> list[Line]:
    """Every word of two or more tiles that the play forms, as the line that begins with it.

    The main word comes first, then the cross words. A single tile may form its only word across the
    stated direction; that word is then the main one. A misplaced play may form several words along
    its direction. The squares are given in reading order.
    """
    tiles, found = after.tiles, []
    for way in (direction, direction.other):
        lines, beside = plan.lines[way], plan.beside[way]
        for square in laid:
            start, (before, beyond) = square, beside[square]
            while before in tiles and before not in laid:
                start, (before, _) = before, beside[before]
            # A word with several of the tiles is found at the first of them only.
            if before not in laid and (start is not square or beyond in tiles):
                found.append(lines[start])
    return found


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
    down, right = _STEPS[Direction.ACROSS if row == last_row else Direction.DOWN]
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


def _beside(square: Square, direction: Direction) -> tuple[Square, Square]:
    """The squares before and after this one; they may lie off the board."""
    (row, col), (down, right) = square, _STEPS[direction]
    return Square(row - down, col - right), Square(row + down, col + right)
