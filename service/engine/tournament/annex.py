"""The other systems: by factors, by groups of equal points, and the rounds of rapid and Guelph.

Places are counted from 0 in the standing that the system goes by.
"""

from collections.abc import Sequence, Set

from service.engine.errors import IncompleteBlockError, SilentError, TooHardError
from service.engine.tournament.matching import Pairs, first_matching
from service.engine.tournament.schedules import clark, guelph_groups, rapid_blocks
from service.engine.tournament.swiss import Field, swiss

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
