"""Rounds that are known in advance: everybody against everybody, and fields divided into groups.

Players are numbered from 1 in the order of the list; 0 stands for nobody, so who meets 0 sits.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from service.engine.errors import IncompleteBlockError, SilentError, UnknownSystemError
from service.engine.rules import Rules
from service.engine.tournament.document import MOST_ROUNDS
from service.engine.tournament.provisions import Event, Pairing, System, said
from service.engine.tournament.standings import Unsaid

Pairs = tuple[tuple[int, int], ...]
Groups = tuple[tuple[int, ...], ...]
NOBODY = 0


@dataclass(frozen=True, slots=True)
class Schedule:
    """Rounds in advance; `rounds` may be more than could be written down yet."""

    system: System
    rounds: int
    pairs: tuple[Pairs, ...]
    groups: Groups
    article: str
    unsaid: tuple[Unsaid, ...] = ()


def clark(players: int) -> tuple[Pairs, ...]:
    """Everybody against everybody, round by round."""
    return tuple(clark_round(players, number) for number in range(1, _rounds(players) + 1))


def clark_round(players: int, number: int) -> Pairs:
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


def in_groups(groups: Groups, number: int) -> Pairs:
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


def schedule(players: int, system: System | None, groups: int, rules: Rules) -> Schedule:
    """The rounds that a system fixes in advance; no system: what the regulation prescribes."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    if system is None:
        return _prescribed(players, rules)
    article = article_of(system, pairing)
    match system:
        case System.ROUND_ROBIN:
            return _grouped(system, (tuple(range(1, players + 1)),), article)
        case System.SNAKE:
            return _grouped(system, snake(players, groups), article)
        case System.RAPID:
            return _grouped(system, rapid_blocks(players, 0), article)
        case System.GUELPH:
            played = _grouped(system, guelph_groups(players), article)
            return Schedule(system, 6, played.pairs, played.groups, article)
        case (
            System.DISTANCE
            | System.SWISS
            | System.KOTH
            | System.MODIFIED_SWISS
            | System.FACTORED
            | System.PORTLAND
            | System.DUTCH
            | System.GREEN
            | System.NAST
            | System.CHEW
        ):
            event = said(rules.tournament.event, "how many rounds there are")
            unsaid = Unsaid(
                "standing", article, "it goes by the standing: no round is known before"
            )
            return Schedule(system, usual_rounds(players, event), (), (), article, (unsaid,))
        case _:
            assert_never(system)


def article_of(system: System, pairing: Pairing) -> str:
    """The article of a system; refused where the text has or only names it."""
    if system in pairing.systems:
        return pairing.systems[system]
    if system in pairing.named:
        raise SilentError(f"'{system}' is named but not described: {pairing.named[system]}")
    raise UnknownSystemError(f"the regulation has no system '{system}'")


def _prescribed(players: int, rules: Rules) -> Schedule:
    event = said(rules.tournament.event, "how many rounds there are")
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    rounds = usual_rounds(players, event)
    if event.all_play_all and players <= rounds:
        played = _grouped(System.ROUND_ROBIN, (tuple(range(1, players + 1)),), event.article)
        return Schedule(System.ROUND_ROBIN, len(played.pairs), played.pairs, (), event.article)
    detail = f"the organiser says how many rounds; {event.least_rounds} at least"
    unsaid = () if event.sizes else (Unsaid("rounds", event.article, detail),)
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
