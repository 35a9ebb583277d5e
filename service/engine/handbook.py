"""What a handbook for arbiters is made of, as types only.

An incident is something that may go wrong at a table. It asks a few facts, and its cases say what
they come to: steps for people, numbers to work out, the event for the record. The files are read
and checked in service/rulebook/incidents.py: every combination of facts has just one case.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from service.engine.starting import BlankPlace

Fact = int | bool | str
EventField = Fact | list[int]
Facts = Mapping[str, Fact]
Texts = Mapping[str, str]
"""The same sentence by language."""

PLAYER = "player"
"""The fact that every incident takes: whose fault it is. Only the event needs it."""
STARTS = "starts"
"""What two drawn tiles come to: a fact that nobody has to give."""
DRAWN = ("first", "second")
"""The two facts that are tiles: what each player drew for the start."""


class FactKind(StrEnum):
    """What sort of answer a question wants."""

    NUMBER = "number"
    SECONDS = "seconds"
    YES_NO = "yes_no"
    CHOICE = "choice"
    TILE = "tile"


class Topic(StrEnum):
    """Which part of a game an incident belongs to."""

    START = "start"
    DRAWING = "drawing"
    EXCHANGE = "exchange"
    BLANK = "blank"
    PLAY = "play"
    CHALLENGE = "challenge"
    CLOCK = "clock"
    SCORE = "score"
    CONDUCT = "conduct"
    RESULT = "result"


class Unit(StrEnum):
    """What a number counts."""

    TILES = "tiles"
    POINTS = "points"
    SPREAD = "spread"
    SECONDS = "seconds"
    TIMES = "times"


class Sum(StrEnum):
    """How a number is worked out of one or two others."""

    IS = "is"
    PLUS = "plus"
    MINUS = "minus"
    TIMES = "times"
    OVER = "over"
    STARTED = "started"


class TurnEffect(StrEnum):
    """What becomes of the turn."""

    GOES_ON = "goes_on"
    RESUMED = "resumed"
    PASS = "pass"
    LOST = "lost"
    OVER = "over"


class Whose(StrEnum):
    """Whom an event is about, as seen from the player at fault."""

    OWN = "own"
    OTHER = "other"
    BOTH = "both"
    NOBODY = "nobody"


class EventKind(StrEnum):
    """The events of a record that a ruling may ask for."""

    ADJUSTMENT = "adjustment"
    CORRECTION = "correction"
    TURN_LOST = "turn_lost"
    REDECLARED = "redeclared"
    OVERDRAW = "overdraw"
    UNDERDRAW = "underdraw"
    CALLED_TIME = "called_time"
    ARBITERS_DRAW = "arbiters_draw"
    REJUDGED = "rejudged"
    PASS = "pass"
    CHALLENGE = "challenge"
    TIME = "time"
    END = "end"


@dataclass(frozen=True, slots=True)
class Condition:
    """What a fact must be: between two numbers, or one of a few words."""

    fact: str
    among: frozenset[str | bool]
    least: int
    most: int

    def holds(self, known: Facts) -> bool:
        """Whether the fact is known and is so."""
        value = known.get(self.fact)
        if type(value) is int:
            return not self.among and self.least <= value <= self.most
        return value in self.among


@dataclass(frozen=True, slots=True)
class Question:
    """A fact to be asked for, where it matters."""

    name: str
    kind: FactKind
    text: Texts
    needed: tuple[Condition, ...]
    least: int
    most: int
    options: Mapping[str, Texts]


@dataclass(frozen=True, slots=True)
class Number:
    """A number to be worked out; an operand is a number, a fact, a number before it, or a value of
    the edition (`rack.size`).
    """

    name: str
    unit: Unit
    sum: Sum
    of: int | str
    by: int | str


@dataclass(frozen=True, slots=True)
class EventForm:
    """The event that a case asks for: fields as they are, and fields that a name fills in.

    A name is that of a number or a fact; `-` before it changes the sign.
    """

    kind: EventKind
    whose: Whose
    fixed: Mapping[str, Fact]
    named: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Case:
    """What follows when its conditions hold. A silent case leaves it to whoever decides."""

    when: tuple[Condition, ...]
    article: str
    reading: str
    silent: bool
    steps: tuple[Texts, ...]
    numbers: tuple[Number, ...]
    turn: TurnEffect
    event: EventForm | None


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that may go wrong, what has to be known about it, and its cases."""

    id: str
    topic: Topic
    article: str
    title: Texts
    questions: tuple[Question, ...]
    blank: BlankPlace | None
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Handbook:
    """The incidents of an edition, and who decides where it is silent."""

    decides: Texts
    decides_article: str
    incidents: Mapping[str, Incident]
