"""What a hall's event keeps: the reports of tables, and which document is in force."""

from typing import Literal, NotRequired, TypedDict

State = Literal["agreed", "half", "waiting"]


class Reported(TypedDict):
    """What became of a report."""

    n: int
    state: State


class ReportEntry(Reported):
    """A report as it was put on record."""

    at: str
    by: str
    round: int
    table: int
    scores: list[int]
    confirmed: list[bool]
    ended_by: str | None
    players: list[str]


class Reports(TypedDict):
    """The reports since one of them."""

    results: list[ReportEntry]
    document: NotRequired[int]


class EventPlayer(TypedDict):
    """One of the two at a table."""

    id: str
    name: str


class EventTable(TypedDict):
    """The game at a table, and what was reported of it."""

    event: str
    round: int | None
    table: int
    players: list[EventPlayer]
    first: str | None
    settled: bool
    state: State | None
    scores: list[int] | None
    announced: NotRequired[dict[str, str]]


class KeptDocument(TypedDict):
    """Which document is in force."""

    version: int
    rules: str
    at: str
