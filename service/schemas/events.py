"""The events of a game record: their fields in JSON.

Each type of event is a schema. A record has up to 500 events, so they are one field that reads them
all, instead of a nested schema for each.
"""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.engine.errors import RuleError, TooLongError
from service.engine.game.record import MOST_CONTESTED, MOST_EVENTS
from service.engine.notation import read_square
from service.engine.settlement import Ending
from service.engine.tiles import LONGEST_TEXT
from service.schemas.fields import (
    Checked,
    Fields,
    ObjectSchema,
    Read,
    flag,
    listed,
    one_of,
    text,
    whole,
)
from service.schemas.plays import MOST_POINTS, read_direction, read_written
from service.schemas.results import read_players

_SQUARES = frozenset(("start", "direction", "tiles"))

_player = whole(0, 3)
_points = whole(-MOST_POINTS, MOST_POINTS)
_seconds = whole(0, 86_400)
_text = text(LONGEST_TEXT)
_words = listed(_text, 0, MOST_CONTESTED)


def _exchanged(value: object) -> str | int:
    """Reads the tiles that were put back, or only how many."""
    return value if type(value) is int and 0 <= value <= 99 else _text(value)


def _rack_or_none(value: object) -> str | None:
    """Reads a rack; null is one that is not known."""
    return None if value is None else _text(value)


def read_each(most: int) -> Read[Any]:
    """Reads whether something is so: of all players, or of each of them."""
    read_list = listed(flag, 2, most)
    return lambda value: tuple(read_list(value)) if isinstance(value, list) else flag(value)


class _Event(ObjectSchema):
    type = Checked(_text)


class _Entry(_Event):
    player = Checked(_player)
    declared = Checked(_points)
    score = Checked(_points, synonym_of="declared")
    total = Checked(_points)
    rack = Checked(_text)


class _Play(_Entry):
    play = Checked(read_written, required=True)
    placement = Checked(one_of({"uncontested": "uncontested"}))


class _SpelledPlay(_Entry):
    start = Checked(_text, required=True)
    direction = Checked(read_direction, required=True)
    tiles = Checked(_text, required=True)
    placement = Checked(one_of({"uncontested": "uncontested"}))


class _Exchange(_Entry):
    tiles = Checked(_exchanged, required=True)


class _RetractedChallenge(_Entry):
    words = Checked(_words)
    contested = Checked(_words, synonym_of="words")
    valid = Checked(flag)
    variant = Checked(text(32))
    retracted = Checked(flag)


class _Challenge(_RetractedChallenge):
    valid = Checked(flag, required=True)


class _Incident(_Event):
    article = Checked(text(100))
    reason = Checked(_text)


class _PlayersIncident(_Incident):
    player = Checked(_player)


class _SpreadAdjustment(_Incident):
    player = Checked(_player, required=True)
    article = Checked(text(100), required=True)
    points = Checked(_points)
    spread = Checked(_points)


class _Adjustment(_SpreadAdjustment):
    points = Checked(_points, required=True)


class _Correction(_PlayersIncident):
    of = Checked(whole(1, MOST_EVENTS), required=True)
    declared = Checked(_points, required=True)
    score = Checked(_points, synonym_of="declared")
    total = Checked(_points)


class _Redeclaration(_PlayersIncident):
    square = Checked(_text, required=True)
    face = Checked(_text, required=True)


class _Misdraw(_Incident):
    player = Checked(_player, required=True)
    tiles = Checked(whole(1, 99), required=True)
    corrected = Checked(flag)


class _CalledTime(_Incident):
    player = Checked(_player, required=True)
    supplementary = Checked(flag)


class _Rejudgement(_PlayersIncident):
    valid = Checked(flag, required=True)
    on_rack = Checked(flag)


class _Time(_Event):
    player = Checked(_player, required=True)
    seconds = Checked(_seconds, required=True)


class _End(_Event):
    ended_by = Checked(one_of({ending.value: ending for ending in Ending}))
    player = Checked(read_players)
    racks = Checked(listed(_rack_or_none, 2, 4))
    overtime_seconds = Checked(listed(_seconds, 2, 4))
    remaining_seconds = Checked(listed(_seconds, 2, 4))
    excused = Checked(read_each(4))
    called = Checked(read_each(4))
    declared = Checked(listed(_points, 2, 4))
    totals = Checked(listed(_points, 2, 4))


_SCHEMAS: Mapping[str, ObjectSchema] = {
    "play": _Play(),
    "exchange": _Exchange(),
    "pass": _Entry(),
    "cambio_secco": _Entry(),
    "challenge": _Challenge(),
    "adjustment": _Adjustment(),
    "correction": _Correction(),
    "turn_lost": _PlayersIncident(),
    "redeclared": _Redeclaration(),
    "overdraw": _Misdraw(),
    "underdraw": _Misdraw(),
    "called_time": _CalledTime(),
    "rejudged": _Rejudgement(),
    "arbiters_draw": _Incident(),
    "time": _Time(),
    "end": _End(),
}
_SPELLED_PLAY, _RETRACTED, _SPREAD = _SpelledPlay(), _RetractedChallenge(), _SpreadAdjustment()
INCIDENTS = frozenset(kind for kind, schema in _SCHEMAS.items() if isinstance(schema, _Incident))


def read_events(value: object) -> list[Fields]:
    """Reads the fields of every event, each by the schema of its type."""
    if not isinstance(value, list):
        raise ValidationError("Not a list.")
    if len(value) > MOST_EVENTS:
        told = f"{len(value)} events, a record has at most {MOST_EVENTS}"
        raise TooLongError(told, "most", most=MOST_EVENTS)
    events, faults = [], {}
    for index, item in enumerate(value):
        try:
            events.append(_read_event(item))
        except ValidationError as fault:
            faults[index] = fault.messages
        except RuleError as fault:
            raise fault.at(f"event {index + 1}", event=index + 1) from None
    if faults:
        raise ValidationError(faults)
    return events


def _read_event(item: object) -> Fields:
    if not isinstance(item, dict):
        raise ValidationError("Not an object.")
    given = _schema(item).read(item)
    if "start" in given:
        given["start"] = read_square(given["start"])
    return given


def _schema(item: Fields) -> ObjectSchema:
    """The schema of an event: that of its type, or of the one way in which it may differ."""
    match item.get("type"):
        case "play" if "play" not in item and not _SQUARES.isdisjoint(item):
            return _SPELLED_PLAY
        case "challenge" if item.get("retracted") is True:
            return _RETRACTED
        case "adjustment" if "spread" in item:
            return _SPREAD
        case str(kind) if kind in _SCHEMAS:
            return _SCHEMAS[kind]
        case _:
            raise ValidationError({"type": ["Not one of: " + ", ".join(_SCHEMAS) + "."]})
