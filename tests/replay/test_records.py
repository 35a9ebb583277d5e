"""Records in JSON: faults and how the recount goes on, ends and how they are settled."""

from typing import Any

import pytest

from service.engine.game.recount import additions, disagreements, recount
from service.engine.rules import Rules
from service.schemas.game import read_game
from tests.data import table
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
    assert row.get("unsettled", "") in counted.unsettled
    assert bool(counted.unsettled) == ("unsettled" in row)
    assert row.get("turns", list(game.turns)) == list(game.turns)
    wrong = [[d.number, d.declared, d.computed] for d in disagreements(counted)]
    assert wrong == row.get("disagreements", [])
    sums = [[d.number, d.player, d.declared, d.computed] for d in additions(counted)]
    assert sums == row.get("additions", [])
