"""What the organiser's terminal shows: what to announce, the addresses, the hall, what to do next.

On a terminal it is one screen that stays; elsewhere the same things as lines. In the evening a
summary: counts only.
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.command.answers import hash_lines
from service.command.box.announced import penalties, procedure_text
from service.command.box.hall import TABLE, Event, Hall, Table
from service.command.box.sheet import Sheet, checklist, lexicon_status
from service.command.output import clipped, table
from service.command.texts import Texts

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
    top = [clipped(line, columns) for line in head(board)]
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
