"""Laws of the announced conditions: what is open may be said, what is fixed only as it is."""

from dataclasses import fields
from typing import Any

import pytest

from service import directing
from service.engine.conditions import Conditions, Worth, fixed_by, under
from service.engine.errors import NotOpenError
from service.engine.rules import LeftoverKind, Rules
from service.engine.tournament.provisions import Key, System
from service.schemas.fields import Fields
from tests.data import RULEBOOK

EDITIONS = sorted(RULEBOOK.editions)
OPEN = {edition: RULEBOOK.editions[edition].conditions for edition in EDITIONS}
CLAUSES = [field.name for field in fields(Conditions)]
OTHERWISE: dict[str, Any] = {
    "classification": (Key.TOTAL,),
    "system": System.KOTH,
    "points": (6, 2, 0),
    "bye": Worth(2, 33),
    "absence": Worth(0, -33),
    "spread_cap": 333,
    "clock_seconds": 1450,
    "variant": "a",
    "leftover": LeftoverKind.DOUBLE_TO_FINISHER,
}
"""Something that no edition fixes."""
PLAYERS = [{"id": f"p{number:02}", "rating": 2000 - number} for number in range(12)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_to_announce_what_an_edition_fixes_changes_nothing(edition: str) -> None:
    rules = RULEBOOK.editions[edition]
    assert under(fixed_by(rules), rules) is rules


def otherwise(clause: str, rules: Rules) -> Conditions:
    value = OTHERWISE[clause]
    if clause == "clock_seconds" and not rules.clock.others:
        value = rules.clock.most - (rules.clock.seconds == rules.clock.most)
    return Conditions(**{clause: value})


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("clause", CLAUSES)
def test_only_what_a_text_leaves_open_may_be_otherwise(edition: str, clause: str) -> None:
    rules = RULEBOOK.editions[edition]
    if clause in rules.conditions:
        leeway = rules.conditions[clause]
        changed = under(otherwise(clause, rules), rules)
        assert changed.decided[leeway.article] == leeway.decided_by
        assert set(changed.decided.values()) == {leeway.decided_by}
    else:
        with pytest.raises(NotOpenError) as refused:
            under(otherwise(clause, rules), rules)
        assert refused.value.values["clause"] == clause


@pytest.mark.parametrize(
    ("edition", "preset"),
    [(e, preset) for e in EDITIONS for preset in RULEBOOK.editions[e].presets],
)
def test_an_event_runs_from_a_preset_to_its_classification(edition: str, preset: str) -> None:
    rules = RULEBOOK.editions[edition]
    document: Fields = {"rounds": 6, "players": PLAYERS, "games": []}
    document["conditions"] = dict(rules.presets[preset])
    met = set()
    for number in range(1, 7):
        paired = directing.pairings(document | {"round": number}, rules)
        assert (paired["relaxed"], paired["bye"]) == ([], None)
        for table in paired["pairings"]:
            one, two = table["players"]
            met.add(frozenset((one, two)))
            scores = [400 - int(one[1:]), 400 - int(two[1:])]
            document["games"] = [
                *document["games"],
                {"round": number, "players": [one, two], "scores": scores},
            ]
        assert directing.check(document, rules)["faults"] == []
    assert len(met) == 36
    table = directing.standings(document | {"final": True}, rules)
    assert {key["decided_by"] for key in table["keys"]} == {"director"}
    assert table["standings"][0]["player"] == "p00"
    assert sum(row["points"] for row in table["standings"]) == 36
