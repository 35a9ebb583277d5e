"""What devices of a hall send: a code and a key, a PIN, the result of a game; and the answers."""

from collections.abc import Iterable

from marshmallow import ValidationError

from service.devices import KEY, PinTry, Place
from service.engine.tournament.document import MOST_PLAYERS, MOST_ROUNDS, NAMES, EndedBy
from service.event import Entry, Kept, Report, game_at, write_entry
from service.interchange.document import latest_round, shown_name
from service.schemas.fields import (
    Checked,
    Fields,
    ObjectSchema,
    flag,
    load,
    matching,
    one_of,
    pair,
    text,
    whole,
)
from service.schemas.problems import ProblemError

_LEAST, _MOST = -500, 2000
"""Sums that a game can end with, after every penalty; beyond them somebody mistyped."""


def _both(value: object) -> tuple[bool, bool]:
    confirmed = pair(flag)(value)
    if not any(confirmed):
        raise ValidationError("Nobody has confirmed it.")
    return confirmed


class _ReportSchema(ObjectSchema):
    round = Checked(whole(1, MOST_ROUNDS), required=True)
    table = Checked(whole(1, MOST_PLAYERS), required=True)
    scores = Checked(pair(whole(_LEAST, _MOST)), required=True)
    ended_by = Checked(one_of({ending.value: ending for ending in EndedBy}))
    confirmed = Checked(_both, required=True)
    players = Checked(pair(text(64)))


_REPORT = _ReportSchema()


def read_report(body: object) -> Report:
    """What a table reports."""
    return Report(**load(_REPORT, body))


def read_number(text: str) -> int:
    """A number after a question mark."""
    if not text.isascii() or not text.isdecimal() or len(text) > 9:
        raise ProblemError(400, "bad_request", f"{text[:20]!r} is not a number.")
    return int(text)


def read_names(text: str) -> str:
    """How players are to be called on their pages; nothing is as before."""
    if text not in ("", *NAMES):
        raise ProblemError(400, "bad_request", f"{text[:20]!r} is not one of: {', '.join(NAMES)}.")
    return text


def write_report(entry: Entry) -> Fields:
    """What became of a report."""
    return {"n": entry.n, "state": entry.state}


def write_reports(entries: Iterable[Entry]) -> Fields:
    """The reports, each with what was to become of it when it came."""
    return {"results": [write_entry(entry) for entry in entries]}


def write_kept(kept: Kept) -> Fields:
    """Which document is in force."""
    return {"version": kept.version, "rules": kept.rules, "at": kept.at}


def write_table(table: int, kept: Kept | None, entries: Iterable[Entry], number: int = 0) -> Fields:
    """The game at a table in a round, unless said the one that is played, and what became of it."""
    document = kept.document if kept else {"players": [], "games": []}
    number = number or latest_round(document)
    game = game_at(document, number, table) or {"players": []}
    names = {player["id"]: shown_name(player) for player in document["players"]}
    reports = [
        entry
        for entry in entries
        if (entry.report.round, entry.report.table, list(entry.report.players))
        == (number, table, game["players"])
    ]
    return {
        "event": document.get("name", ""),
        "round": number or None,
        "table": table,
        "players": [{"id": one, "name": names.get(one, one)} for one in game["players"]],
        "first": game.get("first"),
        "settled": "scores" in game or "ended_by" in game,
        "state": reports[-1].state if reports else None,
        "scores": list(reports[-1].report.scores) if reports else None,
    }


_key = matching(KEY.pattern, "Not 32 to 64 letters, digits, hyphens and underscores.")
_pin = matching("[0-9]{4,8}", "Not 4 to 8 digits.")


class _EnrolSchema(ObjectSchema):
    code = Checked(text(32), required=True)
    key = Checked(_key, required=True)


class _PinSchema(ObjectSchema):
    pin = Checked(_pin, required=True)


_ENROL, _TRY = _EnrolSchema(), _PinSchema()


def read_enrolment(body: object) -> tuple[str, str]:
    """The code and the key of a device."""
    fields = load(_ENROL, body)
    return fields["code"], fields["key"]


def read_pin(body: object) -> str:
    """The PIN that was typed."""
    pin: str = load(_TRY, body)["pin"]
    return pin


def write_place(place: Place) -> Fields:
    """What the key is good for from now on, and what the device is set up with."""
    return {"role": place.role, **place.choices}


def write_try(tried: PinTry) -> Fields:
    """Whether the PIN is right, and how long to wait before the next one."""
    return {"right": tried.right, "wait": tried.wait}
