"""Pairing down the standing: each meets the next whom they may meet, and fixed pairs stay.

Places are counted from 0. What cannot be kept is not hidden: every pair that repeats or joins two
of a club is returned as relaxed.
"""

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field

from service.engine.errors import NoPairingError, TooHardError
from service.engine.tournament.blossom import cheapest_matching
from service.engine.tournament.matching import NO_PAIRING, Budget, Pairs, first_matching

SMALL = 24
LOOK = 300_000
"""How much may be looked at to tell that there is no pairing at all."""
CLUB_SEATS = 200_000


@dataclass(frozen=True, slots=True)
class Field:
    """Who is to be paired, by place: whom each has met, each one's club, and at what cost."""

    met: Sequence[Set[int]]
    clubs: Sequence[str | None]
    budget: Budget = field(default_factory=Budget)

    def same_club(self, one: int, two: int) -> bool:
        """Whether two are of one club."""
        return self.clubs[one] is not None and self.clubs[one] == self.clubs[two]


def swiss(order: Sequence[int], field: Field, *, never: bool = False, apart: bool = False) -> Pairs:
    """From the top, each with the next one not met yet; a dead end repeats the last pair.

    `never` takes back as few fixed pairs as it must instead; `apart` keeps clubs apart throughout.
    """
    waiting = list(order)
    pairs: Pairs = []
    while waiting:
        one, met = waiting[0], field.met[waiting[0]]
        for place in range(1, len(waiting)):
            two = waiting[place]
            if two not in met and not (apart and field.same_club(one, two)):
                break
        else:
            if never:
                return _taken_back(order, pairs, field, apart=apart)
            place = next((p for p in range(1, len(waiting)) if waiting[p] not in met), 1)
        pairs.append((one, waiting[place]))
        del waiting[place], waiting[0]
    return pairs


def fewest_club_pairs(
    order: Sequence[int], field: Field, *, ends: bool = False, never: bool = False
) -> Pairs:
    """As few pairs of one club as can be; `ends` pairs the first with the last, not the second.

    Where the usual way down the standing makes no more of them than must be, it is kept.
    """
    least = least_club_pairs(order, field)
    usual = swiss(order, field, apart=not never, never=never)
    if not ends and sum(field.same_club(*pair) for pair in usual) <= least:
        return usual
    budget = Budget(max(CLUB_SEATS, 2 * len(order) ** 2 // 3))
    try:
        for most in range(least, len(order) // 2 + 1):
            pairs = first_matching(
                order, _unmet(field, ends=ends), _too_many_club_pairs(field, most), budget
            )
            if pairs is not None:
                return pairs
    except TooHardError:
        pass
    return usual


def club_rule_lifted(clubs: Sequence[str | None], percent: int) -> bool:
    """Whether so many entrants are of one club that clubs cannot be kept apart."""
    counts = Counter(club for club in clubs if club is not None)
    return any(count * 100 >= percent * len(clubs) for count in counts.values())


def barred_by_place(order: Sequence[int], field: Field, *, apart: bool) -> list[set[int]]:
    """Whom each may not meet again, and where clubs are kept `apart` the own club too."""
    place = {player: number for number, player in enumerate(order)}
    barred = [{place[other] for other in field.met[player] if other in place} for player in order]
    clubs: dict[str | None, set[int]] = {}
    for number, player in enumerate(order if apart else ()):
        clubs.setdefault(field.clubs[player], set()).add(number)
    for club, members in clubs.items():
        for number in members if club is not None else ():
            barred[number] |= members - {number}
    return barred


def pairable(barred: Sequence[Set[int]], budget: Budget) -> bool:
    """Whether there is any pairing, as far as that can be told without looking for the first."""
    try:
        return cheapest_matching(barred, None, budget.part(LOOK)) is not None
    except TooHardError:
        return True


def _taken_back(order: Sequence[int], fixed: Pairs, field: Field, *, apart: bool) -> Pairs:
    """The pairing that keeps as many of the fixed pairs, from the top, as can be kept."""
    budget = field.budget
    majority = apart and least_club_pairs(order, field)
    if majority or not pairable(barred_by_place(order, field, apart=apart), budget):
        raise NoPairingError(NO_PAIRING)

    def candidates(one: int, others: Sequence[int]) -> list[int]:
        met = field.met[one]
        return [
            two for two in others if two not in met and not (apart and field.same_club(one, two))
        ]

    def hopeless(_: Pairs, left: Sequence[int]) -> bool:
        if len(left) > SMALL:
            return False
        budget.spend(len(left) ** 2)
        return any(not candidates(one, [two for two in left if two != one]) for one in left)

    for keep in range(len(fixed) - 1, -1, -1):
        kept = fixed[:keep]
        seated = {player for pair in kept for player in pair}
        rest = [player for player in order if player not in seated]
        if not hopeless(kept, rest) and (
            pairs := first_matching(rest, candidates, hopeless, budget)
        ):
            return kept + pairs
    raise NoPairingError(NO_PAIRING)


def _unmet(field: Field, *, ends: bool) -> Callable[[int, Sequence[int]], list[int]]:
    def candidates(one: int, others: Sequence[int]) -> list[int]:
        unmet = [two for two in others if two not in field.met[one]]
        return unmet[::-1] if ends else unmet

    return candidates


def _too_many_club_pairs(field: Field, most: int) -> Callable[[Pairs, Sequence[int]], bool]:
    def hopeless(pairs: Pairs, left: Sequence[int]) -> bool:
        made = sum(field.same_club(*pair) for pair in pairs)
        return made + least_club_pairs(left, field) > most

    return hopeless


def least_club_pairs(order: Sequence[int], field: Field) -> int:
    """How many pairs of one club there must be: a club larger than all the others together."""
    counts = Counter(club for player in order if (club := field.clubs[player]) is not None)
    largest = max(counts.values(), default=0)
    return max(0, (2 * largest - len(order) + 1) // 2)
