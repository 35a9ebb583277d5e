"""The next round, by any system of an edition: who meets whom, who sits, what had to give way.

Nothing is hidden: a pair that repeats or joins a club is listed as relaxed, what the text leaves
open as unsaid, and lots are drawn with the seed of the request.

In an event in pairs two players are one entrant, and two pairs that meet play two games. The
document keeps the players and their games; here they become a tournament of entrants, which is
counted and paired like any other: an entrant's points and spread are those of both its members.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations

from service.engine.errors import RecordError, RuleError, SilentError, TwiceInRoundError
from service.engine.rules import Rules
from service.engine.tournament.document import (
    Game,
    Player,
    Tournament,
    check_event,
    check_seats,
    no_round,
    notes_of,
    require_known,
)
from service.engine.tournament.drawing import (
    Couple,
    Drawn,
    Relaxed,
    Sitting,
    Wanted,
    by_standing,
    check_whole_field,
    free_rows,
    pair_field,
    whole_field,
)
from service.engine.tournament.ledger import History, read_history
from service.engine.tournament.provisions import Pairing, Pairs, Start, System, said
from service.engine.tournament.standings import Unsaid, pairing_order
from service.engine.tournament.systems import article_of, green_bye


@dataclass(frozen=True, slots=True)
class Table:
    """Two who meet, the higher placed first; `first` begins, None: they draw tiles.

    `absent` are those who are known not to come, so that the game is decided before it begins.
    """

    players: tuple[str, str]
    first: str | None
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as proposed; `distance` only where the least was looked for, and proved."""

    round: int
    system: System
    article: str
    tables: tuple[Table, ...]
    bye: Sitting | None
    relaxed: tuple[Relaxed, ...]
    unsaid: tuple[Unsaid, ...]
    seed: int
    distance: int | None = None


Outside = Callable[[Tournament, Wanted, Sequence[Player], Rules], Drawn]
"""A system that is not ours: it is given the players who are to be paired, in their order."""


Outsiders = Mapping[System, Outside]


NOTHING: Outsiders = {}


def pair_round(
    tournament: Tournament,
    wanted: Wanted,
    rules: Rules,
    outside: Outsiders = NOTHING,
) -> Paired:
    """The round that a director asks for; `outside` are the systems that others pair."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    system = wanted.system or pairing.system
    article = _article_of(system, tournament, wanted, rules)
    check_event(tournament, rules)
    _check_wanted(tournament, wanted)
    history = read_history(tournament, wanted.round, rules)
    if system in outside:
        rows = pairing_order(tournament, rules, wanted.round - 1).rows
        here = [row.player for row in free_rows(tournament, wanted, rows)]
        drawn = outside[system](tournament, wanted, here, rules)
    elif (whole := pair_field(tournament, wanted, system, rules)) is not None:
        drawn = whole_field(tournament, wanted, whole, rules)
        check_whole_field(drawn, wanted, history)
    else:
        drawn = by_standing(tournament, wanted, (system, history), rules)
    tables = tuple(
        Table(pair, pair[0] if drawn.first_begins else begins(pair, history, pairing))
        for pair in drawn.pairs
    )
    says = pairing.article if system is pairing.system else article
    relaxed = repeated(drawn.pairs, history, says) + drawn.relaxed
    relaxed += of_one_club(drawn.pairs, tournament, wanted, pairing)
    unsaid = drawn.unsaid + left_open(tournament, drawn.bye, system, rules)
    head = wanted.round, system, article
    return Paired(*head, tables, drawn.bye, relaxed, unsaid, wanted.seed, drawn.distance)


def _check_wanted(tournament: Tournament, wanted: Wanted) -> None:
    """Refuse a request that names nobody of the event, or the same player twice."""
    check_seats(tournament)
    known = {player.id for player in tournament.players}
    fixed = [player for pair in wanted.fixed for player in pair]
    require_known((*wanted.absent, *fixed), known)
    if not 1 <= wanted.round <= tournament.rounds:
        raise no_round(wanted.round, tournament.rounds)
    twice = [player for player in fixed if fixed.count(player) > 1 or player in wanted.absent]
    if twice:
        raise TwiceInRoundError(f"{twice[0]!r} is fixed and cannot sit twice or be absent", "fixed")


def _article_of(system: System, tournament: Tournament, wanted: Wanted, rules: Rules) -> str:
    """The article of a system; of Green the text says only who sits, so that is told instead."""
    try:
        return article_of(system, said(rules.tournament.pairing, "how rounds are paired"))
    except SilentError as fault:
        who = _sits_by_green(tournament, wanted, rules) if system is System.GREEN else None
        raise SilentError(f"{fault}; in this round {who!r} sits" if who else f"{fault}") from None


def _sits_by_green(tournament: Tournament, wanted: Wanted, rules: Rules) -> str | None:
    try:
        check_seats(tournament)
        byes = read_history(tournament, wanted.round, rules).byes
        orders = [pairing_order(tournament, rules, after).rows for after in (0, wanted.round - 1)]
        seeds, standing = ([r.player.id for r in free_rows(tournament, wanted, o)] for o in orders)
    except RuleError:
        return None  # There is no such round yet, and that it is silent is the first thing to say.
    last = wanted.round == tournament.rounds
    return green_bye(seeds, standing, byes.keys(), last=last) if len(seeds) % 2 else None


def begins(pair: Couple, history: History, pairing: Pairing) -> str | None:
    """Who has begun less often begins; otherwise they draw tiles."""
    if pairing.start is Start.DRAW:
        return None
    one, two = (history.starts.get(player, 0) for player in pair)
    if one == two:
        return None
    return pair[0] if one < two else pair[1]


def repeated(pairs: Sequence[Couple], history: History, article: str) -> tuple[Relaxed, ...]:
    """The pairs who have met before, with the article that says of the system when they may."""
    return tuple(
        Relaxed("repeat", (one, two), article, f"they met in round {history.met[one][two]}")
        for one, two in pairs
        if two in history.met[one]
    )


def of_one_club(
    pairs: Sequence[Couple], tournament: Tournament, wanted: Wanted, pairing: Pairing
) -> tuple[Relaxed, ...]:
    """The pairs of one club, in the rounds in which clubs are kept apart."""
    asked = wanted.clubs is not None and wanted.clubs.lasts(wanted.round)
    if wanted.round > pairing.club_rounds and not asked:
        return ()
    clubs = {player.id: player.club for player in tournament.players}
    return tuple(
        Relaxed("club", pair, pairing.article, f"both are of {clubs[pair[0]]}")
        for pair in pairs
        if clubs[pair[0]] is not None and clubs[pair[0]] == clubs[pair[1]]
    )


def left_open(
    tournament: Tournament, sitting: Sitting | None, system: System, rules: Rules
) -> tuple[Unsaid, ...]:
    """What was decided by a reading of ours."""
    found = []
    bye = rules.tournament.bye
    if sitting is not None and bye.reading:
        found.append(Unsaid("bye", bye.article, bye.reading, (sitting.player,)))
    event = said(rules.tournament.event, "how long an event is")
    few = event.all_play_all and len(tournament.players) <= tournament.rounds
    if few and system is not System.ROUND_ROBIN:
        detail = "so few players meet each other once, by 'round_robin'"
        found.append(Unsaid("all_play_all", event.article, detail))
    return tuple(found)


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
        notes=tuple(replace(note, player=team_of[note.player]) for note in notes_of(tournament)),
        record=(),
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
            raise RecordError(f"{player.id!r} is in no pair, and others are", "tournament")
        teams.setdefault(player.team, []).append(player)
    for team, members in teams.items():
        if len(members) != clause.members:
            told = f"{team!r} has {len(members)} members, not {clause.members}"
            raise RecordError(told, "tournament")
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
