"""Whole games: a record read from JSON, with every rack and play understood."""

from collections.abc import Iterable

from marshmallow import ValidationError

from service.engine.challenge import keys
from service.engine.errors import RecordError, RuleError
from service.engine.game.record import (
    MOST_EVENTS,
    Adjusted,
    CalledTime,
    Challenged,
    Corrected,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    LostTurn,
    Misdrawn,
    Passed,
    Played,
    Record,
    Redeclared,
    Rejudged,
    Timed,
    name_players,
)
from service.engine.gcg.reading import PRAGMAS
from service.engine.notation import Play, read_face, read_play, read_rack, read_square, read_tiles
from service.engine.rules import Ending, Rules
from service.engine.tiles import LONGEST_TEXT, Tiles
from service.schemas.events import INCIDENTS, read_events
from service.schemas.fields import (
    Checked,
    Fields,
    ObjectSchema,
    listed,
    load,
    matching,
    text,
    whole,
)

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


_GAME = _GameSchema()


def read_game(body: object, rules: Rules) -> Record:
    """The record of a game; what is wrong with an event is told with its number."""
    given = load(_GAME, body)
    players = name_players(given["players"], given.get("nicks"))
    events = []
    for number, fields in enumerate(given["events"], 1):
        try:
            _check_players(fields, len(players))
            events.append(_make_event(fields, given.get("variant"), rules))
        except RuleError as fault:
            raise fault.at(f"event {number}", event=number) from None
    headers = tuple((header["name"], header["value"]) for header in given.get("headers", ()))
    return Record(players, tuple(events), _join_notes(given.get("notes", ())), headers)


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
    if given["type"] in INCIDENTS:
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
    names = ("player", "declared", "total", "article", "reason")
    entry: Fields = {name: given[name] for name in names if name in given}
    match given["type"]:
        case "adjustment":
            points, spread = given.get("points", 0), given.get("spread", 0)
            return Adjusted(**entry, points=points, spread=spread)
        case "correction":
            return Corrected(**entry, of=given["of"])
        case "turn_lost":
            return LostTurn(**entry)
        case "redeclared":
            square = read_square(given["square"])
            return Redeclared(**entry, square=square, face=read_face(given["face"], rules.alphabet))
        case "called_time":
            return CalledTime(**entry, supplementary=given.get("supplementary", False))
        case "rejudged":
            return Rejudged(**entry, stands=given["valid"], racked=given.get("on_rack", False))
        case "arbiters_draw":
            return Ended(**entry, ending=Ending.ARBITER_DRAW)
        case kind:
            corrected = given.get("corrected", True)
            over = kind == "overdraw"
            return Misdrawn(**entry, over=over, tiles=given["tiles"], corrected=corrected)


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
