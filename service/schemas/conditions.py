"""The conditions of an event as JSON, and by whose word each article of an answer is decided."""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.engine.conditions import LONGEST_CLOCK, NAMED_ONLY, Conditions, Worth, under
from service.engine.rules import LeftoverKind, Rules
from service.engine.tournament.provisions import Key, System
from service.schemas.fields import Checked, Fields, ObjectSchema, listed, load, one_of, text, whole
from service.schemas.plays import MOST_POINTS

_MOST_CLASSIFICATION_POINTS = 100
_SYSTEMS = {way.value: way for way in System if way not in NAMED_ONLY}
_spread = whole(-MOST_POINTS, MOST_POINTS)
_each_key = listed(one_of({key.value: key for key in Key}), 1, len(Key))


def _halves(value: object) -> int:
    """Reads points: a whole number, or one and a half."""
    if type(value) in (int, float) and 0 <= value <= _MOST_CLASSIFICATION_POINTS:  # type: ignore[operator]  # as its type says
        halves = 2 * value  # type: ignore[operator]  # as its type says
        if halves == int(halves):
            return int(halves)
    raise ValidationError("Not points: a number of halves from 0 to 100.")


def _keys(value: object) -> tuple[Key, ...]:
    keys = tuple(_each_key(value))
    if len(set(keys)) < len(keys):
        raise ValidationError("The same key twice.")
    return keys


class _PointsSchema(ObjectSchema):
    win = Checked(_halves, required=True)
    draw = Checked(_halves, required=True)
    loss = Checked(_halves, required=True)


class _WorthSchema(ObjectSchema):
    points = Checked(_halves, required=True)
    spread = Checked(_spread, required=True)


_POINTS, _WORTH = _PointsSchema(), _WorthSchema()


def _points(value: object) -> tuple[int, int, int]:
    given = _POINTS.read(value)
    return given["win"], given["draw"], given["loss"]


def _worth(value: object) -> Worth:
    given = _WORTH.read(value)
    return Worth(given["points"], given["spread"])


class _ConditionsSchema(ObjectSchema):
    classification = Checked(_keys)
    system = Checked(one_of(_SYSTEMS))
    points = Checked(_points)
    bye = Checked(_worth)
    absence = Checked(_worth)
    spread_cap = Checked(whole(0, MOST_POINTS))
    clock_seconds = Checked(whole(1, LONGEST_CLOCK))
    variant = Checked(text(32))
    leftover = Checked(one_of({kind.value: kind for kind in LeftoverKind}))


_CONDITIONS = _ConditionsSchema()


def read_conditions(value: object) -> Conditions:
    """What was announced of an event."""
    return Conditions(**_CONDITIONS.read(value))


class _AnnouncedSchema(ObjectSchema):
    conditions = Checked(read_conditions)


_ANNOUNCED = _AnnouncedSchema()


def announced(body: object, rules: Rules) -> tuple[object, Rules]:
    """A question without the conditions of its event, and the rules under them."""
    if not isinstance(body, dict) or "conditions" not in body:
        return body, rules
    given = load(_ANNOUNCED, {"conditions": body["conditions"]})
    rest = {name: value for name, value in body.items() if name != "conditions"}
    return rest, under(given.get("conditions", Conditions()), rules)


def naming_who_decided(fields: Fields, rules: Rules) -> Fields:
    """The answer with, beside each article that somebody was free to decide, who that was."""
    if rules.decided:
        _name(fields, rules.decided)
    return fields


def _name(value: Any, decided: Mapping[str, str]) -> None:
    if isinstance(value, list):
        for item in value:
            _name(item, decided)
    elif isinstance(value, dict):
        for item in value.values():
            _name(item, decided)
        if value.get("article") in decided:
            value["decided_by"] = decided[value["article"]]
