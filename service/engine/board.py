"""The board: squares, premiums, and the tiles on them.

The squares of a plan are numbered row by row with an empty border between the rows, so the squares
beside one are a step away in either direction, and who walks along tiles never asks for the edge.
How a play was written down is notation.py's business, and whether it may lie there placement.py's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from service.engine.errors import BagExceededError
from service.engine.tiles import BLANK, Alphabet, Face, Laid, Tiles


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
_NONE: Mapping[Face, int] = {}


@dataclass(frozen=True, slots=True)
class Plan:
    """The squares of a board, its premiums and its centre.

    `numbers` are those of the squares, `multiplied` the premiums by them. `lines` lead from each
    square to the edge, and `steps` are how far the next square of a line is, and of one across it.
    """

    name: str
    rows: int
    cols: int
    centre: Square
    premiums: Mapping[Square, Premium]
    numbers: Mapping[Square, int] = field(init=False)
    multiplied: Mapping[int, Premium] = field(init=False)
    lines: Mapping[Direction, Mapping[Square, range]] = field(init=False)
    steps: Mapping[Direction, tuple[int, int]] = field(init=False)

    def __post_init__(self) -> None:
        """Number the squares, and prepare the line from each of them to the edge, both ways."""
        rows, cols, stride = self.rows, self.cols, self.cols + 1
        squares = [Square(row, col) for row in range(rows) for col in range(cols)]
        numbers = {square: (square.row + 1) * stride + square.col + 1 for square in squares}
        ends = {square: (square.row + 2) * stride for square in squares}
        across = {square: range(at, ends[square]) for square, at in numbers.items()}
        down = {square: range(at, (rows + 1) * stride, stride) for square, at in numbers.items()}
        prepared = {
            "numbers": numbers,
            "multiplied": {numbers[square]: premium for square, premium in self.premiums.items()},
            "lines": {Direction.ACROSS: across, Direction.DOWN: down},
            "steps": {Direction.ACROSS: (1, stride), Direction.DOWN: (stride, 1)},
        }
        for name, value in prepared.items():
            object.__setattr__(self, name, value)

    def square(self, number: int) -> Square:
        """The square with this number."""
        row, col = divmod(number, self.cols + 1)
        return Square(row - 1, col - 1)


@dataclass(slots=True)
class Board:
    """Tiles on the squares of a plan, put down and lifted as on a table.

    `lying` is what lies on each square, by its number, and `points` what that is worth; `used`
    counts the tiles of each kind.
    """

    plan: Plan = field(repr=False)
    alphabet: Alphabet = field(repr=False)
    lying: list[Laid | None] = field(init=False, repr=False)
    points: list[int] = field(init=False, repr=False)
    used: dict[Face, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        """Clear the board."""
        size = (self.plan.rows + 2) * (self.plan.cols + 1) + 1
        self.lying, self.points = [None] * size, [0] * size

    @property
    def tiles(self) -> dict[Square, Laid]:
        """The tiles by their squares, row by row."""
        lying, numbers = self.lying, self.plan.numbers
        return {square: tile for square, at in numbers.items() if (tile := lying[at]) is not None}

    @property
    def unseen(self) -> dict[Face, int]:
        """How many tiles of each kind do not lie on the board."""
        return {kind: number - self.used.get(kind, 0) for kind, number in self.alphabet.bag.items()}

    def word(self, squares: slice) -> Tiles:
        """The tiles on squares that are all covered."""
        return tuple(self.lying[squares])  # type: ignore[arg-type]  # none of them is empty

    def copy(self) -> "Board":
        """Another board with the same tiles."""
        other = Board(self.plan, self.alphabet)
        other.lying, other.points, other.used = self.lying[:], self.points[:], dict(self.used)
        return other

    def put(self, laid: Mapping[int, Laid]) -> None:
        """Put tiles on empty squares; all are lifted again if there are not so many in the set."""
        lying, points, used, alphabet = self.lying, self.points, self.used, self.alphabet
        for at, tile in laid.items():
            kind = tile.kind
            number = used.get(kind, 0)
            if number == alphabet.bag[kind]:
                self.lift(laid)
                raise one_too_many(tile)
            used[kind] = number + 1
            lying[at] = tile
            points[at] = alphabet.worth[kind]

    def lift(self, squares: Iterable[int]) -> None:
        """Take the tiles away from these squares."""
        for at in squares:
            tile = self.lying[at]
            if tile is not None:
                self.used[tile.kind] -= 1
                self.lying[at], self.points[at] = None, 0


def check_bag(tiles: Iterable[Laid], alphabet: Alphabet, used: Mapping[Face, int] = _NONE) -> None:
    """Refuse more tiles of a kind than the set has, with those that are used already."""
    needed = dict(used)
    for tile in tiles:
        needed[tile.kind] = needed.get(tile.kind, 0) + 1
    for kind, number in needed.items():
        most = alphabet.bag.get(kind, 0)
        if number > most:
            if kind == BLANK:
                told = f"{number} blanks are needed, the set has {most}"
                raise BagExceededError(told, "blanks", count=number, most=most)
            told = f"{number} {kind} tiles are needed, the set has {most}"
            raise BagExceededError(told, "tiles", tile=kind, count=number, most=most)


def one_too_many(tile: Laid) -> BagExceededError:
    """The refusal of a tile when all of its kind are known to be elsewhere."""
    if tile.blank:
        return BagExceededError("one blank more than there are", "one_blank")
    told = f"one {tile.face} tile more than there are"
    return BagExceededError(told, "one_tile", tile=tile.face)
