"""`arbiter recount`: a recorded game counted again, with every disagreement and the last board."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NoReturn

from arbiter_client.answers import Recount, RecountedEvent
from arbiter_client.questions import Game

from service.command.answers import exit_code, say_result
from service.command.backend import open_service
from service.command.base import Command, CommandError, Exit
from service.command.boards import say_position
from service.command.options import add_rules, add_service
from service.command.output import Console, Ink, table


def arguments(parser: ArgumentParser) -> None:
    """The record of the game."""
    add_rules(parser)
    parser.add_argument("game", metavar="FILE", help="a GCG or JSON file; - reads standard input")
    parser.add_argument(
        "--gcg", action="store_true", help="print the game as GCG, with the scores that count"
    )
    add_service(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Print the game event by event; not valid if anything on the sheet is wrong."""
    game = _read_game(options.game)
    with open_service(options, console) as service:
        recount = service.replay(options.rules, game)
        written = service.replay_as_gcg(options.rules, game) if options.gcg else ""
    faults = list(_faults(recount))
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
    rows = [_row(event, recount["players"]) for event in recount["events"]]
    first, *lines = table([head, *rows], right=[0, 4, 5])
    console.say(console.ink(first, Ink.FAINT))
    for event, line in zip(recount["events"], lines, strict=True):
        console.say(console.ink(line, Ink.BAD if event["n"] in wrong else Ink.PLAIN))
    console.say()


def _row(event: RecountedEvent, names: Sequence[str]) -> list[str]:
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


def _faults(recount: Recount) -> Iterator[str]:
    """Everything that the sheet has wrong, a line each."""
    for wrong in recount["disagreements"]:
        yield f"event {wrong['n']}: declared {wrong['declared']}, counted {wrong['computed']}"
    for wrong in recount["additions"]:
        yield f"event {wrong['n']}: total {wrong['declared']}, adds up to {wrong['computed']}"
    for fault in recount["faults"]:
        yield f"event {fault['n']}: {fault['code']}: {fault['detail']}, art. {fault['article']}"
    if "unsettled" in recount:
        yield f"no result: {recount['unsettled']}"


COMMAND = Command(
    "recount",
    "count a recorded game again: events, disagreements, the last board, the result",
    "arbiter recount --rules figs game.gcg",
    arguments,
    run,
)
