"""Positions in one line, as CGP writes them: rows from the top, `/` between them.

A number is a run of empty squares; a tile of several letters stands in brackets (`[NY]`, `[l·l]`),
and is also read without them. A full CGP line goes on with racks, scores and the count of scoreless
turns; only the board is read here.
"""

import re
from collections.abc import Sequence

from service.engine.board import Board, Direction, Plan, Square, check_bag
from service.engine.errors import NotationError
from service.engine.notation import read_tiles
from service.engine.rules import Rules
from service.engine.tiles import BLANK, Laid

_RUNS = re.compile(r"\d+|[^\d]+")


def read_position(text: str, rules: Rules) -> Board:
    """The board of a CGP line."""
    fields = text.split()
    if not fields:
        raise NotationError("an empty text is not a position")
    rows = fields[0].split("/")
    if len(rows) != rules.plan.rows:
        raise NotationError(f"a position has {rules.plan.rows} rows, this one {len(rows)}")
    tiles: dict[Square, Laid] = {}
    for number, row in enumerate(rows):
        line = _read_row(row, rules)
        if len(line) != rules.plan.cols:
            raise NotationError(
                f"row {number + 1}, {row!r}, covers {len(line)} squares, not {rules.plan.cols}"
            )
        tiles |= {Square(number, col): tile for col, tile in enumerate(line) if tile is not None}
    check_bag(tuple(tiles.values()), rules.alphabet)
    return Board(tiles)


def write_position(board: Board, plan: Plan) -> str:
    """The board as CGP, with brackets round tiles of several letters."""
    tiles = map(board.tiles.get, plan.lines[Direction.ACROSS])
    signs = [" " if tile is None else write_tile(tile) for tile in tiles]
    starts = range(0, plan.rows * plan.cols, plan.cols)
    text = "/".join(["".join(signs[start : start + plan.cols]) for start in starts])
    for empty in range(plan.cols, 0, -1):  # The longest first: the others are parts of them.
        text = text.replace(" " * empty, str(empty))
    return text


def write_rack(rack: Sequence[Laid]) -> str:
    """A rack in tile notation; a blank is `?`."""
    return "".join(BLANK if tile.blank else write_tile(tile) for tile in rack)


def write_tile(tile: Laid) -> str:
    """A tile in tile notation, in brackets if it has several letters."""
    text = tile.face.lower() if tile.blank else tile.face
    return f"[{text}]" if len(text) > 1 else text


def _read_row(row: str, rules: Rules) -> list[Laid | None]:
    line: list[Laid | None] = []
    for run in _RUNS.findall(row):
        if run.isdecimal():
            line += [None] * min(int(run), rules.plan.cols + 1)
        elif "." in run or "(" in run:
            raise NotationError(f"{run!r} in row {row!r} cannot be read")
        else:
            line += read_tiles(run, rules.alphabet)
    return line
