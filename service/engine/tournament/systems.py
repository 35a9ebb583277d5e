"""One round by one system: what a director may ask for, and the pairs of places it gives."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple, assert_never

from service.engine.errors import IncompleteBlockError, NoPairingError, SilentError
from service.engine.rules import Rules
from service.engine.tournament.annex import (
    factored,
    guelph_round,
    koth,
    modified_swiss,
    rapid_round,
)
from service.engine.tournament.counting import count_game
from service.engine.tournament.distance import least_distance
from service.engine.tournament.document import Player, Tournament, games_by_round
from service.engine.tournament.matching import NO_PAIRING, Pairs
from service.engine.tournament.provisions import (
    FirstRoundKind,
    Pairing,
    Repeats,
    System,
    said,
)
from service.engine.tournament.schedules import in_groups, snake
from service.engine.tournament.standings import Row, pairing_order
from service.engine.tournament.swiss import (
    Field,
    barred_by_place,
    club_rule_lifted,
    fewest_club_pairs,
    least_club_pairs,
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
            order = _list(tournament, 3 * ((number - 1) // 3), rules)
            before, won = _round_before(tournament, order, number, rules)
            pairs = rapid_round(range(len(order)), number, before, won)
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
        if len(game.players) != 2:
            raise IncompleteBlockError("somebody sat in round 7: the groups are not complete")
        one, two = (place[player] for player in game.players)
        counted = count_game(game, rules).halves
        pairs.append((one, two))
        # A drawn game leaves the higher placed as the winner.
        won.append(counted[0] > counted[1] or (counted[0] == counted[1] and one < two))
    return pairs, won
