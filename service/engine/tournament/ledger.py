"""Every player's games added up after a round: what standings and pairings are made from.

Players are numbers here, their places in the document: a season of 10 000 games is counted in
milliseconds. Most games are two signed scores, and these are settled once a difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.rules import Rules
from service.engine.settlement import Pair
from service.engine.tournament.counting import Counted, count_game, count_missed, count_signed
from service.engine.tournament.document import (
    EndedBy,
    Game,
    Tournament,
    require_complete,
)
from service.engine.tournament.provisions import EntryKind, LateEntry, said

BEATEN, DRAWN = 2, 1
Worth = tuple[int, int, int, int]


@dataclass(slots=True)
class Ledger:
    """Sums by player, and what the keys of a classification need.

    `opponents` holds four times the number of each direct opponent, and 2 more for one beaten or 1
    for one drawn with; `differences` are the games at the table won, `missed` the rounds without a
    game.
    """

    halves: list[int]
    spread: list[int]
    total: list[int]
    missed: list[int]
    opponents: list[list[int]]
    differences: list[list[int]]


def open_ledger(
    tournament: Tournament, rounds: Sequence[Sequence[Game]], after: int, rules: Rules
) -> Ledger:
    """The ledger after a round of these; refused where a result of it is missing."""
    require_complete(rounds, after)
    size = len(tournament.players)
    ledger = _empty(size)
    index = {player.id: number for number, player in enumerate(tournament.players)}
    worth: dict[int, Worth] = {}
    latest = max((player.joined for player in tournament.players), default=1)
    for number in range(1, after + 1):
        special = _enter_signed(ledger, rounds[number], index, (worth, rules))
        for game in special:
            _enter(ledger, game, [index[player] for player in game.players], rules)
        if number < latest:
            seated = {player for game in rounds[number] for player in game.players}
            late = [n for n, p in enumerate(tournament.players) if number < p.joined]
            late = [seat for seat in late if tournament.players[seat].id not in seated]
            _enter_late(ledger, late, rules)
    return ledger


def _empty(size: int) -> Ledger:
    halves, spread, total, missed = ([0] * size for _ in range(4))
    opponents: list[list[int]] = [[] for _ in range(size)]
    differences: list[list[int]] = [[] for _ in range(size)]
    return Ledger(halves, spread, total, missed, opponents, differences)


def _enter_signed(
    ledger: Ledger,
    games: Sequence[Game],
    index: dict[str, int],
    by: tuple[dict[int, Worth], Rules],
) -> list[Game]:
    """Enter the games with two signed scores; the others are returned."""
    worth, rules = by
    halves, spread, total = ledger.halves, ledger.spread, ledger.total
    opponents, differences = ledger.opponents, ledger.differences
    special = []
    for game in games:
        _, players, scores, ended_by, _, _, _, _ = game
        if scores is None or ended_by is not None or len(players) != 2:
            special.append(game)
            continue
        one, two = index[players[0]], index[players[1]]
        own, other = scores
        margin = own - other
        known = worth.get(margin)
        if known is None:
            counted = count_signed(scores, rules)
            known = worth[margin] = (*_two(counted.halves), *_two(counted.spread))
        first, second, gained, lost = known
        halves[one] += first
        halves[two] += second
        spread[one] += gained
        spread[two] += lost
        total[one] += own
        total[two] += other
        if margin > 0:
            opponents[one].append(4 * two + BEATEN)
            opponents[two].append(4 * one)
            differences[one].append(gained)
        elif margin < 0:
            opponents[one].append(4 * two)
            opponents[two].append(4 * one + BEATEN)
            differences[two].append(lost)
        else:
            opponents[one].append(4 * two + DRAWN)
            opponents[two].append(4 * one + DRAWN)
    return special


def _two(numbers: tuple[int, ...]) -> Pair:
    first, second = numbers
    return first, second


def _enter(ledger: Ledger, game: Game, seats: list[int], rules: Rules) -> None:
    """Enter a game that ended in any other way."""
    counted = count_game(game, rules)
    for side, seat in enumerate(seats):
        ledger.halves[seat] += counted.halves[side]
        ledger.spread[seat] += counted.spread[side]
        ledger.total[seat] += counted.scores[side]
        if counted.at_table and counted.spread[side] > 0:
            ledger.differences[seat].append(counted.spread[side])
        if counted.direct:
            result = _result(counted, side, rules)
            ledger.opponents[seat].append(4 * seats[1 - side] + result)
        if game.ended_by is EndedBy.ABSENCE and (len(seats) == 1 or side in game.at_fault):
            ledger.missed[seat] += 1


def _result(counted: Counted, side: int, rules: Rules) -> int:
    own, other = counted.halves[side], counted.halves[1 - side]
    if own == other:
        return DRAWN if own == rules.standing.draw_halves else 0
    return BEATEN if own > other else 0


def _enter_late(ledger: Ledger, late: Sequence[int], rules: Rules) -> None:
    """Count a round that players missed because they had not come yet.

    Who is there and has no entry has no result: it is not guessed, and `check` tells of it.
    """
    entry = rules.tournament.late_entry
    for seat in late:
        ledger.missed[seat] += 1
        if isinstance(entry, LateEntry) and entry.kind is not EntryKind.BEFORE_FIRST:
            continue
        missed = count_missed(rules)
        ledger.halves[seat] += missed.halves[0]
        ledger.spread[seat] += missed.spread[0]


def fictitious_halves(joined: int, rules: Rules) -> int:
    """What a late entrant counts for pairing: half a point for every round already played."""
    entry = said(rules.tournament.late_entry, "what late entrants count for pairing")
    return joined - 1 if entry.fictitious else 0
