"""Answers about tournaments: standings, rounds, schedules and faults as JSON and as tables."""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from service.engine.tournament.check import Checked
from service.engine.tournament.entries import Sitting
from service.engine.tournament.pairing import Paired
from service.engine.tournament.pairing import Table as PairedTable
from service.engine.tournament.provisions import Key, System
from service.engine.tournament.schedules import Schedule
from service.engine.tournament.standings import Applied, Row, Standings, Unsaid
from service.schemas.fields import Fields

Table = list[list[Any]]


def write_standings(table: Standings) -> Fields:
    """A classification, with one field for each key."""
    return {
        "after": table.after,
        "final": table.final,
        "keys": [{"key": key.value, "article": table.article} for key in table.keys],
        "standings": _rows(table),
        "silent": _unsaid(table.unsaid),
    }


def write_paired(paired: Paired) -> Fields:
    """A round as proposed."""
    fields: Fields = {
        "round": paired.round,
        "system": paired.system.value,
        "article": paired.article,
        "pairings": [_table(number, table) for number, table in enumerate(paired.tables, 1)],
        "bye": None if paired.bye is None else _bye(paired.bye),
        "relaxed": [
            {
                "rule": entry.rule,
                "players": list(entry.players),
                "article": entry.article,
                "detail": entry.detail,
            }
            for entry in paired.relaxed
        ],
        "silent": _unsaid(paired.unsaid),
        "seed": paired.seed,
    }
    if paired.system is System.DISTANCE and paired.distance is not None:
        fields |= {"distance": paired.distance, "proved": True}
    return fields


def write_schedule(plan: Schedule, names: Sequence[int] | Sequence[str]) -> Fields:
    """Rounds in advance; who meets nobody sits."""
    seats = [None, *names]
    fields: Fields = {
        "system": plan.system.value,
        "rounds": plan.rounds,
        "schedule": [[[seats[one], seats[two]] for one, two in played] for played in plan.pairs],
        "article": plan.article,
        "silent": _unsaid(plan.unsaid),
    }
    if len(plan.groups) > 1:
        fields["groups"] = [[seats[number] for number in group] for group in plan.groups]
    return fields


def write_check(checked: Checked) -> Fields:
    """Everything that is wrong, who is to be eliminated, and who may still enter."""
    entry = checked.late_entry
    return {
        "faults": [
            {
                "code": fault.code,
                "article": fault.article,
                "detail": fault.detail,
                "round": fault.round,
                "players": list(fault.players),
            }
            for fault in checked.faults
        ],
        "eliminated": list(checked.eliminated),
        "late_entry": {
            "allowed": entry.allowed,
            "until": entry.until,
            "fictitious": None if entry.fictitious is None else _parts(entry.fictitious, 2),
        },
    }


def _table(number: int, table: PairedTable) -> Fields:
    fields: Fields = {"table": number, "players": list(table.players), "first": table.first}
    if table.absent:
        both = len(table.absent) == 2
        fields |= {"ended_by": "absence", "player": [0, 1] if both else table.absent[0]}
    return fields


def _rows(table: Standings) -> list[Fields]:
    """The lines of a classification, with a field for every key; points are always there."""
    keys = [(key.value, _VALUES[key]) for key in table.keys if key is not Key.POINTS]
    written = []
    for row in table.rows:
        player = row.player
        fields = {"place": row.place, "player": player.id, "points": _parts(row.halves, 2)}
        for name, value in keys:
            fields[name] = value(row)
        if player.members:
            fields["players"] = list(player.members)
        fields["games"] = row.games
        fields["adjustments"] = [_applied(note) for note in row.applied] if row.applied else []
        written.append(fields)
    return written


def _applied(note: Applied) -> Fields:
    kind, points = note.kind.value, note.points
    return {"kind": kind, "points": points, "article": note.article, "round": note.round}


_VALUES: dict[Key, Callable[[Row], Any]] = {
    Key.MEDIAN_BUCHHOLZ: lambda row: _parts(row.buchholz, 2),
    Key.BERGER: lambda row: _parts(row.berger, 4),
    Key.SPREAD: attrgetter("spread"),
    Key.TOTAL: attrgetter("total"),
    Key.NAME: attrgetter("player.name"),
    Key.BEST_DIFFERENCES: lambda row: list(row.differences),
}


def _bye(sitting: Sitting) -> Fields:
    return {
        "player": sitting.player,
        **({"players": list(sitting.members)} if sitting.members else {}),
        "article": sitting.article,
        "passed_over": [
            {"player": passed.player, "article": passed.article, "detail": passed.detail}
            for passed in sitting.passed_over
        ],
    }


def _unsaid(entries: Iterable[Unsaid]) -> list[Fields]:
    return [
        {
            "rule": entry.rule,
            "article": entry.article,
            "detail": entry.detail,
            "players": list(entry.players),
        }
        for entry in entries
    ]


def _parts(number: int, whole: int) -> int | float:
    """Halves or quarters as a number; both are exact in any notation."""
    return number // whole if number % whole == 0 else number / whole
