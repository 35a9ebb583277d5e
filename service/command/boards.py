"""The board in text, after a play or at the end of a game.

One cell of three columns for each square, since a face may be L·L. Squares and tiles come from the
edition on this machine. A service may have editions of its own; then its answer is printed without
a board.
"""

from argparse import Namespace
from collections.abc import Collection, Mapping

from service.command.local import rulebook
from service.command.output import Console, Ink, centred, padded
from service.engine.board import PLAIN, Board, Premium, Square
from service.engine.errors import RuleError
from service.engine.notation import read_gcg_play, read_position
from service.engine.rules import Rules
from service.engine.scoring import board_after, make_play
from service.engine.tiles import Laid

_CELL = 3
_SIGNS = {
    PLAIN: "·",
    Premium(2, 1): "2l",
    Premium(3, 1): "3l",
    Premium(1, 2): "2w",
    Premium(1, 3): "3w",
}


def say_play(options: Namespace, console: Console) -> None:
    """Print the board after the play that the options name."""
    rules = rulebook().find(options.rules)
    if rules is None:
        return
    try:
        board = _board_before(options, rules)
        play = read_gcg_play(options.play, rules.alphabet)
        made = make_play(play, board, rules, uncontested=options.uncontested)
    except RuleError:
        return  # The service has another edition of this name, and its answer is what counts.
    laid = [rules.plan.square(number) for number in made.laid]
    _say(draw_board(board, rules, console, laid), console)


def say_position(rules_name: str, position: str, console: Console) -> None:
    """Print the board of a CGP line."""
    rules = rulebook().find(rules_name)
    if rules is None:
        return
    try:
        board = read_position(position, rules)
    except RuleError:
        return  # As above.
    _say(draw_board(board, rules, console), console)


def draw_board(
    board: Board, rules: Rules, console: Console, laid: Collection[Square] = ()
) -> list[str]:
    """The board row by row; blanks in small letters, the tiles just laid made to stand out."""
    columns, tiles = range(rules.plan.cols), board.tiles
    head = "".join(centred(chr(ord("A") + col), _CELL + 1) for col in columns)
    lines = ["    " + head.rstrip()]
    for row in range(rules.plan.rows):
        cells = [_cell(tiles, Square(row, col), rules) for col in columns]
        inks = [_ink(tiles, Square(row, col), laid) for col in columns]
        drawn = " ".join(map(console.ink, cells, inks))
        lines.append(f"{padded(str(row + 1), -3)} {drawn}".rstrip())
    return lines


def _cell(tiles: Mapping[Square, Laid], square: Square, rules: Rules) -> str:
    tile = tiles.get(square)
    if tile is None:
        return centred(_SIGNS[rules.plan.premiums.get(square, PLAIN)], _CELL)
    return centred(tile.text, _CELL)


def _ink(tiles: Mapping[Square, Laid], square: Square, laid: Collection[Square]) -> Ink:
    if square in laid:
        return Ink.LAID
    return Ink.STRONG if square in tiles else Ink.FAINT


def _board_before(options: Namespace, rules: Rules) -> Board:
    if options.position is not None:
        return read_position(options.position, rules)
    plays = [read_gcg_play(text, rules.alphabet) for text in options.before]
    return board_after(plays, rules)


def _say(lines: list[str], console: Console) -> None:
    for line in [*lines, ""]:
        console.say(line)
