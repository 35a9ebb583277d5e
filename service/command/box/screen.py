"""What the organiser's terminal shows: what to announce, the addresses, the hall, what to do next.

On a terminal it is one screen that stays; elsewhere the same things as lines. In the evening a
summary: counts only.
"""

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from service.command.answers import full_hash
from service.command.box.folder import label
from service.command.box.hall import Event, Hall, Table
from service.command.box.plan import variant_text
from service.command.box.sheet import Sheet, checklist, lexicon_status
from service.command.output import clipped, table
from service.command.texts import Texts

_LEAST_NEWS = 3
"""Lines of what happened that stay on the screen, however much there is to do."""
_GROUPS = 40
"""Columns of half a hash in groups, so that it fits a narrow screen in two lines."""


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
    sha256 = full_hash(lexicon.sha256)
    lines = [
        plan.edition.title,
        f"{lexicon.name} {lexicon.version} ({lexicon_status(lexicon, texts)})",
        f"sha256 {sha256[:_GROUPS].rstrip()}",
        f"       {sha256[_GROUPS:]}",
        f"{texts('setup.variant')}: {variant_text(plan.edition, plan.variant, texts)}",
        f"{texts('setup.procedure')}: {texts(f'procedure.{plan.procedure}')}",
        f"{plan.address}/tablet   {plan.address}/arbiter",
    ]
    if board.sheet.fingerprint:
        lines.append(f"{texts('sheet.certificate')}: {board.sheet.fingerprint}")
    return lines


def todo(board: Board) -> list[str]:
    """What to do before the first round, numbered."""
    return [f"{number} {step}" for number, step in enumerate(checklist(board.sheet), 1)]


def drawn(board: Board, hall: Hall, columns: int, rows: int) -> list[str]:
    """The whole screen: the head stays, the checklist until every table was here, then news."""
    top = [clipped(line, columns) for line in head(board)]
    bottom = [*_hall(board, hall, columns), clipped(board.texts("box.stop"), columns)]
    room = max(rows - len(top) - len(bottom) - 1, _LEAST_NEWS)
    middle = _wrapped(board.notes, columns)
    if not all(table.seen for table in _tables(board, hall)):
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


def _hall(board: Board, hall: Hall, columns: int) -> Iterator[str]:
    """How many tables answer, and which do not."""
    tables = _tables(board, hall)
    values = {
        "here": sum(t.is_here for t in tables),
        "count": len(tables),
        "challenges": sum(t.challenges for t in hall.places.values()),
    }
    yield "─" * columns
    yield clipped(board.texts("box.hall", **values), columns)
    marks = (f"{n}{_mark(t)}" for n, t in zip(board.sheet.plan.exits, tables, strict=True))
    rows = textwrap.wrap(" ".join(marks), columns)
    yield from rows[:3]


def _tables(board: Board, hall: Hall) -> list[Table]:
    """The tables in the order of their numbers, also those that were not here yet."""
    return [hall.places.get(label(number), Table()) for number in board.sheet.plan.exits]


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
