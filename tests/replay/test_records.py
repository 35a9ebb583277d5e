"""Records in JSON: faults and how the recount goes on, ends and how they are settled."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.game.recount import Recount, additions, disagreements, position, recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.notation import read_rack
from service.engine.rules import Ending, FirstChallenge, LeftoverKind, Rules
from service.engine.settlement import settle_several
from service.schemas.game import read_game
from tests.data import by_rule, table
from tests.replay.rulebook import edition

RECORDS = table("replay/records.toml")["record"]
ROWS = [pytest.param(edition(row["edition"]), row, id=row["rule"]) for row in RECORDS]


@pytest.mark.parametrize(("rules", "row"), ROWS)
def test_record(rules: Rules, row: dict[str, Any]) -> None:
    body = {"players": ["Ana", "Bo"], "events": row["events"]}
    if "variant" in row:
        body["variant"] = row["variant"]
    counted = recount(read_game(body, rules), rules)
    game, result = counted.game, counted.result
    faults = [[fault.number, fault.code, fault.article] for fault in game.faults]
    assert faults == row.get("faults", [])
    assert list(game.totals) == row["totals"]
    assert len(game.counted) == row.get("counted", len(row["events"]))
    assert game.ending == row.get("reason")
    assert (list(result.final) if result else None) == row.get("final")
    assert row.get("spread", list(result.spread) if result else None) == (
        list(result.spread) if result else None
    )
    misplaced = [c.misplaced for c in game.counted if c.misplaced is not None]
    found = [[fault.number, fault.code, fault.article] for fault in misplaced]
    assert found == row.get("misplaced", [])
    assert row.get("rated", result.rated if result else None) == (result.rated if result else None)
    assert row.get("held", list(game.held)) == list(game.held)
    assert row.get("bag", game.bag) == game.bag
    assert row.get("unsettled", "") in str(counted.unsettled or "")
    assert row.get("position", "") in position(game, rules).split()[0]
    assert bool(counted.unsettled) == ("unsettled" in row)
    assert row.get("turns", list(game.turns)) == list(game.turns)
    wrong = [[d.number, d.declared, d.computed] for d in disagreements(counted)]
    assert wrong == row.get("disagreements", [])
    sums = [[d.number, d.player, d.declared, d.computed] for d in additions(counted)]
    assert sums == row.get("additions", [])


@pytest.mark.parametrize(("rules", "row"), ROWS)
def test_record_as_gcg(rules: Rules, row: dict[str, Any]) -> None:
    """What a record says survives being written as GCG and read again."""
    body = {"players": ["Ana", "Bo"], "events": row["events"]}
    first = recount(read_game(body, rules), rules)
    text = write_gcg(first, rules)
    again = recount(read_gcg(text, rules), rules)
    assert write_gcg(again, rules) == text
    assert again.game.totals == first.game.totals
    assert str(again.unsettled) == str(first.unsettled)
    assert (again.game.held, again.game.bag) == (first.game.held, first.game.bag)
    if not first.game.stopped:
        assert again.result == first.result


SEVERAL = table("replay/several.toml")


def count(row: dict[str, Any], rules: Rules) -> Recount:
    """The record of a row, counted."""
    return recount(read_game({"players": row["players"], "events": row["events"]}, rules), rules)


@pytest.mark.parametrize("row", by_rule(SEVERAL["game"]))
def test_several(row: dict[str, Any]) -> None:
    counted = count(row, edition(row["edition"]))
    result = counted.result
    assert counted.game.ending == row.get("reason")
    assert (list(result.final) if result else None) == row.get("final")
    assert (result.winner if result else None) == row.get("winner")
    assert row.get("unsettled", "") in str(counted.unsettled or "")
    assert bool(counted.unsettled) == ("unsettled" in row)


@pytest.mark.parametrize("row", by_rule(SEVERAL["first"]))
def test_first_challenge(row: dict[str, Any]) -> None:
    rules = edition("frs-2019")
    first = FirstChallenge(row["first"])
    rules = replace(rules, challenge=replace(rules.challenge, first=first))
    events = [{"variant": "e", **e} if e["type"] == "challenge" else e for e in row["events"]]
    counted = count({"players": ["Ana", "Bo"], "events": events}, rules)
    assert list(counted.game.turns) == row["turns"]


@pytest.mark.parametrize(
    ("kind", "final"),
    [("transfer", (21, 0, 12)), ("double_to_finisher", (32, 1, 22)), ("deduct", (10, 0, 12))],
)
def test_whoever_goes_out_gets_what_all_the_others_hold(kind: str, final: tuple[int, ...]) -> None:
    rules = edition("frs-2019")
    rules = replace(rules, leftover=replace(rules.leftover, kind=LeftoverKind(kind)))
    racks = [(), read_rack("A", rules.alphabet), read_rack("EB?", rules.alphabet)]
    result = settle_several(Ending.OUT, (10, 1, 22), racks, (0,), rules)
    assert result.final == final
    assert {change.article for change in result.adjustments} == {"A1 Sfârșitul jocului"}
