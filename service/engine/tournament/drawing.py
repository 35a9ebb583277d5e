"""Who meets whom in a round: by the standing, with a bye where somebody must sit, or by the field.

What a pair breaks, and who begins, is looked at later.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.errors import NoPairingError, TwiceInRoundError
from service.engine.rules import Rules
from service.engine.tournament.document import Player, Tournament, games_by_round
from service.engine.tournament.entries import Passed, Sitting, who_sits
from service.engine.tournament.gibson import Held, safe_places, without_prize
from service.engine.tournament.history import History
from service.engine.tournament.provisions import Repeats, System, said
from service.engine.tournament.remarks import Couple, Relaxed, sits_again
from service.engine.tournament.standings import Row, Unsaid, pairing_order
from service.engine.tournament.swiss import Field, barred_by_place, least_club_pairs, pairable
from service.engine.tournament.systems import (
    Found,
    Stage,
    Wanted,
    clubs_apart,
    pair_places,
    repeats_for,
    standing_for,
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who meets whom before it is looked at what that breaks.

    `first_begins` is whether the system also says who begins: the first of each pair.
    """

    pairs: tuple[Couple, ...]
    bye: Sitting | None
    relaxed: tuple[Relaxed, ...] = ()
    distance: int | None = None
    unsaid: tuple[Unsaid, ...] = ()
    first_begins: bool = False


def by_standing(
    tournament: Tournament, wanted: Wanted, by: tuple[System, History], rules: Rules
) -> Drawn:
    """A round by the standing: pairs fixed by hand, then Gibson's, then what the system makes."""
    system, history = by
    after = standing_for(system, wanted.round)
    standing = pairing_order(tournament, rules, after).rows
    rows = free_rows(tournament, wanted, standing)
    place = {row.player.id: at for at, row in enumerate(rows)}
    couples = [(a, b) if place[a] < place[b] else (b, a) for a, b in wanted.fixed]
    if wanted.gibson is not None:
        seated = {player for pair in couples for player in pair}
        stays = [
            row for row in standing if row.player.plays_in(max(wanted.round, row.player.joined))
        ]
        free = [row.player.id for row in rows if row.player.id not in seated]
        left = tournament.rounds - after
        couples += _gibson(stays, free, (wanted, history, left), rules)
    seated = {player for pair in couples for player in pair}
    rest = [row for row in rows if row.player.id not in seated]
    stage = Stage(tournament, wanted, system, rest, Field((), ()))
    try:
        found, sitting = _with_bye(rest, stage, history, rules)
    except NoPairingError as fault:
        raise _naming_who_is_stuck(fault, rest, history) from None
    names = [row.player.id for row in rest if sitting is None or row.player.id != sitting.player]
    couples += [(names[one], names[two]) for one, two in found.pairs]
    couples.sort(key=lambda pair: min(place[pair[0]], place[pair[1]]))
    return Drawn(tuple(couples), sitting, sits_again(sitting, rules), found.distance)


def _with_bye(
    rows: Sequence[Row], stage: Stage, history: History, rules: Rules
) -> tuple[Found, Sitting | None]:
    """Pair an even number; of an odd one somebody sits, so that the others can be paired."""
    if len(rows) % 2 == 0:
        return pair_places(_staged(stage, rows, history), rules), None
    bye = said(rules.tournament.bye, "who sits")
    players = [row.player for row in rows]
    may, passed = who_sits(players, history.byes, rules)
    again = not may
    if again:
        fewest = min(history.byes.get(player.id, 0) for player in players)
        may = [p for p in reversed(players) if history.byes.get(p.id, 0) == fewest][:1]
    fault = None
    for player in may:
        rest = [row for row in rows if row.player is not player]
        lower = players[players.index(player) + 1 :]
        over = tuple(p for p in passed if any(p.player == below.id for below in lower))
        try:
            found = pair_places(_staged(stage, rest, history), rules)
        except NoPairingError as dead_end:
            if fault is None and not _some_can_sit(_staged(stage, rows, history), may, rules):
                raise
            fault = dead_end
            stage.field.budget.spend(len(rows) ** 2 // 8)
            passed += (Passed(player.id, bye.article, "the others could not be paired"),)
            continue
        return found, Sitting(player.id, bye.article, over, again)
    raise fault or NoPairingError("nobody may sit")


def _some_can_sit(stage: Stage, may: Sequence[Player], rules: Rules) -> bool:
    """Whether the others can be paired if one of these sits: nobody is the opponent of all."""
    if repeats_for(stage, rules) is not Repeats.NEVER:
        return True
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    nobody = len(stage.rows)
    apart = clubs_apart(stage, pairing)
    if apart and least_club_pairs(range(nobody), stage.field) > 1:
        return False
    barred = barred_by_place(range(nobody), stage.field, apart=apart)
    players = {player.id for player in may}
    playing = {n for n, row in enumerate(stage.rows) if row.player.id not in players}
    for place in playing:
        barred[place].add(nobody)
    return pairable([*barred, playing], stage.field.budget)


def _staged(stage: Stage, rows: Sequence[Row], history: History) -> Stage:
    """The stage for these rows, with their history by place."""
    place = {row.player.id: at for at, row in enumerate(rows)}
    met = [
        {place[other] for other in history.barred.get(row.player.id, ()) if other in place}
        for row in rows
    ]
    for one, two in (pair for pair in stage.tournament.apart if pair <= place.keys()):
        met[place[one]].add(place[two])
        met[place[two]].add(place[one])
    field = Field(met, [row.player.club for row in rows], stage.field.budget)
    return Stage(stage.tournament, stage.wanted, stage.system, rows, field)


def _naming_who_is_stuck(
    fault: NoPairingError, rows: Sequence[Row], history: History
) -> NoPairingError:
    """The fault, with those who have nobody left to meet."""
    here = {row.player.id for row in rows}
    stuck = [name for name in sorted(here) if here - {name} <= history.barred[name].keys()]
    return fault.at(f"{stuck[0]!r} has met everybody here") if stuck else fault


def _gibson(
    rows: Sequence[Row], free: Sequence[str], by: tuple[Wanted, History, int], rules: Rules
) -> list[Couple]:
    """Who cannot be caught in the rounds left, with the best placed who can win no prize."""
    wanted, history, left = by
    if wanted.gibson is None:
        return []
    gibson = said(rules.tournament.gibson, "how players who cannot be caught are paired")
    held = [Held(row.halves, row.spread) for row in rows]
    safe = safe_places(held, left, gibson.cap, wanted.gibson.places)
    others = without_prize(held, left, gibson.cap, wanted.gibson.prizes)
    names = [rows[place].player.id for place in others if place not in safe]
    waiting = [name for name in names if name in free]
    couples = []
    for leader in (rows[place].player.id for place in safe):
        met = history.barred[leader] if wanted.repeats is Repeats.NEVER else {}
        other = next((name for name in waiting if name not in met), None)
        if leader in free and other is not None:
            couples.append((leader, other))
            waiting.remove(other)
    return couples


def whole_field(
    tournament: Tournament,
    wanted: Wanted,
    whole: Sequence[tuple[Player | None, Player | None]],
    rules: Rules,
) -> Drawn:
    """A round that the whole field fixes: who meets somebody that is not there sits."""
    games = games_by_round(tournament)[wanted.round]
    seated = {player for game in games for player in game.players}
    pairs, alone = [], []
    for pair in whole:
        here = [p.id for p in pair if p and p.plays_in(wanted.round) and p.id not in wanted.absent]
        free = [player for player in here if player not in seated]
        if len(free) == 2:
            pairs.append((free[0], free[1]))
        elif free == here:
            alone += free
        elif free:
            raise TwiceInRoundError(
                f"{free[0]!r} cannot be paired: the opponent is not free in round {wanted.round}"
            )
    if seated and not pairs and not alone:
        raise TwiceInRoundError(f"{min(seated)!r} is not free to be paired in round {wanted.round}")
    if not alone:
        return Drawn(tuple(pairs), None)
    bye = said(rules.tournament.bye, "who sits")
    more = tuple(
        Relaxed("no_opponent", (player,), bye.article, "sits too: the opponent is not there")
        for player in alone[1:]
    )
    return Drawn(tuple(pairs), Sitting(alone[0], bye.article, ()), more)


def check_whole_field(drawn: Drawn, wanted: Wanted, history: History) -> None:
    """Refuse a round in which pairs are asked for, or against, that the system does not know."""
    pairs = set(map(frozenset, drawn.pairs))
    for one, two in wanted.fixed:
        if {one, two} not in pairs:
            raise NoPairingError(f"the system does not let {one!r} and {two!r} meet in this round")
    for one, two in drawn.pairs if wanted.repeats is Repeats.NEVER else ():
        if two in history.barred[one]:
            raise NoPairingError(f"the system lets {one!r} and {two!r} meet again")


def free_rows(tournament: Tournament, wanted: Wanted, rows: Sequence[Row]) -> list[Row]:
    """The rows of those who are to be paired now."""
    games = games_by_round(tournament)[wanted.round]
    seated = {player for game in games for player in game.players}
    here = [row for row in rows if row.player.plays_in(wanted.round)]
    here = [row for row in here if row.player.id not in wanted.absent]
    free = [row for row in here if row.player.id not in seated]
    fixed = {player for pair in wanted.fixed for player in pair}
    away = fixed - {row.player.id for row in free}
    if away or (here and not free):
        who = min(away or seated)
        raise TwiceInRoundError(f"{who!r} is not free to be paired in round {wanted.round}")
    return free
