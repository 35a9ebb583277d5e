"""FIDE's Dutch system through the reference tool, which the tests install and an operator may."""

from dataclasses import replace
from random import Random

import pytest

from service import dutch
from service.directing import OUTSIDE, pairings
from service.engine.errors import TooHardError, UnknownSystemError
from service.engine.tournament.document import EndedBy, Game, Player, Tournament
from service.engine.tournament.drawing import Wanted
from service.engine.tournament.pairing import Paired, pair_round
from service.engine.tournament.provisions import System
from tests.tournament.building import FISC

LETTERS = "abcdefghi"


def entrants(count: int) -> tuple[Player, ...]:
    return tuple(Player(name, name, 2000 - 10 * n) for n, name in enumerate(LETTERS[:count]))


def dutch_round(tournament: Tournament, number: int, absent: tuple[str, ...] = ()) -> Paired:
    return pair_round(tournament, Wanted(number, System.DUTCH, absent), FISC, OUTSIDE)


def test_it_is_never_called_certified() -> None:
    found = dutch_round(Tournament(entrants(8), rounds=5), 1)
    assert "no certified program" in found.unsaid[0].detail
    assert "gacrux" in found.unsaid[0].detail


def test_nobody_meets_or_sits_twice_in_a_whole_season_with_absences() -> None:
    lots = Random(5)
    tournament = Tournament((*entrants(8), Player("i", "i", None, joined=2)), rounds=5)
    sat = []
    for number in range(1, 6):
        absent = ("c",) if number == 3 else ()
        found = dutch_round(tournament, number, absent)
        games = [
            Game(number, table.players, (lots.randint(300, 450), 380), first=table.first)
            for table in found.tables
        ]
        assert not found.relaxed
        here = {p.id for p in tournament.players if p.plays_in(number)} - set(absent)
        seats = [player for table in found.tables for player in table.players]
        if found.bye is not None:
            seats.append(found.bye.player)
            sat.append(found.bye.player)
            games.append(Game(number, (found.bye.player,), ended_by=EndedBy.BYE))
        assert sorted(seats) == sorted(here)
        games += [Game(number, (name,), ended_by=EndedBy.ABSENCE) for name in absent]
        tournament = replace(tournament, games=tournament.games + tuple(games))
    assert len(sat) == len(set(sat))


def test_every_ending_has_its_letter_and_nobody_a_name() -> None:
    games = (
        Game(1, ("a", "b"), (400, 300), first="b"),
        Game(1, ("c", "d"), (300, 300)),
        Game(1, ("e", "f"), ended_by=EndedBy.ABSENCE, at_fault=(1,)),
        Game(1, ("g", "h"), ended_by=EndedBy.ABSENCE, at_fault=(0, 1)),
        Game(1, ("i",), ended_by=EndedBy.BYE),
    )
    players = (*entrants(9), Player("Ștefan", "Ștefan", 1, joined=3), Player("k", "k", 0, joined=2))
    report = dutch.write_report(Tournament(players, games, 6), players, 2, FISC)
    cells = [line[91:99] for line in report.splitlines() if line.startswith("001")]
    assert cells == [
        "   2 b 1",
        "   1 w 0",
        "   4 w =",
        "   3 b =",
        "   6 w +",
        "   5 b -",
        "   8 w -",
        "   7 b -",
        "0000 - U",
        "0000 - H",
        "0000 - H",
    ]
    assert report.isascii()


def test_more_than_so_many_are_not_asked_for() -> None:
    many = tuple(Player(f"p{n}", f"p{n}", n) for n in range(201))
    with pytest.raises(TooHardError, match="200 players"):
        dutch_round(Tournament(many, rounds=5), 1)


def test_without_the_extra_one_sentence_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(dutch, "TOOL", "no_such_tool")
    body = {
        "rounds": 5,
        "round": 1,
        "system": "dutch",
        "players": [{"id": "a"}, {"id": "b"}],
    }
    with pytest.raises(UnknownSystemError, match="needs the extra 'fide'"):
        pairings(body, FISC)


def test_a_tool_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dutch, "SECONDS", 0.001)
    with pytest.raises(TooHardError, match="longer than"):
        dutch_round(Tournament(entrants(4), rounds=5), 1)
