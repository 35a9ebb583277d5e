"""What can be looked up: editions, lexicons, and what a handbook says of an incident."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from decimal import Decimal
from typing import Any

from marshmallow import ValidationError

from service.engine.board import PLAIN, Plan, Premium, Square
from service.engine.handbook import (
    Condition,
    Fact,
    FactKind,
    Handbook,
    Incident,
    Question,
    Ruling,
    Unit,
    bound,
    clock_time,
    stems,
    steps_about,
)
from service.engine.rules import Clause, Rules
from service.engine.tiles import Alphabet
from service.schemas.fields import Fault, Fields, ShapeError, plain, text
from service.sentences import Number, decimal, fill, holes

About = Mapping[str, object]
"""What a lexicon's manifest says about it."""

_IDENTITY = ("id", "language", "version", "name", "official", "guarded", "words", "sha256")
_MARKS = {
    PLAIN: ".",
    Premium(2, 1): "d",
    Premium(3, 1): "t",
    Premium(1, 2): "D",
    Premium(1, 3): "T",
}


def write_rules(editions: Iterable[Rules], newest: Mapping[str, Rules]) -> Fields:
    """Every edition in one line each; `newest` is the edition in force of each federation."""
    rows = [
        {
            "id": rules.id,
            "federation": rules.federation,
            "language": rules.language,
            "title": rules.title,
            "newest": newest[rules.federation] is rules,
            "lexicon": rules.lexicon,
        }
        for rules in editions
    ]
    return {"rules": rows}


def write_edition(rules: Rules, lexicon: About) -> Fields:
    """One edition, with everything it decides and the article that says so."""
    alphabet, challenge = rules.alphabet, rules.challenge
    return {
        "id": rules.id,
        "federation": rules.federation,
        "language": rules.language,
        "title": rules.title,
        "lexicon": {key: lexicon[key] for key in _IDENTITY},
        "board": _board(rules.plan),
        "tiles": _tiles(alphabet),
        "blank": {
            "count": alphabet.blanks,
            "value": alphabet.blank_value,
            "faces": [*alphabet.values, *alphabet.blank_only],
        },
        "tile_total": sum(alphabet.counts.values()) + alphabet.blanks,
        "rack_size": rules.rack.size,
        "verdicts": {"valid": rules.procedures.valid, "invalid": rules.procedures.invalid},
        "procedures": list(rules.procedures.kinds),
        "variants": [*challenge.unfounded, *challenge.aliases],
        "sections": _sections(rules),
        "conditions": plain(rules.conditions),
        "presets": {name: dict(preset) for name, preset in rules.presets.items()},
    }


def write_lexicons(lexicons: Iterable[About]) -> Fields:
    """The lexicons in use, with what they were made from."""
    return {"lexicons": list(lexicons)}


def _board(plan: Plan) -> dict[str, Any]:
    rows = [
        "".join(_MARKS[plan.premiums.get(Square(row, col), PLAIN)] for col in range(plan.cols))
        for row in range(plan.rows)
    ]
    return {"name": plan.name, "rows": rows, "centre": str(plan.centre)}


def _tiles(alphabet: Alphabet) -> list[dict[str, Any]]:
    return [
        {
            "face": tile.face,
            "count": tile.count,
            "value": tile.value,
            "spellings": list(tile.spellings),
        }
        for tile in alphabet.tiles
    ]


def _sections(rules: Rules) -> dict[str, Any]:
    both = (rules, rules.tournament)
    named = ((field.name, getattr(part, field.name)) for part in both for field in fields(part))
    return {name: plain(value) for name, value in named if isinstance(value, Clause)}


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
                fields["incidents"].append(_incident(incident, rules) | told)
        fields["decides"] = _decides(handbook)
    return fields


def _found(incident: Incident, wanted: Sequence[str]) -> list[Fields]:
    """The steps that speak of something; what only the facts tell is left open."""
    if not wanted:
        return []
    return [
        {
            "article": article,
            "step": {
                lang: fill(text, lang, dict.fromkeys(holes(text), "…"), {})
                for lang, text in step.items()
            },
        }
        for article, step in steps_about(incident, wanted)
    ]


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


def _incident(incident: Incident, rules: Rules) -> Fields:
    return {
        "id": incident.id,
        "topic": incident.topic.value,
        "article": incident.article,
        "title": dict(incident.title),
        "asks": [_question(question, rules) for question in incident.questions],
    }


def _question(question: Question, rules: Rules) -> Fields:
    fields: Fields = {
        "name": question.name,
        "kind": question.kind.value,
        "text": dict(question.text),
        "needed_if": [_condition(condition, rules) for condition in question.needed],
    }
    if question.kind in (FactKind.NUMBER, FactKind.SECONDS):
        fields |= _bounds(question, rules)
    if question.kind == FactKind.CHOICE:
        fields["options"] = [
            {"value": value, "text": dict(texts)} for value, texts in question.options.items()
        ]
    return fields


def _condition(condition: Condition, rules: Rules) -> Fields:
    if condition.among:
        return {"fact": condition.fact, "among": sorted(condition.among, key=str)}
    return {"fact": condition.fact, **_bounds(condition, rules)}


def _bounds(of: Condition | Question, rules: Rules) -> Fields:
    return {"least": bound(of.least, rules), "most": bound(of.most, rules)}
