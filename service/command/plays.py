"""A play: `arbiter score`, `arbiter judge`, and the board in text.

On a board, one cell of three columns for each square, since a face may be L·L. Squares and tiles
come from the edition on this machine. A service may have editions of its own; then its answer is
printed without a board.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Collection, Mapping

from arbiter_client.answers import Judgement, PlayScore
from arbiter_client.questions import JudgeOptions, ScoreOptions

from service.command.answers import exit_code, say_verdict
from service.command.backend import open_service
from service.command.base import Command, CommandError, Exit, add_board, add_rules, add_service
from service.command.local import rulebook
from service.command.output import Console, Ink, Inked, centred, padded, table
from service.engine.board import PLAIN, Board, Premium, Square
from service.engine.errors import RuleError
from service.engine.notation import read_gcg_play, read_position
from service.engine.rules import Rules
from service.engine.scoring import board_after, make_play
from service.engine.tiles import Laid


def score_arguments(parser: ArgumentParser) -> None:
    """The play, and what lies on the board before it."""
    add_rules(parser)
    add_board(parser)
    parser.add_argument("--declared", type=int, metavar="POINTS", help="the score as announced")
    add_service(parser)


def score(options: Namespace, console: Console) -> Exit:
    """Print the score; not valid if another one was declared."""
    with open_service(options, console) as service:
        score = service.score(options.rules, options.play, **_score_question(options))
    if options.json:
        console.say_json(score)
    else:
        say_play(options, console)
        _say_score(score, console)
    return exit_code(valid=score.get("agrees", True))


def _score_question(options: Namespace) -> ScoreOptions:
    question = ScoreOptions()
    if options.position is None:
        question["before"] = options.before
    else:
        question["position"] = options.position
    if options.declared is not None:
        question["declared"] = options.declared
    if options.uncontested:
        question["placement"] = "uncontested"
    return question


def _say_score(score: PlayScore, console: Console) -> None:
    rows = [[word["word"], str(word["score"])] for word in score["words"]]
    if score["bonus"]:
        rows.append([f"bonus for {score['tiles']} tiles", str(score["bonus"])])
    *lines, total = table([*rows, ["score", str(score["score"])]], right=[1])
    for line in lines:
        console.say(line)
    console.say(console.ink(total, Ink.STRONG))
    if "agrees" in score:
        agrees = "as declared" if score["agrees"] else "not as declared"
        console.say(console.ink(agrees, Ink.GOOD if score["agrees"] else Ink.BAD))


def judge_arguments(parser: ArgumentParser) -> None:
    """The play, the contested words, and what a penalty may depend on."""
    add_rules(parser)
    add_board(parser)
    parser.add_argument(
        "--contested", metavar="WORD", nargs="+", default=[], help="the words in doubt"
    )
    parser.add_argument("--variant", help="the penalty variant in force: a to g, senior, youth")
    parser.add_argument(
        "--prior-unfounded",
        type=int,
        metavar="N",
        help="unfounded challenges of this player before this one",
    )
    parser.add_argument("--retracted", action="store_true", help="the challenge was taken back")
    add_service(parser)


def judge(options: Namespace, console: Console) -> Exit:
    """Print the verdict and its consequences."""
    if not options.contested and not options.retracted:
        raise CommandError("which words are in doubt? --contested WORD …, or --retracted")
    with open_service(options, console) as service:
        judgement = service.judge(options.rules, options.play, **_judge_question(options))
        edition = service.edition(options.rules)
    if options.json:
        console.say_json(judgement)
        return exit_code(valid=judgement["valid"])
    code = say_verdict(edition, console, valid=judgement["valid"])
    for line in table(_consequences(judgement)):
        console.say(line)
    return code


def _judge_question(options: Namespace) -> JudgeOptions:
    question = JudgeOptions(contested=options.contested)
    if options.position is None:
        question["before"] = options.before
    else:
        question["position"] = options.position
    if options.uncontested:
        question["placement"] = "uncontested"
    if options.variant is not None:
        question["variant"] = options.variant
    if options.prior_unfounded is not None:
        question["prior_unfounded"] = options.prior_unfounded
    if options.retracted:
        question["retracted"] = True
    return question


def _consequences(judgement: Judgement) -> list[list[str]]:
    mover, challenger = judgement["mover"], judgement["challenger"]
    play = "is withdrawn" if judgement["withdrawn"] else f"stands, {judgement['score']} points"
    paid = [f"{challenger['points']:+d} points", f"turn {challenger['turn']}"]
    if challenger["seconds"]:
        paid.append(f"{challenger['seconds']} seconds off the clock")
    return [
        ["play", play],
        ["mover", f"{mover['points']:+d} points, turn {mover['turn']}"],
        ["challenger", ", ".join(paid)],
    ]


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
    _say_board(draw_board(board, rules, console, laid), console)


def say_position(rules_name: str, position: str, console: Console) -> None:
    """Print the board of a CGP line."""
    rules = rulebook().find(rules_name)
    if rules is None:
        return
    try:
        board = read_position(position, rules)
    except RuleError:
        return  # As above.
    _say_board(draw_board(board, rules, console), console)


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
        lines.append(Inked(f"{padded(str(row + 1), -3)} {drawn}".rstrip()))
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


def _say_board(lines: list[str], console: Console) -> None:
    for line in [*lines, ""]:
        console.say(line)


COMMANDS = {
    "score": Command(score_arguments, score),
    "judge": Command(judge_arguments, judge),
}
