"""What the handbook asks to be recorded counts in a recount as the article says."""

from typing import Any

import pytest

from service import counting
from service.judge import Judge
from tests.data import RULEBOOK, by_rule, table

MASA = {"type": "play", "play": "8E MASA"}
BEFORE: dict[str, list[dict[str, Any]]] = {
    "nothing": [],
    "played": [MASA],
    "judged": [MASA, {"type": "challenge", "player": 1, "valid": False}],
    "llenya": [{"type": "play", "play": "8D LLENYA"}, {"type": "pass"}],
}


@pytest.mark.parametrize("row", by_rule(table("incidents/records.toml")["record"]))
def test_record(row: dict[str, Any]) -> None:
    rules = RULEBOOK.editions[row["edition"]]
    ruling = Judge(RULEBOOK, {}).incident(rules.id, row["incident"], row["facts"])
    game = {"players": ["Ana", "Bo"], "events": [*BEFORE[row["before"]], ruling["event"]]}
    counted = counting.replay(game, rules)
    assert counted["faults"] == []
    assert {name: counted[name] for name in row["expect"]} == row["expect"]
    if "types" in row:
        assert [event["type"] for event in counted["events"]] == row["types"]
    if "player" in row:
        assert counted["events"][-1]["player"] == row["player"]
