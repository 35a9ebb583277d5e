"""Made-up seasons: players who come late, leave, stay away and sit, paired round by round.

`made_up` goes by one system all through; `eventful` has everything that a document can hold.
"""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random

from service.engine.errors import (
    IncompleteBlockError,
    NoPairingError,
    RecordError,
    SilentError,
    TwiceInRoundError,
)
from service.engine.rules import Rules
from service.engine.tournament.document import (
    EndedBy,
    Game,
    Note,
    NoteKind,
    Player,
    Tournament,
    last_entry,
)
from service.engine.tournament.drawing import Clubs, Prizes, Wanted
from service.engine.tournament.ledger import count_game
from service.engine.tournament.pairing import Paired, Table, pair_entrants, pair_round
from service.engine.tournament.provisions import (
    Compensation,
    EntryKind,
    LateEntry,
    Pairing,
    Pairs,
    System,
    Warnings,
)

CLUBS = (None, None, "Argus", "Locomotiva", "Farul")
WHOLE_FIELD = {System.ROUND_ROBIN, System.SNAKE, System.RAPID, System.GUELPH}
NOT_PLAYED = {EndedBy.ABSENCE, EndedBy.ARBITER_DRAW, EndedBy.ANNULLED}
SOMEBODYS_FAULT = {EndedBy.TIME, EndedBy.ABANDON, EndedBy.ABSENCE, EndedBy.ANNULLED}


def made_up(
    rules: Rules, seed: int, system: System | None = None
) -> tuple[Tournament, list[Paired]]:
    """A whole season and the rounds as they were paired; it ends where nobody can be paired."""
    lots = Random(seed)
    rounds = lots.randint(5, 9)
    tournament = Tournament(_entrants(rules, lots, rounds), rounds=rounds)
    paired: list[Paired] = []
    for number in range(1, rounds + 1):
        here = [player.id for player in tournament.players if player.plays_in(number)]
        absent = tuple(name for name in here if lots.random() < 0.03)
        try:
            found = pair_round(tournament, Wanted(number, system, absent, seed), rules)
        except NoPairingError:
            break
        paired.append(found)
        games = [_play(table.players, table.first, number, lots) for table in found.tables]
        if found.bye is not None:
            games.append(Game(number, (found.bye.player,), ended_by=EndedBy.BYE))
        games += [Game(number, (name,), ended_by=EndedBy.ABSENCE) for name in absent]
        lots.shuffle(games)
        tournament = replace(tournament, games=tournament.games + tuple(games))
    return tournament, paired


@dataclass(frozen=True)
class Season:
    """What was played, how it was paired, and which faults it is known to have."""

    tournament: Tournament
    paired: list[Paired]
    known: Counter[str]


def eventful(rules: Rules, seed: int) -> Season:
    """A season in which the director changes systems, fixes pairs and notes what players did."""
    lots = Random(seed)
    tournament = _event(rules, lots)
    paired: list[Paired] = []
    known: Counter[str] = Counter()
    for number in range(1, tournament.rounds + 1):
        found, absent = _next_round(tournament, number, rules, lots)
        if found is None:
            break
        paired.append(found)
        again = found.system in WHOLE_FIELD or (found.bye is not None and found.bye.again)
        games = [_played(table, number, tournament.rounds, (rules, lots)) for table in found.tables]
        sitting = _sitting(tournament, found)
        known["bye_twice"] += len(sitting) * again
        games += [Game(number, (name,), ended_by=EndedBy.BYE) for name in sitting]
        games += [_missed(name, number, tournament.rounds, lots) for name in absent]
        lots.shuffle(games)
        notes = _notes(tournament, number, rules, lots)
        tournament = replace(
            tournament, games=tournament.games + tuple(games), notes=tournament.notes + notes
        )
    late = rules.tournament.late_entry
    assert isinstance(late, LateEntry)
    until = max(1, last_entry(tournament.rounds, late))
    known["too_late"] = sum(player.joined > until for player in tournament.players)
    return Season(tournament, paired, known)


def _event(rules: Rules, lots: Random) -> Tournament:
    """An event of one day, of several, or in pairs."""
    pairing, pairs = rules.tournament.pairing, rules.tournament.pairs
    assert isinstance(pairing, Pairing)
    rounds = lots.randint(5, 9)
    days: tuple[int, ...] = ()
    if pairing.long_rounds and lots.random() < 0.15:
        days = tuple(lots.randint(4, 6) for _ in range(3))
        rounds = sum(days)
    players = _entrants(rules, lots, rounds)
    if isinstance(pairs, Pairs) and lots.random() < 0.15:
        players = players[: len(players) // 2 * 2]
        joined = [player._replace(joined=1, left=None) for player in players]
        players = tuple(p._replace(team=f"t{n // 2}") for n, p in enumerate(joined))
    elif lots.random() < 0.2 and isinstance(rules.tournament.late_entry, LateEntry):
        tardy = lots.randrange(len(players))
        until = 3 if rules.tournament.late_entry.kind is EntryKind.BEFORE_FIRST else 2
        late = players[tardy]._replace(joined=lots.randint(1, until), left=None)
        players = (*players[:tardy], late, *players[tardy + 1 :])
    return Tournament(players, rounds=rounds, days=days)


def _next_round(
    tournament: Tournament, number: int, rules: Rules, lots: Random
) -> tuple[Paired | None, tuple[str, ...]]:
    """A round as a director may want it; what cannot be had is wanted more simply."""
    pairing = rules.tournament.pairing
    assert isinstance(pairing, Pairing)
    teams = tournament.players[0].team is not None
    here = [player.id for player in tournament.players if player.plays_in(number)]
    absent = () if teams else tuple(name for name in here if lots.random() < 0.03)
    simple = Wanted(number, absent=absent, seed=lots.randrange(1000))
    systems = [System(name) for name in pairing.systems if name != System.DUTCH]
    wanted = replace(
        simple,
        system=lots.choice((None, lots.choice(systems))),
        clubs=lots.choice((None, None, *Clubs)),
        fixed=_fixed(tournament, sorted(set(here) - set(absent)), lots),
        factor=lots.choice((2, 4, 6)),
        groups=lots.randint(1, 3),
        gibson=lots.choice((None, None, Prizes(2, 3))) if rules.tournament.gibson.article else None,
    )
    for asked in (wanted, simple):
        with suppress(NoPairingError, IncompleteBlockError, SilentError, TwiceInRoundError):
            return pair_entrants(tournament, asked, rules), absent
    return None, absent


def _fixed(tournament: Tournament, here: list[str], lots: Random) -> tuple[tuple[str, str], ...]:
    """Now and then two players who have not met, put together by hand."""
    if lots.random() < 0.8 or len(here) < 4 or tournament.players[0].team is not None:
        return ()
    one, two = lots.sample(here, 2)
    met = any({one, two} == set(game.players) for game in tournament.games)
    return () if met else ((one, two),)


def _played(table: Table, number: int, last: int, by: tuple[Rules, Random]) -> Game:
    """A game that may have ended in any way of which the regulation knows."""
    rules, lots = by
    if table.absent:
        return Game(number, table.players, ended_by=EndedBy.ABSENCE, at_fault=table.absent)
    usual = _play(table.players, table.first, number, lots)
    if lots.random() > 0.1:
        return usual
    ended_by = lots.choice([ending for ending in EndedBy if ending is not EndedBy.BYE])
    scores = None if ended_by in NOT_PLAYED else usual.scores or (300, 300)
    at_fault = lots.choice(((0,), (1,), (0, 1))) if ended_by in SOMEBODYS_FAULT else ()
    excused = ended_by is EndedBy.ABSENCE and number < last and lots.random() < 0.5
    game = Game(number, table.players, scores, ended_by, at_fault, excused)
    try:
        count_game(game, rules)
    except (SilentError, RecordError):
        return usual
    return game


def _missed(name: str, number: int, last: int, lots: Random) -> Game:
    excused = number < last and lots.random() < 0.3
    return Game(number, (name,), ended_by=EndedBy.ABSENCE, excused=excused)


def _sitting(tournament: Tournament, found: Paired) -> list[str]:
    """Everybody without an opponent; a pair sits as its two members."""
    alone = {found.bye.player} if found.bye else set()
    alone |= {entry.players[0] for entry in found.relaxed if entry.rule == "no_opponent"}
    return [player.id for player in tournament.players if (player.team or player.id) in alone]


def _notes(tournament: Tournament, number: int, rules: Rules, lots: Random) -> tuple[Note, ...]:
    """What arbiters noted in a round, as far as the regulation knows of it."""
    kinds = [NoteKind.SPREAD]
    if isinstance(rules.tournament.compensation, Compensation):
        kinds.append(NoteKind.COMPENSATION)
    if isinstance(rules.tournament.warnings, Warnings):
        kinds += [NoteKind.TECHNICAL_WARNING, NoteKind.DISCIPLINARY_WARNING]
    return tuple(
        Note(
            lots.choice(tournament.players).id,
            lots.choice(kinds),
            lots.randint(0, 100),
            lots.choice((None, number)),
        )
        for _ in range(lots.choice((0, 0, 0, 1, 2)))
    )


def _entrants(rules: Rules, lots: Random, rounds: int) -> tuple[Player, ...]:
    entry = rules.tournament.late_entry
    assert isinstance(entry, LateEntry)
    until = 1 if entry.kind is EntryKind.BEFORE_FIRST else max(1, last_entry(rounds, entry))
    players = []
    for number in range(lots.randint(rounds + 4, 40)):
        left = lots.randint(3, rounds + 1) if lots.random() < 0.1 else None
        joined = lots.randint(1, until) if lots.random() < 0.1 else 1
        rating = lots.randint(800, 2200) if lots.random() < 0.8 else None
        if left is not None and left <= joined:
            left = None
        name = f"{lots.choice('AăÂBȘŞSȚZ')}{number}"
        players.append(Player(f"p{number}", name, rating, lots.choice(CLUBS), joined, left))
    lots.shuffle(players)
    return tuple(players)


def _play(players: tuple[str, str], first: str | None, number: int, lots: Random) -> Game:
    chance = lots.random()
    scores = lots.randint(200, 550), lots.randint(200, 550)
    if chance < 0.02:
        return Game(number, players, ended_by=EndedBy.ABSENCE, at_fault=(lots.randint(0, 1),))
    if chance < 0.04:
        return Game(number, players, scores, EndedBy.TIME, (lots.randint(0, 1),), first=first)
    if chance < 0.08:
        scores = scores[0], scores[0]
    return Game(number, players, scores, first=first or lots.choice(players))
