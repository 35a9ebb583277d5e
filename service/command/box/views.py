"""How the hall is shown: one screen that stays, or lines where nobody watches.

Each also knows what a Ctrl-C means to whoever sits before it.
"""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

from service.command.box.hall import Hall
from service.command.box.screen import Board, drawn, head, said, todo
from service.command.output import Console

_AGAIN_WITHIN = 5.0
"""Seconds in which a second Ctrl-C ends the day, where a first one could be a slip."""
_ENTER, _LEAVE = "\x1b[?1049h\x1b[?25l", "\x1b[?25h\x1b[?1049l"


class Stopped(BaseException):
    """The box was told to end by a signal."""


class Lines:
    """What happens, line by line, where the output is no screen."""

    def __init__(self, board: Board, console: Console) -> None:
        """Say it on this console."""
        self._board, self._console = board, console
        self._said = 0

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Say first what does not change."""
        for line in (*self._board.notes, *head(self._board), "", *todo(self._board), ""):
            self._console.say(line)
        self._console.out.flush()
        yield

    def draw(self, hall: Hall) -> None:
        """Say what is new."""
        events = hall.events
        for event in events[min(self._said, len(events)) :]:
            self._console.say(said(self._board, event))
        self._said = len(events)
        self._console.out.flush()

    def interrupted(self) -> None:
        """End at once: whatever sends Ctrl-C here is no finger that slips."""
        raise Stopped


class Live:
    """One screen that stays."""

    def __init__(self, board: Board, console: Console) -> None:
        """Draw on this console."""
        self._board, self._out = board, console.out
        self._ends_until = 0.0

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Take the screen, and give it back as it was."""
        self._out.write(_ENTER)
        try:
            yield
        finally:
            self._out.write(_LEAVE)
            self._out.flush()

    def draw(self, hall: Hall) -> None:
        """Draw everything anew."""
        size = shutil.get_terminal_size()
        asks = time.monotonic() < self._ends_until
        lines = drawn(self._board, hall, size.columns, size.lines, asks=asks)
        self._out.write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[K\x1b[J")
        self._out.flush()

    def interrupted(self) -> None:
        """Ask for a second Ctrl-C, which ends the day if it comes soon."""
        if time.monotonic() < self._ends_until:
            raise Stopped
        self._ends_until = time.monotonic() + _AGAIN_WITHIN
