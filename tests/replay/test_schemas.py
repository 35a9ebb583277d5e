"""The JSON of a recount: what is refused, and the whole answer to one small game."""

import json
from typing import Any

import pytest

from service.engine.errors import RuleError, TooLongError
from service.engine.game.recount import recount
from service.engine.gcg import write_gcg
from service.engine.notation import read_position
from service.schemas.fields import ShapeError
from service.schemas.game import read_game
from service.schemas.results import write_recount
from tests.data import by_rule, table
from tests.replay.rulebook import edition

RULES = edition("figs-2012")
SHAPES = table("replay/shapes.toml")


@pytest.mark.parametrize("row", by_rule(SHAPES["shape"]))
def test_shape(row: dict[str, Any]) -> None:
    with pytest.raises(ShapeError) as error:
        read_game(json.loads(row["body"]), RULES)
    assert sorted(fault.pointer for fault in error.value.faults) == sorted(row["pointers"])


@pytest.mark.parametrize("row", by_rule(SHAPES["meaning"]))
def test_meaning(row: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as error:
        read_game(json.loads(row["body"]), RULES)
    assert error.value.code == row["code"]
    assert row["says"] in str(error.value)


def test_five_hundred_events_are_enough() -> None:
    events = [{"type": "pass"}] * 500
    assert len(read_game({"players": ["Ana", "Bo"], "events": events}, RULES).events) == 500
    with pytest.raises(TooLongError):
        read_game({"players": ["Ana", "Bo"], "events": [*events, {"type": "pass"}]}, RULES)


def test_players_get_nicks_without_spaces_and_no_two_alike() -> None:
    record = read_game({"players": ["Ana  Pop", "Ana Pop", " : ", "Bo"], "events": []}, RULES)
    assert [player.nick for player in record.players] == ["Ana_Pop", "Ana_Pop_2", "player3", "Bo"]
    assert record.players[0].name == "Ana Pop"


def test_what_a_file_says_of_the_game_comes_out_as_it_was_given() -> None:
    body = {
        "players": ["Ana Pop", "Bo"],
        "nicks": ["ana", "bo"],
        "headers": [{"name": "title", "value": "Final\nsecond line"}],
        "notes": [
            {"after": 0, "text": "lots"},
            {"after": 1, "text": "event adjustment of the day"},
        ],
        "events": [{"type": "play", "play": "8F MICIO", "declared": 16, "total": 16}],
    }
    written = write_gcg(recount(read_game(body, RULES), RULES), RULES)
    assert written.splitlines()[1:] == [
        "#player1 ana Ana Pop",
        "#player2 bo Bo",
        "#title Final",
        "second line",
        "#note lots",
        ">ana: 8F MICIO +16 16",
        "#note (event adjustment of the day)",
    ]


def test_the_answer() -> None:
    body = {
        "players": ["Ana", "Bo"],
        "events": [
            {"type": "play", "play": "8F MICIO", "declared": 18, "rack": "MICIOAZ"},
            {"type": "play", "player": 1, "play": "H6 MA.A"},
            {"type": "challenge", "words": ["MACA"], "valid": False},
            {"type": "time", "player": 0, "seconds": 20},
            {"type": "end", "ended_by": "total_time"},
        ],
    }
    answer = write_recount(recount(read_game(body, RULES), RULES), RULES)
    assert answer == {
        "players": ["Ana", "Bo"],
        "events": [
            {
                "n": 1,
                "player": 0,
                "type": "play",
                "play": {"start": "F8", "direction": "across", "tiles": "MICIO"},
                "words": [{"word": "MICIO", "score": 16}],
                "bonus": 0,
                "tiles": 5,
                "score": 16,
                "counts": 18,
                "declared": 18,
                "difference": 2,
                "totals": [18, 0],
            },
            {
                "n": 2,
                "player": 1,
                "type": "play",
                "play": {"start": "H6", "direction": "down", "tiles": "MA.A"},
                "words": [{"word": "MACA", "score": 7}],
                "bonus": 0,
                "tiles": 3,
                "score": 7,
                "totals": [18, 7],
            },
            {
                "n": 3,
                "player": 0,
                "type": "challenge",
                "words": [],
                "contested": ["MACA"],
                "valid": False,
                "withdrawn": True,
                "mover": {"points": -1, "turn": "lost"},
                "challenger": {"points": 0, "turn": "kept", "seconds": 0},
                "score": -8,
                "totals": [18, -1],
            },
            {
                "n": 4,
                "player": 0,
                "type": "time",
                "words": [],
                "seconds": 20,
                "score": 0,
                "totals": [18, -1],
            },
            {"n": 5, "player": None, "type": "end", "words": [], "score": 0, "totals": [18, -1]},
        ],
        "disagreements": [{"n": 1, "declared": 18, "computed": 16}],
        "additions": [],
        "faults": [],
        "position": "15/15/15/15/15/15/15/5MICIO5/15/15/15/15/15/15/15 AZ/ 18/-1 1",
        "bag": 101,
        "held": [7, 7],
        "totals": [18, -1],
        "arithmetic": {"totals": [16, -1], "difference": [2, 0]},
        "over": True,
        "reason": "total_time",
        "unsettled": "figs-2012 gives no result for a game that ends by 'total_time'",
        "unsettled_by": {
            "code": "silent",
            "reason": "ending",
            "values": {"ending": "total_time"},
        },
    }
    json.dumps(answer)
    assert len(read_position(answer["position"], RULES).tiles) == 5


def test_a_settled_game_is_answered_as_in_settle() -> None:
    rules = edition("fisc")
    events = [
        {"type": "play", "play": "8D LLENYA"},
        {"type": "end", "ended_by": "abandon", "player": 1, "declared": [0, -100]},
    ]
    body = {"players": ["Aina", "Biel"], "events": events}
    answer = write_recount(recount(read_game(body, rules), rules), rules)
    settled = {key: answer[key] for key in ("over", "reason", "final", "winner", "result")}
    assert settled == {
        "over": True,
        "reason": "abandon",
        "final": [30, -110],
        "winner": 0,
        "result": "win",
    }
    assert answer["adjustments"] == [{"player": 1, "points": -110, "article": "G§4 E"}]
    assert (answer["points"], answer["spread"]) == ([1, 0], [140, -140])
    assert answer["disagreements"] == [{"n": 2, "declared": -100, "computed": -110, "player": 1}]


INCIDENTS = [
    {"type": "adjustment", "player": 1, "points": -30, "spread": 5, "article": "5.10.16 i"},
    {"type": "correction", "of": 1, "declared": 8, "reason": "a sum"},
    {"type": "turn_lost", "player": 1, "article": "G§3"},
    {"type": "redeclared", "player": 1, "square": "H8", "face": "E", "article": "5.8 d"},
    {"type": "overdraw", "player": 0, "tiles": 2, "corrected": True},
    {"type": "underdraw", "player": 1, "tiles": 1, "corrected": False},
    {"type": "called_time", "player": 0, "supplementary": False},
    {"type": "rejudged", "valid": False, "on_rack": True},
    {"type": "arbiters_draw", "article": "9.5.4 e", "reason": "two bags"},
]


@pytest.mark.parametrize("event", INCIDENTS, ids=lambda event: event["type"])
def test_an_incident_comes_back_in_the_words_it_was_told_in(event: dict[str, Any]) -> None:
    rules = edition("frs-2019")
    before = [
        {"type": "play", "play": "8G CaSA"},
        {"type": "challenge", "valid": True, "words": ["CASA"]},
    ]
    body = {"players": ["Ana", "Bo"], "events": [*before, event]}
    answer = write_recount(recount(read_game(body, rules), rules), rules)
    assert answer["faults"] == []
    told = answer["events"][-1]
    assert {name: told[name] for name in event} == event
