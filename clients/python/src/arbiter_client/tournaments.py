"""Answers about tournaments: the JSON of the contract, as types with the same names."""

from typing import Any, NamedTuple, NotRequired, TypedDict


class Unsaid(TypedDict):
    """What the regulation leaves open, and who is concerned."""

    rule: str
    article: str
    decided_by: NotRequired[str]
    detail: str
    players: list[str]


class StandingsKey(TypedDict):
    """What a classification is ordered by."""

    key: str
    article: str
    decided_by: NotRequired[str]


class Noted(TypedDict):
    """What arbiters noted about a player, as it changed the spread."""

    kind: str
    points: int
    article: str
    decided_by: NotRequired[str]
    round: int | None


class Opponent(TypedDict):
    """A direct opponent; `counted` is whether they are not cut from Median-Buchholz."""

    player: str
    points: float
    result: str
    counted: bool


class StandingsRow(TypedDict):
    """A player or a pair with its `players`, with one field for each key of the classification."""

    place: int
    player: str
    players: NotRequired[list[str]]
    points: float
    median_buchholz: NotRequired[float]
    berger: NotRequired[float]
    spread: NotRequired[int]
    total: NotRequired[int]
    name: NotRequired[str]
    best_differences: NotRequired[list[int]]
    opponents: NotRequired[list[Opponent]]
    games: int
    adjustments: list[Noted]


class GamePlayed(TypedDict):
    """Which game it is; of one player a bye or a missed round."""

    round: int
    players: list[str]
    ended_by: str | None


class Ratings(TypedDict):
    """The games that do not count for ratings, and those of which the text does not say it."""

    article: str
    silent: bool
    unrated: list[GamePlayed]
    unsaid: list[GamePlayed]


class SidePrize(TypedDict):
    """A side prize and who shares it: by id, or as recorded games call them."""

    kind: str
    players: list[str]
    figure: int
    round: int | None


class Standings(TypedDict):
    """A classification; `rating` is there with `explain`, `prizes` where they were asked for."""

    after: int
    final: bool
    keys: list[StandingsKey]
    standings: list[StandingsRow]
    silent: list[Unsaid]
    rating: NotRequired[Ratings]
    prizes: NotRequired[list[SidePrize]]


class Table(TypedDict):
    """Two who meet; `first` begins, or they draw tiles. `ended_by` where one will not come."""

    table: int
    players: list[str]
    first: str | None
    ended_by: NotRequired[str]
    player: NotRequired[int | list[int]]


class PassedOver(TypedDict):
    """Somebody who stands lower than the one who sits, and why they do not."""

    player: str
    article: str
    decided_by: NotRequired[str]
    detail: str


class Bye(TypedDict):
    """Who sits; of a pair the `players`."""

    player: str
    players: NotRequired[list[str]]
    article: str
    decided_by: NotRequired[str]
    passed_over: list[PassedOver]


class Relaxed(TypedDict):
    """A rule that a pair or a bye breaks."""

    rule: str
    players: list[str]
    article: str
    decided_by: NotRequired[str]
    detail: str


class Pairings(TypedDict):
    """A round as proposed; `distance` only where the least was looked for."""

    round: int
    system: str
    article: str
    decided_by: NotRequired[str]
    pairings: list[Table]
    bye: Bye | None
    relaxed: list[Relaxed]
    silent: list[Unsaid]
    seed: int
    distance: NotRequired[int]
    proved: NotRequired[bool]


class Schedule(TypedDict):
    """Rounds in advance; who meets nothing sits."""

    system: str
    rounds: int
    schedule: list[list[list[int | str | None]]]
    article: str
    decided_by: NotRequired[str]
    silent: list[Unsaid]
    groups: NotRequired[list[list[int | str]]]


class TournamentFault(TypedDict):
    """Something wrong with a tournament."""

    code: str
    article: str
    decided_by: NotRequired[str]
    detail: str
    round: int | None
    players: list[str]


class LateEntry(TypedDict):
    """Whether somebody may still enter, and what they count for pairing."""

    allowed: bool
    until: int
    fictitious: float | None


class Checked(TypedDict):
    """Everything that is wrong with a tournament."""

    faults: list[TournamentFault]
    eliminated: list[str]
    late_entry: LateEntry


class Remark(TypedDict):
    """What was read or written in another way than it stands, by its line; None is all of it."""

    line: int | None
    code: str
    detail: str


class FileRead(TypedDict):
    """A file's document; of a list of players also its lines, as `enter` takes them."""

    format: str
    document: dict[str, Any]
    remarks: list[Remark]
    list: NotRequired[str]


class Entered(TypedDict):
    """A document with players entered, their ids, and the lines of those left out."""

    document: dict[str, Any]
    entered: list[str]
    list: str
    remarks: list[Remark]


class FileWritten(NamedTuple):
    """A file, and what it does not carry."""

    content: bytes
    remarks: list[Remark]
