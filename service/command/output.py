"""What a person sees: two streams, a few colours, text in columns.

Colour is for terminals only and a fault is one line. What came from elsewhere may hold signs that
would move the cursor or paint the screen: they are shown as �, wherever they are printed. Width is
counted in columns, not characters: a combining mark takes none, so decomposed Ș is as wide as
composed Ș, and L·L is three columns.
"""

import io
import json
import os
import re
import shutil
import sys
import textwrap
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TextIO

_RESET = "\x1b[0m"
_WIDEST = 100
_SILENT_SECONDS = 1.0
_OBEYED = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""All controls but a tab, and the signs that turn the direction of what follows them."""


class Ink(StrEnum):
    """The few colours that mean something."""

    PLAIN = ""
    STRONG = "1"
    FAINT = "2"
    GOOD = "1;32"
    BAD = "1;31"
    LAID = "1;7"


class Inked(str):
    """A line with colours of ours, and nothing else in it that a terminal obeys."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Console:
    """The two streams of a process, and whether each is a person's terminal."""

    out: TextIO
    err: TextIO
    colour: bool = False
    lively: bool = False
    width: int = 80
    json: bool = False

    def say(self, text: str = "") -> None:
        """Print a line of the answer."""
        print(_shown(text), file=self.out)

    def say_wrapped(self, text: str) -> None:
        """Print a paragraph in lines that break between words."""
        for line in textwrap.wrap(text, self.width, break_long_words=False, break_on_hyphens=False):
            self.say(line)

    def say_json(self, answer: object) -> None:
        """Print an answer as JSON."""
        self.say(json.dumps(answer, ensure_ascii=False, indent=2))

    def note(self, text: str) -> None:
        """Print a line that is not part of the answer."""
        try:
            print(_shown(text), file=self.err)
        except OSError:
            let_go(self.err)

    def ink(self, text: str, ink: Ink) -> Inked:
        """The text in a colour, if there are colours here."""
        told = plain(text)
        return Inked(f"\x1b[{ink}m{told}{_RESET}" if self.colour and ink and told else told)


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


def plain(text: str) -> str:
    """One line of text without the signs that a terminal obeys."""
    return _OBEYED.sub("�", text)


def _shown(text: str) -> str:
    if isinstance(text, Inked):
        return text
    return "\n".join(map(plain, text.split("\n")))


def display_width(text: str) -> int:
    """How many columns a text takes on a screen."""
    if text.isprintable() and all(sign < "\u0300" for sign in text):
        return len(text)
    import wcwidth  # Only here: most of what is printed has neither marks nor wide signs.

    return wcwidth.width(text, control_codes="ignore")


def padded(text: str, width: int) -> str:
    """The text filled up to a width; a minus sign in front of the width fills on the left."""
    text = plain(text)
    fill = " " * (abs(width) - display_width(text))
    return fill + text if width < 0 else text + fill


def centred(text: str, width: int) -> str:
    """The text in the middle of a width."""
    left = (width - display_width(text)) // 2
    return padded(" " * max(left, 0) + text, width)


def clipped(text: str, width: int) -> str:
    """The text cut to a width, with a sign that it goes on."""
    text = plain(text)
    if display_width(text) <= width:
        return text
    import wcwidth

    return wcwidth.clip(text, 0, width - 1, control_codes="ignore") + "…"


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows in columns as wide as their widest cell; `right` are the columns of numbers."""
    rows = [list(map(plain, row)) for row in rows]
    columns = zip(*rows, strict=True)
    widths = [max(map(display_width, column)) for column in columns]
    signed = [-width if n in right else width for n, width in enumerate(widths)]
    return ["  ".join(map(padded, row, signed)).rstrip() for row in rows]


def wrapped(text: str, width: int, indent: str) -> list[str]:
    """A paragraph in lines of at most a width."""
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)


@contextmanager
def waiting(console: Console, what: str) -> Iterator[None]:
    """Say what is waited for where somebody watches, if it takes more than a moment."""
    said = threading.Timer(_SILENT_SECONDS, console.note, [f"{what} …"])
    said.daemon = True
    if console.lively:
        said.start()
    try:
        yield
    finally:
        said.cancel()
