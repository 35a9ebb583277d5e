"""What the handbook asks to be recorded counts in a recount as the article says."""

from typing import Any

import pytest

from service import counting
from tests.data import RULEBOOK

Events = list[dict[str, Any]]
PLAYED: Events = [{"type": "play", "play": "8E MASA"}]
JUDGED: Events = [*PLAYED, {"type": "challenge", "player": 1, "valid": False}]
LLENYA: Events = [{"type": "play", "play": "8D LLENYA"}, {"type": "pass"}]


def recount(edition: str, before: Events, incident: str, facts: dict[str, Any]) -> Any:
    """The recount of a game in which something happened after some events."""
    rules, handbook = RULEBOOK.editions[edition], RULEBOOK.handbooks[edition]
    ruling = counting.incident(facts, handbook.incidents[incident], handbook, rules)
    game = {"players": ["Ana", "Bo"], "events": [*before, ruling["event"]]}
    counted = counting.replay(game, rules)
    assert counted["faults"] == []
    return counted


def test_an_exchange_that_was_not_allowed_costs_thirty() -> None:
    facts = {"opponent_moved": True, "player": 1}
    counted = recount("frs-2019", PLAYED, "exchange_not_allowed", facts)
    assert counted["totals"] == [14, -30]


def test_a_verdict_is_replaced_before_a_tile_touched_a_rack() -> None:
    facts = {"stands": True, "on_rack": False}
    counted = recount("frs-2019", JUDGED, "wrong_verdict", facts)
    assert counted["totals"] == [14, -10]


def test_a_verdict_found_wrong_later_changes_no_total() -> None:
    facts = {"stands": True, "on_rack": True, "same_day": True, "play_value": 14}
    counted = recount("frs-2019", JUDGED, "wrong_verdict", facts)
    assert counted["totals"] == [0, 0]


def test_a_tile_found_late_costs_the_turn() -> None:
    counted = recount("fisc-2023", LLENYA, "tiles_left_in_bag", {"found": 1, "over": False})
    assert [event["type"] for event in counted["events"]] == ["play", "pass", "turn_lost"]
    assert counted["events"][-1]["player"] == 0


def test_a_play_taken_up_again_is_recorded_as_a_turn_lost() -> None:
    facts = {"counting": False, "same_line": False}
    counted = recount("fisc-2023", LLENYA, "play_changed", facts)
    assert [event["type"] for event in counted["events"]] == ["play", "pass", "turn_lost"]
    assert counted["totals"] == [30, 0]


@pytest.mark.parametrize("player", [0, 1])
def test_what_an_arbiter_takes_away_is_taken_away(player: int) -> None:
    facts = {"points": 15, "player": player}
    counted = recount("figs-2008", [], "dispute", facts)
    assert counted["totals"] == [-15 if player == 0 else 0, -15 if player == 1 else 0]


def test_an_arbiters_draw_ends_the_game() -> None:
    facts = {"restorable": False, "replay_possible": False, "player": 0}
    counted = recount("frs-2019", PLAYED, "board_disturbed", facts)
    assert (counted["over"], counted["result"]) == (True, "draw")
    assert counted["points"] == [0.5, 0.5]


def test_too_few_tiles_that_stay_too_few_are_counted() -> None:
    facts = {"missing": 2, "played_since": True, "player": 0}
    counted = recount("frs-2019", PLAYED, "too_few_drawn", facts)
    assert counted["held"] == [5, 7]


def test_too_many_tiles_put_right_change_no_count() -> None:
    facts = {"drawn_over": 2, "on_rack": True, "player": 0}
    counted = recount("frs-2019", PLAYED, "too_many_drawn", facts)
    assert counted["held"] == [7, 7]
