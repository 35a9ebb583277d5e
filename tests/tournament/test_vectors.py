"""Every worked number of the two regulations, and of our readings, by the rule it shows."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from service.engine.errors import NoPairingError, SilentError, TooFewRoundsError
from service.engine.rules import Rules
from service.engine.settlement import Ending, Finish, settle
from service.engine.tournament.check import eliminated, late_entry
from service.engine.tournament.document import (
    EndedBy,
    Game,
    Note,
    NoteKind,
    Player,
    Tournament,
    check_event,
)
from service.engine.tournament.drawing import Wanted, standing_for, who_sits
from service.engine.tournament.ledger import Counted, count_game
from service.engine.tournament.matching import least_distance
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.provisions import Buchholz, System, Warnings
from service.engine.tournament.standings import (
    Held,
    Standings,
    deduction,
    median_buchholz,
    pairing_order,
    safe_places,
    standings,
    without_prize,
)
from service.engine.tournament.systems import (
    Field,
    Wish,
    clark,
    club_rule_lifted,
    factored,
    fewest_club_pairs,
    green_bye,
    guelph_groups,
    guelph_round,
    koth,
    modified_swiss,
    rapid_blocks,
    schedule,
    snake,
    swiss,
)
from tests.tournament.building import FISC, FRS, entrants, order, pairs, places, season

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


@answers("F04", "F41")
def _buchholz(given: dict[str, Any]) -> Any:
    points = [halves(points) for points in given["opponents"]]
    assert isinstance(FISC.tournament.buchholz, Buchholz)
    return median_buchholz(points, given["rounds"], FISC.tournament.buchholz) / 2


@answers("F05")
def _berger_of_one(given: dict[str, Any]) -> Any:
    """A beats three and draws with one, whose points come from games among others."""
    games: list[list[Any]] = []
    for number, points in enumerate([*given["beaten"], *given["drawn"]], 1):
        scores = [300, 300] if number > len(given["beaten"]) else [400, 300]
        games.append([number, "A", f"o{number}", *scores])
        for other in range(halves(points - (0.5 if scores[0] == 300 else 0))):
            # Two draws with somebody of no importance make a point.
            games.append([5 + other, f"o{number}", f"x{number}{other}", 300, 300])
    rows = standings(season(games, 40), FISC).rows
    return next(row.berger for row in rows if row.player.id == "A") / 4


@answers("F08")
def _buchholz_of_each(given: dict[str, Any]) -> Any:
    rows = standings(season(given["games"]), FISC).rows
    return {row.player.id: row.buchholz / 2 for row in sorted(rows, key=lambda r: r.player.id)}


@answers("F09")
def _berger_of_each(given: dict[str, Any]) -> Any:
    table = standings(season(given["games"]), FISC, final=True)
    assert order(table)[:3] == ["C", "E", "A"]
    rows = sorted(table.rows, key=lambda row: -row.berger)
    return [[row.player.id, row.berger / 4] for row in rows]


@answers("F10")
def _game_points(given: dict[str, Any]) -> Any:
    rows = standings(season(given["games"]), FISC).rows
    return {r.player.id: [r.spread, r.total] for r in rows if r.player.id in "ACE"}


@answers("F12")
def _equals(given: dict[str, Any]) -> Any:
    games = [[1, "p", "r", 400, 300], [1, "q", "s", 400, 300], [2, "p", "s", 400, 300]]
    games += [[2, "q", "r", 400, 300]]
    table = standings(season(games), FISC, final=True)
    assert [entry.players for entry in table.unsaid] == [("p", "q"), ("r", "s")]
    return [list(place) for place in places(table)[:3]]


@answers("F13")
def _both_absent(given: dict[str, Any]) -> Any:
    number, one, two, *_ = given["game"]
    game = Game(number, (one, two), (0, 0), EndedBy.ABSENCE, (0, 1))
    return [half / 2 for half in count_game(game, FISC).halves]


@answers("F14")
def _bye(given: dict[str, Any]) -> Any:
    number, player = given["bye"]
    return count_game(Game(number, (player,), ended_by=EndedBy.BYE), FISC).halves[0] / 2


@answers("F15")
def _halves(given: dict[str, Any]) -> Any:
    players = tuple(Player(str(n), str(n), 2000 - n) for n in given["order"])
    paired = pair_round(Tournament(players, rounds=5), Wanted(1), FISC)
    return [[int(one), int(two)] for one, two in pairs(paired)]


@answers("F16")
def _first_list(given: dict[str, Any]) -> Any:
    return _rated_order(given, 0)


@answers("F17")
def _second_list(given: dict[str, Any]) -> Any:
    return _rated_order(given, 1)


def _rated_order(given: dict[str, Any], after: int) -> list[str]:
    """The order by rating: before any game, or after one in which nobody came."""
    players = tuple(Player(name, name, rating) for name, rating in given["players"])
    games = [Game(1, (name,), ended_by=EndedBy.ABSENCE) for name, _ in given["players"]]
    tournament = Tournament(players, tuple(games), rounds=5)
    return order(pairing_order(tournament, FISC, after))


@answers("F18", "F20", "F21", "F22", "F24", "F25")
def _late(given: dict[str, Any]) -> Any:
    entry = late_entry(given["rounds"], given["joined"], FISC)
    return [entry.allowed, None if entry.fictitious is None else entry.fictitious / 2]


@answers("F28")
def _pairing_list(given: dict[str, Any]) -> Any:
    return [player for player in order(pairing_order(_late_by_two(), FISC, 2)) if player < "D"]


@answers("F29")
def _final_list(given: dict[str, Any]) -> Any:
    table = standings(_late_by_two(), FISC, 2, final=True)
    return [player for player in order(table) if player < "D"]


def _late_by_two() -> Tournament:
    """A drew, C lost; B has just come and has met nobody."""
    games = (Game(1, ("A", "D"), (300, 300)), Game(1, ("C", "E"), (200, 300)))
    absent = tuple(Game(2, (name,), ended_by=EndedBy.ABSENCE) for name in "ACDE")
    players = [Player(name, name, joined=3 if name == "B" else 1) for name in "ABCDE"]
    return Tournament(tuple(players), games + absent, rounds=8)


@answers("F30")
def _no_fictitious_berger(given: dict[str, Any]) -> Any:
    """C beats B, who came for round 3 and counts a point for pairing only."""
    tournament = _late_by_two()
    third = [Game(3, (name,), ended_by=EndedBy.ABSENCE) for name in "ADE"]
    games = (*tournament.games, Game(3, ("C", "B"), (400, 300)), *third)
    rows = standings(replace(tournament, games=games), FISC, 3, final=True).rows
    return next(row.berger for row in rows if row.player.id == "C")


@answers("F31", "F32", "F33")
def _sits(given: dict[str, Any]) -> Any:
    late, had = given.get("late", ()), given.get("had", ())
    players = [Player(str(n), str(n), joined=2 if n in late else 1) for n in given["order"]]
    may, _ = who_sits(players, {str(n): 1 for n in had}, FISC)
    return int(may[0].id)


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


@answers("F39")
def _long_enough(given: dict[str, Any]) -> Any:
    def enough(rounds: int) -> bool:
        try:
            check_event(Tournament((), rounds=rounds), FISC)
        except TooFewRoundsError:
            return False
        return True

    return [enough(rounds) for rounds in given["rounds"]]


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


@answers(*(f"W{number:02}" for number in range(1, 8)))
def _warnings(given: dict[str, Any]) -> Any:
    assert isinstance(FRS.tournament.warnings, Warnings)
    return -deduction(given["technical"], given["disciplinary"], FRS.tournament.warnings)


@answers("W08", "W09")
def _compensation(given: dict[str, Any]) -> Any:
    scores = (300 + given.get("spread", 0), 300)
    note = Note("a", NoteKind.COMPENSATION, given["play"], 1)
    games = (Game(1, ("a", "b"), scores),)
    tournament = Tournament(entrants("ab"), games, rounds=6, notes=(note,))
    rows = standings(tournament, FRS).rows
    return next(row.spread for row in rows if row.player.id == "a")


@answers("W12", "W13", "W15")
def _elimination(given: dict[str, Any]) -> Any:
    return eliminated(given["missed"], given["rounds"], FRS)


@answers("S01", "S03")
def _between_rounds(given: dict[str, Any]) -> Any:
    return _ranked(given, standings(_as_ranked(given), FRS))


@answers("S02", "S04")
def _at_the_end(given: dict[str, Any]) -> Any:
    return _ranked(given, standings(_as_ranked(given), FRS, final=True))


def _ranked(given: dict[str, Any], table: Standings) -> list[str]:
    names = {row[0] for row in given["rows"]}
    return [player for player in order(table) if player in names]


def _as_ranked(given: dict[str, Any]) -> Tournament:
    """Players with these points, spread and differences, against opponents of no name."""
    names = [row[0] for row in given["rows"]]
    games, notes, others = [], [], []
    for name, points, spread, differences in given["rows"]:
        results = list(differences) + [0] * halves(points - sum(d > 0 for d in differences))
        for number, difference in enumerate(results, 1):
            other = f"{name} {number}"
            others.append(other)
            games.append(Game(number, (name, other), (300 + difference, 300)))
            games += [
                Game(n, (other,), ended_by=EndedBy.ABSENCE) for n in range(1, 10) if n != number
            ]
        games += [
            Game(n, (name,), ended_by=EndedBy.ABSENCE, excused=True)
            for n in range(len(results) + 1, 10)
        ]
        missing = spread - sum(differences) + 75 * (9 - len(results))
        notes.append(Note(name, NoteKind.SPREAD, missing))
    notes += [Note(other, NoteKind.SPREAD, -9999) for other in others]
    return Tournament(entrants([*names, *others]), tuple(games), 9, tuple(notes))


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


@answers("P01", "P04")
def _swiss(given: dict[str, Any]) -> Any:
    seats = [n - 1 for n in given["order"]]
    players = [Player(str(n), str(n)) for n in given["order"]]
    sits = None
    if len(seats) % 2:
        sits = int(who_sits(players, {}, FRS)[0][0].id)
        seats.remove(sits - 1)
    found = swiss(seats, _field(given, len(given["order"])))
    return [[[one + 1, two + 1] for one, two in found], [], sits]


@answers("P05")
def _clubs_apart(given: dict[str, Any]) -> Any:
    size = len(given["order"])
    return [[a + 1, b + 1] for a, b in swiss(range(size), _field(given, size), apart=True)]


@answers("P06")
def _lifted(given: dict[str, Any]) -> Any:
    return [club_rule_lifted(clubs, 50) for clubs in given["clubs"]]


@answers("P07")
def _fewest_clubs(given: dict[str, Any]) -> Any:
    size = len(given["order"])
    field = _field(given, size)
    found = fewest_club_pairs(range(size), field)
    same = sum(field.same_club(one, two) for one, two in found)
    return [same, [[one + 1, two + 1] for one, two in found]]


@answers("P08")
def _ends(given: dict[str, Any]) -> Any:
    players = tuple(Player(i, i, rating, club) for i, rating, club in given["players"])
    return pairs(pair_round(Tournament(players, rounds=6), Wanted(1), FRS))


@answers("C01")
def _clark_1(given: dict[str, Any]) -> Any:
    return [list(pair) for pair in clark(given["players"])[0]]


@answers("C02")
def _clark_2(given: dict[str, Any]) -> Any:
    return [list(pair) for pair in clark(given["players"])[1]]


@answers("C03")
def _clark_3(given: dict[str, Any]) -> Any:
    return [list(pair) for pair in clark(given["players"])[2]]


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


@answers("K01")
def _koth(given: dict[str, Any]) -> Any:
    return [list(pair) for pair in koth(given["order"])]


@answers("K03", "K04", "K05")
def _factored(given: dict[str, Any]) -> Any:
    nobody = Field([set()] * 9, [None] * 9)
    return [list(p) for p in factored(given["order"], given["factor"], nobody, repeats=True)]


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


@answers("L01")
def _guelph_groups(given: dict[str, Any]) -> Any:
    return [list(group) for group in guelph_groups(given["players"])]


@answers("L02")
def _guelph_4(given: dict[str, Any]) -> Any:
    return _guelph(4)


@answers("L03")
def _guelph_5(given: dict[str, Any]) -> Any:
    return _guelph(5)


def _guelph(number: int) -> list[list[str]]:
    names = dict(
        zip((0, 3, 4, 7, 1, 2, 5, 6), ("A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4"), strict=True)
    )
    standing = [0, 1, 3, 2, 4, 5, 7, 6]
    return [[names[one], names[two]] for one, two in guelph_round(range(8), standing, number)]


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


@answers("L06")
def _portland(given: dict[str, Any]) -> Any:
    def after(number: int) -> int | None:
        try:
            return standing_for(System.PORTLAND, number)
        except SilentError:
            return None

    return [after(number) for number in given["round"]]


@answers("L07")
def _who_begins(given: dict[str, Any]) -> Any:
    found = []
    for one, two in given["starts"]:
        games = tuple(
            game
            for number in range(1, 4)
            for game in (
                Game(
                    number,
                    ("a", f"x{number}"),
                    (1, 1),
                    first="a" if number <= one else f"x{number}",
                ),
                Game(
                    number,
                    ("b", f"y{number}"),
                    (1, 1),
                    first="b" if number <= two else f"y{number}",
                ),
            )
        )
        others = [f"{side}{number}" for side in "xy" for number in range(1, 4)]
        tournament = Tournament(entrants(["a", "b", *others]), games, rounds=6)
        absent = tuple(others)
        (table,) = pair_round(tournament, Wanted(4, absent=absent), FRS).tables
        found.append(table.first or "draw_tiles")
    return found
