"""The events of a game record: their fields in JSON.

A record has up to 500 events, so they are read by hand: each type of event is a table of fields and
each field one function, which is far faster than a nested schema and reports the same faults.
"""

from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError

from service.engine.errors import RuleError, TooLongError
from service.engine.game.record import MOST_EVENTS
from service.engine.notation import Play, read_square
from service.engine.settlement import Ending
from service.schemas.fields import Read, flag, listed, one_of, text, whole
from service.schemas.plays import MOST_POINTS, read_direction, read_play
from service.schemas.results import read_players
from service.schemas.words import LONGEST_TEXT

Given = dict[str, Any]

_MISSING = "Missing data for required field."
_PLAY = ("start", "direction", "tiles")

_player = whole(0, 3)
_points = whole(-MOST_POINTS, MOST_POINTS)
_seconds = whole(0, 86_400)
_text = text(LONGEST_TEXT)
_words = listed(_text, 0, 16)


def _exchanged(value: object) -> str | int:
    """Reads the tiles that were put back, or only how many."""
    return value if type(value) is int and 0 <= value <= 99 else _text(value)


def read_each(most: int) -> Read[Any]:
    """Reads whether something is so: of all players, or of each of them."""
    read_list = listed(flag, 2, most)
    return lambda value: tuple(read_list(value)) if isinstance(value, list) else flag(value)


_ENTRY: Mapping[str, Read[Any]] = {
    "type": _text,
    "player": _player,
    "declared": _points,
    "score": _points,
    "total": _points,
    "rack": _text,
}
_INCIDENT: Mapping[str, Read[Any]] = {
    "type": _text,
    "player": _player,
    "article": text(100),
    "reason": text(LONGEST_TEXT),
}
_MISDRAWN = {**_INCIDENT, "tiles": whole(1, 99), "corrected": flag}
_FIELDS: Mapping[str, Mapping[str, Read[Any]]] = {
    "play": {
        **_ENTRY,
        "play": read_play,
        "start": _text,
        "direction": read_direction,
        "tiles": _text,
        "placement": one_of({"uncontested": "uncontested"}),
    },
    "exchange": {**_ENTRY, "tiles": _exchanged},
    "pass": _ENTRY,
    "cambio_secco": _ENTRY,
    "challenge": {
        **_ENTRY,
        "words": _words,
        "contested": _words,
        "valid": flag,
        "variant": text(32),
        "retracted": flag,
    },
    "adjustment": {**_INCIDENT, "points": _points, "spread": _points},
    "correction": {
        **_INCIDENT,
        "of": whole(1, MOST_EVENTS),
        "declared": _points,
        "score": _points,
        "total": _points,
    },
    "turn_lost": _INCIDENT,
    "redeclared": {**_INCIDENT, "square": _text, "face": _text},
    "overdraw": _MISDRAWN,
    "underdraw": _MISDRAWN,
    "called_time": {**_INCIDENT, "supplementary": flag},
    "rejudged": {**_INCIDENT, "valid": flag, "on_rack": flag},
    "arbiters_draw": {"type": _text, "article": text(100), "reason": text(LONGEST_TEXT)},
    "time": {"type": _text, "player": _player, "seconds": _seconds},
    "end": {
        "type": _text,
        "ended_by": one_of({ending.value: ending for ending in Ending}),
        "player": read_players,
        "racks": listed(_text, 2, 4),
        "overtime_seconds": listed(_seconds, 2, 4),
        "remaining_seconds": listed(_seconds, 2, 4),
        "excused": read_each(4),
        "called": read_each(4),
        "declared": listed(_points, 2, 4),
        "totals": listed(_points, 2, 4),
    },
}
INCIDENTS = frozenset(kind for kind, fields in _FIELDS.items() if "reason" in fields)
_SYNONYMS = {"score": "declared", "contested": "words"}
_KEPT_AS = {name: _SYNONYMS.get(name, name) for fields in _FIELDS.values() for name in fields}
_REQUIRED = {
    "exchange": ("tiles",),
    "time": ("player", "seconds"),
    "adjustment": ("player", "article"),
    "correction": ("of", "declared"),
    "redeclared": ("square", "face"),
    "overdraw": ("player", "tiles"),
    "underdraw": ("player", "tiles"),
    "called_time": ("player",),
    "rejudged": ("valid",),
}


def read_events(value: object) -> list[Given]:
    """Reads the fields of every event, each by the table of its type."""
    if not isinstance(value, list):
        raise ValidationError("Not a list.")
    if len(value) > MOST_EVENTS:
        raise TooLongError(f"{len(value)} events, a record has at most {MOST_EVENTS}")
    events, faults = [], {}
    for index, item in enumerate(value):
        try:
            events.append(_read_event(item))
        except ValidationError as fault:
            faults[index] = fault.messages
        except RuleError as fault:
            raise type(fault)(f"event {index + 1}: {fault}") from None
    if faults:
        raise ValidationError(faults)
    return events


def _read_event(item: object) -> Given:
    """Reads one event. A good one is read field by field; only a bad one has its faults looked for.

    A second name for the same field is one field too many.
    """
    if not isinstance(item, dict):
        raise ValidationError("Not an object.")
    kind = item.get("type")
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise ValidationError({"type": ["Not one of: " + ", ".join(_FIELDS) + "."]})
    fields: Mapping[str, object] = item
    readers = _FIELDS[kind]
    try:
        given = {_KEPT_AS[name]: readers[name](value) for name, value in fields.items()}
    except (KeyError, ValidationError):
        raise ValidationError(_faults(fields, readers)) from None
    if len(given) != len(fields):
        raise ValidationError(_faults(fields, readers))
    if faults := _complete(given):
        raise ValidationError(faults)
    return given


def _faults(item: Mapping[str, object], readers: Mapping[str, Read[Any]]) -> dict[str, Any]:
    """Everything that is wrong with the fields of an event."""
    faults: dict[str, Any] = {}
    for name, value in item.items():
        kept_as = _SYNONYMS.get(name, name)
        if name not in readers or (kept_as != name and kept_as in item):
            faults[name] = ["Unknown field."]
            continue
        try:
            readers[name](value)
        except ValidationError as fault:
            faults[name] = fault.messages
    return faults


def _complete(given: Given) -> dict[str, Any]:
    """Puts a play that is spelled out into one piece, and tells what is missing or too much."""
    kind = given["type"]
    if kind == "play":
        return _complete_play(given)
    required = _REQUIRED.get(kind, ())
    if kind == "challenge" and not given.get("retracted"):
        required = ("valid",)
    if kind == "adjustment" and "spread" not in given:
        required = ("points", *required)
    return {name: [_MISSING] for name in required if name not in given}


def _complete_play(given: Given) -> dict[str, Any]:
    if "play" in given:
        return {name: ["Unknown field."] for name in _PLAY if name in given}
    missing = [name for name in _PLAY if name not in given]
    if len(missing) == len(_PLAY):
        return {"play": [_MISSING]}
    if missing:
        return {name: [_MISSING] for name in missing}
    given["play"] = Play(read_square(given["start"]), given["direction"], given["tiles"])
    return {}
