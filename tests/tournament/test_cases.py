"""Small events worked out by hand from the regulations: `cases.toml`, the rule as the name."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from service import counting, directing
from service.engine.errors import RuleError
from service.schemas.fields import Fields, ShapeError
from tests.tournament.building import FIGS, FIGS_2008, FISC, FRS

DATA = tomllib.loads((Path(__file__).parent / "cases.toml").read_text(encoding="utf-8"))
CASES = DATA["case"]
EDITIONS = {"fisc": FISC, "frs": FRS, "figs": FIGS, "figs-2008": FIGS_2008}
BESIDE = {
    "rule",
    "edition",
    "call",
    "rounds",
    "players",
    "games",
    "notes",
    "under",
    "acts",
    "expect",
}


def read_player(line: str) -> Fields:
    """A player written as an id and, where it matters, fields of the document."""
    name, *fields = line.split(" ", 1)
    return {"id": name} | dict(_field(field) for field in "".join(fields).split(", ") if field)


def _field(text: str) -> tuple[str, Any]:
    name, value = text.split("=")
    return name, int(value) if value.isdecimal() else value


def read_game(line: str) -> Fields:
    """A game written as `1 ana bo 400 300`, `2 ana bo time=1 300 420` or `3 ion bye`."""
    number, *words = line.split()
    game: Fields = {"round": int(number), "players": []}
    for word in words:
        ending, _, at_fault = word.partition("=")
        if word.lstrip("-").isdecimal():
            game.setdefault("scores", []).append(int(word))
        elif word == "excused":
            game["excused"] = True
        elif ending in ENDINGS:
            game["ended_by"] = ending
            game |= {"player": [int(n) for n in at_fault.split("+")]} if at_fault else {}
        else:
            game["players"].append(word.removesuffix("*"))
            game |= {"first": word[:-1]} if word.endswith("*") else {}
    return game


ENDINGS = {
    "bye",
    "absence",
    "time",
    "total_time",
    "abandon",
    "scoreless",
    "arbiter_draw",
    "annulled",
}


def read_note(line: str) -> Fields:
    """A note written as `ana compensation 24 2`: player, kind, amount and round."""
    player, kind, *numbers = line.split()
    note: Fields = {"player": player, "kind": kind}
    names = ("play" if kind == "compensation" else "amount", "round")
    return note | {name: int(value) for name, value in zip(names, numbers, strict=False)}


def read_act(number: int, line: str) -> Fields:
    """An act written as `chief_arbiter correction 1 ana | 400 300 | 300 400`.

    Who, what, the round and a player; then how it stood before and after, as the result of a game
    or as fields; a closed round has its games, with `;` between them.
    """
    about, *states = (part.strip() for part in line.split("|"))
    by, act, *more = about.split()
    fields: Fields = {"n": number, "act": act, "by": by}
    fields |= dict(zip(("round", "player"), more, strict=False))
    if "round" in fields:
        fields["round"] = int(fields["round"])
    for name, state in zip(("before", "after"), states, strict=False):
        if act == "closed":
            games = [read_game(game) for game in state.split(";") if game.strip()]
            fields[name] = {"games": games}
        elif "=" in state and state.split("=")[0] not in ENDINGS:
            fields[name] = dict(_field(field) for field in state.split(", "))
        elif state:
            game = read_game(f"1 {state}")
            fields[name] = {k: v for k, v in game.items() if k not in ("round", "players")}
    return fields


def asked(case: Fields) -> Fields:
    """The body that a case stands for."""
    announced = {"conditions": DATA["conditions"][case["under"]]} if "under" in case else {}
    if case["call"] in ("schedule", "settle"):
        sent = BESIDE - {"players", "rounds"}
        return announced | {name: value for name, value in case.items() if name not in sent}
    players = case["players"]
    return (
        announced
        | {
            "rounds": case.get("rounds", 6),
            "players": [read_player(line) for line in players],
            "games": [read_game(line) for line in case.get("games", ())],
            "adjustments": [read_note(line) for line in case.get("notes", ())],
            "record": [read_act(n, line) for n, line in enumerate(case.get("acts", ()), 1)],
        }
        | {name: value for name, value in case.items() if name not in BESIDE}
    )


def found(case: Fields) -> Fields:
    """What is answered, in the words of the cases."""
    try:
        body = asked(case)
        question = getattr(counting if case["call"] == "settle" else directing, case["call"])
        answer: Fields = question(body, EDITIONS[case["edition"]])
    except (RuleError, ShapeError) as fault:
        return {"refused": fault.code, "says": str(fault)}
    rows = answer.get("standings", ())
    told: Fields = {
        "order": [row["player"] for row in rows],
        "pairs": [" ".join(table["players"]) for table in answer.get("pairings", ())],
        "begins": [table["first"] or "lots" for table in answer.get("pairings", ())],
        "absent": [who for table in answer.get("pairings", ()) for who in absent(table)],
        "by": sorted({e["article"] for e in answer.get("relaxed", ())}),
        "relaxed": [f"{e['rule']} {' '.join(e['players'])}" for e in answer.get("relaxed", ())],
        "silent": [f"{e['rule']} {' '.join(e['players'])}" for e in answer.get("silent", ())],
        "faults": [f"{e['code']} {' '.join(e['players'])}" for e in answer.get("faults", ())],
        "at": [str(e["round"]) for e in answer.get("faults", ())],
        "articles": [e["article"] for e in answer.get("faults", ())],
        "details": [e["detail"] for e in answer.get("faults", ())],
        "sits": (answer.get("bye") or {}).get("player", "nobody"),
        "won": [prize(entry) for entry in answer.get("prizes", ())],
        "over": [entry["player"] for entry in (answer.get("bye") or {}).get("passed_over", ())],
    }
    for row in rows:
        for key, value in row.items():
            told.setdefault(key, {})[row["player"]] = value
    for rounds in answer.get("schedule", ()):
        rounds[:] = [[seat or "nobody" for seat in pair] for pair in rounds]
    return told | {key: answer[key] for key in answer.keys() - told.keys() - {"standings"}}


def prize(won: Fields) -> str:
    """A side prize in a line: which, its figure, the one game that won it, and who shares it."""
    where = f" in {won['round']}" if won["round"] and len(won["players"]) < 2 else ""
    return f"{won['kind']} {won['figure']}{where}: {' '.join(won['players'])}"


def absent(table: Fields) -> list[str]:
    """Who of a table is known not to come."""
    sides = table.get("player", [])
    return [table["players"][side] for side in ([sides] if isinstance(sides, int) else sides)]


@pytest.mark.parametrize("case", CASES, ids=[f"{c['edition']} {c['rule']}" for c in CASES])
def test_case(case: Fields) -> None:
    told = found(case)
    for key, value in case["expect"].items():
        if key == "says":
            assert value in told["says"]
        elif isinstance(value, dict) and isinstance(told.get(key), dict):
            assert {name: told[key][name] for name in value} == value, key
        else:
            assert told.get(key, "not said") == value, key
