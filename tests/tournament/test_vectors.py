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
    Tournament,
)
from service.engine.tournament.drawing import Wanted
from service.engine.tournament.ledger import Counted, count_game
from service.engine.tournament.matching import least_distance
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.provisions import System
from service.engine.tournament.standings import (
    Held,
    safe_places,
    without_prize,
)
from service.engine.tournament.systems import (
    Field,
    Wish,
    clark,
    club_rule_lifted,
    green_bye,
    modified_swiss,
    rapid_blocks,
    schedule,
    snake,
)
from tests.tournament.building import FISC, FRS, entrants

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


def halves(points: float) -> int:
    return int(2 * points)


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


RESULTS = [f"R{number:02}" for number in range(2, 21) if number not in (8, 9, 14)]


@answers(*RESULTS)
def _result(given: dict[str, Any]) -> Any:
    kind, scores = given["kind"], given.get("scores")
    fault = given.get("at_fault", ())
    at_fault = (0, 1) if fault == "both" else (fault,) if isinstance(fault, int) else ()
    alone = kind in ("bye", "missed")
    ending = {
        "played": None,
        "forfeit_late": EndedBy.ABSENCE,
        "missed": EndedBy.ABSENCE,
        "cheating": EndedBy.ANNULLED,
    }
    game = Game(
        1,
        ("a",) if alone else ("a", "b"),
        tuple(scores) if scores else None,
        ending[kind] if kind in ending else EndedBy(kind),
        (1,) if kind == "cheating" else at_fault,
        given.get("excused", kind == "forfeit_late"),
    )
    counted = count_game(game, FRS)
    lone = alone or kind == "cheating"
    return [_side(counted, 0), None if lone else _side(counted, 1), counted.rated]


def _side(counted: Counted, side: int) -> list[float]:
    return [counted.halves[side] / 2, counted.spread[side]]


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


@answers("S05")
def _usual_rounds(given: dict[str, Any]) -> Any:
    return [schedule(players, Wish(), FRS).rounds for players in given["players"]]


@answers("S06")
def _usual_system(given: dict[str, Any]) -> Any:
    found = [schedule(players, Wish(), FRS) for players in given["players"]]
    return [[plan.system, plan.rounds] for plan in found]


def _field(given: dict[str, Any], size: int) -> Field:
    clubs = given.get("clubs", {})
    return Field(_met(given, size), [clubs.get(str(n)) for n in range(1, size + 1)])


@answers("P06")
def _lifted(given: dict[str, Any]) -> Any:
    return [club_rule_lifted(clubs, 50) for clubs in given["clubs"]]


@answers("C01", "C02", "C03")
def _clark(given: dict[str, Any]) -> Any:
    return [list(pair) for pair in clark(given["players"])[given["round"] - 1]]


@answers("C04", "C05", "C06")
def _clark_table(given: dict[str, Any]) -> Any:
    opponents: dict[str, list[int]] = {str(n): [] for n in range(1, given["players"] + 1)}
    for played in clark(given["players"]):
        for one, two in played:
            opponents[str(one)].append(two)
            opponents[str(two)].append(one)
    return opponents


@answers("C07")
def _clark_byes(given: dict[str, Any]) -> Any:
    return [
        one + two for played in clark(given["players"]) for one, two in played if one * two == 0
    ]


@answers("K06")
def _snake(given: dict[str, Any]) -> Any:
    return [list(group[:4]) for group in snake(given["players"], given["groups"])]


@answers("K07")
def _snake_of_eight(given: dict[str, Any]) -> Any:
    groups = snake(given["players"], given["groups"])
    return [list(groups[number]) for number in (0, 1, 7)]


@answers("K08")
def _rapid(given: dict[str, Any]) -> Any:
    groups = rapid_blocks(given["players"], 0)
    return [list(groups[number]) for number in (0, 1, 9)]


@answers("K09")
def _rapid_halves(given: dict[str, Any]) -> Any:
    groups = rapid_blocks(given["players"], 1)
    return [list(groups[number]) for number in (0, 4, 5)]


@answers("K10")
def _rapid_twelves(given: dict[str, Any]) -> Any:
    groups = rapid_blocks(given["players"], 2)
    return [list(groups[number]) for number in (0, 2, 3, 9)]


@answers("K11")
def _modified_first(given: dict[str, Any]) -> Any:
    found = _modified([list(range(1, given["players"] + 1))], {})
    return [found[number] for number in (0, 1, 15)]


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
    rows = [Held(halves(points), spread) for points, spread in given["rows"]]
    places_in_question = len(rows) - 1
    return [place + 1 for place in safe_places(rows, given["left"], 350, places_in_question)]


@answers("G10")
def _gibson(given: dict[str, Any]) -> Any:
    rows = [Held(halves(points), spread) for points, spread in given["rows"]]
    assert safe_places(rows, given["left"], 350, 1) == [0]
    return without_prize(rows, given["left"], 350, given["prizes"])[0] + 1


@answers("L04", "L05")
def _green(given: dict[str, Any]) -> Any:
    return [
        green_bye(given["seeds"], given["standing"], set(sat), last=given["last"])
        for sat in given["sat"]
    ]


@pytest.mark.parametrize("names", ["abcd", "abcde"])
def test_green_is_silent_about_who_meets_whom_and_says_who_sits(names: str) -> None:
    tournament = Tournament(entrants(names), rounds=6)
    with pytest.raises(SilentError) as fault:
        pair_round(tournament, Wanted(1, System.GREEN), FRS)
    assert ("in this round 'a' sits" in str(fault.value)) == (len(names) == 5)
