"""A game counted again, with every disagreement, and the result of a finished one."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from arbiter_client.answers import Recount, RecountedEvent
from arbiter_client.questions import Finish, Game

from service.command.answers import NAMELESS, exit_code, say_result
from service.command.backend import open_service
from service.command.base import Command, CommandError, Exit, add_rules, add_service
from service.command.output import Console, Ink, table
from service.command.plays import say_position
from service.engine.settlement import Ending


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
    game = _read_game(options.game)
    with open_service(options, console) as service:
        recount = service.replay(options.rules, game)
        written = service.replay_as_gcg(options.rules, game) if options.gcg else ""
    faults = list(_disagreements(recount))
    if options.json:
        console.say_json(recount)
    elif options.gcg:
        console.say(written.rstrip("\n"))
    else:
        _say_events(recount, console)
        say_position(options.rules, recount["position"], console)
        for line in faults:
            console.say(console.ink(line, Ink.BAD))
        say_result(recount, recount["players"], console)
    return exit_code(valid=not faults)


def _read_game(name: str) -> Game | bytes:
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


def _say_events(recount: Recount, console: Console) -> None:
    head = ["n", "player", "event", "words", "score", "declared", "totals"]
    wrong = {entry["n"] for entry in (*recount["disagreements"], *recount["faults"])}
    rows = [_event_row(event, recount["players"]) for event in recount["events"]]
    first, *lines = table([head, *rows], right=[0, 4, 5])
    console.say(console.ink(first, Ink.FAINT))
    for event, line in zip(recount["events"], lines, strict=True):
        console.say(console.ink(line, Ink.BAD if event["n"] in wrong else Ink.PLAIN))
    console.say()


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
    parser.add_argument("--overtime", type=int, nargs=2, metavar=("A", "B"), help=OVERTIME)
    parser.add_argument(
        "--remaining", type=int, nargs=2, metavar=("A", "B"), help="seconds left on the clocks"
    )
    parser.add_argument(
        "--called",
        action="store_true",
        help="the opponent pointed out that all the time is used up (FIGS: a loss needs it)",
    )
    parser.add_argument("--excused", action="store_true", help="the absence was excused")
    add_service(parser)


def settle(options: Namespace, console: Console) -> Exit:
    """Print the final scores, the winner and how they came about."""
    with open_service(options, console) as service:
        result = service.settle(options.rules, **_finish(options))
    if options.json:
        console.say_json(result)
        return Exit.VALID
    say_result(result, NAMELESS, console)
    return Exit.VALID


def _finish(options: Namespace) -> Finish:
    finish = Finish(scores=options.scores, racks=options.racks, ended_by=options.ended_by)
    if options.player is not None:
        finish["player"] = options.player[0] if len(options.player) == 1 else options.player
    if options.overtime is not None:
        finish["overtime_seconds"] = options.overtime
    if options.remaining is not None:
        finish["remaining_seconds"] = options.remaining
    if options.called:
        finish["called"] = True
    if options.excused:
        finish["excused"] = True
    return finish


COMMANDS = {
    "recount": Command(recount_arguments, recount),
    "settle": Command(settle_arguments, settle),
}
