"""The JSON of a recount: what is refused, and the whole answer to one small game."""

import json
from typing import Any

import pytest

from service.engine.errors import RuleError, TooLongError
from service.engine.game.recount import recount
from service.engine.gcg import write_gcg
from service.engine.notation import read_position, write_position
from service.schemas.fields import ShapeError
from service.schemas.game import read_game
from service.schemas.results import write_recount
from tests.data import by_rule, table
from tests.replay.rulebook import edition

RULES = edition("figs-2012")
SHAPES, ANSWERS = table("replay/shapes.toml"), table("replay/answers.toml")


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


@pytest.mark.parametrize("row", by_rule(ANSWERS["answer"]))
def test_answer(row: dict[str, Any]) -> None:
    rules, gives = edition(row["edition"]), json.loads(row["gives"])
    answer = write_recount(recount(read_game(json.loads(row["body"]), rules), rules), rules)
    assert {name: answer[name] for name in (answer if row["whole"] else gives)} == gives
    assert answer == json.loads(json.dumps(answer))
    assert write_position(read_position(answer["position"], rules)) in answer["position"]


@pytest.mark.parametrize("event", ANSWERS["incident"], ids=lambda event: event["type"])
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
