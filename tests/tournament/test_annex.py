"""The systems that fix groups: whole events by the rapid and the Guelph system."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations
from random import Random

import pytest

from service.engine.errors import SilentError
from service.engine.tournament.document import Game, Player, Tournament
from service.engine.tournament.drawing import Wanted
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.provisions import System
from service.engine.tournament.systems import clark
from tests.tournament.building import FRS, entrants, pairs


def played(system: System, size: int, rounds: int) -> Iterator[list[list[str]]]:
    """An event by one system, in which the results are made up."""
    lots = Random(size)
    players = tuple(Player(str(n), f"{n:03}", 2000 - n) for n in range(1, size + 1))
    tournament = Tournament(players, rounds=rounds)
    for number in range(1, rounds + 1):
        found = pairs(pair_round(tournament, Wanted(number, system), FRS))
        yield found
        games = [
            Game(number, (one, two), (lots.randint(300, 500), lots.randint(300, 500)))
            for one, two in found
        ]
        tournament = replace(tournament, games=tournament.games + tuple(games))


def test_eight_rounds_of_the_rapid_system() -> None:
    rounds = list(played(System.RAPID, 40, 8))
    assert all(len({name for pair in found for name in pair}) == 40 for found in rounds)
    assert rounds[0][:2] == [["1", "31"], ["11", "21"]]
    for three in (rounds[0:3], rounds[3:6]):
        met = {frozenset(pair) for found in three for pair in found}
        assert len(met) == 60, "nobody meets twice in a group"
    before = {frozenset(pair) for pair in rounds[6]}
    assert not before & {frozenset(pair) for pair in rounds[7]}


@pytest.mark.parametrize("size", [6, 8])
def test_six_rounds_of_the_guelph_system(size: int) -> None:
    rounds = list(played(System.GUELPH, size, 6))
    assert all(len({name for pair in found for name in pair}) == size for found in rounds)
    groups = {frozenset(pair) for found in rounds[:3] for pair in found}
    if size == 8:
        assert len(groups) == 12
        across = [set(pair) & {"1", "4", "5", "8"} for found in rounds[3:5] for pair in found]
        assert all(len(one) == 1 for one in across)


BEYOND = [(System.RAPID, 40, 9, "KOTH or factored"), (System.GUELPH, 6, 7, "six rounds")]
BEYOND += [(System.GUELPH, 8, 7, "six rounds")]


@pytest.mark.parametrize(("system", "size", "rounds", "says"), BEYOND)
def test_a_system_is_silent_after_its_last_round(
    system: System, size: int, rounds: int, says: str
) -> None:
    with pytest.raises(SilentError, match=says):
        list(played(system, size, rounds))


@pytest.mark.parametrize("players", range(2, 41))
def test_a_round_robin_lets_every_pair_meet_once_and_everybody_sit_once_if_odd(
    players: int,
) -> None:
    rounds = clark(players)
    met = Counter(frozenset(pair) for played in rounds for pair in played)
    seats = range(players % 2 == 0, players + 1)  # Who meets 0 sits.
    assert met == Counter(map(frozenset, combinations(seats, 2)))
    assert all(sorted(chain(*played)) == list(seats) for played in rounds)


@pytest.mark.parametrize("size", range(3, 21))
def test_everybody_begins_about_half_of_a_round_robin(size: int) -> None:
    """FRS 4.2 b: who has begun less often begins, and equals draw tiles."""
    lots = Random(size)
    rounds = size - 1 + size % 2
    tournament = Tournament(entrants(range(10, 10 + size)), rounds=rounds)
    for number in range(1, rounds + 1):
        found = pair_round(tournament, Wanted(number, System.ROUND_ROBIN), FRS)
        games = tuple(
            Game(number, table.players, (400, 300), first=table.first or lots.choice(table.players))
            for table in found.tables
        )
        tournament = replace(tournament, games=tournament.games + games)
    begun = Counter(game.first for game in tournament.games)
    uneven = {player.id: 2 * begun[player.id] - (size - 1) for player in tournament.players}
    assert all(-3 <= more <= 3 for more in uneven.values()), uneven
