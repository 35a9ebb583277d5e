"""What a box knows of its hall and shows of it: which tables answer, how many challenges each had.

A value and its transitions: what was heard of a table, a verdict, a look at the clock. Never a
word. On a terminal it is one screen that stays, in the evening a summary: counts only. The page of
the laptop shows the same.
"""

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from service.command.answers import hash_lines
from service.command.box.plan import TABLE
from service.command.box.sheet import Sheet, announced, checklist
from service.command.output import clipped, table
from service.texts import Texts

SILENT = 60.0
"""Seconds without a sign after which a table counts as lost; a tablet gives one every twenty."""
ASKS = 120.0
"""Seconds for which a table counts as asking once its words are spelled and no verdict has come."""
_KEPT = 200


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
    """Every place by its label, and what happened last."""

    places: Mapping[str, Table] = field(default_factory=dict)
    events: tuple[Event, ...] = ()

    def _with(self, label: str, table: Table, *events: Event) -> "Hall":
        return Hall({**self.places, label: table}, (*self.events, *events)[-_KEPT:])


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
            event = Event(now, News.LOST, label)
            hall = hall._with(label, replace(one, lost=True), event)
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


_LEAST_NEWS = 3
"""Lines of what happened that stay on the screen, however much there is to do."""


@dataclass(frozen=True, slots=True)
class Board:
    """What does not change while the box serves."""

    sheet: Sheet
    notes: tuple[str, ...] = ()
    page: str = ""
    """The address of the laptop's own page, if there is one."""

    @property
    def texts(self) -> Texts:
        """The words of the tournament."""
        return self.sheet.plan.texts


def head(board: Board) -> list[str]:
    """What is announced, and where the pages are."""
    sheet, plan = board.sheet, board.sheet.plan
    first, second = hash_lines(sheet.lexicon.sha256)
    lines = [plan.edition.title, sheet.lexicon_name, f"sha256 {first}", f"       {second}"]
    lines += [f"{name}: {said}" for name, said in announced(sheet)]
    addresses = [f"{plan.address}/tablet   {plan.address}/arbiter"]
    if board.page:
        addresses.append(board.texts("box.page", link=board.page))
    return lines + addresses


def todo(board: Board) -> list[str]:
    """What to do before the first round, numbered."""
    return [f"{number} {step}" for number, step in enumerate(checklist(board.sheet), 1)]


def drawn(board: Board, hall: Hall, columns: int, rows: int, *, asks: bool = False) -> list[str]:
    """The whole screen: the head stays, the checklist until every table was here, then news.

    The last line says how to end the day, or asks whether that was meant.
    """
    top = _wrapped(head(board), columns)
    stop = board.texts("box.stop.again" if asks else "box.stop")
    bottom = [*_hall(board, hall, columns), clipped(stop, columns)]
    room = max(rows - len(top) - len(bottom) - 1, _LEAST_NEWS)
    middle = _wrapped(board.notes, columns)
    if not all(table.seen for table in tables_of(board, hall).values()):
        middle += _wrapped(todo(board), columns)
    news = [clipped(said(board, event), columns) for event in hall.events]
    middle = middle[: room - min(len(news), _LEAST_NEWS)]
    middle += news[max(len(news) - room + len(middle), 0) :]
    middle += [""] * (room - len(middle))
    return [*top, "─" * columns, *middle, *bottom][:rows]


def said(board: Board, event: Event) -> str:
    """One event in words."""
    place = place_name(event.place, board.texts)
    when = datetime.fromtimestamp(event.time).strftime("%H:%M")
    return f"{when}  {board.texts(f'box.{event.news}', place=place)}"


def place_name(place: str, texts: Texts) -> str:
    """A place as people call it."""
    kind, _, number = place.partition(" ")
    return texts("header.table", table=number) if kind == "table" else texts("sheet.desk")


def totals(board: Board, hall: Hall) -> list[list[str]]:
    """The day in counts, under their titles: challenges at each place, plays that stood or fell."""
    texts = board.texts
    played = [(name, one) for name, one in _by_number(hall) if one.challenges]
    numbers = [[one.challenges, one.stands, one.falls] for _, one in played]
    sums = [sum(column) for column in zip(*numbers, strict=True)] or [0, 0, 0]
    names = [*(place_name(name, texts) for name, _ in played), texts("box.total")]
    titles = ["", texts("box.challenges"), texts("verdict.valid"), texts("verdict.invalid")]
    rows = zip(names, [*numbers, sums], strict=True)
    return [titles, *([name, *map(str, row)] for name, row in rows)]


def summary(board: Board, hall: Hall, now: datetime) -> str:
    """The day as a text to keep."""
    lines = table(totals(board, hall), right=[1, 2, 3])
    return "\n".join([f"{now:%Y-%m-%d %H:%M}", *head(board)[:4], "", *lines, ""])


def farewell(board: Board) -> list[str]:
    """What to do when the box has ended: for a moment, or for the day."""
    sheet, texts = board.sheet, board.texts
    return [
        texts("box.kept", path=sheet.folder / "summary.txt"),
        texts("box.resume", command=sheet.command),
        texts("box.evening", folder=sheet.folder),
    ]


def _hall(board: Board, hall: Hall, columns: int) -> Iterator[str]:
    """How many tables answer, and which do not."""
    tables = tables_of(board, hall)
    values = {
        "here": sum(t.is_here for t in tables.values()),
        "count": len(tables),
        "challenges": sum(t.challenges for t in hall.places.values()),
    }
    yield "─" * columns
    yield clipped(board.texts("box.hall", **values), columns)
    marks = (f"{number}{_mark(one)}" for number, one in tables.items())
    rows = textwrap.wrap(" ".join(marks), columns)
    yield from rows[:3]


def tables_of(board: Board, hall: Hall) -> dict[str, Table]:
    """The tables by their numbers, also those not here yet, and those added since the start."""
    planned = {number: Table() for number in board.sheet.plan.exits}
    seen = {n.removeprefix(TABLE): t for n, t in _by_number(hall) if n.startswith(TABLE)}
    return planned | seen


def _mark(one: Table) -> str:
    """A table in one sign: it answers, it is lost, or it was not there yet."""
    if one.is_here:
        return "✓"
    return "!" if one.lost else "·"


def _by_number(hall: Hall) -> list[tuple[str, Table]]:
    def order(item: tuple[str, Table]) -> tuple[int, str]:
        number = item[0].rpartition(" ")[2]
        return (int(number) if number.isdecimal() else 0, item[0])

    return sorted(hall.places.items(), key=order)


def _wrapped(lines: Sequence[str], columns: int) -> list[str]:
    return [part for line in lines for part in textwrap.wrap(line, columns, subsequent_indent="  ")]
