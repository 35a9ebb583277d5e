"""Reads a board from a drawing: one character a square.

`.` is plain, `d` and `t` double and treble a letter, `D` and `T` a word; `*` is the centre, which
doubles the word. A board is square and looks the same from all four sides.
"""

from pathlib import Path

from service.engine.board import Plan, Premium, Square
from service.rulebook.faults import RulebookError
from service.rulebook.values import read_text

_PREMIUMS = {
    "d": Premium(2, 1),
    "t": Premium(3, 1),
    "D": Premium(1, 2),
    "*": Premium(1, 2),
    "T": Premium(1, 3),
}


def read_plan(path: Path) -> Plan:
    """The board that a file draws."""
    lines = [line.strip() for line in read_text(path).splitlines()]
    rows = [line for line in lines if line and not line.startswith("#")]
    size = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise RulebookError(path, f"has {len(row)} squares, not {size}", f"row {number}")
        if unknown := set(row) - set(".") - set(_PREMIUMS):
            raise RulebookError(path, f"unknown premium {min(unknown)!r}", f"row {number}")
    if not size % 2 or rows[size // 2][size // 2] != "*" or "".join(rows).count("*") != 1:
        raise RulebookError(path, "needs one '*', in the middle", "centre")
    turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    mirrored = [row[::-1] for row in rows]
    for other in (turned, mirrored):
        if rows != other:
            raise RulebookError(path, "the board is not symmetric", _first_difference(rows, other))
    squares = {Square(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    premiums = {square: _PREMIUMS[mark] for square, mark in squares.items() if mark != "."}
    return Plan(path.stem, size, size, Square(size // 2, size // 2), premiums)


def _first_difference(rows: list[str], other: list[str]) -> str:
    pairs = enumerate(zip(rows, other, strict=True), 1)
    return next(f"row {number}" for number, (one, two) in pairs if one != two)
