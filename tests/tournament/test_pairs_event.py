"""An event in pairs (FRS 9.6): two players are one entrant, each with a game in every round."""

from dataclasses import replace

import pytest

from service.engine.errors import RecordError, SilentError
from service.engine.tournament.check import check
from service.engine.tournament.document import EndedBy, Game, Note, NoteKind, Player, Tournament
from service.engine.tournament.drawing import Clubs, Wanted
from service.engine.tournament.pairing import Paired, entrants_of, pair_entrants
from service.engine.tournament.standings import Row, pairing_order, standings
from tests.tournament.building import FISC, FRS

CLUBS = {"a": "xx", "b": "yy", "c": "xy", "d": "zz", "e": "yz"}


def event(teams: str = "abcd", games: tuple[Game, ...] = (), **left: int) -> Tournament:
    """Pairs a, b, c and d of the players a1, a2, b1 ... with the clubs above; `a1=3` left in 3."""
    players = tuple(
        Player(f"{team}{n}", f"{team}{n}", 1000 + n, CLUBS[team][n - 1], team=team)
        for team in teams
        for n in (1, 2)
    )
    players = tuple(p._replace(left=left.get(p.id), rating=p.rating) for p in players)
    return Tournament(players, games, 6)


def round_of(number: int, *scores: tuple[str, str, int, int]) -> tuple[Game, ...]:
    return tuple(Game(number, (one, two), (own, other)) for one, two, own, other in scores)


FIRST = round_of(
    1, ("a1", "b1", 400, 300), ("a2", "b2", 300, 350), ("c1", "d1", 500, 50), ("c2", "d2", 300, 300)
)


def boards(paired: Paired) -> list[tuple[str, str]]:
    return [table.players for table in paired.tables]


def test_a_pair_has_the_points_and_the_spread_of_both_its_members() -> None:
    table = standings(entrants_of(event(games=FIRST), FRS), FRS)
    found = {row.player.id: (row.halves, row.spread, row.games) for row in table.rows}
    assert found == {"c": (3, 350, 2), "a": (2, 50, 2), "b": (2, -50, 2), "d": (1, -350, 2)}
    assert table.rows[0].player.members == ("c1", "c2")


def test_what_is_noted_of_a_player_is_the_whole_pairs() -> None:
    """8.2.4 g: what is taken from a player is taken from the whole team."""
    noted = replace(event(games=FIRST), notes=(Note("a2", NoteKind.SPREAD, -30),))
    spread = {r.player.id: r.spread for r in standings(entrants_of(noted, FRS), FRS).rows}
    assert spread["a"] == 20


def test_two_pairs_that_meet_play_two_games_and_do_not_meet_again() -> None:
    found = pair_entrants(event(games=FIRST), Wanted(2), FRS)
    assert boards(found) == [("c1", "a1"), ("c2", "a2"), ("b1", "d1"), ("b2", "d2")]
    assert not found.relaxed


def test_the_pair_that_sits_sits_as_two() -> None:
    found = pair_entrants(event("abcde"), Wanted(1), FRS)
    assert found.bye is not None
    sitting = found.bye.members
    assert sitting == (f"{found.bye.player}1", f"{found.bye.player}2")
    games = tuple(Game(1, (player,), ended_by=EndedBy.BYE) for player in sitting)
    order = pairing_order(entrants_of(event("abcde", games), FRS), FRS, 1)
    assert (order.rows[0].halves, order.rows[0].spread) == (4, 150)


def test_pairs_of_one_club_are_kept_apart_and_mixed_ones_are_exempt() -> None:
    """9.2 e and g."""
    field = entrants_of(event("abcde"), FRS)
    assert [player.club for player in field.players] == ["x", "y", None, "z", None]
    found = pair_entrants(event("abcd"), Wanted(1, clubs=Clubs.APART), FRS)
    assert not found.relaxed


def test_who_is_out_loses_every_further_game_and_the_partner_plays_on() -> None:
    """9.6 a and c."""
    tournament = event(games=FIRST, a1=2)
    found = pair_entrants(tournament, Wanted(2), FRS)
    out = next(table for table in found.tables if "a1" in table.players)
    assert (out.players, out.absent, out.first) == (("c1", "a1"), (1,), None)
    game = Game(2, out.players, ended_by=EndedBy.ABSENCE, at_fault=out.absent)
    rest = round_of(2, ("c2", "a2", 300, 400), ("b1", "d1", 1, 0), ("b2", "d2", 1, 0))
    after = replace(tournament, games=(*FIRST, game, *rest))
    found_rows = {r.player.id: (r.halves, r.spread) for r in _final(after)}
    assert found_rows["a"] == (2 + 2, 50 - 350 + 100)
    assert found_rows["c"] == (3 + 2, 350 + 75 - 100)
    assert not check(after, FRS).faults


def _final(tournament: Tournament) -> tuple[Row, ...]:
    return standings(entrants_of(tournament, FRS), FRS).rows


def test_who_is_left_alone_of_two_clubs_never_meets_a_pair_of_the_own_club() -> None:
    """9.6 b: c2 of club y is alone, so the pair b (yy) is not for them."""
    games = round_of(
        1, ("a1", "d1", 350, 300), ("a2", "d2", 310, 300), ("c1", "e1", 400, 300),
        ("c2", "e2", 400, 300), ("b1", "x", 1, 0),
    )[:4]  # fmt: skip
    games += tuple(Game(1, (player,), ended_by=EndedBy.BYE) for player in ("b1", "b2"))
    field = pairing_order(entrants_of(event("abcde", games), FRS), FRS, 1)
    assert [row.player.id for row in field.rows][:2] == ["c", "b"]
    found = pair_entrants(event("abcde", games, c1=2), Wanted(2), FRS)
    met = next(table.players for table in found.tables if "c2" in table.players)
    assert met[1][0] == "a"


def test_who_is_left_alone_meets_the_one_of_the_other_club() -> None:
    """9.6 b: c2 of club y meets e2 of club z, not e1 of club y."""
    found = pair_entrants(event("ce", c1=1), Wanted(1), FRS)
    assert {frozenset(pair) for pair in boards(found)} == {
        frozenset(("c2", "e2")),
        frozenset(("c1", "e1")),
    }
    straight = pair_entrants(event("ce", c2=1), Wanted(1), FRS)
    assert {frozenset(pair) for pair in boards(straight)} == {
        frozenset(("c1", "e1")),
        frozenset(("c2", "e2")),
    }


def test_two_who_are_both_left_alone_play_each_other() -> None:
    found = pair_entrants(event("ad", a1=1, d2=1), Wanted(1), FRS)
    assert [(t.players, t.absent) for t in found.tables] in (
        [(("a1", "d2"), (0, 1)), (("a2", "d1"), ())],
        [(("d1", "a2"), ()), (("d2", "a1"), (0, 1))],
    )


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ((Player("a", "a", team="t"), Player("b", "b")), "'b' is in no pair"),
        ((Player("a", "a", team="t"),), "'t' has 1 members, not 2"),
        (tuple(Player(n, n, team="t") for n in "abc"), "'t' has 3 members"),
    ],
)
def test_pairs_that_are_none_are_refused(players: tuple[Player, ...], sentence: str) -> None:
    tournament = Tournament(players, rounds=6)
    with pytest.raises(RecordError, match=sentence):
        entrants_of(tournament, FRS)
    assert any(sentence in fault.detail for fault in check(tournament, FRS).faults)


def test_members_who_meet_different_pairs_are_a_fault() -> None:
    games = round_of(1, ("a1", "b1", 1, 0), ("a2", "c2", 1, 0))
    faults = check(event("abc", games), FRS).faults
    assert {("a1", "a2")} <= {fault.players for fault in faults if fault.code == "split_pair"}


def test_members_who_would_meet_different_pairs_are_told_before_the_round() -> None:
    def split(*proposed: tuple[str, ...]) -> set[tuple[str, ...]]:
        faults = check(event("abcd"), FRS, 1, proposed).faults
        assert {fault.article for fault in faults if fault.code == "split_pair"} <= {"9.6, 9.2 g"}
        return {fault.players for fault in faults if fault.code == "split_pair"}

    assert split(("a1", "b1"), ("a2", "b2"), ("c1", "d2"), ("c2", "d1")) == set()
    assert split(("a1", "b1"), ("a2", "b2"), ("c1",), ("c2",)) == set()
    all_four = {("a1", "a2"), ("b1", "b2"), ("c1", "c2"), ("d1", "d2")}
    assert split(("a1", "b1"), ("a2", "c2"), ("c1", "d1"), ("d2", "b2")) == all_four
    assert split(("a1", "b1"), ("a2",), ("b2",)) == {("a1", "a2"), ("b1", "b2")}


def test_an_edition_that_says_nothing_of_pairs_is_silent() -> None:
    with pytest.raises(SilentError, match="pairs"):
        entrants_of(event(), FISC)
