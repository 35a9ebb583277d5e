"""The handbook in JSON: the incidents of an edition, the facts of one, and what follows."""

from collections.abc import Sequence
from decimal import Decimal

from marshmallow import ValidationError

from service.engine.handbook import (
    Condition,
    Fact,
    FactKind,
    Handbook,
    Incident,
    Question,
    Ruling,
    Unit,
    clock_time,
    stems,
    steps_about,
)
from service.engine.rules import Rules
from service.schemas.fields import Fault, Fields, ShapeError, text
from service.sentences import Number, decimal, fill, holes

_LONGEST_SEARCH = 100
_MOST_FACTS = 20
_read_word = text(64)


def read_facts(body: object) -> dict[str, Fact]:
    """The facts of an incident: numbers, words, true or false; which ones, the engine asks."""
    if not isinstance(body, dict):
        raise ShapeError([Fault("", "Not an object.")])
    if len(body) > _MOST_FACTS:
        raise ShapeError([Fault("", f"More than {_MOST_FACTS} facts.")])
    facts: dict[str, Fact] = {}
    faults = []
    for name, value in body.items():
        try:
            facts[name] = value if type(value) in (int, bool) else _read_word(value)
        except ValidationError:
            detail = "Not a number, a short text, true or false."
            faults.append(Fault(f"/{name[:64].replace('~', '~0').replace('/', '~1')}", detail))
    if faults:
        raise ShapeError(faults)
    return facts


def write_incidents(handbook: Handbook | None, rules: Rules, about: str = "") -> Fields:
    """Every incident and what it asks, or those that speak of something."""
    fields: Fields = {"rules": rules.id, "language": rules.language, "incidents": []}
    if handbook is not None:
        wanted = stems(about[:_LONGEST_SEARCH])
        for incident in handbook.incidents.values():
            found = _found(incident, wanted)
            if found or not about:
                told = {"found": found} if about else {}
                fields["incidents"].append(_incident(incident) | told)
        fields["decides"] = _decides(handbook)
    return fields


def _found(incident: Incident, wanted: Sequence[str]) -> list[Fields]:
    """The steps that speak of something; what only the facts tell is left open."""
    if not wanted:
        return []
    return [
        {"article": article, "step": {lang: _unfilled(text, lang) for lang, text in step.items()}}
        for article, step in steps_about(incident, wanted)
    ]


def _unfilled(text: str, language: str) -> str:
    return fill(text, language, dict.fromkeys(holes(text), "…"), {})


def write_ruling(ruling: Ruling, incident: Incident, handbook: Handbook) -> Fields:
    """What follows; who decides is told where the regulation is silent."""
    case = ruling.case
    fields: Fields = {
        "incident": incident.id,
        "title": dict(incident.title),
        "article": case.article,
        "silent": case.silent,
        "reading": case.reading,
        "steps": [{lang: said(text, ruling, lang) for lang, text in s.items()} for s in case.steps],
        "numbers": {
            number.name: {"value": ruling.numbers[number.name], "unit": number.unit.value}
            for number in case.numbers
        },
        "turn": case.turn.value,
    }
    if case.silent:
        fields["decides"] = _decides(handbook)
    if ruling.event is not None:
        fields["event"] = dict(ruling.event)
    return fields


def said(text: str, ruling: Ruling, language: str) -> str:
    """A sentence with the values of a ruling: times as clocks show them, halves as they are."""
    numbers: dict[str, Number] = {}
    shown = {name: str(value) for name, value in ruling.values.items()}
    for name, value in ruling.values.items():
        if type(value) is not int:
            continue
        numbers[name] = value
        if ruling.units.get(name) is Unit.SECONDS:
            shown[name] = clock_time(value)
        elif ruling.units.get(name) is Unit.HALVES:
            numbers[name] = Decimal(value) / 2
            shown[name] = decimal(numbers[name], language)
    return fill(text, language, shown, numbers)


def _decides(handbook: Handbook) -> Fields:
    return {"article": handbook.decides_article, "text": dict(handbook.decides)}


def _incident(incident: Incident) -> Fields:
    return {
        "id": incident.id,
        "topic": incident.topic.value,
        "article": incident.article,
        "title": dict(incident.title),
        "asks": [_question(question) for question in incident.questions],
    }


def _question(question: Question) -> Fields:
    fields: Fields = {
        "name": question.name,
        "kind": question.kind.value,
        "text": dict(question.text),
        "needed_if": [_condition(condition) for condition in question.needed],
    }
    if question.kind in (FactKind.NUMBER, FactKind.SECONDS):
        fields |= {"least": question.least, "most": question.most}
    if question.kind == FactKind.CHOICE:
        fields["options"] = [
            {"value": value, "text": dict(texts)} for value, texts in question.options.items()
        ]
    return fields


def _condition(condition: Condition) -> Fields:
    if condition.among:
        return {"fact": condition.fact, "among": sorted(condition.among, key=str)}
    return {"fact": condition.fact, "least": condition.least, "most": condition.most}
