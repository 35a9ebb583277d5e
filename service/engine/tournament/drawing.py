"""A round drawn as a director asks for it: the standing, who sits, and the system that pairs.

What a pair breaks, and who begins, is looked at later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple, assert_never

from service.engine.errors import (
    IncompleteBlockError,
    NoPairingError,
    SilentError,
    TooHardError,
    TwiceInRoundError,
)
from service.engine.rules import Rules
from service.engine.tournament.document import Player, Tournament, games_by_round
from service.engine.tournament.ledger import History, count_game, is_long
from service.engine.tournament.matching import NO_PAIRING, Pairs, least_distance
from service.engine.tournament.provisions import FirstRoundKind, Pairing, Repeats, System, said
from service.engine.tournament.standings import (
    Held,
    Row,
    Unsaid,
    pairing_order,
    safe_places,
    without_prize,
)
from service.engine.tournament.systems import (
    Field,
    barred_by_place,
    club_rule_lifted,
    factored,
    fewest_club_pairs,
    guelph_round,
    in_groups,
    koth,
    least_club_pairs,
    modified_swiss,
    pairable,
    rapid_round,
    snake,
    swiss,
)

REPEAT = 1_000_000
"""What a repeat costs beside any distance: as few as can be, then the least distance."""


class Clubs(StrEnum):
    """How long players of one club are kept apart."""

    APART = "apart"
    FIRST_TWO = "first_two"

    def lasts(self, number: int) -> bool:
        """Whether clubs are still apart in this round."""
        return self is Clubs.APART or number <= 2


class Prizes(NamedTuple):
    """For Gibson's rule: how many top places may be safe, and how many win something."""

    places: int
    prizes: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a director asks for; what is None is as the edition has it."""

    round: int
    system: System | None = None
    absent: tuple[str, ...] = ()
    seed: int = 0
    repeats: Repeats | None = None
    clubs: Clubs | None = None
    fixed: tuple[tuple[str, str], ...] = ()
    factor: int = 4
    groups: int = 1
    gibson: Prizes | None = None


@dataclass(frozen=True, slots=True)
class Stage:
    """A round about to be paired: the rows in order, an even number, and their history."""

    tournament: Tournament
    wanted: Wanted
    system: System
    rows: Sequence[Row]
    field: Field


class Found(NamedTuple):
    """Pairs of places; the distance where it is the least there is."""

    pairs: Pairs
    distance: int | None = None


def standing_for(system: System, number: int) -> int:
    """After which round the standing counts by which a system pairs this one."""
    if system is not System.PORTLAND:
        return number - 1
    if number < 3:
        told = "Portland goes by the standing two rounds before: pair otherwise so far"
        raise SilentError(told, "portland")
    return number - 2


def pair_places(stage: Stage, rules: Rules) -> Found:
    """The pairs of a round, as places in the rows."""
    order = range(len(stage.rows))
    match stage.system:
        case System.DISTANCE:
            return _distance(stage, rules)
        case System.SWISS | System.PORTLAND | System.KOTH:
            return Found(_down_the_standing(stage, rules))
        case System.MODIFIED_SWISS:
            return Found(_modified(stage, rules))
        case System.FACTORED:
            repeats = repeats_for(stage, rules)
            found = factored(
                order, stage.wanted.factor, stage.field, repeats=repeats is Repeats.ALLOWED
            )
            return Found(_never_again(found, stage, repeats))
        case System.RAPID | System.GUELPH | System.ROUND_ROBIN | System.SNAKE:
            raise IncompleteBlockError(f"'{stage.system}' pairs the whole field, not a part of it")
        case System.DUTCH | System.GREEN | System.NAST | System.CHEW:
            raise SilentError(f"'{stage.system}' is not among the systems we know how to pair")
        case _:
            assert_never(stage.system)


def pair_field(
    tournament: Tournament, wanted: Wanted, system: System, rules: Rules
) -> list[tuple[Player | None, Player | None]] | None:
    """The pairs of a system that fixes them by the whole field; None for every other system."""
    number = wanted.round
    match system:
        case System.ROUND_ROBIN | System.SNAKE:
            seeds = _list(tournament, 0, rules)
            groups = snake(len(seeds), wanted.groups if system is System.SNAKE else 1)
            chosen = in_groups(groups, number)
            seats = [None, *seeds]
            return [(seats[one], seats[two]) for one, two in chosen]
        case System.RAPID:
            listed = _list(tournament, 3 * ((number - 1) // 3), rules)
            order = _in_fours(listed, tournament, wanted)
            before, won = _round_before(tournament, order, number, rules)
            found = rapid_round(range(len(order)), number, before, won)
            known = {player.id: player for player in listed if player not in order}
            told = [(known[one], known[two]) for one, two in wanted.fixed if known]
            return [*((order[one], order[two]) for one, two in found), *told]
        case System.GUELPH:
            seeds = _list(tournament, 0, rules)
            after = number - 1 if number == 6 else min(3, number - 1)
            place = {player.id: at for at, player in enumerate(seeds)}
            standing = [place[player.id] for player in _list(tournament, after, rules)]
            order = seeds
            pairs = guelph_round(range(len(seeds)), standing, number)
        case _:
            return None
    return [(order[one], order[two]) for one, two in pairs]


def repeats_for(stage: Stage, rules: Rules) -> Repeats:
    """Whether players may meet again: as asked, or as the system and the edition have it."""
    if stage.wanted.repeats is not None:
        return stage.wanted.repeats
    pairing = said(rules.tournament.pairing, "whether players may meet again")
    left = stage.tournament.rounds - stage.wanted.round
    if stage.system is System.FACTORED:
        return Repeats.ALLOWED
    if stage.system is System.KOTH and left < pairing.koth_repeats:
        return Repeats.ALLOWED
    if pairing.repeats is Repeats.AVOID and is_long(stage.tournament, pairing):
        return Repeats.IF_NEEDED
    return pairing.repeats


def clubs_apart(stage: Stage, pairing: Pairing) -> bool:
    """Whether clubs are kept apart in this round: groups and factors know none."""
    asked = stage.wanted.clubs
    if asked is None or stage.system in (System.MODIFIED_SWISS, System.FACTORED):
        return False
    clubs = [player.club for player in stage.tournament.players]
    lifted = club_rule_lifted(clubs, pairing.club_percent)
    return asked.lasts(stage.wanted.round) and not lifted


def _distance(stage: Stage, rules: Rules) -> Found:
    first = said(rules.tournament.first_round, "how the first round is paired")
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    size = len(stage.rows)
    if stage.wanted.round == 1 and first.kind is FirstRoundKind.HALVES:
        return Found([(place, place + size // 2) for place in range(size // 2)])
    repeats = repeats_for(stage, rules)
    field = stage.field
    if repeats is Repeats.ALLOWED:
        field = Field([set()] * size, field.clubs, field.budget)
    apart = clubs_apart(stage, pairing)
    penalty = REPEAT if repeats is Repeats.IF_NEEDED else None
    if apart and penalty is None and least_club_pairs(range(size), field):
        raise NoPairingError(NO_PAIRING)
    barred = barred_by_place(range(size), field, apart=apart)
    least = least_distance(barred, penalty, field.budget)
    return Found(least.pairs, least.distance)


def _down_the_standing(stage: Stage, rules: Rules) -> Pairs:
    first = said(rules.tournament.first_round, "how the first round is paired")
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    order = list(range(len(stage.rows)))
    ends = stage.wanted.round == 1 and first.kind is FirstRoundKind.ENDS
    ends = ends and stage.system is not System.KOTH
    if ends:
        order = _drawn(stage)
        ends = any(row.player.rating is not None for row in stage.rows)
    repeats = repeats_for(stage, rules)
    early = stage.wanted.round <= pairing.club_rounds or stage.wanted.round == 1
    never, apart = repeats is Repeats.NEVER, clubs_apart(stage, pairing)
    if ends or (early and repeats is not Repeats.ALLOWED and any(stage.field.clubs)):
        return fewest_club_pairs(order, stage.field, ends=ends, never=never)
    if repeats is Repeats.ALLOWED:
        return koth(order)
    return swiss(order, stage.field, never=never, apart=apart)


def _drawn(stage: Stage) -> list[int]:
    """The order of the first round: those without a rating by lot, after the others."""
    places = range(len(stage.rows))
    rated = [place for place in places if stage.rows[place].player.rating is not None]
    lots = sorted(set(places) - set(rated), key=lambda place: _lot(stage, place))
    return rated + lots


def _lot(stage: Stage, place: int) -> bytes:
    """The lot a player draws: the same for one seed, whoever else is there."""
    return sha256(f"{stage.wanted.seed} {stage.rows[place].player.id}".encode()).digest()


def _modified(stage: Stage, rules: Rules) -> Pairs:
    repeats = repeats_for(stage, rules)
    places = list(range(len(stage.rows)))
    groups = [list(group) for _, group in groupby(places, lambda at: stage.rows[at].halves)]
    if stage.wanted.round == 1:
        groups = [places]
    found = modified_swiss(groups, stage.field, repeats=repeats is Repeats.ALLOWED)
    return _never_again(found, stage, repeats)


def _never_again(pairs: Pairs, stage: Stage, repeats: Repeats) -> Pairs:
    """The pairs, or the first down the standing in which nobody meets again, if that is asked."""
    if repeats is Repeats.NEVER and any(two in stage.field.met[one] for one, two in pairs):
        return swiss(range(len(stage.rows)), stage.field, never=True)
    return pairs


def _list(tournament: Tournament, after: int, rules: Rules) -> list[Player]:
    return [row.player for row in pairing_order(tournament, rules, after).rows]


def _in_fours(listed: Sequence[Player], tournament: Tournament, wanted: Wanted) -> Sequence[Player]:
    """Who is in groups of four; a last group of five to seven is the organisers' (FRS A3.3).

    Its pairs are those that are fixed, and who sits has the bye in the document already.
    """
    games = games_by_round(tournament)[wanted.round]
    told = {id for pair in (*wanted.fixed, *(game.players for game in games)) for id in pair}
    rest = [player for player in listed if player.id not in told]
    settled = len(listed) % 4 and not len(rest) % 4 and 4 < len(listed) - len(rest) < 8
    return rest if settled else listed


def _round_before(
    tournament: Tournament, order: Sequence[Player], number: int, rules: Rules
) -> tuple[Pairs, list[bool]]:
    """The games of the round before as places, and whether the first of each won."""
    if number != 8:
        return [], []
    place = {player.id: at for at, player in enumerate(order)}
    pairs: Pairs = []
    won = []
    for game in games_by_round(tournament)[number - 1]:
        if place.keys().isdisjoint(game.players):
            continue
        if len(game.players) != 2:
            raise IncompleteBlockError("somebody sat in round 7: the groups are not complete")
        one, two = (place[player] for player in game.players)
        counted = count_game(game, rules).halves
        pairs.append((one, two))
        # A drawn game leaves the higher placed as the winner.
        won.append(counted[0] > counted[1] or (counted[0] == counted[1] and one < two))
    return pairs, won


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody who stands lower than the one who sits, and why they do not."""

    player: str
    article: str
    detail: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who has no opponent in a round; `again`: they sat before, `members`: those of a pair."""

    player: str
    article: str
    passed_over: tuple[Passed, ...]
    again: bool = False
    members: tuple[str, ...] = ()


def who_sits(
    order: Sequence[Player], byes: Mapping[str, int], rules: Rules
) -> tuple[list[Player], tuple[Passed, ...]]:
    """Who may sit, the last in the standing first, and who below them may not."""
    bye = said(rules.tournament.bye, "who sits")
    may, passed = [], []
    for player in reversed(order):
        if player.joined > 1 and not bye.late_entrants:
            passed.append(Passed(player.id, bye.article, f"joined in round {player.joined}"))
        elif bye.once and byes.get(player.id, 0):
            passed.append(Passed(player.id, bye.article, "has sat before"))
        else:
            may.append(player)
    return may, tuple(passed)


Couple = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A rule that a pair or a bye breaks, because it had to or because the director asked."""

    rule: str
    players: tuple[str, ...]
    article: str
    detail: str


def sits_again(sitting: Sitting | None, rules: Rules) -> tuple[Relaxed, ...]:
    """A bye of somebody who sat before."""
    if sitting is None or not sitting.again:
        return ()
    bye = said(rules.tournament.bye, "who sits")
    return (Relaxed("bye", (sitting.player,), bye.article, "everybody has sat who may sit"),)


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
    found, sitting = _with_least_repeats(rest, stage, history, rules)
    names = [row.player.id for row in rest if sitting is None or row.player.id != sitting.player]
    couples += [(names[one], names[two]) for one, two in found.pairs]
    couples.sort(key=lambda pair: min(place[pair[0]], place[pair[1]]))
    return Drawn(tuple(couples), sitting, sits_again(sitting, rules), found.distance)


def _with_least_repeats(
    rows: Sequence[Row], stage: Stage, history: History, rules: Rules
) -> tuple[Found, Sitting | None]:
    """Pair everybody; where repeats are to be avoided, without any while there is such a way."""
    if repeats_for(stage, rules) is Repeats.AVOID:
        try:
            return _with_bye(rows, _with_repeats(stage, Repeats.NEVER), history, rules)
        except (NoPairingError, TooHardError):
            stage = _with_repeats(stage, Repeats.IF_NEEDED)
    try:
        return _with_bye(rows, stage, history, rules)
    except NoPairingError as fault:
        raise _naming_who_is_stuck(fault, rows, history) from None


def _with_repeats(stage: Stage, repeats: Repeats) -> Stage:
    """The stage as if the director had asked for these repeats, with a budget of its own."""
    wanted = replace(stage.wanted, repeats=repeats)
    return replace(stage, wanted=wanted, field=Field((), ()))


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
