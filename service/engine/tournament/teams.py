"""An event in pairs: two players are one entrant, and two pairs that meet play two games.

The document keeps the players and their games; here they become a tournament of entrants, which is
counted and paired like any other: an entrant's points and spread are those of both its members.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from itertools import combinations

from service.engine.errors import RecordError
from service.engine.rules import Rules
from service.engine.tournament.document import (
    Game,
    Player,
    Tournament,
    check_seats,
    require_known,
)
from service.engine.tournament.history import History, read_history
from service.engine.tournament.pairing import NOTHING, Outsiders, Paired, Table, pair_round
from service.engine.tournament.provisions import Pairs, said
from service.engine.tournament.remarks import Relaxed, begins
from service.engine.tournament.systems import Wanted

Members = Sequence[Player]


def in_teams(tournament: Tournament) -> bool:
    """Whether players are entered in pairs."""
    return any(player.team is not None for player in tournament.players)


def entrants_of(tournament: Tournament, rules: Rules) -> Tournament:
    """The tournament of the pairs, or the tournament itself where players play for themselves."""
    if not in_teams(tournament):
        return tournament
    clause = _clause(rules)
    check_seats(tournament)
    teams = _teams(tournament, clause)
    team_of = {player.id: team for team, members in teams.items() for player in members}
    return replace(
        tournament,
        players=tuple(_entrant(team, members) for team, members in teams.items()),
        games=tuple(
            game._replace(players=tuple(team_of[player] for player in game.players), first=None)
            for game in tournament.games
        ),
        notes=tuple(replace(note, player=team_of[note.player]) for note in tournament.notes),
        seats=clause.members,
    )


def pair_entrants(
    tournament: Tournament, wanted: Wanted, rules: Rules, outside: Outsiders = NOTHING
) -> Paired:
    """The round that a director asks for, in pairs or not."""
    if not in_teams(tournament):
        return pair_round(tournament, wanted, rules, outside)
    field = entrants_of(tournament, rules)
    require_known(wanted.absent, {player.id for player in tournament.players})
    here = {
        player.id
        for player in tournament.players
        if player.plays_in(wanted.round) and player.id not in wanted.absent
    }
    teams = _teams(tournament, _clause(rules))
    away = tuple(team for team, members in teams.items() if not _present(members, here))
    apart = tuple(_apart(teams, here))
    found = pair_round(replace(field, apart=apart), replace(wanted, absent=away), rules, outside)
    history = read_history(tournament, wanted.round, rules)
    tables = [
        table
        for one, two in (table.players for table in found.tables)
        for table in _games(teams[one], teams[two], here, history, rules)
    ]
    relaxed = tuple(
        Relaxed("club", table.players, _clause(rules).article, "left alone, against the own club")
        for table in found.tables
        if frozenset(table.players) in apart
    )
    bye = found.bye and replace(
        found.bye, members=tuple(player.id for player in _present(teams[found.bye.player], here))
    )
    return replace(found, tables=tuple(tables), bye=bye, relaxed=found.relaxed + relaxed)


def split_teams(games: Sequence[Game], tournament: Tournament) -> Iterator[tuple[str, ...]]:
    """The pairs of a round whose members do not meet the same pair."""
    team_of = {player.id: player.team for player in tournament.players}
    met: dict[str | None, set[str | None]] = {}
    for game in games:
        teams = [team_of.get(player) for player in game.players]
        for team, other in zip(teams, [*teams[::-1], None], strict=False):
            met.setdefault(team, set()).add(other if len(teams) == 2 else None)
    for team, others in met.items():
        if team is not None and len(others) > 1:
            yield tuple(player.id for player in tournament.players if player.team == team)


def _clause(rules: Rules) -> Pairs:
    return said(rules.tournament.pairs, "how players in pairs are counted")


def _teams(tournament: Tournament, clause: Pairs) -> dict[str, list[Player]]:
    """The members of each pair, in the order of the document."""
    teams: dict[str, list[Player]] = {}
    for player in tournament.players:
        if player.team is None:
            raise RecordError(f"{player.id!r} is in no pair, and others are")
        teams.setdefault(player.team, []).append(player)
    for team, members in teams.items():
        if len(members) != clause.members:
            raise RecordError(f"{team!r} has {len(members)} members, not {clause.members}")
    return teams


def _entrant(team: str, members: Members) -> Player:
    """A pair as one player: rated by the mean, of a club only if both are, there while one is."""
    ratings = [player.rating for player in members if player.rating is not None]
    clubs = {player.club for player in members}
    left = [player.left for player in members if player.left is not None]
    return Player(
        team,
        team,
        sum(ratings) // len(ratings) if ratings else None,
        clubs.pop() if len(clubs) == 1 else None,
        min(player.joined for player in members),
        max(left) if len(left) == len(members) else None,
        members=tuple(player.id for player in members),
    )


def _present(members: Members, here: Set[str]) -> list[Player]:
    return [player for player in members if player.id in here]


def _alone(members: Members, here: Set[str]) -> Player | None:
    """Who is left of a pair of two clubs."""
    present = _present(members, here)
    mixed = len({player.club for player in members}) > 1
    return present[0] if mixed and len(present) == 1 and present[0].club is not None else None


def _apart(teams: dict[str, list[Player]], here: Set[str]) -> Iterator[frozenset[str]]:
    """Pairs that may not meet: who is left alone, and a pair of none but the same club."""
    for one, two in combinations(teams, 2):
        for own, other in ((one, two), (two, one)):
            alone = _alone(teams[own], here)
            if alone and {player.club for player in teams[other]} == {alone.club}:
                yield frozenset((one, two))


def _games(
    ones: Members, twos: Members, here: Set[str], history: History, rules: Rules
) -> Iterator[Table]:
    """The games of two pairs: as they are entered, unless that wastes a board or breaks a rule."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")

    def cost(order: Sequence[Player]) -> tuple[int, int]:
        boards = list(zip(ones, order, strict=True))
        wasted = sum((one.id in here) != (two.id in here) for one, two in boards)
        lone = {player.id for player in (_alone(ones, here), _alone(twos, here)) if player}
        against = sum(
            one.club == two.club and bool({one.id, two.id} & lone)
            for one, two in boards
            if one.id in here and two.id in here
        )
        return against, wasted

    turned = list(reversed(twos))
    best = turned if cost(turned) < cost(twos) else twos
    for one, two in zip(ones, best, strict=True):
        pair = one.id, two.id
        absent = tuple(side for side, player in enumerate(pair) if player not in here)
        yield Table(pair, None if absent else begins(pair, history, pairing), absent)
