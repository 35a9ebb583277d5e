"""Games of three and four players: when they end, and what annex 1 of the FRS makes of them."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.game.recount import Recount, recount
from service.engine.notation import read_rack
from service.engine.rules import Ending, FirstChallenge, LeftoverKind, Rules
from service.engine.settlement import settle_several
from service.schemas.game import read_game
from tests.data import by_rule, table
from tests.replay.rulebook import edition

ROWS = table("replay/several.toml")


def count(row: dict[str, Any], rules: Rules) -> Recount:
    """The record of a row, counted."""
    return recount(read_game({"players": row["players"], "events": row["events"]}, rules), rules)


@pytest.mark.parametrize("row", by_rule(ROWS["game"]))
def test_several(row: dict[str, Any]) -> None:
    counted = count(row, edition(row["edition"]))
    result = counted.result
    assert counted.game.ending == row.get("reason")
    assert (list(result.final) if result else None) == row.get("final")
    assert (result.winner if result else None) == row.get("winner")
    assert row.get("unsettled", "") in str(counted.unsettled or "")
    assert bool(counted.unsettled) == ("unsettled" in row)


@pytest.mark.parametrize("row", by_rule(ROWS["first"]))
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
