"""A handbook for arbiters: what may go wrong at a table, and what the regulation says about it.

An incident asks a few facts, and its cases say what they come to: steps for people, numbers to work
out, the event for the record. The files are read and checked in service/rulebook/handbooks.py:
every combination of facts has just one case. Facts are checked here, against the questions of the
incident; what is missing, unknown or cannot be is refused with a code of its own.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from service.engine.errors import (
    ImpossibleFactError,
    MissingFactError,
    SpellingError,
    UnknownFactError,
)
from service.engine.rules import Rules
from service.engine.tiles import BLANK, Alphabet, Face, folded


class BlankPlace(StrEnum):
    """Where a regulation puts the blank in the alphabet for this draw."""

    FIRST = "first"
    LAST = "last"
    DRAWN_AGAIN = "drawn_again"


class Start(StrEnum):
    """Who begins, or who has to draw again."""

    FIRST = "first"
    SECOND = "second"
    BOTH_AGAIN = "both_again"
    FIRST_AGAIN = "first_again"
    SECOND_AGAIN = "second_again"


def possible_starts(place: BlankPlace) -> list[Start]:
    """What a draw can come to."""
    again = [Start.FIRST_AGAIN, Start.SECOND_AGAIN] if place == BlankPlace.DRAWN_AGAIN else []
    return [Start.FIRST, Start.SECOND, Start.BOTH_AGAIN, *again]


def first_to_play(drawn: Sequence[str], place: BlankPlace, alphabet: Alphabet) -> Start:
    """What two drawn tiles come to."""
    one, two = (_place(text, place, alphabet) for text in drawn)
    if one == two:
        return Start.BOTH_AGAIN
    if place == BlankPlace.DRAWN_AGAIN and not (one and two):
        return Start.SECOND_AGAIN if one else Start.FIRST_AGAIN
    return Start.FIRST if one < two else Start.SECOND


def _place(text: str, place: BlankPlace, alphabet: Alphabet) -> tuple[str, ...]:
    """Where a tile stands in the alphabet: Ç after C, L·L after L, NY after N; () is a blank."""
    if text != BLANK:
        face = _face(text, alphabet)
        letters = [c for c in unicodedata.normalize("NFD", face) if c.isalpha()]
        return ("".join(letters), face)
    match place:
        case BlankPlace.FIRST | BlankPlace.DRAWN_AGAIN:
            return ()
        case BlankPlace.LAST:
            return ("\U0010ffff",)
        case _:
            assert_never(place)


def _face(text: str, alphabet: Alphabet) -> Face:
    try:
        faces = alphabet.tokenise(text)
    except SpellingError:
        faces = ()
    if len(faces) != 1 or faces[0] not in alphabet.counts:
        raise ImpossibleFactError(f"there is no tile {text[:20]!r}")
    return faces[0]


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
    PERCENT = "percent"
    HALVES = "halves"


class Sum(StrEnum):
    """How a number is worked out of one or two others; `beyond` is nought where it is not."""

    IS = "is"
    PLUS = "plus"
    MINUS = "minus"
    TIMES = "times"
    OVER = "over"
    STARTED = "started"
    BEYOND = "beyond"


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


Bound = int | str
"""A number, or where the edition gives it, perhaps less some: `clock.seconds-1`."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a fact must be: between two numbers, or one of a few words."""

    fact: str
    among: frozenset[str | bool]
    least: Bound
    most: Bound

    def holds(self, known: Facts, rules: Rules) -> bool:
        """Whether the fact is known and is so."""
        value = known.get(self.fact)
        if type(value) is int:
            least, most = bound(self.least, rules), bound(self.most, rules)
            return not self.among and least <= value <= most
        return value in self.among


@dataclass(frozen=True, slots=True)
class Question:
    """A fact to be asked for, where it matters."""

    name: str
    kind: FactKind
    text: Texts
    needed: tuple[Condition, ...]
    least: Bound
    most: Bound
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
    """Something that may go wrong, what has to be known about it, and its cases.

    `numbers` are worked out of the facts before a case is chosen by them.
    """

    id: str
    topic: Topic
    article: str
    title: Texts
    questions: tuple[Question, ...]
    numbers: tuple[Number, ...]
    blank: BlankPlace | None
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Handbook:
    """The incidents of an edition, and who decides where it is silent."""

    decides: Texts
    decides_article: str
    incidents: Mapping[str, Incident]


_PLAIN_EVENTS = (EventKind.PASS, EventKind.CHALLENGE, EventKind.TIME, EventKind.END)
"""The events of every game; the others are decisions, with an article and a reason."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A case with its numbers worked out, and whatever its sentences may name."""

    case: Case
    numbers: Mapping[str, int]
    values: Facts
    units: Mapping[str, Unit]
    event: Mapping[str, EventField] | None


_WORD = re.compile(r"\w+")
_LONGEST_ENDING = 4
_SHORTEST_STEM = 5


def stems(text: str) -> list[str]:
    """The words of a search without their endings: `întârzierile` finds `întârzie`."""
    words = _WORD.findall(folded(text))
    return [word[: max(_SHORTEST_STEM, len(word) - _LONGEST_ENDING)] for word in words]


def speaks_of(texts: Texts, wanted: Sequence[str]) -> bool:
    """Whether a sentence has a word with each of these stems, in one of its languages."""
    said = ([*_WORD.findall(folded(text))] for text in texts.values())
    return any(all(any(w.startswith(stem) for w in words) for stem in wanted) for words in said)


def steps_about(incident: Incident, wanted: Sequence[str]) -> Iterator[tuple[str, Texts]]:
    """The steps of an incident that speak of something, each once, with their articles.

    Where its title does, or the answer that leads to a case, all of those steps do.
    """
    known: list[tuple[str, Texts]] = []
    options = {question.name: question.options for question in incident.questions}
    for case in incident.cases:
        leading = [
            text
            for condition in case.when
            for value, text in options.get(condition.fact, {}).items()
            if value in condition.among
        ]
        whole = any(speaks_of(text, wanted) for text in (incident.title, *leading))
        for step in case.steps:
            found = case.article, step
            if found not in known and (whole or speaks_of(step, wanted)):
                known.append(found)
                yield found


def rule_on(incident: Incident, facts: Facts, rules: Rules) -> Ruling:
    """What the regulation says about an incident, given these facts."""
    known = _check(incident, facts, rules)
    known |= work_out(incident.numbers, known, rules)
    case = next(case for case in incident.cases if holds(case.when, known, rules))
    numbers = work_out(case.numbers, known, rules)
    event = _event(incident, case, {**facts, **numbers})
    return Ruling(case, numbers, {**known, **numbers}, units_of(incident, case), event)


def bound(given: Bound, rules: Rules) -> int:
    """The number that a bound is under these rules."""
    if isinstance(given, int):
        return given
    path, _, less = given.partition("-")
    return edition_value(path, rules) - int(less or 0)


def holds(when: tuple[Condition, ...], known: Facts, rules: Rules) -> bool:
    """Whether every condition is met."""
    return all(condition.holds(known, rules) for condition in when)


def work_out(wanted: tuple[Number, ...], known: Facts, rules: Rules) -> dict[str, int]:
    """The numbers wanted, in their order; one below nothing means facts that cannot be."""
    numbers: dict[str, int] = {}
    for number in wanted:
        values = {**known, **numbers}
        of, by = (_operand(operand, values, rules) for operand in (number.of, number.by))
        result = work_out_sum(number.sum, of, by)
        if result < 0:
            raise ImpossibleFactError(f"{number.name} would be {result}")
        numbers[number.name] = result
    return numbers


def _operand(operand: int | str, known: Facts, rules: Rules) -> int:
    if isinstance(operand, int):
        return operand
    return edition_value(operand, rules) if "." in operand else int(known[operand])


def edition_value(path: str, rules: Rules) -> int:
    """A number that the edition gives, by its section and key."""
    value: object = rules
    for name in path.split("."):
        value = getattr(value, name)
    if type(value) is not int:
        raise TypeError(path)
    return value


def work_out_sum(how: Sum, of: int, by: int) -> int:
    """One number made of two."""
    match how:
        case Sum.IS:
            return of
        case Sum.PLUS:
            return of + by
        case Sum.MINUS:
            return of - by
        case Sum.TIMES:
            return of * by
        case Sum.BEYOND:
            return max(0, of - by)
        case Sum.OVER:
            # Halves of a second or a tile do not exist: what is left over is not counted.
            return of // by
        case Sum.STARTED:
            # A minute that has begun is a minute.
            return (of + by - 1) // by
        case _:
            assert_never(how)


def _check(incident: Incident, facts: Facts, rules: Rules) -> dict[str, Fact]:
    """The facts that matter, each of its kind; what two drawn tiles come to is added."""
    names = {question.name for question in incident.questions} | {PLAYER}
    for name in facts:
        if name not in names:
            raise UnknownFactError(f"{incident.id} does not ask for {name[:64]!r}")
    if PLAYER in facts:
        _check_number(PLAYER, facts[PLAYER], 0, 1)
    known: dict[str, Fact] = {}
    for question in incident.questions:
        if holds(question.needed, known, rules):
            known[question.name] = _answer(question, facts, rules)
    if incident.blank is not None:
        drawn = [str(known[name]) for name in DRAWN]
        known[STARTS] = first_to_play(drawn, incident.blank, rules.alphabet)
    return known


def _answer(question: Question, facts: Facts, rules: Rules) -> Fact:
    if question.name not in facts:
        raise MissingFactError(f"{question.name} is needed")
    given = facts[question.name]
    match question.kind:
        case FactKind.NUMBER | FactKind.SECONDS:
            least, most = bound(question.least, rules), bound(question.most, rules)
            _check_number(question.name, given, least, most)
        case FactKind.YES_NO:
            if type(given) is not bool:
                raise ImpossibleFactError(f"{question.name} is true or false")
        case FactKind.CHOICE:
            if given not in question.options:
                raise ImpossibleFactError(f"{question.name} is {' or '.join(question.options)}")
        case FactKind.TILE:
            if type(given) is not str:
                raise ImpossibleFactError(f"{question.name} is a tile")
        case _:
            assert_never(question.kind)
    return given


def _check_number(name: str, given: Fact, least: int, most: int) -> None:
    if type(given) is not int or not least <= given <= most:
        told = f"{name} is a number from {least} to {most}"
        raise ImpossibleFactError(told, "number", fact=name, least=least, most=most)


def units_of(incident: Incident, case: Case) -> dict[str, Unit]:
    """What the names in a sentence count, as far as they are numbers of a kind."""
    asked = (question for question in incident.questions if question.kind == FactKind.SECONDS)
    units = {question.name: Unit.SECONDS for question in asked}
    return units | {number.name: number.unit for number in (*incident.numbers, *case.numbers)}


def clock_time(seconds: int) -> str:
    """Seconds as a clock shows them; less than a minute stays seconds."""
    return f"{seconds} s" if seconds < 60 else f"{seconds // 60}:{seconds % 60:02}"


def _event(incident: Incident, case: Case, values: Facts) -> dict[str, EventField] | None:
    """The event for the record; who is meant stands in it if the facts say who was at fault."""
    form = case.event
    if form is None:
        return None
    event: dict[str, EventField] = {"type": form.kind.value, **_players(form, values)}
    event |= form.fixed
    event |= {
        field: -int(values[name[1:]]) if name.startswith("-") else values[name]
        for field, name in form.named.items()
    }
    if form.kind not in _PLAIN_EVENTS:
        own = next(iter(incident.title))
        event |= {"article": case.article, "reason": incident.title[own]}
    return event


def _players(form: EventForm, values: Facts) -> dict[str, EventField]:
    match form.whose:
        case Whose.BOTH:
            return {PLAYER: [0, 1]}
        case Whose.NOBODY:
            return {}
        case Whose.OWN | Whose.OTHER:
            if PLAYER not in values:
                return {}
            own = int(values[PLAYER])
            return {PLAYER: own if form.whose is Whose.OWN else 1 - own}
        case _:
            assert_never(form.whose)
