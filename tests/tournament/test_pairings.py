"""Least distance is the least, hard histories are given up, a club's edition runs an event."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.errors import NoPairingError, TooHardError
from service.engine.rules import Rules
from service.engine.tournament.document import EndedBy, Game, Player, Tournament
from service.engine.tournament.drawing import Clubs, Prizes, Wanted
from service.engine.tournament.matching import Budget, cheapest_matching, least_distance
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.provisions import Repeats, System
from service.engine.tournament.standings import standings
from service.engine.tournament.systems import Field, swiss
from service.rulebook import load_rulebook
from tests.tournament.building import FISC, FRS, entrants, order, pairs, season

ENGLISH = load_rulebook(Path(__file__).parents[1] / "english").editions["english-club"]
NEVER = 10**9
Barred = list[set[int]]


@st.composite
def histories(draw: st.DrawFn) -> Barred:
    """Up to fourteen players by place, and whom each has met."""
    size = 2 * draw(st.integers(1, 7))
    everybody = [(one, two) for one in range(size) for two in range(one + 1, size)]
    met = draw(st.sets(st.sampled_from(everybody)))
    return barred_of(size, met)


def barred_of(size: int, met: set[tuple[int, int]]) -> Barred:
    barred: Barred = [set() for _ in range(size)]
    for one, two in met:
        barred[one].add(two)
        barred[two].add(one)
    return barred


def by_trying(barred: Barred) -> int:
    """The least distance, by trying every pairing."""

    @cache
    def least(seated: int) -> int:
        free = [place for place in range(len(barred)) if not seated >> place & 1]
        if not free:
            return 0
        one, *others = free
        return min(
            (
                two - one + least(seated | 1 << one | 1 << two)
                for two in others
                if two not in barred[one]
            ),
            default=NEVER,
        )

    return min(least(0), NEVER)


def distance(barred: Barred) -> int:
    try:
        return least_distance(barred).distance
    except NoPairingError:
        return NEVER


@settings(max_examples=150)
@given(histories())
def test_no_pairing_has_a_smaller_distance(barred: Barred) -> None:
    wanted = by_trying(barred)
    assert distance(barred) == wanted
    found = cheapest_matching(barred, None, Budget(10**7))
    assert (NEVER if found is None else sum(two - one for one, two in found)) == wanted


@settings(max_examples=60)
@given(histories())
def test_freeing_a_pair_never_makes_the_distance_larger(barred: Barred) -> None:
    met = [(one, two) for one, others in enumerate(barred) for two in others if one < two]
    for pair in met[:5]:
        assert distance(barred_of(len(barred), set(met) - {pair})) <= distance(barred)


@settings(max_examples=60)
@given(histories())
def test_as_few_repeats_as_can_be_where_they_are_needed(barred: Barred) -> None:
    found = least_distance(barred, penalty=1000)
    repeats = sum(two in barred[one] for one, two in found.pairs)
    assert (repeats == 0) == (by_trying(barred) < NEVER)


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
