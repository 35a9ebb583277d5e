"""Every worked number of the two regulations, and of our readings, by the rule it shows."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from service.engine.errors import NoPairingError, SilentError
from service.engine.rules import Rules
from service.engine.settlement import Ending, Finish, settle
from service.engine.tournament.document import (
    EndedBy,
    Game,
)
from service.engine.tournament.ledger import count_game
from service.engine.tournament.matching import least_distance
from service.engine.tournament.standings import (
    Held,
    safe_places,
    without_prize,
)
from service.engine.tournament.systems import (
    Field,
    green_bye,
    modified_swiss,
    rapid_blocks,
)
from tests.tournament.building import FISC, FRS

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
Answer = Callable[[dict[str, Any]], Any]
ANSWERS: dict[str, Answer] = {}


def answers(*ids: str) -> Callable[[Answer], Answer]:
    """Say which vectors a function answers."""

    def keep(function: Answer) -> Answer:
        ANSWERS.update(dict.fromkeys(ids, function))
        return function

    return keep


@pytest.mark.parametrize("vector", VECTORS, ids=[f"{v['id']} {v['rule']}" for v in VECTORS])
def test_vector(vector: dict[str, Any]) -> None:
    assert ANSWERS[vector["id"]](vector["given"]) == vector["expect"]


@answers("F34", "F35", "F36", "F37", "F38")
def _least(given: dict[str, Any]) -> Any:
    barred = _met(given, len(given["order"]))
    try:
        return [[one + 1, two + 1] for one, two in least_distance(barred).pairs]
    except NoPairingError:
        return None


def _met(given: dict[str, Any], size: int) -> list[set[int]]:
    met: list[set[int]] = [set() for _ in range(size)]
    for one, two in given.get("met", ()):
        met[one - 1].add(two - 1)
        met[two - 1].add(one - 1)
    return met


@pytest.mark.parametrize("rules", [FISC, FRS], ids=["fisc", "frs"])
@pytest.mark.parametrize("ending", sorted({*Ending} - {Ending.OUT}))
def test_a_tournament_rates_a_game_as_its_settlement_does(ending: Ending, rules: Rules) -> None:
    scores = (0, 0) if ending is Ending.ABSENCE else (300, 400)
    game = Game(1, ("a", "b"), scores, EndedBy(ending), (1,) if ending in AT_FAULT else ())
    finish = Finish(scores, ((), ()), ending, game.at_fault)
    try:
        counted = count_game(game, rules)
    except SilentError:
        with pytest.raises(SilentError):
            settle(finish, rules)
    else:
        assert counted.rated is settle(finish, rules).rated


AT_FAULT = {Ending.TIME, Ending.ABANDON, Ending.ABSENCE}


@answers("K09")
def _rapid_halves(given: dict[str, Any]) -> Any:
    groups = rapid_blocks(given["players"], 1)
    return [list(groups[number]) for number in (0, 4, 5)]


@answers("K10")
def _rapid_twelves(given: dict[str, Any]) -> Any:
    groups = rapid_blocks(given["players"], 2)
    return [list(groups[number]) for number in (0, 2, 3, 9)]


@answers("K12")
def _modified_second(given: dict[str, Any]) -> Any:
    found = _modified([list(range(1, 17)), list(range(17, 33))], {})
    return [found[number] for number in (0, 1, 7, 8, 15)]


@answers("K13", "K14")
def _modified_groups(given: dict[str, Any]) -> Any:
    return _modified(given["groups"], given)


def _modified(groups: list[list[int]], given: dict[str, Any]) -> list[list[int]]:
    field = Field([set(), *({n + 1 for n in met} for met in _met(given, 32))], [None] * 33)
    return [list(pair) for pair in modified_swiss(groups, field, repeats=False)]


@answers("G01", "G02", "G05", "G07")
def _safe(given: dict[str, Any]) -> Any:
    rows = [Held(int(2 * points), spread) for points, spread in given["rows"]]
    places_in_question = len(rows) - 1
    return [place + 1 for place in safe_places(rows, given["left"], 350, places_in_question)]


@answers("G10")
def _gibson(given: dict[str, Any]) -> Any:
    rows = [Held(int(2 * points), spread) for points, spread in given["rows"]]
    assert safe_places(rows, given["left"], 350, 1) == [0]
    return without_prize(rows, given["left"], 350, given["prizes"])[0] + 1


@answers("L04", "L05")
def _green(given: dict[str, Any]) -> Any:
    return [
        green_bye(given["seeds"], given["standing"], set(sat), last=given["last"])
        for sat in given["sat"]
    ]
