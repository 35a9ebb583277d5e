"""Holds an incident to its facts: every combination of them meets just one case.

An arbiter must never be left without an answer, nor be given two, nor read a sentence that names a
number which nobody knows. Numbers are tried at their bounds and on both sides of every condition.
"""

from collections.abc import Iterable, Iterator
from string import Formatter

from service.engine.handbook import (
    STARTS,
    Case,
    Condition,
    Fact,
    FactKind,
    Facts,
    Incident,
    Question,
)
from service.engine.incidents import holds
from service.engine.starting import possible_starts
from service.rulebook.faults import RulebookError
from service.rulebook.sources import Source


def check_cases(source: Source, key: str, incident: Incident) -> None:
    """Refuse an incident that some facts leave without an answer, or with two."""
    _check_words(source, key, incident)
    met: set[int] = set()
    for known in combinations(incident):
        numbers = [n for n, case in enumerate(incident.cases, 1) if holds(case.when, known)]
        if len(numbers) != 1:
            cases = " and ".join(map(str, numbers)) or "none"
            raise RulebookError(source.path, f"{_said(known)} is case {cases}", key)
        _check_names(source, f"{key}.case.{numbers[0]}", incident.cases[numbers[0] - 1], known)
        met.add(numbers[0])
    for number in range(1, len(incident.cases) + 1):
        if number not in met:
            raise RulebookError(source.path, "never happens", f"{key}.case.{number}")


def combinations(incident: Incident) -> Iterator[dict[str, Fact]]:
    """Every combination of facts that makes a difference."""
    found: list[dict[str, Fact]] = [{}]
    for question in incident.questions:
        values = _values(question, incident)
        found = [
            {**known, **answer}
            for known in found
            for answer in (
                [{question.name: value} for value in values]
                if holds(question.needed, known)
                else [{}]
            )
        ]
    if incident.blank is None:
        return iter(found)
    starts = possible_starts(incident.blank)
    return ({**known, STARTS: start.value} for known in found for start in starts)


def _values(question: Question, incident: Incident) -> list[Fact]:
    match question.kind:
        case FactKind.YES_NO:
            return [True, False]
        case FactKind.CHOICE:
            return list(question.options)
        case FactKind.TILE:
            return [""]
        case FactKind.NUMBER | FactKind.SECONDS:
            edges = {question.least, question.most}
            for condition in _conditions(incident):
                if condition.fact == question.name:
                    edges |= {condition.least - 1, condition.least}
                    edges |= {condition.most, condition.most + 1}
            return [edge for edge in sorted(edges) if question.least <= edge <= question.most]


def _conditions(incident: Incident) -> Iterator[Condition]:
    for question in incident.questions:
        yield from question.needed
    for case in incident.cases:
        yield from case.when


def _check_words(source: Source, key: str, incident: Incident) -> None:
    """Hold every condition to the facts that are asked for and to their words."""
    words: dict[str, set[str | bool]] = {
        question.name: {True, False} if question.kind == FactKind.YES_NO else set(question.options)
        for question in incident.questions
    }
    if incident.blank is not None:
        words[STARTS] = {start.value for start in possible_starts(incident.blank)}
    for condition in _conditions(incident):
        if condition.fact not in words:
            raise RulebookError(source.path, f"nobody asks for {condition.fact!r}", key)
        if unknown := condition.among - words[condition.fact]:
            fault = f"{condition.fact} cannot be {sorted(map(str, unknown))[0]!r}"
            raise RulebookError(source.path, fault, key)


def _check_names(source: Source, key: str, case: Case, known: Facts) -> None:
    """Hold operands, sentences and the event to what is known when the case is met."""
    numbers = {name for name, value in known.items() if type(value) is int}
    for number in case.numbers:
        _check_known(source, key, (number.of, number.by), numbers)
        numbers.add(number.name)
    names = numbers | set(known)
    for step in case.steps:
        for text in step.values():
            _check_known(source, key, _placeholders(source, key, text), names)
    if case.event is not None:
        used = {name.removeprefix("-") for name in case.event.named.values()}
        _check_known(source, key, used, names)


def _placeholders(source: Source, key: str, text: str) -> set[int | str]:
    """The names in a sentence."""
    try:
        return {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as fault:
        raise RulebookError(source.path, f"{fault} in {text!r}", key) from None


def _check_known(source: Source, key: str, used: Iterable[int | str], known: set[str]) -> None:
    for name in used:
        # A name with a point is a value of the edition and was checked when it was read.
        if isinstance(name, str) and "." not in name and name not in known:
            raise RulebookError(source.path, f"{name!r} is not known", key)


def _said(known: Facts) -> str:
    """A combination of facts in one line."""
    return ", ".join(f"{name} = {value}" for name, value in known.items()) or "any"
