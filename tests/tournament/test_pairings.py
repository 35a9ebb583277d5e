"""An edition of one's own runs an event."""

from pathlib import Path

import pytest

from service.engine.rules import Rules
from service.engine.tournament.document import Player, Tournament
from service.engine.tournament.drawing import Wanted
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.provisions import System
from service.engine.tournament.standings import standings
from service.rulebook import load_rulebook
from tests.tournament.building import order, pairs, season

ENGLISH = load_rulebook(Path(__file__).parents[1] / "english").editions["english-club"]


@pytest.mark.parametrize("system", [None, System.SWISS, System.KOTH])
def test_a_clubs_edition_runs_an_event_by_data_alone(system: System | None) -> None:
    rules: Rules = ENGLISH
    players = tuple(Player(name, name, 100 - n) for n, name in enumerate("abcd"))
    first = pair_round(Tournament(players, rounds=3), Wanted(1, system), rules)
    assert pairs(first) == [["a", "b"], ["c", "d"]]
    games = season([[1, "a", "b", 400, 300], [1, "c", "d", 450, 300]]).games
    tournament = Tournament(players, games, 3)
    assert order(standings(tournament, rules)) == ["c", "a", "b", "d"]
    assert pairs(pair_round(tournament, Wanted(2, system), rules)) == [["c", "a"], ["b", "d"]]
