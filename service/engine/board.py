"""The board: squares, premiums, tiles on them, and the words and faults that a play makes.

A board is a value: `board.with_tiles(laid)` is another board. Which tiles a play lays is always a
mapping from squares to `Laid`; how it was written down is notation.py's business.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import takewhile
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
        return Direction.DOWN if self is Direction.ACROSS else Direction.ACROSS


_STEPS = {Direction.ACROSS: Square(0, 1), Direction.DOWN: Square(1, 0)}


class Premium(NamedTuple):
    """What a square multiplies: the letter on it, or every word through it."""

    letter: int
    word: int


PLAIN = Premium(1, 1)

Run = tuple[Square, ...]
"""An unbroken line of squares, in reading order."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The squares of a board, its premiums and its centre."""

    name: str
    rows: int
    cols: int
    centre: Square
    premiums: Mapping[Square, Premium]
    _lines: Mapping[Direction, Mapping[Square, Run]] = field(init=False)
    _beside: Mapping[Direction, Mapping[Square, tuple[Square, Square]]] = field(init=False)

    def __post_init__(self) -> None:
        """Prepare the line from each square to the edge and the squares beside it, both ways."""
        rows = [tuple(Square(row, col) for col in range(self.cols)) for row in range(self.rows)]
        cols = list(zip(*rows, strict=True))
        across = {square: row[at:] for row in rows for at, square in enumerate(row)}
        down = {square: col[at:] for col in cols for at, square in enumerate(col)}
        object.__setattr__(self, "_lines", {Direction.ACROSS: across, Direction.DOWN: down})
        beside = {way: {square: _beside(square, way) for square in across} for way in Direction}
        object.__setattr__(self, "_beside", beside)

    def __contains__(self, square: Square) -> bool:
        """Whether the square lies on the board."""
        return 0 <= square.row < self.rows and 0 <= square.col < self.cols

    def line(self, start: Square, direction: Direction) -> Run:
        """The squares from this one to the edge; there are none from a square beyond it."""
        return self._lines[direction].get(start, ())

    def runs(
        self, tiles: Mapping[Square, Laid], through: Iterable[Square], way: Direction
    ) -> list[Run]:
        """The lines of two or more tiles through some of them, each once, in reading order."""
        runs: list[Run] = []
        seen: set[Square] = set()
        lines, beside = self._lines[way], self._beside[way]
        for square in through:
            if square in seen:
                continue
            before, beyond = beside[square]
            start = square
            while before in tiles:
                start = before
                before = beside[start][0]
            if start is square and beyond not in tiles:
                continue
            run = tuple(takewhile(tiles.__contains__, lines[start]))
            seen.update(run)
            runs.append(run)
        return runs


@dataclass(frozen=True, slots=True)
class Board:
    """Tiles on squares."""

    tiles: Mapping[Square, Laid] = field(default_factory=dict)

    def with_tiles(self, laid: Mapping[Square, Laid]) -> "Board":
        """The board after these tiles are put down."""
        return Board({**self.tiles, **laid})

    def without(self, laid: Mapping[Square, Laid]) -> "Board":
        """The board after these tiles are taken back."""
        return Board({square: tile for square, tile in self.tiles.items() if square not in laid})


def words_formed(
    after: Board, laid: Iterable[Square], direction: Direction, plan: Plan
) -> tuple[Run, ...]:
    """Every word of two or more tiles that the play forms: the main word, then the cross words.

    A single tile may form its only word across the stated direction; that word is then the main
    one. A misplaced play may form several words along its direction. The squares are given in
    reading order.
    """
    along = plan.runs(after.tiles, laid, direction)
    return (*along, *plan.runs(after.tiles, laid, direction.other))


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
    row, col = squares[0]
    across = squares[-1].row == row
    if not across and len({square.col for square in squares}) > 1:
        return NotInLineError("the tiles lie in more than one row and more than one column")
    down, right = _STEPS[Direction.ACROSS if across else Direction.DOWN]
    for square in squares:
        while (row, col) != square:
            if (row, col) not in board.tiles:
                return GapError(f"an empty square lies before {square}")
            row, col = row + down, col + right
        row, col = row + down, col + right
    return None


def connection_fault(board: Board, laid: Iterable[Square]) -> PlacementError | None:
    """What is wrong with a later play that touches nothing."""
    for row, col in laid:
        beside = ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1))
        if not board.tiles.keys().isdisjoint(beside):
            return None
    return NotConnectedError("the play touches no tile on the board")


def _beside(square: Square, direction: Direction) -> tuple[Square, Square]:
    """The squares before and after this one; they may lie off the board."""
    (row, col), (down, right) = square, _STEPS[direction]
    return Square(row - down, col - right), Square(row + down, col + right)
