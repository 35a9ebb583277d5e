"""The systems of pairing: down the standing, by factors and groups, and rounds known in advance.

Down a standing places are counted from 0, and what cannot be kept is not hidden: every pair that
repeats or joins two of a club is returned as relaxed. In rounds known in advance players are
numbered from 1 in the order of the list; 0 stands for nobody, so who meets 0 sits.
"""

from collections import Counter
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from service.engine.errors import (
    IncompleteBlockError,
    NoPairingError,
    SilentError,
    TooHardError,
    UnknownSystemError,
)
from service.engine.rules import Rules
from service.engine.tournament.document import MOST_ROUNDS, check_length
from service.engine.tournament.matching import (
    NO_PAIRING,
    Budget,
    Pairs,
    cheapest_matching,
    first_matching,
)
from service.engine.tournament.provisions import Event, Pairing, System, said
from service.engine.tournament.standings import Unsaid

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


BLOCK = 300_000
"""How much may be looked at for one block before it is paired as in the Swiss system."""


def factored(order: Sequence[int], factor: int, field: Field, *, repeats: bool) -> Pairs:
    """Blocks of `factor` players, the first half against the second: 1-3, 2-4 by four."""
    if len(order) % factor:
        raise IncompleteBlockError(f"{len(order)} players do not fill blocks of {factor}")
    pairs: Pairs = []
    for start in range(0, len(order), factor):
        block = order[start : start + factor]
        pairs += _halves(block) if repeats else _halves_apart(block, field)
    return pairs


def modified_swiss(groups: Sequence[Sequence[int]], field: Field, *, repeats: bool) -> Pairs:
    """Groups of equal points, each its upper half against its lower one.

    An odd group takes the best of the next. Where two have met, the weakest change places with the
    best of the next group until nobody has; the last group has no next one and is paired as near
    to its halves as can be.
    """
    rest = [list(group) for group in groups]
    pairs: Pairs = []
    while rest:
        group, rest = rest[0], rest[1:]
        while len(group) % 2:
            following = next(later for later in rest if later)
            group.append(following.pop(0))
        rest = [later for later in rest if later]
        if not group:
            continue
        if not repeats and rest:
            _exchange(group, rest[0], field)
        pairs += _halves(group) if repeats else _halves_apart(group, field)
    return pairs


def rapid_round(order: Sequence[int], number: int, before: Pairs, won: Sequence[bool]) -> Pairs:
    """A round of the rapid system by the standing at the start of its stage.

    Rounds 1-3 and 4-6 are played out in groups of four. In round 7 the two best and the two weakest
    of a group meet, in round 8 the winners and the losers of `before`.
    """
    if number > 8:
        raise SilentError("after round 8 the rapid system goes on as KOTH or factored: name one")
    stage, turn = divmod(number - 1, 3)
    groups = [[order[place - 1] for place in group] for group in rapid_blocks(len(order), stage)]
    if number < 7:
        return [(group[one - 1], group[two - 1]) for group in groups for one, two in clark(4)[turn]]
    if number == 7:
        return [pair for a, b, c, d in groups for pair in ((a, b), (c, d))]
    ahead = {pair[0] if first else pair[1] for pair, first in zip(before, won, strict=True)}
    pairs: Pairs = []
    for group in groups:
        winners = [player for player in group if player in ahead]
        losers = [player for player in group if player not in ahead]
        if len(winners) != 2 or len(losers) != 2:
            raise IncompleteBlockError("round 7 was not paired by the rapid system")
        pairs += [(winners[0], winners[1]), (losers[0], losers[1])]
    return pairs


def guelph_round(seeds: Sequence[int], standing: Sequence[int], number: int) -> Pairs:
    """A round of the Guelph system: groups first, then across them, then KOTH with repeats.

    `seeds` is the list by rating; `standing` the one after the groups, or the last for KOTH.
    """
    groups = [[seeds[place - 1] for place in group] for group in guelph_groups(len(seeds))]
    if number > 6:
        raise SilentError("the Guelph system has six rounds")
    in_groups = len(groups[0]) - 1
    if number <= in_groups:
        rounds = clark(len(groups[0]))[number - 1]
        return [(group[one - 1], group[two - 1]) for group in groups for one, two in rounds]
    if number == 6:
        return koth(standing)
    a, b = ([player for player in standing if player in group] for group in groups)
    if number == 4:
        return [(a[0], b[1]), (b[0], a[1]), (a[2], b[3]), (a[3], b[2])]
    return list(zip(a, b, strict=True))


def green_bye(
    seeds: Sequence[str], standing: Sequence[str], sat: Set[str], *, last: bool
) -> str | None:
    """Who sits by Green: the best rated who has not; in the last round the worst placed instead."""
    order = reversed(standing) if last else seeds
    return next((player for player in order if player not in sat), None)


def koth(order: Sequence[int]) -> Pairs:
    """First against second, third against fourth, whoever met before."""
    return [(order[place], order[place + 1]) for place in range(0, len(order), 2)]


def _halves(block: Sequence[int]) -> Pairs:
    half = len(block) // 2
    return list(zip(block[:half], block[half:], strict=True))


def _halves_apart(block: Sequence[int], field: Field) -> Pairs:
    """As near to the halves as nobody meets again; a dead end repeats as in the Swiss system."""
    half = len(block) // 2
    place = {player: number for number, player in enumerate(block)}

    def candidates(one: int, others: Sequence[int]) -> list[int]:
        unmet = [two for two in others if two not in field.met[one]]
        return sorted(unmet, key=lambda two: abs(place[two] - place[one] - half))

    try:
        found = first_matching(
            block, candidates, lambda _pairs, _left: False, field.budget.part(BLOCK)
        )
    except TooHardError:
        found = None
    return swiss(block, field) if found is None else found


def _exchange(group: list[int], following: list[int], field: Field) -> None:
    """Let the weakest and the best of the next group change places until nobody has met."""
    own, other = list(group), list(following)
    for number in range(min(len(own), len(other)) + 1):
        group[:] = own[: len(own) - number] + other[:number]
        if all(two not in field.met[one] for one, two in _halves(group)):
            following[:] = own[len(own) - number :] + other[number:]
            return
    group[:], following[:] = own, other


Meetings = tuple[tuple[int, int], ...]
Groups = tuple[tuple[int, ...], ...]
NOBODY = 0
IN_ADVANCE = {System.ROUND_ROBIN, System.SNAKE, System.RAPID, System.GUELPH}
"""The systems that fix rounds before there is a standing."""


class Wish(NamedTuple):
    """How rounds are to be known in advance; what is None is as the edition has it."""

    system: System | None = None
    groups: int = 1
    rounds: int | None = None


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds in advance; `rounds` may be more than could be written down yet."""

    system: System
    rounds: int
    pairs: tuple[Meetings, ...]
    groups: Groups
    article: str
    unsaid: tuple[Unsaid, ...] = ()


def clark(players: int) -> tuple[Meetings, ...]:
    """Everybody against everybody, round by round."""
    return tuple(clark_round(players, number) for number in range(1, _rounds(players) + 1))


def clark_round(players: int, number: int) -> Meetings:
    """A round of all against all: 1 stays, the others move round the two lines clockwise."""
    size = players + players % 2
    moved = (number - 1) % (size - 1)
    ring = [2 + (place - moved) % (size - 1) for place in range(size - 1)]
    top = [1, *ring[: size // 2 - 1]]
    bottom = ring[size // 2 - 1 :][::-1]
    pairs = zip(top, bottom, strict=True)
    return tuple((_seat(one, players), _seat(two, players)) for one, two in pairs)


def snake(players: int, groups: int) -> Groups:
    """The list dealt to and fro, so that every group is about as strong."""
    if players % groups:
        raise IncompleteBlockError(f"{players} players do not fill {groups} equal groups")
    dealt: list[list[int]] = [[] for _ in range(groups)]
    for place in range(players):
        turn, column = divmod(place, groups)
        dealt[column if turn % 2 == 0 else groups - 1 - column].append(place + 1)
    return tuple(map(tuple, dealt))


def rapid_groups(places: Sequence[int]) -> Groups:
    """Groups of four, as far apart in these places as can be: 1, 11, 21, 31 of forty."""
    if len(places) % 4:
        raise IncompleteBlockError(f"{len(places)} players do not fill groups of four")
    step = len(places) // 4
    return tuple(tuple(places[first::step]) for first in range(step))


def rapid_blocks(players: int, stage: int) -> Groups:
    """The groups of rounds 1-3, of 4-6 within each half, and of 7-8 within blocks of twelve."""
    places = list(range(1, players + 1))
    block = {0: players, 1: players // 2, 2: 12}[stage]
    if stage == 1 and players % 2:
        raise IncompleteBlockError(f"{players} players have no two halves")
    blocks = [places[start : start + block] for start in range(0, players, block)]
    return tuple(group for part in blocks for group in rapid_groups(part))


def guelph_groups(players: int) -> Groups:
    """One group of six, or the two groups of eight."""
    match players:
        case 6:
            return (tuple(range(1, 7)),)
        case 8:
            return ((1, 4, 5, 8), (2, 3, 6, 7))
        case 10:
            raise SilentError("the Guelph system for 10 players is announced but not described")
        case _:
            raise IncompleteBlockError(f"the Guelph system is for 6, 8 or 10 players: {players}")


def in_groups(groups: Groups, number: int) -> Meetings:
    """A round of everybody against everybody in each group, all groups at once."""
    seats = [(NOBODY, *group) for group in groups]
    return tuple(
        (seat[one], seat[two])
        for seat, group in zip(seats, groups, strict=True)
        for one, two in clark_round(len(group), number)
    )


def usual_rounds(players: int, event: Event) -> int:
    """How many rounds the regulation gives so many players, the least where it does not say."""
    fitting = [size.rounds for size in event.sizes if players <= size.players]
    return fitting[0] if fitting else event.least_rounds


def schedule(players: int, wish: Wish, rules: Rules) -> Schedule:
    """The rounds that a system fixes in advance; no system: what is prescribed or announced."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    if wish.rounds is not None:
        check_length(wish.rounds, rules)
    if wish.system is None and pairing.system not in IN_ADVANCE:
        return _prescribed(players, wish.rounds, rules)
    system = wish.system or pairing.system
    article = article_of(system, pairing)
    match system:
        case System.ROUND_ROBIN:
            return _grouped(system, (tuple(range(1, players + 1)),), article)
        case System.SNAKE:
            return _grouped(system, snake(players, wish.groups), article)
        case System.RAPID:
            return _grouped(system, rapid_blocks(players, 0), article)
        case System.GUELPH:
            played = _grouped(system, guelph_groups(players), article)
            return Schedule(system, 6, played.pairs, played.groups, article)
        case _:
            event = said(rules.tournament.event, "how many rounds there are")
            detail = "it goes by the standing: no round is known before"
            rounds = wish.rounds or usual_rounds(players, event)
            return Schedule(system, rounds, (), (), article, (Unsaid("standing", article, detail),))


def article_of(system: System, pairing: Pairing) -> str:
    """The article of a system; refused where the text has or only names it."""
    if system in pairing.systems:
        return pairing.systems[system]
    if system in pairing.named:
        raise SilentError(f"'{system}' is named but not described: {pairing.named[system]}")
    raise UnknownSystemError(f"the regulation has no system '{system}'")


def _prescribed(players: int, asked: int | None, rules: Rules) -> Schedule:
    """What the regulation has for so many players, and rounds if the competition says how many."""
    event = said(rules.tournament.event, "how many rounds there are")
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    rounds = asked or usual_rounds(players, event)
    if event.all_play_all and players <= rounds:
        played = _grouped(System.ROUND_ROBIN, (tuple(range(1, players + 1)),), event.article)
        return Schedule(System.ROUND_ROBIN, len(played.pairs), played.pairs, (), event.article)
    detail = f"the organiser says how many rounds; {event.least_rounds} at least"
    unsaid = () if event.sizes or asked else (Unsaid("rounds", event.article, detail),)
    return Schedule(pairing.system, rounds, (), (), event.article, unsaid)


def _grouped(system: System, groups: Groups, article: str) -> Schedule:
    rounds = _rounds(len(groups[0]))
    if rounds > MOST_ROUNDS:
        raise IncompleteBlockError(f"{rounds} rounds would be needed, {MOST_ROUNDS} is the most")
    pairs = tuple(in_groups(groups, number) for number in range(1, rounds + 1))
    return Schedule(system, rounds, pairs, groups, article)


def _rounds(players: int) -> int:
    """How many rounds everybody needs against everybody."""
    return players - 1 + players % 2


def _seat(number: int, players: int) -> int:
    return number if number <= players else NOBODY
