"""Opens the desk (`arbiter terminal`), and keeps what a verdict leaves behind: a log, slips.

A slip carries the words as they were typed and one verdict for all of them, never a mark on one
(FRS 5.11.3 g). The log holds the time, the table and the verdict; words only if asked for. The
desk knows words and no play, so a share of the play's score stays a share. Penalties come from the
edition on this machine; a service may have editions of its own, and then only the verdict is shown.
"""

import shlex
import shutil
import subprocess
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from arbiter_client.catalogue import Edition, EditionLexicon

from service.command.answers import short_hash, standing, verdict_word
from service.command.backend import connect, whom
from service.command.base import Command, CommandError, Exit, add_rules, add_service
from service.command.desk.state import Entry
from service.command.local import languages, load_texts, rulebook
from service.command.output import Console, is_terminal
from service.command.words import add_expect, check_announced
from service.engine.challenge import variant
from service.engine.errors import UnknownVariantError
from service.engine.rules import Penalty, PenaltyKind
from service.texts import Texts

_PRINTER_SECONDS = 20


class RecordError(CommandError):
    """A log or a slip that could not be written."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict as it is put on record."""

    time: datetime
    entry: Entry
    edition: Edition
    valid: bool
    texts: Texts
    follows: str = ""
    again: bool = False


@dataclass(frozen=True, slots=True)
class Records:
    """Where rulings go: a log, a file of slips, a command that prints."""

    log: Path | None = None
    log_words: bool = False
    slip_file: Path | None = None
    slip_command: str = ""

    @property
    def has_slips(self) -> bool:
        """Whether slips go anywhere."""
        return self.slip_file is not None or bool(self.slip_command)

    def keep(self, ruling: Ruling) -> None:
        """Put a ruling on record everywhere it belongs."""
        if self.log is not None:
            append(self.log, log_line(ruling, words=self.log_words))
        self.hand_out(ruling)

    def hand_out(self, ruling: Ruling) -> None:
        """Write the slip of a ruling, once more if need be."""
        if self.slip_file is not None:
            append(self.slip_file, slip(ruling) + "\n")
        if self.slip_command:
            _print(self.slip_command, slip(ruling), ruling.texts)


def log_line(ruling: Ruling, *, words: bool) -> str:
    """One line of the log, tabs between its parts; the time says in which zone."""
    edition, lexicon = ruling.edition, ruling.edition["lexicon"]
    parts = [
        ruling.time.isoformat(timespec="seconds"),
        ruling.entry.table or "-",
        verdict_word(edition, valid=ruling.valid),
        edition["id"],
        _shown_lexicon(lexicon, ruling.texts),
        lexicon["sha256"],
    ]
    return "\t".join([*parts, *(ruling.entry.words if words else ())]) + "\n"


def slip(ruling: Ruling) -> str:
    """The slip of a table: both verdicts, the one given in brackets as if circled."""
    edition, texts = ruling.edition, ruling.texts
    lexicon = edition["lexicon"]
    yes, no = edition["verdicts"]["valid"].upper(), edition["verdicts"]["invalid"].upper()
    return "\n".join(
        (
            f"{edition['id']}   {ruling.time:%Y-%m-%d %H:%M}",
            texts("terminal.table", table=ruling.entry.table or "-"),
            *([texts("terminal.again")] if ruling.again else []),
            "",
            *(f"  {word}" for word in ruling.entry.words),
            "",
            f"  [ {yes} ]    {no}" if ruling.valid else f"  {yes}    [ {no} ]",
            "",
            *([ruling.follows, ""] if ruling.follows else []),
            _shown_lexicon(lexicon, texts),
            f"sha256 {short_hash(lexicon['sha256'])}",
            "",
        )
    )


def _shown_lexicon(lexicon: EditionLexicon, texts: Texts) -> str:
    return f"{lexicon['language']}/{lexicon['version']} ({texts(f'lexicon.{standing(lexicon)}')})"


def begin_log(path: Path, texts: Texts) -> None:
    """Give a log that is still empty a line that says what its columns are."""
    if path.stat().st_size == 0:
        append(path, texts("terminal.log") + "\n")


def append(path: Path, text: str) -> None:
    """Add to a file, which need not exist yet."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        raise RecordError(f"{path}: {fault.strerror}") from None


def check_printer(command: str) -> None:
    """Refuse a command that prints slips but is not there, before a table waits for one."""
    try:
        program = shlex.split(command)[0]
    except (ValueError, IndexError) as fault:
        raise RecordError(f"--slip-command: {command!r} is not a command: {fault}") from None
    if shutil.which(program) is None:
        raise RecordError(f"--slip-command: there is no program {program!r} on this machine")


def _print(command: str, text: str, texts: Texts) -> None:
    try:
        subprocess.run(
            shlex.split(command),
            input=text.encode(),
            check=True,
            capture_output=True,
            timeout=_PRINTER_SECONDS,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as fault:
        told = texts("terminal.no_slip", command=command, why=_why(fault))
        raise RecordError(told) from None


def _why(fault: Exception) -> str:
    """Why a printer printed nothing: its own last words, or as little as is known."""
    match fault:
        case subprocess.CalledProcessError():
            words = fault.stderr.decode(errors="replace").strip().splitlines()
            return words[-1] if words else f"exit {fault.returncode}"
        case subprocess.TimeoutExpired():
            return f"> {_PRINTER_SECONDS} s"
        case OSError():
            return fault.strerror or ""
        case _:
            return str(fault)


def check_variant(rules_name: str, name: str | None) -> None:
    """Refuse a variant that the edition does not have."""
    rules = rulebook().find(rules_name)
    try:
        variant(name, rules) if rules else None
    except UnknownVariantError as fault:
        raise CommandError(str(fault)) from None


def what_follows(edition: str, name: str | None, words: int, texts: Texts, *, valid: bool) -> str:
    """The line beside a verdict; empty where this machine does not know the edition."""
    rules = rulebook().find(edition)
    if rules is None:
        return ""
    if not valid:
        fallen, rejected = texts("after.falls"), rules.challenge.rejected
        if rejected.kind is PenaltyKind.NONE:
            return fallen
        return f"{fallen} {_said_of(texts('after.player'), _say(rejected, 1, texts))}"
    try:
        return _said_of(texts("after.challenger"), _say(variant(name, rules), words, texts))
    except UnknownVariantError:
        return ""


def _said_of(who: str, cost: str) -> str:
    """Who pays, and what."""
    return f"{who} – {cost[:1].lower()}{cost[1:]}"


def _say(penalty: Penalty, words: int, texts: Texts) -> str:
    worked = f"penalty.{penalty.kind}.worked"
    said = texts(
        worked if words > 1 and worked in texts else f"penalty.{penalty.kind}",
        amount=penalty.amount,
        count=words,
        total=penalty.amount * words,
        steps=", ".join(map(str, penalty.steps)),
    )
    article = f"art. {penalty.article}" if penalty.article[:1].isdecimal() else penalty.article
    return f"{said} ({article})"


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
