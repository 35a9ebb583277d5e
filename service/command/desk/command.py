"""`arbiter terminal`: opens the arbiter's desk."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path

from service.command.backend import connect, whom
from service.command.base import Command, CommandError, Exit, add_rules, add_service
from service.command.desk.records import Records, append, begin_log, check_printer, check_variant
from service.command.local import languages, load_texts
from service.command.output import Console, is_terminal
from service.command.words import add_expect, check_announced

CLEARS_AFTER = 10.0
MOST_SECONDS = 600.0


def arguments(parser: ArgumentParser) -> None:
    """The edition, the records to keep and how long a verdict stays on the screen."""
    add_rules(parser)
    add_expect(parser)
    parser.add_argument(
        "--clear-after",
        type=_seconds,
        default=CLEARS_AFTER,
        metavar="SECONDS",
        help=f"how long a verdict stays on the screen ({CLEARS_AFTER:g})",
    )
    parser.add_argument("--lang", choices=languages(), help="language of the desk (the rules')")
    parser.add_argument("--variant", help="the announced penalty, if there is a choice")
    parser.add_argument("--log", type=Path, metavar="FILE", help="add every verdict to this file")
    parser.add_argument("--log-words", action="store_true", help="write the words into the log too")
    parser.add_argument(
        "--slip-file", type=Path, metavar="FILE", help="add a slip for every verdict to this file"
    )
    parser.add_argument(
        "--slip-command",
        default="",
        metavar="COMMAND",
        help="print a slip for every verdict with this program (no shell), such as lp",
    )
    add_service(parser, json=False)


def run(options: Namespace, console: Console) -> Exit:
    """Keep the desk open until the arbiter leaves it."""
    if not (is_terminal(sys.stdin) and is_terminal(sys.stdout)):
        raise CommandError("the desk needs a terminal; `arbiter challenge` answers without one")
    # Only the desk draws on the whole screen: no other command waits for prompt_toolkit.
    from service.command.desk.session import DeskOptions, Session

    records = _records(options)
    service = connect(options)
    try:
        edition = service.edition(options.rules)
        if options.expect is not None:
            check_announced(edition, options.expect)
        check_variant(edition["id"], options.variant)
        texts = load_texts(options.lang or edition["language"])
        if options.log is not None:
            begin_log(options.log, texts)
        place = "" if options.offline else whom(options)
        desk = DeskOptions(
            records, place, options.clear_after, texts, options.variant, console.colour
        )
        Session(service, edition, desk).application.run()
    finally:
        service.close()
    return Exit.VALID


def _records(options: Namespace) -> Records:
    """Where verdicts are put on record; a place that cannot be written is found out at once."""
    for file in (options.log, options.slip_file):
        if file is not None:
            append(file, "")
    if options.slip_command:
        check_printer(options.slip_command)
    return Records(options.log, options.log_words, options.slip_file, options.slip_command)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= MOST_SECONDS:
        most = f"{MOST_SECONDS:g}"
        raise ArgumentTypeError(f"{text!r} is no number of seconds above 0 and up to {most}")
    return seconds


COMMANDS = {"terminal": Command(arguments, run)}
