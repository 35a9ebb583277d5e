"""The board in text: one cell of three columns for each square, since a face may be L·L."""

from collections.abc import Collection

from service.command.console import Console, Ink
from service.command.layout import centred, padded
from service.engine.board import PLAIN, Board, Premium, Square
from service.engine.rules import Rules

_CELL = 3
_SIGNS = {
    PLAIN: "·",
    Premium(2, 1): "2l",
    Premium(3, 1): "3l",
    Premium(1, 2): "2w",
    Premium(1, 3): "3w",
}


def draw_board(
    board: Board, rules: Rules, console: Console, laid: Collection[Square] = ()
) -> list[str]:
    """The board row by row; blanks in small letters, the tiles just laid made to stand out."""
    columns = range(rules.plan.cols)
    head = "".join(centred(chr(ord("A") + col), _CELL + 1) for col in columns)
    lines = ["    " + head.rstrip()]
    for row in range(rules.plan.rows):
        cells = [_cell(board, Square(row, col), rules) for col in columns]
        inks = [_ink(board, Square(row, col), laid) for col in columns]
        drawn = " ".join(map(console.ink, cells, inks))
        lines.append(f"{padded(str(row + 1), -3)} {drawn}".rstrip())
    return lines


def _cell(board: Board, square: Square, rules: Rules) -> str:
    tile = board.tiles.get(square)
    if tile is None:
        return centred(_SIGNS[rules.plan.premiums.get(square, PLAIN)], _CELL)
    return centred(tile.face.lower() if tile.blank else tile.face, _CELL)


def _ink(board: Board, square: Square, laid: Collection[Square]) -> Ink:
    if square in laid:
        return Ink.LAID
    return Ink.STRONG if square in board.tiles else Ink.FAINT
