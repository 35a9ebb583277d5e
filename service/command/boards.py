"""Shows positions: the board after a play, and the board at the end of a game.

Squares and tiles come from the edition on this machine. A service may have editions of its own;
then its answer is printed without a board.
"""

from argparse import Namespace

from service.command.console import Console
from service.command.drawing import draw_board
from service.command.local import rulebook
from service.engine.board import Board
from service.engine.errors import RuleError
from service.engine.notation import read_gcg_play, read_position
from service.engine.rules import Rules
from service.engine.scoring import board_after, make_play


def say_play(options: Namespace, console: Console) -> None:
    """Print the board after the play that the options name."""
    rules = rulebook().find(options.rules)
    if rules is None:
        return
    try:
        board = _board_before(options, rules)
        made = make_play(read_gcg_play(options.play), board, rules, uncontested=options.uncontested)
    except RuleError:
        return  # The service has another edition of this name, and its answer is what counts.
    _say(draw_board(made.board, rules, console, made.laid), console)


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


def _board_before(options: Namespace, rules: Rules) -> Board:
    if options.position is not None:
        return read_position(options.position, rules)
    return board_after(map(read_gcg_play, options.before), rules)


def _say(lines: list[str], console: Console) -> None:
    for line in [*lines, ""]:
        console.say(line)
