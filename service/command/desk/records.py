"""What the desk leaves behind: a log without words, and slips to hand back to a table.

A slip carries the words as they were typed and one verdict for all of them, never a mark on one
(FRS 5.11.3 g). The log holds the time, the table and the verdict; words only if asked for.
"""

import shlex
import subprocess
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from arbiter_client.catalogue import Edition

from service.command.answers import lexicon_name, verdict_word
from service.command.base import CommandError
from service.command.desk.state import Entry

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


@dataclass(frozen=True, slots=True)
class Records:
    """Where rulings go: a log, a file of slips, a command that prints."""

    log: Path | None = None
    log_words: bool = False
    slip_file: Path | None = None
    slip_command: str = ""

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
            _print(self.slip_command, slip(ruling))


def log_line(ruling: Ruling, *, words: bool) -> str:
    """One line of the log, tabs between its parts."""
    edition = ruling.edition
    parts = [
        ruling.time.isoformat(timespec="seconds"),
        f"table {ruling.entry.table or '-'}",
        verdict_word(edition, valid=ruling.valid),
        edition["id"],
        lexicon_name(edition["lexicon"]),
        edition["lexicon"]["sha256"],
    ]
    return "\t".join([*parts, *(ruling.entry.words if words else ())]) + "\n"


def slip(ruling: Ruling) -> str:
    """The slip of a table: both verdicts, the one given in brackets as if circled."""
    edition = ruling.edition
    yes, no = edition["verdicts"]["valid"].upper(), edition["verdicts"]["invalid"].upper()
    return "\n".join(
        (
            f"{edition['id']}   {ruling.time:%Y-%m-%d %H:%M}",
            f"table {ruling.entry.table or '-'}",
            "",
            *(f"  {word}" for word in ruling.entry.words),
            "",
            f"  [ {yes} ]    {no}" if ruling.valid else f"  {yes}    [ {no} ]",
            "",
            f"lexicon {lexicon_name(edition['lexicon'])}",
            f"sha256 {edition['lexicon']['sha256'][:32]}",
            "",
        )
    )


def append(path: Path, text: str) -> None:
    """Add to a file, which need not exist yet."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        raise RecordError(f"{path}: {fault.strerror}") from None


def _print(command: str, text: str) -> None:
    try:
        subprocess.run(
            shlex.split(command),
            input=text.encode(),
            check=True,
            capture_output=True,
            timeout=_PRINTER_SECONDS,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as fault:
        raise RecordError(f"no slip: {command}: {fault}") from None
