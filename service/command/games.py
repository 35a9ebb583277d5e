"""Plays and games: `arbiter score`, `judge`, `recount`, `settle`, and the board in text.

On a board, one cell of three columns for each square, since a face may be L·L. Squares and tiles
come from the edition on this machine. A service may have editions of its own; then its answer is
printed without a board.
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from arbiter_client.answers import Judgement, PlayScore, Recount, RecountedEvent
from arbiter_client.questions import Game

from service.command.answers import NAMELESS, result_lines, verdict_line
from service.command.backend import open_service
from service.command.base import Command, CommandError, Exit, Joined, add_rules, add_service, show
from service.command.local import rulebook
from service.command.output import Console, Ink, Inked, centred, padded, table
from service.engine.board import PLAIN, Board, Premium, Square
from service.engine.errors import RuleError
from service.engine.notation import read_gcg_play, read_position
from service.engine.rules import Rules
from service.engine.scoring import board_after, make_play
from service.engine.settlement import Ending
from service.engine.tiles import Laid


def _add_board(parser: ArgumentParser) -> None:
    """What lies on the board before a play."""
    parser.add_argument(
        "play",
        metavar="PLAY",
        nargs="+",
        action=Joined,
        help="as GCG writes it: 8F MICIO",
    )
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--before", metavar="PLAY", nargs="+", default=[], help="the plays before it, in order"
    )
    either.add_argument("--position", metavar="CGP", help="the board before it, as a CGP line")
    parser.add_argument(
        "--uncontested",
        action="store_const",
        const="uncontested",
        dest="placement",
        help="nobody contests the placement: count the tiles as they lie, where the edition does",
    )


def score_arguments(parser: ArgumentParser) -> None:
    """The play, and what lies on the board before it."""
    add_rules(parser)
    _add_board(parser)
    parser.add_argument("--declared", type=int, metavar="POINTS", help="the score as announced")
    add_service(parser)


def score(options: Namespace, console: Console) -> Exit:
    """Print the score; not valid if another one was declared."""
    with open_service(options, console) as service:
        asked = _given(options, "before", "placement", "declared")
        score = service.score(options.rules, options.play, **asked)
    lines = _scored(options, score, console)
    return show(score, lines, console, valid=score.get("agrees", True))


def _given(options: Namespace, *names: str) -> dict[str, Any]:
    """What was said of these fields; of the board before a play either way of saying it."""
    if "before" in names and options.position is not None:
        names = ("position", *(name for name in names if name != "before"))
    found = {name: getattr(options, name) for name in names}
    # Of a number nought is said too; a flag says nothing but yes.
    return {
        name: value for name, value in found.items() if value is not None and value is not False
    }


def _scored(options: Namespace, score: PlayScore, console: Console) -> Iterator[str]:
    yield from _board(options, partial(_play_on_board, options), console)
    rows = [[word["word"], str(word["score"])] for word in score["words"]]
    if score["bonus"]:
        rows.append([f"bonus for {score['tiles']} tiles", str(score["bonus"])])
    *lines, total = table([*rows, ["score", str(score["score"])]], right=[1])
    yield from lines
    yield console.ink(total, Ink.STRONG)
    if "agrees" in score:
        agrees = "as declared" if score["agrees"] else "not as declared"
        yield console.ink(agrees, Ink.GOOD if score["agrees"] else Ink.BAD)


def judge_arguments(parser: ArgumentParser) -> None:
    """The play, the contested words, and what a penalty may depend on."""
    add_rules(parser)
    _add_board(parser)
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
        names = ("before", "placement", "contested", "variant", "prior_unfounded", "retracted")
        judgement = service.judge(options.rules, options.play, **_given(options, *names))
        edition = service.edition(options.rules)
    valid = judgement["valid"]
    lines = [verdict_line(edition, console, valid=valid), *table(_consequences(judgement))]
    return show(judgement, lines, console, valid=valid)


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


Laying = tuple[Board, Collection[Square]]
Lay = Callable[[Rules], Laying]
_CELL = 3
_SIGNS = {
    PLAIN: "·",
    Premium(2, 1): "2l",
    Premium(3, 1): "3l",
    Premium(1, 2): "2w",
    Premium(1, 3): "3w",
}


def _board(options: Namespace, lay: Lay, console: Console) -> Iterator[str]:
    """A board and what was laid on it last; nothing where this machine has other rules."""
    rules = rulebook().find(options.rules)
    if rules is None:
        return
    try:
        board, laid = lay(rules)
    except RuleError:
        return  # The service has another edition of this name, and its answer is what counts.
    yield from (*draw_board(board, rules, console, laid), "")


def _play_on_board(options: Namespace, rules: Rules) -> Laying:
    """The board after the play that the options name."""
    if options.position is not None:
        board = read_position(options.position, rules)
    else:
        plays = [read_gcg_play(text, rules.alphabet) for text in options.before]
        board = board_after(plays, rules)
    play = read_gcg_play(options.play, rules.alphabet)
    made = make_play(play, board, rules, uncontested=options.placement is not None)
    return board, [rules.plan.square(number) for number in made.laid]


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


def recount_arguments(parser: ArgumentParser) -> None:
    """The record of the game."""
    add_rules(parser)
    parser.add_argument("game", metavar="FILE", help="a GCG or JSON file; - reads standard input")
    parser.add_argument(
        "--gcg", action="store_true", help="print the game as GCG, with the scores that count"
    )
    add_service(parser)


def recount(options: Namespace, console: Console) -> Exit:
    """Print the game event by event; not valid if anything on the sheet is wrong."""
    game = read_game(options.game)
    with open_service(options, console) as service:
        recount = service.replay(options.rules, game)
        written = service.replay_as_gcg(options.rules, game) if options.gcg else ""
    faults = list(_disagreements(recount))
    counted = _recounted(options, recount, faults, console)
    lines = [written.rstrip("\n")] if options.gcg else counted
    return show(recount, lines, console, valid=not faults)


def _recounted(
    options: Namespace, recount: Recount, faults: Sequence[str], console: Console
) -> Iterator[str]:
    """The events, the last board, what the sheet has wrong, and the result."""
    yield from _events(recount, console)
    yield from _board(
        options, lambda rules: (read_position(recount["position"], rules), ()), console
    )
    yield from (console.ink(line, Ink.BAD) for line in faults)
    yield from result_lines(recount, recount["players"], console)


def read_game(name: str) -> Game | bytes:
    """A game in JSON, or the bytes of a GCG file; only JSON starts with a brace."""
    if name == "-" and sys.stdin is None:
        raise CommandError("-: standard input is closed; name a GCG or JSON file")
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else fault
        raise CommandError(f"{name}: {why}; name a GCG or JSON file, or -") from None
    if not data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return data
    try:
        game: Game = json.loads(data, parse_constant=_refuse)
    except (ValueError, RecursionError) as fault:
        raise CommandError(f"the game cannot be read as JSON: {fault}") from None
    return game


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _events(recount: Recount, console: Console) -> Iterator[str]:
    head = ["n", "player", "event", "words", "score", "declared", "totals"]
    wrong = {entry["n"] for entry in (*recount["disagreements"], *recount["faults"])}
    rows = [_event_row(event, recount["players"]) for event in recount["events"]]
    first, *lines = table([head, *rows], right=[0, 4, 5])
    yield console.ink(first, Ink.FAINT)
    for event, line in zip(recount["events"], lines, strict=True):
        yield console.ink(line, Ink.BAD if event["n"] in wrong else Ink.PLAIN)
    yield ""


def _event_row(event: RecountedEvent, names: Sequence[str]) -> list[str]:
    player = event["player"]
    return [
        str(event["n"]),
        "" if player is None else names[player],
        event["type"],
        " ".join(f"{word['word']} {word['score']}" for word in event["words"]),
        str(event["score"]),
        str(event.get("declared", "")),
        " : ".join(map(str, event["totals"])),
    ]


def _disagreements(recount: Recount) -> Iterator[str]:
    """Everything that the sheet has wrong, a line each."""
    for wrong in recount["disagreements"]:
        yield f"event {wrong['n']}: declared {wrong['declared']}, counted {wrong['computed']}"
    for wrong in recount["additions"]:
        yield f"event {wrong['n']}: total {wrong['declared']}, adds up to {wrong['computed']}"
    for fault in recount["faults"]:
        yield f"event {fault['n']}: {fault['code']}: {fault['detail']}, art. {fault['article']}"
    if "unsettled" in recount:
        yield f"no result: {recount['unsettled']}"


OVERTIME = (
    "seconds used beyond the base time (FIGS: of the supplementary time, from the opponent's call)"
)


def settle_arguments(parser: ArgumentParser) -> None:
    """The game at its end; player 0 is the first of the two."""
    add_rules(parser)
    parser.add_argument("--scores", type=int, nargs=2, required=True, metavar=("A", "B"))
    parser.add_argument(
        "--racks",
        nargs=2,
        required=True,
        metavar=("A", "B"),
        help='tiles left, ? for a blank, "" for none',
    )
    parser.add_argument("--ended-by", choices=[ending.value for ending in Ending], required=True)
    parser.add_argument(
        "--player",
        type=int,
        nargs="+",
        choices=(0, 1),
        help="who went out, overran, gave up or did not come",
    )
    sides: dict[str, Any] = {"type": int, "nargs": 2, "metavar": ("A", "B")}
    parser.add_argument("--overtime", dest="overtime_seconds", help=OVERTIME, **sides)
    parser.add_argument(
        "--remaining", dest="remaining_seconds", help="seconds left on the clocks", **sides
    )
    parser.add_argument(
        "--called",
        action="store_true",
        help="the opponent pointed out that all the time is used up (FIGS: a loss needs it)",
    )
    parser.add_argument("--excused", action="store_true", help="the absence was excused")
    add_service(parser)


_FINISH = (
    *("scores", "racks", "ended_by", "player"),
    *("overtime_seconds", "remaining_seconds", "called", "excused"),
)


def settle(options: Namespace, console: Console) -> Exit:
    """Print the final scores, the winner and how they came about."""
    with open_service(options, console) as service:
        asked = _given(options, *_FINISH)
        if len(asked.get("player", ())) == 1:
            (asked["player"],) = asked["player"]
        result = service.settle(options.rules, **asked)
    return show(result, result_lines(result, NAMELESS, console), console)


COMMANDS = {
    "score": Command(score_arguments, score),
    "judge": Command(judge_arguments, judge),
    "recount": Command(recount_arguments, recount),
    "settle": Command(settle_arguments, settle),
}
