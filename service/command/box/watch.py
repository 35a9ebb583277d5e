"""The box while it serves: the server is a child whose log tells what happens in the hall.

The server's log is JSON for machines; here it becomes what a view shows. What is a warning goes
into a file of the folder. However the box ends, the day's counts are kept.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from service.command.base import CommandError
from service.command.box import hall as halls
from service.command.box.folder import ARBITER, TERMINAL
from service.command.box.hall import Hall
from service.command.box.screen import Board, farewell, summary
from service.command.box.views import Lines, Live, Stopped
from service.command.output import Console
from service.devices import write_private

SERVER = (sys.executable, "-m", "service.command.box.server")
_STEP = 1.0
_STOPS_WITHIN = 10.0
_QUIET = ("debug", "info")

Log = SimpleQueue[bytes | None]
"""Lines of the server; an empty one is no line, but a reason to draw."""


@dataclass(slots=True)
class Day:
    """The hall as it is now, and where its counts are kept."""

    path: Path
    hall: Hall = field(default_factory=Hall)

    def __post_init__(self) -> None:
        """Go on with the counts of this morning, if the box was started again."""
        try:
            self.hall = halls.from_counts(json.loads(self.path.read_text(encoding="utf-8")))
        except (OSError, ValueError):
            self.hall = Hall()

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
            self.hall = halls.heard(self.hall, place, now)


def serve_and_watch(
    board: Board, folder: Path, variables: Mapping[str, str], console: Console
) -> None:
    """Serve until somebody ends it, then give the summary of the day."""
    day = Day(folder / "counts.json")
    log: Log = SimpleQueue()
    view = Live(board, console) if console.lively and console.colour else Lines(board, console)
    with _signals(view, log), _server(variables) as server:
        assert server.stderr is not None
        Thread(target=_read, args=(server.stderr, log), daemon=True).start()
        try:
            with view.shown():
                last = _watch(log, day, view, folder / "service.log")
        except (KeyboardInterrupt, Stopped):
            pass
        else:
            raise CommandError(last or f"the service has ended: see {folder / 'service.log'}")
        finally:
            text = summary(board, day.hall, datetime.now())
            write_private(folder / "summary.txt", text)
            console.say(text)
            for line in farewell(board):
                console.say_wrapped(line)


def _watch(log: Log, day: Day, view: Lines | Live, kept: Path) -> str:
    """Follow the server's log until it ends; its last words, if they were for people."""
    last = ""
    while True:
        view.draw(day.hall)
        try:
            raw = log.get(timeout=_STEP)
        except Empty:
            day.hall = halls.looked(day.hall, time.time())
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
