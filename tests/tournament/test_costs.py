"""A careless change must not make a tournament dear: its cost is counted, not timed."""

import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import pytest

from bench.tournaments import answer, document, history_by_place, season
from service.engine.errors import TooHardError
from service.engine.rules import Rules
from service.engine.tournament import distance
from service.engine.tournament.distance import least_distance
from service.engine.tournament.matching import Budget
from service.engine.tournament.standings import standings
from service.engine.tournament.swiss import Field, swiss
from tests.tournament.building import FISC, FRS

SIZE, ROUNDS = 200, 10
GAMES = SIZE * ROUNDS // 2


def calls(work: Callable[[], object]) -> int:
    """How many Python functions the second run of some work calls."""
    work()
    count = 0

    def see(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(("rules", "most"), [(FISC, 720), (FRS, 520)], ids=["fisc", "frs"])
def test_standings_call_nothing_for_a_signed_game(rules: Rules, most: int) -> None:
    tournament = season(SIZE, ROUNDS, rules)
    assert len(tournament.games) == GAMES
    found = calls(lambda: standings(tournament, rules, final=True))
    assert found <= most, f"{found} calls for {GAMES} games"


@pytest.mark.parametrize(("rules", "most"), [(FISC, 1300), (FRS, 1100)], ids=["fisc", "frs"])
def test_a_signed_game_is_read_by_two_calls(rules: Rules, most: int) -> None:
    """One for its JSON and one for the game; the rest is for forty players."""
    body = document(season(40, 8, rules))
    found = calls(lambda: answer(body, rules))
    assert found <= most, f"{found} calls for 160 games"


def test_the_swiss_walk_calls_nothing_for_a_pair() -> None:
    met = history_by_place(season(SIZE, ROUNDS, FRS), ROUNDS + 1, FRS)
    field = Field(met, [None] * SIZE)
    assert calls(lambda: swiss(range(SIZE), field)) <= 5


class Counting(Budget):
    """A budget that remembers what was spent."""

    spent = 0

    def spend(self, states: int = 1) -> None:
        """Count it, and go on as before."""
        Counting.spent += states
        super().spend(states)


def spent(barred: list[set[int]], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(distance, "Budget", Counting)
    Counting.spent = 0
    with suppress(TooHardError):
        least_distance(barred)
    return Counting.spent


def test_most_blocks_are_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand players after twenty rounds look at a few states each."""
    barred = history_by_place(season(1000, 20, FISC), 21, FISC)
    assert spent(barred, monkeypatch) <= 25 * 1000


ALL = distance.SWEEP_STATES + distance.BLOSSOM_STEPS


def dense(size: int, left: int) -> list[set[int]]:
    """Everybody has met everybody but `left` of them."""
    barred = [set(range(size)) - {place} for place in range(size)]
    for place in range(size):
        for step in range(1, left + 1):
            other = (place * 7 + step * 13) % size
            if other != place:
                barred[place].discard(other)
                barred[other].discard(place)
    return barred


@pytest.mark.parametrize("size", [20, 100, 400, 1000])
@pytest.mark.parametrize("left", [1, 2, 5])
def test_a_dense_history_is_paired_or_given_up_within_its_budget(
    size: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert spent(dense(size, left), monkeypatch) <= ALL + size * size
