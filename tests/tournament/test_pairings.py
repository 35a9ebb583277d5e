"""Hard histories are given up, repeats and clubs go by their rules; an edition runs an event."""

from pathlib import Path

import pytest

from service.engine.errors import NoPairingError, TooHardError
from service.engine.rules import Rules
from service.engine.tournament.document import EndedBy, Game, Player, Tournament
from service.engine.tournament.drawing import Clubs, Prizes, Wanted
from service.engine.tournament.matching import least_distance
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.provisions import Repeats, System
from service.engine.tournament.standings import standings
from service.engine.tournament.systems import Field, swiss
from service.rulebook import load_rulebook
from tests.tournament.building import FISC, FRS, entrants, order, pairs, season

ENGLISH = load_rulebook(Path(__file__).parents[1] / "english").editions["english-club"]
Barred = list[set[int]]


def barred_of(size: int, met: set[tuple[int, int]]) -> Barred:
    barred: Barred = [set() for _ in range(size)]
    for one, two in met:
        barred[one].add(two)
        barred[two].add(one)
    return barred


@pytest.mark.parametrize("size", [100, 400, 1000])
@pytest.mark.parametrize("near", [3, 8, 19])
def test_a_hostile_history_is_paired_or_given_up_within_its_budget(size: int, near: int) -> None:
    """Everybody has met everybody within so many places."""
    barred = [set(range(max(0, n - near), min(size, n + near + 1))) - {n} for n in range(size)]
    try:
        found = least_distance(barred)
    except TooHardError:
        return
    assert all(two not in barred[one] for one, two in found.pairs)


def test_a_dead_end_repeats_the_last_pair_and_never_takes_it_back() -> None:
    met = barred_of(4, {(2, 3)})
    field = Field(met, [None] * 4)
    assert swiss(range(4), field) == [(0, 1), (2, 3)]
    assert swiss(range(4), field, never=True) == [(0, 2), (1, 3)]


def test_a_repeat_is_said_with_the_round_of_the_first_game() -> None:
    tournament = season([[1, "a", "b", 400, 300], [1, "c", "d", 400, 300]], rounds=6)
    paired = pair_round(tournament, Wanted(2, fixed=(("b", "a"),)), FRS)
    relaxed = paired.relaxed[0]
    assert (relaxed.rule, relaxed.players) == ("repeat", ("a", "b"))
    assert "round 1" in relaxed.detail


def test_long_events_let_pairs_meet_again_on_another_day() -> None:
    games = [[1, "a", "b", 400, 300], [1, "c", "d", 390, 300]]
    tournament = Tournament(entrants("abcd"), season(games).games, 14, days=(1, 13))
    assert pairs(pair_round(tournament, Wanted(2), FRS)) == [["a", "c"], ["d", "b"]]
    repeated = Tournament(entrants("ab"), season(games[:1]).games, 14, days=(1, 13))
    assert pairs(pair_round(repeated, Wanted(2, repeats=Repeats.NEVER), FRS)) == [["a", "b"]]
    same_day = Tournament(entrants("ab"), season(games[:1]).games, 14, days=(2, 12))
    with pytest.raises(NoPairingError):
        pair_round(same_day, Wanted(2, repeats=Repeats.NEVER), FRS)


def test_clubs_are_apart_beyond_round_two_where_the_director_asks() -> None:
    players = tuple(Player(n, n, club=club) for n, club in zip("abcd", "xxyz", strict=True))
    games = tuple(
        Game(number, (name,), ended_by=EndedBy.BYE) for number in (1, 2) for name in "abcd"
    )
    tournament = Tournament(players, games, 6)
    assert pairs(pair_round(tournament, Wanted(3), FRS)) == [["a", "b"], ["c", "d"]]
    apart = pair_round(tournament, Wanted(3, clubs=Clubs.APART), FRS)
    assert pairs(apart) == [["a", "b"], ["c", "d"]], "half of the entrants are of one club"
    more = Tournament((*players, Player("e", "e"), Player("f", "f")), games, 6)
    apart = pair_round(more, Wanted(3, clubs=Clubs.APART), FRS)
    assert pairs(apart)[:2] == [["a", "c"], ["b", "d"]]


def test_who_cannot_be_caught_meets_the_best_without_a_prize() -> None:
    rows = []
    for number in range(1, 6):
        rows += [[number, "a", "f", 600, 200], [number, "b", "e", 400, 380 + 40 * (number > 3)]]
        rows += [[number, "c", "d", 400, 380 + 40 * (number > 3)]]
    tournament = season(rows, rounds=6)
    wanted = Wanted(6, System.KOTH, gibson=Prizes(1, 3))
    table = order(standings(tournament, FRS))
    assert table[0] == "a"
    first = pairs(pair_round(tournament, wanted, FRS))[0]
    assert first == ["a", table[5]]


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


def test_late_entrants_never_sit_under_the_catalan_rule() -> None:
    games = season([[1, "a", "b", 400, 300]]).games
    players = (*entrants("ab"), Player("c", "c", joined=2))
    paired = pair_round(Tournament(players, games, 8), Wanted(2), FISC)
    assert paired.bye is not None
    assert paired.bye.player == "b"
    assert [entry.player for entry in paired.bye.passed_over] in ([], ["c"])


def test_equals_are_paired_by_the_alphabet_where_it_is_a_key_and_else_by_rating() -> None:
    games = season([[1, "d", "a", 300, 300], [1, "c", "b", 300, 300]]).games
    players = tuple(
        Player(name, name, rating) for name, rating in zip("dcba", (4, 3, 2, 1), strict=True)
    )
    tournament = Tournament(players, games, 6)
    assert pairs(pair_round(tournament, Wanted(2), FRS)) == [["a", "b"], ["c", "d"]]
    assert pairs(pair_round(tournament, Wanted(2), FISC)) == [["d", "c"], ["b", "a"]]
