"""What a regulation says about an incident, given the facts: the case, with its numbers worked out.

Facts are checked here, against the questions of the incident; what is missing, unknown or cannot be
is refused with a code of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import assert_never

from service.engine.errors import ImpossibleFactError, MissingFactError, UnknownFactError
from service.engine.handbook import (
    DRAWN,
    PLAYER,
    STARTS,
    Case,
    Condition,
    EventField,
    EventForm,
    EventKind,
    Fact,
    FactKind,
    Facts,
    Incident,
    Question,
    Sum,
    Texts,
    Unit,
    Whose,
)
from service.engine.rules import Rules
from service.engine.starting import first_to_play

_PLAIN_EVENTS = (EventKind.PASS, EventKind.CHALLENGE, EventKind.TIME, EventKind.END)
"""The events of every game; the others are decisions, with an article and a reason."""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A case with its numbers worked out and its sentences filled in."""

    case: Case
    steps: tuple[Texts, ...]
    numbers: Mapping[str, int]
    event: Mapping[str, EventField] | None


def rule_on(incident: Incident, facts: Facts, rules: Rules) -> Ruling:
    """What the regulation says about an incident, given these facts."""
    known = _check(incident, facts, rules)
    case = next(case for case in incident.cases if holds(case.when, known))
    numbers = work_out(case, known, rules)
    shown = _shown(incident, case, {**known, **numbers})
    steps = tuple(
        {lang: text.format(**shown) for lang, text in step.items()} for step in case.steps
    )
    return Ruling(case, steps, numbers, _event(incident, case, {**facts, **numbers}))


def holds(when: tuple[Condition, ...], known: Facts) -> bool:
    """Whether every condition is met."""
    return all(condition.holds(known) for condition in when)


def work_out(case: Case, known: Facts, rules: Rules) -> dict[str, int]:
    """The numbers of a case, in their order; one below nothing means facts that cannot be."""
    numbers: dict[str, int] = {}
    for number in case.numbers:
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
        if holds(question.needed, known):
            known[question.name] = _answer(question, facts)
    if incident.blank is not None:
        drawn = [str(known[name]) for name in DRAWN]
        known[STARTS] = first_to_play(drawn, incident.blank, rules.alphabet)
    return known


def _answer(question: Question, facts: Facts) -> Fact:
    if question.name not in facts:
        raise MissingFactError(f"{question.name} is needed")
    given = facts[question.name]
    match question.kind:
        case FactKind.NUMBER | FactKind.SECONDS:
            _check_number(question.name, given, question.least, question.most)
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


def _shown(incident: Incident, case: Case, values: Facts) -> dict[str, str]:
    """Every value as a sentence shows it: times as a clock shows them."""
    timed = {question.name for question in incident.questions if question.kind == FactKind.SECONDS}
    timed |= {number.name for number in case.numbers if number.unit == Unit.SECONDS}
    return {name: clock_time(int(v)) if name in timed else str(v) for name, v in values.items()}


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
    event |= {field: _signed(name, values) for field, name in form.named.items()}
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


def _signed(name: str, values: Facts) -> Fact:
    return -int(values[name[1:]]) if name.startswith("-") else values[name]
