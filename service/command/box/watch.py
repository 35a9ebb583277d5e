"""The box while it serves: one screen that stays, or lines where nobody watches.

The server is a child whose log, JSON for machines, becomes what a view shows. What is a warning
goes into a file of the folder. However the box ends, the day's counts are kept.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from service.command.base import CommandError
from service.command.box import hall as halls
from service.command.box.folder import ARBITER, TERMINAL, Folder
from service.command.box.hall import Board, Hall, drawn, farewell, head, said, summary, todo
from service.command.output import Console
from service.devices import write_private

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

    def draw(self, _: Board, hall: Hall) -> None:
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

    def __init__(self, console: Console) -> None:
        """Draw on this console."""
        self._out = console.out
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

    def draw(self, board: Board, hall: Hall) -> None:
        """Draw everything anew."""
        size = shutil.get_terminal_size()
        asks = time.monotonic() < self._ends_until
        lines = drawn(board, hall, size.columns, size.lines, asks=asks)
        self._out.write("\x1b[H" + "\x1b[K\r\n".join(lines) + "\x1b[K\x1b[J")
        self._out.flush()

    def interrupted(self) -> None:
        """Ask for a second Ctrl-C, which ends the day if it comes soon."""
        if time.monotonic() < self._ends_until:
            raise Stopped
        self._ends_until = time.monotonic() + _AGAIN_WITHIN


SERVER = (sys.executable, "-m", "service.command.box.server")
_STEP = 1.0
_STOPS_WITHIN = 10.0
_QUIET = ("debug", "info")

Log = SimpleQueue[bytes | None]
"""Lines of the server; an empty one is no line, but a reason to draw."""


@dataclass(slots=True)
class Day:
    """The hall as it is now, and the folder where its counts are kept and its tables change."""

    folder: Folder
    board: Board
    hall: Hall = field(default_factory=Hall)
    log: Log = field(default_factory=SimpleQueue)
    _stamp: tuple[float, ...] = ()
    _looks_at: float = 0.0

    def __post_init__(self) -> None:
        """Go on with the counts of this morning, if the box was started again."""
        try:
            self.hall = halls.from_counts(json.loads(self.path.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            self.hall = Hall()

    @property
    def path(self) -> Path:
        """The counts."""
        return self.folder.path / "counts.json"

    def look(self, now: float) -> None:
        """Look at the clock, and at what was done beside the box: tables added or withdrawn."""
        if now < self._looks_at <= now + _STEP:
            return
        self._looks_at = now + _STEP
        self.hall = halls.looked(self.hall, now)
        stamp = self.folder.stamp()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        with suppress(CommandError):  # Half done: it is looked at again.
            plan = self.folder.read_plan() or self.board.sheet.plan
            self.board = replace(self.board, sheet=replace(self.board.sheet, plan=plan))
        labels = {place.label for place in self.folder.devices.enrolled()}
        self.hall = halls.enrolled(self.hall, labels)

    def look_again(self) -> None:
        """Have the folder looked at: something was changed there just now."""
        self._looks_at = 0.0
        self.log.put(b"")

    @staticmethod
    def now() -> float:
        """The time by which tables are heard."""
        return time.time()

    def take(self, line: Mapping[str, object], now: float) -> None:
        """Learn from a line of the server's log."""
        place = str(line.get("label") or "")
        if not place:
            return
        if place == TERMINAL:
            place = ARBITER
        if line.get("logger") == "service.tables":
            self.hall = halls.judged(self.hall, place, now, stands=line.get("valid") is True)
            write_private(self.path, json.dumps(halls.counts(self.hall)))
        else:
            spells = str(line.get("route")).endswith("/spell")
            self.hall = halls.heard(self.hall, place, now, asks=spells)


def serve_and_watch(
    day: Day, variables: Mapping[str, str], console: Console, shown: Callable[[Day], None]
) -> None:
    """Serve until somebody ends it, then give the summary of the day."""
    board, folder = day.board, day.folder
    kept = folder.path / "service.log"
    view = Live(console) if console.lively and console.colour else Lines(board, console)
    with _signals(view, day.log), _server(variables) as server:
        assert server.stderr is not None
        Thread(target=_read, args=(server.stderr, day.log), daemon=True).start()
        try:
            shown(day)
            with view.shown():
                last = _watch(day, view, kept)
        except (KeyboardInterrupt, Stopped):
            pass
        else:
            raise CommandError(last or f"the service has ended: see {kept}")
        finally:
            text = summary(board, day.hall, datetime.now())
            write_private(folder.path / "summary.txt", text)
            console.say(text)
            for line in farewell(board):
                console.say_wrapped(line)


def _watch(day: Day, view: Lines | Live, kept: Path) -> str:
    """Follow the server's log until it ends; its last words, if they were for people."""
    last = ""
    while True:
        day.look(time.time())
        view.draw(day.board, day.hall)
        try:
            raw = day.log.get(timeout=_STEP)
        except Empty:
            continue
        if raw is None:
            return last
        if not raw:
            continue
        line = _line(raw)
        last = "" if line else raw.decode(errors="replace").strip()
        if line.get("level") not in _QUIET:
            with kept.open("ab") as file:
                file.write(raw)
        day.take(line, time.time())


def _read(pipe: IO[bytes], log: Log) -> None:
    for raw in pipe:
        log.put(raw)
    log.put(None)


def _line(raw: bytes) -> dict[str, object]:
    """A line of the log; what is none was said by somebody else."""
    try:
        line = json.loads(raw)
    except ValueError:
        return {}
    return line if isinstance(line, dict) else {}


@contextmanager
def _server(variables: Mapping[str, str]) -> Iterator["subprocess.Popen[bytes]"]:
    """The server, in a group of its own: Ctrl-C is for the box, which then ends the server."""
    server = subprocess.Popen(
        SERVER,
        env={**os.environ, **variables},
        stdin=subprocess.PIPE,  # It ends with the box, which holds this end.
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        yield server
    finally:
        server.terminate()
        try:
            server.wait(_STOPS_WITHIN)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


@contextmanager
def _signals(view: Lines | Live, log: Log) -> Iterator[None]:
    """Whoever closes the window or ends the process ends the day properly.

    Ctrl-C is listened to as well where the box was started by something that ignores it.
    """

    def stop(*_: object) -> None:
        raise Stopped

    def interrupt(*_: object) -> None:
        view.interrupted()
        log.put(b"")

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in numbers}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
