"""The hall while the box serves: which tables answer, and how many challenges each had; no word.

The server is a child whose log, JSON for machines, becomes a value and its transitions. On the
terminal that is one screen of text and a line for whatever happens, in the evening a summary; the
page of the laptop shows the same. What is a warning goes into a file of the folder. However the box
ends, the day's counts are kept.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

from service.command.answers import hash_lines
from service.command.base import CommandError
from service.command.box.folder import ARBITER, TERMINAL, Folder
from service.command.box.plan import TABLE, Plan
from service.command.box.sheet import Sheet, announced, checklist
from service.command.output import Console, table
from service.devices import write_private
from service.texts import Texts

SILENT = 60.0
"""Seconds without a sign after which a table counts as lost; a tablet gives one every twenty."""
ASKS = 120.0
"""Seconds for which a table counts as asking once its words are spelled and no verdict has come."""


class News(StrEnum):
    """What an organiser is told about a table."""

    HERE = "here"
    BACK = "back"
    LOST = "lost"
    JUDGED = "judged"


@dataclass(frozen=True, slots=True)
class Table:
    """A table since the morning; it was never there as long as `seen` is nought."""

    seen: float = 0.0
    lost: bool = False
    asked: float = 0.0
    stands: int = 0
    falls: int = 0

    @property
    def challenges(self) -> int:
        """How many challenges were answered here."""
        return self.stands + self.falls

    @property
    def is_here(self) -> bool:
        """Whether it answers at this moment."""
        return self.seen > 0 and not self.lost


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a place, and when."""

    time: float
    news: News
    place: str


@dataclass(frozen=True, slots=True)
class Hall:
    """Every place by its label, and what happened."""

    places: Mapping[str, Table] = field(default_factory=dict)
    events: tuple[Event, ...] = ()

    def _with(self, label: str, table: Table, *events: Event) -> "Hall":
        return Hall({**self.places, label: table}, (*self.events, *events))


def heard(hall: Hall, label: str, now: float, *, asks: bool = False) -> Hall:
    """The hall after a sign of life from a place, which may have begun to ask for a verdict."""
    table = hall.places.get(label, Table())
    news = [] if table.is_here else [Event(now, News.BACK if table.lost else News.HERE, label)]
    asked = now if asks else table.asked
    return hall._with(label, replace(table, seen=now, lost=False, asked=asked), *news)


def judged(hall: Hall, label: str, now: float, *, stands: bool) -> Hall:
    """The hall after a verdict at a place."""
    table = hall.places.get(label, Table())
    counts = {"stands": table.stands + stands, "falls": table.falls + (not stands)}
    counted = replace(table, **counts, seen=now, lost=False, asked=0.0)
    return hall._with(label, counted, Event(now, News.JUDGED, label))


def looked(hall: Hall, now: float) -> Hall:
    """The hall after a look at the clock: a table silent for too long is lost."""
    for label, one in hall.places.items():
        if label.startswith(TABLE) and one.is_here and now - one.seen > SILENT:
            hall = hall._with(label, replace(one, lost=True), Event(now, News.LOST, label))
    return hall


def enrolled(hall: Hall, labels: Collection[str]) -> Hall:
    """The hall after a look at who may ask: a table without a device is not here."""
    for label, one in hall.places.items():
        if label.startswith(TABLE) and one.seen and label not in labels:
            hall = hall._with(label, replace(one, seen=0.0, lost=False))
    return hall


def counts(hall: Hall) -> dict[str, list[int]]:
    """How many plays stood and fell at each place, to be kept."""
    return {label: [t.stands, t.falls] for label, t in hall.places.items() if t.challenges}


def from_counts(kept: Mapping[str, list[int]]) -> Hall:
    """The hall of a day that goes on after a restart."""
    return Hall({label: Table(stands=s, falls=f) for label, (s, f) in kept.items()})


def tables_of(plan: Plan, hall: Hall) -> dict[str, Table]:
    """The tables of a plan by their numbers, also those not here yet."""
    return {number: hall.places.get(f"{TABLE}{number}", Table()) for number in plan.exits}


def place_name(place: str, texts: Texts) -> str:
    """A place as people call it."""
    kind, _, number = place.partition(" ")
    return texts("header.table", table=number) if kind == "table" else texts("sheet.desk")


def said(event: Event, texts: Texts) -> str:
    """One event in words."""
    told = texts(f"box.{event.news}", place=place_name(event.place, texts))
    return f"{datetime.fromtimestamp(event.time):%H:%M}  {told}"


def totals(hall: Hall, texts: Texts) -> list[list[str]]:
    """The day in counts, under their titles: challenges at each place, plays that stood or fell."""
    played = sorted(counts(hall).items(), key=lambda one: (one[0] != ARBITER, len(one[0]), one))
    numbers = [[stands + falls, stands, falls] for _, (stands, falls) in played]
    sums = [sum(column) for column in zip(*numbers, strict=True)] or [0, 0, 0]
    names = [*(place_name(name, texts) for name, _ in played), texts("box.total")]
    titles = ["", texts("box.challenges"), texts("verdict.valid"), texts("verdict.invalid")]
    rows = zip(names, [*numbers, sums], strict=True)
    return [titles, *([name, *map(str, row)] for name, row in rows)]


def opening(sheet: Sheet) -> list[str]:
    """The screen of text that a day begins with: what is announced, where, and what to do."""
    plan, texts = sheet.plan, sheet.plan.texts
    lines = [*_head(sheet), *(f"{name}: {told}" for name, told in announced(sheet))]
    lines.append(f"{plan.address}/tablet   {plan.address}/arbiter")
    steps = [f"{number} {step}" for number, step in enumerate(checklist(sheet), 1)]
    return [*lines, "", *steps, "", texts("box.stop")]


def summary(sheet: Sheet, hall: Hall, now: datetime) -> str:
    """The day as a text to keep."""
    lines = table(totals(hall, sheet.plan.texts), right=[1, 2, 3])
    return "\n".join([f"{now:%Y-%m-%d %H:%M}", *_head(sheet), "", *lines, ""])


def _head(sheet: Sheet) -> list[str]:
    first, second = hash_lines(sheet.lexicon.sha256)
    title = sheet.plan.edition.title
    return [title, sheet.lexicon_name, f"sha256 {first}", f"       {second}"]


SERVER = (sys.executable, "-m", "service.command.box.server")
_STEP = 1.0
_STOPS_WITHIN = 10.0
_AGAIN_WITHIN = 5.0
"""Seconds in which a second Ctrl-C ends the day, where a first one could be a slip."""
_QUIET = ("debug", "info")


class Stopped(BaseException):
    """The box was told to end by a signal."""


@dataclass(slots=True)
class Day:
    """The hall as it is now, and the folder where its counts are kept and its tables change.

    The log has lines of the server; a text in it is for the organiser, and nothing ends it.
    """

    folder: Folder
    sheet: Sheet
    notes: tuple[str, ...] = ()
    hall: Hall = field(default_factory=Hall)
    log: "SimpleQueue[bytes | str | None]" = field(default_factory=SimpleQueue)
    _stamp: tuple[float, ...] = ()
    _looks_at: float = 0.0

    def __post_init__(self) -> None:
        """Go on with the counts of this morning, if the box was started again."""
        with suppress(OSError, ValueError):
            self.hall = from_counts(json.loads(self.path.read_text(encoding="utf-8")))

    @property
    def path(self) -> Path:
        """The counts."""
        return self.folder.path / "counts.json"

    def look(self, now: float) -> None:
        """Look at the clock, and at what was done beside the box: tables added or withdrawn."""
        if now < self._looks_at <= now + _STEP:
            return
        self._looks_at = now + _STEP
        self.hall = looked(self.hall, now)
        stamp = self.folder.stamp()
        if stamp == self._stamp:
            return
        self._stamp = stamp
        with suppress(CommandError):  # Half done: it is looked at again.
            self.sheet = replace(self.sheet, plan=self.folder.read_plan() or self.sheet.plan)
        labels = {place.label for place in self.folder.devices.enrolled()}
        self.hall = enrolled(self.hall, labels)

    def look_again(self) -> None:
        """Have the folder looked at: something was changed there just now."""
        self._looks_at = 0.0
        self.log.put(b"")

    def take(self, line: Mapping[str, object], now: float) -> None:
        """Learn from a line of the server's log."""
        place = str(line.get("label") or "")
        if not place:
            return
        if place == TERMINAL:
            place = ARBITER
        if line.get("logger") == "service.tables":
            self.hall = judged(self.hall, place, now, stands=line.get("valid") is True)
            write_private(self.path, json.dumps(counts(self.hall)))
        else:
            spells = str(line.get("route")).endswith("/spell")
            self.hall = heard(self.hall, place, now, asks=spells)


def serve_and_watch(
    day: Day, variables: Mapping[str, str], console: Console, shown: Callable[[Day], None]
) -> None:
    """Serve until somebody ends it, then give the summary of the day."""
    texts = day.sheet.plan.texts
    with _signals(day, texts, console), _server(variables) as server:
        assert server.stderr is not None
        Thread(target=_read, args=(server.stderr, day), daemon=True).start()
        try:
            shown(day)
            for line in (*day.notes, *opening(day.sheet), ""):
                console.say(line)
            raise CommandError(_watch(day, texts, console))
        except (KeyboardInterrupt, Stopped):
            pass
        finally:
            text, path = summary(day.sheet, day.hall, datetime.now()), day.folder.path
            write_private(path / "summary.txt", text)
            console.say(text)
            for name in ("box.kept", "box.resume", "box.evening"):
                console.say_wrapped(texts(name, path=path / "summary.txt", folder=path))


def _watch(day: Day, texts: Texts, console: Console) -> str:
    """Say what happens until the server ends; its last words, if they were for people."""
    kept, last, told = day.folder.path / "service.log", "", 0
    while True:
        day.look(time.time())
        for event in day.hall.events[told:]:
            console.say(said(event, texts))
        told = len(day.hall.events)
        console.out.flush()
        try:
            raw = day.log.get(timeout=_STEP)
        except Empty:
            continue
        if raw is None:
            return last or f"the service has ended: see {kept}"
        if isinstance(raw, str):
            console.say(raw)
        elif raw:
            line = _line(raw)
            last = "" if line else raw.decode(errors="replace").strip()
            if line.get("level") not in _QUIET:
                with kept.open("ab") as file:
                    file.write(raw)
            day.take(line, time.time())


def _read(pipe: IO[bytes], day: Day) -> None:
    for raw in pipe:
        day.log.put(raw)
    day.log.put(None)


def _line(raw: bytes) -> dict[str, object]:
    """A line of the log; what is none was said by somebody else."""
    with suppress(ValueError):
        line = json.loads(raw)
        return line if isinstance(line, dict) else {}
    return {}


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
def _signals(day: Day, texts: Texts, console: Console) -> Iterator[None]:
    """Whoever closes the window or ends the process ends the day properly.

    Ctrl-C is listened to as well where the box was started by something that ignores it. On a
    terminal a first one may be a slip of the finger.
    """
    ends_until = 0.0 if console.lively else float("inf")

    def stop(*_: object) -> None:
        raise Stopped

    def interrupt(*_: object) -> None:
        nonlocal ends_until
        if time.monotonic() < ends_until:
            raise Stopped
        ends_until = time.monotonic() + _AGAIN_WITHIN
        day.log.put(texts("box.stop.again"))

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.signal(number, stop) for number in numbers}
    before[signal.SIGINT] = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
