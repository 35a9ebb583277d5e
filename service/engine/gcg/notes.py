"""What GCG has no line for, as notes with a fixed prefix: decisions, corrections, tiles misdrawn.

    #note event adjustment player=Ana points=-30 article='5.10.16 i' reason='bag of five'
    #note event correction of=3 declared=30

The fields are those of the event in JSON; a value with spaces stands in quotes. Other programs show
such a note to their readers as any other.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.engine.errors import NotationError
from service.engine.game.record import (
    ARBITERS_DRAW,
    FLAGS,
    INCIDENTS,
    Corrected,
    Incident,
    Player,
    Redeclared,
    name_of,
)
from service.engine.notation import read_face, read_square
from service.engine.tiles import Alphabet

PREFIX = "event "
_NUMBERS = ("points", "spread", "of", "declared", "total", "tiles")
_FLAGS = {"corrected": "corrected", "supplementary": "supplementary", **FLAGS}
_YES, _NO = "yes", "no"
_LONGEST = 4000


def tells_incident(note: str) -> bool:
    """Whether a note tells an event; any other that begins with the same word is only a note."""
    kind = note.removeprefix(PREFIX).partition(" ")[0]
    return note.startswith(PREFIX) and (kind in INCIDENTS or kind == ARBITERS_DRAW)


def read_incident(text: str, players: Sequence[Player], alphabet: Alphabet) -> Incident:
    """The event that a note tells, without its prefix."""
    kind, given = read_fields(text)
    if kind not in INCIDENTS:
        raise NotationError(f"{kind!r} is no event: " + ", ".join((*INCIDENTS, ARBITERS_DRAW)))
    fields = {_FLAGS.get(name, name): _value(name, value, players) for name, value in given.items()}
    try:
        if kind == "redeclared":
            fields["square"] = read_square(fields["square"])
            fields["face"] = read_face(fields["face"], alphabet)
        return INCIDENTS[kind](**fields)
    except (KeyError, TypeError):
        raise NotationError(f"{text[:60]!r} lacks a field, or has one too many") from None


def read_fields(text: str) -> tuple[str, dict[str, str]]:
    """The kind of an event and its fields as they are written."""
    if len(text) > _LONGEST:
        raise NotationError(f"{text[:60]!r}… has {len(text)} characters, {_LONGEST} are the most")
    try:
        kind, *parts = shlex.split(text) or [""]
    except ValueError:
        raise NotationError(f"{text[:60]!r} has a quote that does not end") from None
    return kind, {name: value for name, _, value in (part.partition("=") for part in parts)}


def write_incident(event: Incident, players: Sequence[Player], numbers: Mapping[int, int]) -> str:
    """The note that tells an event; `numbers` are those of the events in the file."""
    fields = dict(_fields(event, players))
    if isinstance(event, Corrected):
        fields["of"] = str(numbers.get(event.of, event.of))
    return write_fields(name_of(event), fields)


def write_fields(kind: str, fields: Mapping[str, str]) -> str:
    """A note with these fields."""
    parts = [f"{name}={' '.join(value.split())}" for name, value in fields.items() if value]
    return f"#note {PREFIX}{shlex.join([kind, *parts])}"


def _value(name: str, value: str, players: Sequence[Player]) -> Any:
    if name == "player":
        nicks = [player.nick for player in players]
        if value not in nicks:
            raise NotationError(f"no player is called {value!r}")
        return nicks.index(value)
    if name in _NUMBERS:
        number = value.lstrip("+-")
        if not (number.isdecimal() and len(number) < 7 and len(value) - len(number) < 2):
            raise NotationError(f"{value!r} is not a number")
        return -int(number) if value[0] == "-" else int(number)
    if name in _FLAGS:
        if value not in (_YES, _NO):
            raise NotationError(f"{value!r} is neither {_YES} nor {_NO}")
        return value == _YES
    return value


def _fields(event: Incident, players: Sequence[Player]) -> Iterator[tuple[str, str]]:
    if event.player is not None:
        yield "player", players[event.player].nick
    for name in _NUMBERS:
        number = getattr(event, name, None)
        if number is not None:
            yield name, str(number)
    for name, attribute in _FLAGS.items():
        if hasattr(event, attribute):
            yield name, _YES if getattr(event, attribute) else _NO
    if isinstance(event, Redeclared):
        yield from (("square", str(event.square)), ("face", event.face))
    yield from (("article", event.article), ("reason", event.reason))
