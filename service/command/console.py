"""Where output goes: colour only on a terminal, faults in one line, nothing else decided here."""

import io
import json
import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO

_RESET = "\x1b[0m"
_WIDEST = 100


class Ink(StrEnum):
    """The few colours that mean something."""

    PLAIN = ""
    STRONG = "1"
    FAINT = "2"
    GOOD = "1;32"
    BAD = "1;31"
    LAID = "1;7"


@dataclass(frozen=True, slots=True)
class Console:
    """The two streams of a process, and whether each is a person's terminal."""

    out: TextIO
    err: TextIO
    colour: bool = False
    lively: bool = False
    width: int = 80

    def say(self, text: str = "") -> None:
        """Print a line of the answer."""
        print(text, file=self.out)

    def say_json(self, answer: object) -> None:
        """Print an answer as JSON."""
        self.say(json.dumps(answer, ensure_ascii=False, indent=2))

    def note(self, text: str) -> None:
        """Print a line that is not part of the answer."""
        try:
            print(text, file=self.err)
        except OSError:
            let_go(self.err)

    def ink(self, text: str, ink: Ink) -> str:
        """The text in a colour, if there are colours here."""
        return f"\x1b[{ink}m{text}{_RESET}" if self.colour and ink and text else text


def process_console(environ: Mapping[str, str]) -> Console:
    """The console of this process. NO_COLOR turns colours off, as it does elsewhere."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that lacks a letter gets its number: an answer is never lost over a letter.
        sys.stdout.reconfigure(errors="backslashreplace")
    if sys.stderr is None:
        # Closed: what is said there must not turn up in the answer instead.
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115  # open as long as the process
    tty = is_terminal(sys.stdout)
    colour = tty and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    width = min(shutil.get_terminal_size().columns, _WIDEST) if tty else _WIDEST
    return Console(sys.stdout, sys.stderr, colour, is_terminal(sys.stderr), width)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person sits at a stream; nobody does at one that is closed."""
    return stream is not None and stream.isatty()


def let_go(stream: TextIO) -> None:
    """Send to nowhere what a stream still holds: Python must not try to write it at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
