"""The board as a mover sees it: tiles on squares, lines of squares, and a play that was found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from service.engine.board import Direction, Premium, Square


class Tile(NamedTuple):
    """A tile on the board: its key, and what it counts."""

    key: str
    value: int


Grid = dict[Square, Tile]


class Found(NamedTuple):
    """A play: what it scores, where it lies, the letters that are blanks, the words it forms."""

    score: int
    start: Square
    direction: Direction
    word: str
    blanks: frozenset[int]
    formed: tuple[str, ...]


@dataclass(slots=True)
class Line:
    """A row or column: for each square the tile on it, or what a tile laid there would cross."""

    squares: Sequence[Square]
    tiles: list[Tile | None]
    before: list[str]  # tiles that a word across would have before the square, and after it
    after: list[str]
    crossed: list[int]  # what these count
    allowed: list[frozenset[str] | None]  # the letters that make a word with them; all if none
    premiums: list[Premium]

    def anchors(self) -> list[int]:
        """Empty squares with a tile beside them."""
        last = len(self.tiles) - 1
        return [
            at
            for at, tile in enumerate(self.tiles)
            if tile is None
            and (
                self.allowed[at] is not None
                or (at > 0 and self.tiles[at - 1] is not None)
                or (at < last and self.tiles[at + 1] is not None)
            )
        ]
