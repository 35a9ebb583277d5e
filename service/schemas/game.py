"""Whole games: a record read from JSON, with every rack and play understood, and written again.

Each type of event is a schema. A record has up to 500 events, so they are one field that reads them
all, instead of a nested schema for each.
"""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, ClassVar

from marshmallow import ValidationError

from service.engine.challenge import keys
from service.engine.errors import RecordError, RuleError, TooLongError
from service.engine.game.record import (
    ARBITERS_DRAW,
    FLAGS,
    INCIDENTS,
    MOST_CONTESTED,
    MOST_EVENTS,
    Adjusted,
    Challenged,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    Passed,
    Played,
    Record,
    Timed,
    name_of,
    name_players,
)
from service.engine.gcg.reading import PRAGMAS
from service.engine.notation import (
    Play,
    read_face,
    read_play,
    read_rack,
    read_square,
    read_tiles,
    write_coordinate,
    write_rack,
)
from service.engine.rules import Ending, Rules
from service.engine.tiles import COVERED, LONGEST_TEXT, Laid, Put, Tiles
from service.schemas.fields import (
    Checked,
    Fields,
    ObjectSchema,
    Read,
    flag,
    listed,
    load,
    matching,
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


def _or_none(read: Read[Any]) -> Read[Any]:
    """Reads a value; null is one that is not known."""
    return lambda value: None if value is None else read(value)


def read_each(most: int) -> Read[Any]:
    """Reads whether something is so: of all players, or of each of them."""
    read_list = listed(flag, 2, most)
    return lambda value: tuple(read_list(value)) if isinstance(value, list) else flag(value)


class _Event(ObjectSchema):
    type = Checked(_text)


class _Entry(_Event):
    second_names: ClassVar = {"score": "declared"}
    player = Checked(_player)
    declared = Checked(_points)
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
    second_names: ClassVar = {"score": "declared", "contested": "words"}
    words = Checked(_words)
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
    second_names: ClassVar = {"score": "declared"}
    of = Checked(whole(1, MOST_EVENTS), required=True)
    declared = Checked(_points, required=True)
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


class _End(_Incident):
    ended_by = Checked(one_of({ending.value: ending for ending in Ending}))
    player = Checked(read_players)
    racks = Checked(listed(_or_none(_text), 2, 4))
    overtime_seconds = Checked(listed(_seconds, 2, 4))
    remaining_seconds = Checked(listed(_seconds, 2, 4))
    excused = Checked(read_each(4))
    called = Checked(read_each(4))
    declared = Checked(listed(_points, 2, 4))
    totals = Checked(listed(_or_none(_points), 2, 4))


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


_MOST_LINES = 500
# A line that goes on with a header cannot begin another one, nor an event.
_name = matching(r"[a-z][a-z0-9_-]{0,31}", "Not the name of a header.")
_value = matching(r"[^\r\n]{0,1000}(\n[^\s#>][^\r\n]{0,1000}){0,20}", "Not the text of a header.")


def _header_name(value: object) -> str:
    """Reads the name of a line that says something of the whole game, and of nothing else."""
    name = _name(value)
    if name in PRAGMAS:
        raise ValidationError(f"Not a header: #{name} tells of the game itself.")
    return name


class _HeaderSchema(ObjectSchema):
    name = Checked(_header_name, required=True)
    value = Checked(_value, required=True)


class _NoteSchema(ObjectSchema):
    after = Checked(whole(0, MOST_EVENTS), required=True)
    text = Checked(text(LONGEST_TEXT), required=True)


class _GameSchema(ObjectSchema):
    players = Checked(listed(text(100), 2, 4), required=True)
    events = Checked(read_events, required=True)
    variant = Checked(text(32))
    nicks = Checked(listed(matching(r"[^\s:]{1,100}", "Not a nick."), 2, 4))
    headers = Checked(listed(_HeaderSchema().read, 0, _MOST_LINES))
    notes = Checked(listed(_NoteSchema().read, 0, _MOST_LINES))


_GAME, _HEADER = _GameSchema(), _HeaderSchema()


def read_game(body: object, rules: Rules) -> Record:
    """The record of a game; what is wrong with an event is told with its number."""
    given = load(_GAME, body)
    players = name_players(given["players"], given.get("nicks"))
    events = []
    for number, told in enumerate(given["events"], 1):
        try:
            _check_players(told, len(players))
            events.append(_make_event(told, given.get("variant"), rules))
        except RuleError as fault:
            raise fault.at(f"event {number}", event=number) from None
    headers = tuple((header["name"], header["value"]) for header in given.get("headers", ()))
    notes = _join_notes(given.get("notes", ()))
    return Record(players, tuple(events), notes, headers, given.get("variant"))


def _join_notes(given: Iterable[Fields]) -> dict[int, str]:
    notes: dict[int, list[str]] = {}
    for note in given:
        notes.setdefault(note["after"], []).append(note["text"])
    return {after: "\n".join(parts) for after, parts in notes.items()}


def _make_event(given: Fields, variant: str | None, rules: Rules) -> Event:
    """The event that the fields describe; `variant` is the one in force for the whole game."""
    if given["type"] == "play":
        return _make_play(given, rules)
    if given["type"] == "end":
        return _make_end(given, rules)
    if given["type"] in INCIDENTS or given["type"] == ARBITERS_DRAW:
        return _make_incident(given, rules)
    entry: Fields = {name: given[name] for name in ("player", "declared", "total") if name in given}
    if "rack" in given:
        entry["rack"] = read_rack(given["rack"], rules.alphabet)
    match given["type"]:
        case "exchange" if isinstance(given["tiles"], int):
            return Exchanged(**entry, count=given["tiles"])
        case "exchange":
            tiles = read_rack(given["tiles"], rules.alphabet)
            return Exchanged(**entry, count=len(tiles), tiles=tiles)
        case "cambio_secco":
            return FreelyExchanged(**entry)
        case "challenge":
            words = tuple(given.get("words", ()))
            keys(words, rules.alphabet)
            return Challenged(
                **entry,
                stands=given.get("valid", True),
                words=words,
                variant=given.get("variant", variant),
                retracted=given.get("retracted", False),
            )
        case "time":
            return Timed(**entry, seconds=given["seconds"])
        case _:
            return Passed(**entry)


def _make_play(given: Fields, rules: Rules) -> Played:
    alphabet = rules.alphabet
    rack = read_rack(given["rack"], alphabet) if "rack" in given else None
    if "play" in given:
        play = read_play(given["play"], alphabet)
    else:
        play = Play(given["start"], given["direction"], read_tiles(given["tiles"], alphabet))
    return Played(
        player=given.get("player"),
        declared=given.get("declared"),
        total=given.get("total"),
        rack=rack,
        play=play,
        uncontested="placement" in given,
    )


def _make_incident(given: Fields, rules: Rules) -> Event:
    """What happened beside the turns."""
    kind = given["type"]
    fields = {FLAGS.get(name, name): value for name, value in given.items() if name != "type"}
    if kind == ARBITERS_DRAW:
        return Ended(**fields, ending=Ending.ARBITER_DRAW)
    if kind == "redeclared":
        fields["square"] = read_square(given["square"])
        fields["face"] = read_face(given["face"], rules.alphabet)
    return INCIDENTS[kind](**fields)


def _make_end(given: Fields, rules: Rules) -> Ended:
    racks: tuple[Tiles | None, ...] = tuple(
        None if rack is None else read_rack(rack, rules.alphabet) for rack in given.get("racks", ())
    )
    return Ended(
        ending=given.get("ended_by"),
        players=given.get("player", ()),
        racks=racks,
        overtime=tuple(given.get("overtime_seconds", ())),
        remaining=tuple(given.get("remaining_seconds", ())),
        excused=given.get("excused", False),
        called=given.get("called", False),
        charged=tuple(given.get("declared", ())),
        finals=tuple(given.get("totals", ())),
        article=given.get("article", ""),
        reason=given.get("reason", ""),
    )


def _check_players(given: Fields, players: int) -> None:
    """Refuse a player who does not play, and a list at the end that is not about all players."""
    if given["type"] == "end":
        for name, value in given.items():
            about_all = name != "player" and isinstance(value, list | tuple)
            if about_all and len(value) != players:
                told = f"{name} needs a value for each of {players} players"
                raise RecordError(told, "each_player", count=players)
    elif given.get("player", 0) >= players:
        raise RecordError(f"there is no player {given['player']}")


_CALLED = {attribute: name for name, attribute in FLAGS.items()} | {
    "charged": "declared",
    "count": "tiles",
    "ending": "ended_by",
    "finals": "totals",
    "overtime": "overtime_seconds",
    "players": "player",
    "remaining": "remaining_seconds",
}
"""What fields of events are called in JSON, where that is another name."""
_UNSAID = ("over", "whose", "contradictions")
"""What the type says already, and what only lines of GCG can say."""


def write_game(record: Record) -> Fields:
    """The record as `read_game` takes it; a header that JSON has no room for is left out."""
    headers = [{"name": name, "value": value} for name, value in record.headers]
    notes = [
        {"after": after, "text": note[start : start + LONGEST_TEXT]}
        for after, note in record.notes.items()
        for start in range(0, len(note), LONGEST_TEXT)
    ]
    game: Fields = {
        "players": [player.name for player in record.players],
        "nicks": ["_".join(player.nick.split()) for player in record.players],
        "events": [_write_event(event, record.variant) for event in record.events],
        "headers": [header for header in headers if not _HEADER.validate(header)],
        "notes": notes,
    }
    return game if record.variant is None else {**game, "variant": record.variant}


def _write_event(event: Event, variant: str | None) -> Fields:
    """What an event says beyond what is usual."""
    written: Fields = {"type": "end" if isinstance(event, Ended) else name_of(event)}
    if isinstance(event, Adjusted):
        written |= {"points": 0, "article": ""}
    for field in fields(event):
        name, value = field.name, getattr(event, field.name)
        unchanged = name == "variant" and value == variant
        if value != field.default and name not in _UNSAID and not unchanged:
            written[_CALLED.get(name, name)] = _write_value(name, value)
    if written.pop("uncontested", False):
        written["placement"] = "uncontested"
    return written


def _write_value(name: str, value: Any) -> Any:
    match name:
        case "play":
            tiles = "".join(map(_write_put, value.tiles))
            return f"{write_coordinate(value.start, value.direction)} {tiles}"
        case "rack":
            return write_rack(value)
        case "racks":
            return [None if rack is None else write_rack(rack) for rack in value]
        case "square":
            return str(value)
        case "tiles" if isinstance(value, tuple):
            return write_rack(value)
        case _:
            return list(value) if isinstance(value, tuple) else value


def _write_put(put: Put) -> str:
    if put is None:
        return COVERED
    return put.sign if isinstance(put, Laid) else f"({put.face})"
