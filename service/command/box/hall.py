"""What a box knows of its hall: which tables answer, how many challenges each had. Never a word.

A value and its transitions: what was heard of a table, a verdict, a look at the clock.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

SILENT = 60.0
"""Seconds without a sign after which a table counts as lost; a tablet gives one every twenty."""
TABLE = "table "
"""How the label of a table begins; the arbiter's desk calls only when it is used."""
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
    for label, table in hall.places.items():
        if label.startswith(TABLE) and table.is_here and now - table.seen > SILENT:
            event = Event(now, News.LOST, label)
            hall = hall._with(label, replace(table, lost=True), event)
    return hall


def counts(hall: Hall) -> dict[str, list[int]]:
    """How many plays stood and fell at each place, to be kept."""
    return {label: [t.stands, t.falls] for label, t in hall.places.items() if t.challenges}


def from_counts(kept: Mapping[str, list[int]]) -> Hall:
    """The hall of a day that goes on after a restart."""
    return Hall({label: Table(stands=s, falls=f) for label, (s, f) in kept.items()})
