"""What a box knows of its hall and shows of it: which tables answer, how many challenges each had.

A value and its transitions: what was heard of a table, a verdict, a look at the clock. Never a
word. On a terminal it is one screen that stays, in the evening a summary: counts only.
"""

import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum

from service.command.answers import hash_lines
from service.command.box.plan import TABLE, penalties, procedure_text
from service.command.box.sheet import Sheet, checklist, lexicon_status
from service.command.output import clipped, table
from service.texts import Texts

SILENT = 60.0
"""Seconds without a sign after which a table counts as lost; a tablet gives one every twenty."""
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


def heard(hall: Hall, label: str, now: float) -> Hall:
    """The hall after a sign of life from a place."""
    table = hall.places.get(label, Table())
    news = [] if table.is_here else [Event(now, News.BACK if table.lost else News.HERE, label)]
    return hall._with(label, replace(table, seen=now, lost=False), *news)


def judged(hall: Hall, label: str, now: float, *, stands: bool) -> Hall:
    """The hall after a verdict at a place."""
    table = hall.places.get(label, Table())
    counted = replace(
        table, stands=table.stands + stands, falls=table.falls + (not stands), seen=now, lost=False
    )
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

    @property
    def texts(self) -> Texts:
        """The words of the tournament."""
        return self.sheet.plan.texts


def head(board: Board) -> list[str]:
    """What is announced, and where the pages are."""
    plan, lexicon, texts = board.sheet.plan, board.sheet.lexicon, board.texts
    first, second = hash_lines(lexicon.sha256)
    lines = [
        plan.edition.title,
        f"{lexicon.name} {lexicon.version} ({lexicon_status(lexicon, texts)})",
        f"sha256 {first}",
        f"       {second}",
        *(f"{name}: {cost}" for name, cost in penalties(plan.edition, plan.variant, texts)),
        f"{texts('setup.procedure')}: {procedure_text(plan.procedure, texts)}",
        f"{plan.address}/tablet   {plan.address}/arbiter",
    ]
    if board.sheet.fingerprint:
        lines.append(f"{texts('sheet.certificate')}: {board.sheet.fingerprint}")
    return lines


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
    if not all(table.seen for table in _tables(board, hall).values()):
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


def summary(board: Board, hall: Hall, now: datetime) -> str:
    """The day in counts: how many challenges at each table, and how many plays stood or fell."""
    texts = board.texts
    rows = [
        [place_name(name, texts), *map(str, (t.challenges, t.stands, t.falls))]
        for name, t in _by_number(hall)
        if t.challenges
    ]
    tables = [t for _, t in _by_number(hall)]
    sums = (sum(t.challenges for t in tables), sum(t.stands for t in tables))
    total = [texts("box.total"), str(sums[0]), str(sums[1]), str(sums[0] - sums[1])]
    titles = ["", texts("box.challenges"), texts("verdict.valid"), texts("verdict.invalid")]
    lines = table([titles, *rows, total], right=[1, 2, 3])
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
    tables = _tables(board, hall)
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


def _tables(board: Board, hall: Hall) -> dict[str, Table]:
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
