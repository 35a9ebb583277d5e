"""Made-up seasons: players who come late, leave, stay away and sit, paired round by round."""

from dataclasses import replace
from random import Random

from service.engine.errors import NoPairingError
from service.engine.rules import Rules
from service.engine.tournament.document import EndedBy, Game, Player, Tournament
from service.engine.tournament.entries import last_entry
from service.engine.tournament.pairing import Paired, pair_round
from service.engine.tournament.provisions import EntryKind, LateEntry, System
from service.engine.tournament.systems import Wanted

CLUBS = (None, None, "Argus", "Locomotiva", "Farul")


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
