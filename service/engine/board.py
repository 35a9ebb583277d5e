"""The board: squares, premiums, tiles on them, and the words that a play forms.

A board is a value: `board.with_tiles(laid)` is another board. Which tiles a play lays is always a
mapping from squares to `Laid`; how it was written down is notation.py's business, and whether it
may lie there placement.py's.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from service.engine.tiles import Laid


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


def _beside(square: Square, direction: Direction) -> tuple[Square, Square]:
    """The squares before and after this one; they may lie off the board."""
    (row, col), (down, right) = square, _STEPS[direction]
    return Square(row - down, col - right), Square(row + down, col + right)
