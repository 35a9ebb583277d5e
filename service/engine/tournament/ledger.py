"""Every player's games added up after a round: what standings and pairings are made from.

Players are numbers here, their places in the document: a season of 10 000 games is counted in
milliseconds. Most games are two signed scores; what these are worth is looked up once a difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.rules import Rules
from service.engine.settlement import capped
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
"""Halves and spread of the one, halves and spread of the other."""


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
    players = tournament.players
    ledger = _empty(len(players))
    index = {player.id: number for number, player in enumerate(players)}
    worth = _Signed(rules)
    latest = max((player.joined for player in players), default=1)
    for number in range(1, after + 1):
        for game in _enter_signed(ledger, rounds[number], index, worth):
            _enter(ledger, game, [index[player] for player in game.players], rules)
        if number < latest:
            seated = {player for game in rounds[number] for player in game.players}
            late = [n for n, p in enumerate(players) if number < p.joined and p.id not in seated]
            _enter_late(ledger, late, rules)
    return ledger


def _empty(size: int) -> Ledger:
    halves, spread, total, missed = ([0] * size for _ in range(4))
    opponents: list[list[int]] = [[] for _ in range(size)]
    differences: list[list[int]] = [[] for _ in range(size)]
    return Ledger(halves, spread, total, missed, opponents, differences)


class _Signed(dict[int, Worth]):
    """What signed games are worth by their difference: they differ by the cap of a spread alone."""

    def __init__(self, rules: Rules) -> None:
        """Settle one game that was won and one that was drawn."""
        super().__init__()
        self.rules = rules
        self.won = count_signed((1, 0), rules)
        drew = count_signed((0, 0), rules)
        self[0] = drew.halves[0], 0, drew.halves[1], 0

    def __missing__(self, margin: int) -> Worth:
        """The worth of a difference met for the first time."""
        win, loss = self.won.halves
        spread = capped(abs(margin), self.rules) if self.won.spread[0] else 0
        self[margin] = (win, spread, loss, -spread) if margin > 0 else (loss, -spread, win, spread)
        return self[margin]


def _enter_signed(
    ledger: Ledger, games: Sequence[Game], index: dict[str, int], worth: _Signed
) -> list[Game]:
    """Enter the games with two signed scores; the others are returned."""
    halves, spread, total = ledger.halves, ledger.spread, ledger.total
    opponents, differences = ledger.opponents, ledger.differences
    special = []
    for game in games:
        _, players, scores, ended_by, _, _, _, _ = game
        if scores is None or ended_by is not None or len(players) != 2:
            special.append(game)
            continue
        name, opponent = players
        one, two = index[name], index[opponent]
        own, other = scores
        margin = own - other
        first, gained, second, lost = worth[margin]
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
