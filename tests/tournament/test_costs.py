"""A careless change must not make a tournament dear: its cost is counted, not timed."""

import sys
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

import pytest

from bench.questions import document, season
from service.directing import standings as answer
from service.engine.errors import NoPairingError, TooHardError
from service.engine.rules import Rules
from service.engine.tournament import matching
from service.engine.tournament.document import EndedBy, Game, Player, Tournament
from service.engine.tournament.drawing import Clubs, Wanted
from service.engine.tournament.matching import STATES, Budget, least_distance
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.provisions import Repeats
from service.engine.tournament.standings import standings
from service.engine.tournament.systems import Field, swiss
from service.schemas.text import read_json, write_json
from tests.tournament.building import FISC, FRS, entrants, history_by_place

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
    found = calls(lambda: write_json(answer(read_json(body), rules)))
    assert found <= most, f"{found} calls for 160 games"


def test_the_swiss_walk_calls_nothing_for_a_pair() -> None:
    met = history_by_place(season(SIZE, ROUNDS, FRS), ROUNDS + 1, FRS)
    field = Field(met, [None] * SIZE)
    assert calls(lambda: swiss(range(SIZE), field)) <= 5


def spent(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> int:
    """How much some work looks at, given up or not."""
    count = 0
    spend = Budget.spend

    def counted(budget: Budget, states: int = 1) -> None:
        nonlocal count
        count += states if budget.whole is None else 0
        spend(budget, states)

    monkeypatch.setattr(Budget, "spend", counted)
    with suppress(TooHardError, NoPairingError):
        work()
    return count


def test_most_blocks_are_never_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thousand players after twenty rounds look at a few states each."""
    barred = history_by_place(season(1000, 20, FISC), 21, FISC)
    assert spent(lambda: least_distance(barred), monkeypatch) <= 25 * 1000


History = Callable[[int, int], list[set[int]]]
ALL = matching.SWEEP_STATES + matching.BLOSSOM_STEPS


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


def near(size: int, places: int) -> list[set[int]]:
    """Everybody has met everybody within so many places."""
    return [set(range(max(0, n - places), min(size, n + places + 1))) - {n} for n in range(size)]


@pytest.mark.parametrize("size", [20, 100, 400, 1000])
@pytest.mark.parametrize(
    ("met", "by"), [(dense, n) for n in (1, 2, 5)] + [(near, n) for n in (3, 8, 19)]
)
def test_a_hard_history_is_paired_or_given_up_within_its_budget(
    size: int, met: History, by: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    barred = met(size, by)

    def paired() -> None:
        found = least_distance(barred)
        assert all(two not in barred[one] for one, two in found.pairs)

    assert spent(paired, monkeypatch) <= ALL + size * size


def three_sides(side: int) -> Tournament:
    """Three sides of a match, of which everybody has met all of the two others."""
    names = [f"{letter}{number}" for number in range(side) for letter in "abc"]
    games: list[Game] = []
    for number in range(1, 3 * side + 1):
        turn, step = divmod(number - 1, side)
        one, two, resting = ("abc", "bca", "cab")[turn]
        for at in range(side):
            pair = f"{one}{at}", f"{two}{(at + step) % side}"
            games.append(Game(number, pair, (400, 300)))
            games.append(Game(number, (f"{resting}{at}",), ended_by=EndedBy.ABSENCE))
    return Tournament(entrants(names), tuple(games), rounds=40)


@pytest.mark.parametrize("rules", [FISC, FRS], ids=["fisc", "frs"])
def test_three_odd_sides_cannot_be_paired_whoever_sits_and_that_is_soon_known(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever sits, two odd sides are left; to try everybody would take seconds."""
    tournament, wanted = three_sides(13), Wanted(40, repeats=Repeats.NEVER)
    with pytest.raises(NoPairingError):
        pair_round(tournament, wanted, rules)
    assert spent(lambda: pair_round(tournament, wanted, rules), monkeypatch) <= STATES // 2


@pytest.mark.parametrize("rules", [FISC, FRS], ids=["fisc", "frs"])
@pytest.mark.parametrize("clubs", [2, 3, 7])
def test_everybody_who_could_sit_is_tried_at_the_cost_of_one(
    rules: Rules, clubs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clubs one below the other, with so many of the last away that the first is too large."""
    size = 699
    players = [Player(f"{n}", f"{n:03}", 3000 - n, f"{n * clubs // size}") for n in range(size)]
    byes = tuple(Game(n, (p.id,), ended_by=EndedBy.BYE) for n in (1, 2) for p in players)
    away = tuple(p.id for p in players[size // clubs * 2 - 40 :])
    tournament = Tournament(tuple(players), byes, rounds=5)
    wanted = Wanted(3, repeats=Repeats.NEVER, clubs=Clubs.APART, absent=away)
    assert spent(lambda: pair_round(tournament, wanted, rules), monkeypatch) <= 2 * STATES
