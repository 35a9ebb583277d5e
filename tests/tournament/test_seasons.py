"""Laws that hold in every season, whatever happens in it."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from service.engine.rules import Rules
from service.engine.tournament.check import check
from service.engine.tournament.document import (
    Act,
    ActKind,
    Decider,
    NoteKind,
    State,
    Tournament,
    notes_of,
    outcome_of,
)
from service.engine.tournament.drawing import Wanted
from service.engine.tournament.pairing import entrants_of, pair_round
from service.engine.tournament.provisions import Corrector, Event, System, Warnings
from service.engine.tournament.standings import pairing_order, standings
from service.rulebook import load_rulebook
from tests.tournament.building import FISC, FRS
from tests.tournament.seasons import eventful, made_up

ENGLISH = load_rulebook(Path(__file__).parents[1] / "english").editions["english-club"]
EDITIONS = {"fisc": FISC, "frs": FRS, "english": ENGLISH}
seeds = st.integers(0, 10**9)
SEARCHING = settings().max_examples >= 1000  # --hypothesis-profile=search
SEASONS = 7000 if SEARCHING else 30
few = settings(max_examples=300 if SEARCHING else 15)
editions = pytest.mark.parametrize("rules", EDITIONS.values(), ids=EDITIONS)


@editions
@settings(max_examples=SEASONS)
@given(seed=seeds)
def test_a_season_has_no_fault(rules: Rules, seed: int) -> None:
    tournament, paired = made_up(rules, seed)
    assert not check(tournament, rules).faults
    assert all(found.bye is None or not found.bye.again for found in paired)


@editions
@settings(max_examples=SEASONS)
@given(seed=seeds)
def test_whatever_happens_in_a_season_only_what_was_said_is_a_fault(
    rules: Rules, seed: int
) -> None:
    season = eventful(rules, seed)
    faults = Counter(fault.code for fault in check(season.tournament, rules).faults)
    assert faults <= season.known
    for final in (False, True):
        rows = standings(entrants_of(season.tournament, rules), rules, final=final).rows
        assert [row.place for row in rows] == sorted(row.place for row in rows)


@editions
@few
@given(seed=seeds)
def test_nobody_meets_twice_unless_it_is_said(rules: Rules, seed: int) -> None:
    _, paired = made_up(rules, seed)
    met: set[frozenset[str]] = set()
    for found in paired:
        said = {frozenset(entry.players) for entry in found.relaxed if entry.rule == "repeat"}
        pairs = {frozenset(table.players) for table in found.tables}
        assert pairs & met == said
        met |= pairs


SYSTEMS = [System.SWISS, System.KOTH, System.MODIFIED_SWISS, System.ROUND_ROBIN]


@few
@given(
    seed=seeds,
    by=st.sampled_from(
        [(rules, None) for rules in EDITIONS.values()] + [(FRS, s) for s in SYSTEMS]
    ),
)
def test_everybody_who_is_there_has_a_seat(seed: int, by: tuple[Rules, System | None]) -> None:
    rules, system = by
    tournament, paired = made_up(rules, seed, system)
    for found in paired:
        assert found.system is (system or found.system)
        here = {player.id for player in tournament.players if player.plays_in(found.round)}
        seats = [player for table in found.tables for player in table.players]
        seats += [found.bye.player] if found.bye else []
        assert len(seats) == len(set(seats))
        games = [game for game in tournament.games if game.round == found.round]
        away = {game.players[0] for game in games if len(game.players) == 1} - set(seats)
        assert set(seats) == here - away


@editions
@few
@given(seed=seeds)
def test_the_order_of_the_document_does_not_matter(rules: Rules, seed: int) -> None:
    tournament, paired = made_up(rules, seed)
    shuffled = _shuffled(tournament, seed)
    for final in (False, True):
        assert standings(tournament, rules, final=final) == standings(shuffled, rules, final=final)
    number = len(paired)
    before = replace(
        tournament, games=tuple(game for game in tournament.games if game.round < number)
    )
    if number:
        wanted = Wanted(number, seed=seed)
        one, two = (pair_round(each, wanted, rules) for each in (before, _shuffled(before, seed)))
        assert one == two


def _shuffled(tournament: Tournament, seed: int) -> Tournament:
    lots = Random(seed)
    players, games = list(tournament.players), list(tournament.games)
    lots.shuffle(players)
    lots.shuffle(games)
    return replace(tournament, players=tuple(players), games=tuple(games))


@editions
@few
@given(seed=seeds)
def test_a_classification_adds_up_and_follows_its_keys(rules: Rules, seed: int) -> None:
    tournament, _ = made_up(rules, seed)
    rows = standings(tournament, rules, final=True).rows
    worth = [2 for game in tournament.games if len(game.players) == 2 or game.ended_by == "bye"]
    assert sum(row.halves for row in rows) == sum(worth)
    assert [row.halves for row in rows] == sorted((row.halves for row in rows), reverse=True)
    assert all(row.place <= number for number, row in enumerate(rows, 1))
    listed = pairing_order(tournament, rules)
    assert {row.player.id for row in listed.rows} == {row.player.id for row in rows}
    signed = tuple(game for game in tournament.games if game.ended_by is None)
    everybody = tuple(player._replace(joined=1, left=1) for player in tournament.players)
    only = replace(tournament, games=signed, players=everybody)
    assert sum(row.spread for row in standings(only, rules).rows) == 0


def recorded(tournament: Tournament, rules: Rules, lots: Random) -> Tournament:
    """A season with a record in which everybody did only what they may."""
    event, warnings = rules.tournament.event, rules.tournament.warnings
    assert isinstance(event, Event)
    chief, arbiter = Decider.CHIEF_ARBITER, Decider.ARBITER
    acts: list[Act] = []
    games = list(tournament.games)

    def add(
        kind: ActKind, by: Decider, number: int, player: str | None = None, *how: State
    ) -> None:
        before, after = how or (State(), State())
        n = len(acts) + 1
        acts.append(Act(n, kind, by, number, player=player, before=before, after=after))

    for number in range(1, max((game.round for game in games), default=0) + 1):
        here = [game for game in games if game.round == number]
        player = lots.choice(here).players[0]
        add(lots.choice((ActKind.ABSENCE, ActKind.WITHDRAWAL)), Decider.PLAYER, number, player)
        add(ActKind.RULING, arbiter, number, player)
        if event.appeals:
            add(ActKind.APPEAL, Decider.PLAYER, number, player)
        for _ in range(rules.later_verdicts.verdicts):
            add(ActKind.VERDICT, arbiter, number, player)
        if isinstance(warnings, Warnings):
            add(ActKind.WARNING, arbiter, number, player)
            state = State(kind=NoteKind.DISCIPLINARY_WARNING)
            add(ActKind.WARNING, chief, number, player, State(), state)
        add(ActKind.CLOSED, Decider.DIRECTOR, number, None, State(), State(games=tuple(here)))
        signed = next((game for game in here if game.ended_by is None and game.scores), None)
        if signed and event.recorded is Corrector.CHIEF_ARBITER:
            right = signed._replace(scores=(signed.scores or (0, 0))[::-1])
            games[games.index(signed)] = right
            states = (State(outcome_of(game)) for game in (signed, right))
            add(ActKind.CORRECTION, chief, number, signed.players[0], *states)
    return replace(tournament, games=tuple(games), record=tuple(acts))


@editions
@few
@given(seed=seeds)
def test_no_legal_acts_are_a_fault_and_each_illegal_one_is(rules: Rules, seed: int) -> None:
    lots = Random(seed)
    season = recorded(made_up(rules, seed)[0], rules, lots)
    assert not check(season, rules).faults
    if not season.record:
        return
    player = season.players[0].id
    wrong = [(ActKind.CORRECTION, Decider.DIRECTOR), (ActKind.RULING, Decider.PLAYER)]
    wrong += [(ActKind.CLOSED, Decider.PLAYER), (ActKind.WARNING, Decider.PLAYER)]
    for kind, by in wrong:
        act = Act(len(season.record) + 1, kind, by, 1, player=player, after=State())
        spoilt = replace(season, record=(*season.record, act))
        codes = {fault.code for fault in check(spoilt, rules).faults}
        assert codes & {"not_entitled", "too_late"}, (kind, by)
    signed = next((game for game in season.games if game.scores), None)
    if signed:
        changed = signed._replace(scores=(999, 0))
        games = (changed if game is signed else game for game in season.games)
        codes = {fault.code for fault in check(replace(season, games=tuple(games)), rules).faults}
        assert codes == {"changed_without_record"}


@editions
@few
@given(seed=seeds)
def test_what_a_record_tells_counts_once_however_often_it_is_told(rules: Rules, seed: int) -> None:
    season = recorded(made_up(rules, seed)[0], rules, Random(seed))
    told = replace(season, notes=tuple(notes_of(season)))
    assert standings(told, rules, final=True) == standings(season, rules, final=True)
    if isinstance(rules.tournament.warnings, Warnings) and season.record:
        without = standings(replace(season, record=()), rules, final=True)
        assert without != standings(season, rules, final=True)
