"""Every player's games added up after a round: what standings and pairings are made from.

Players are numbers here, their places in the document: a season of 10 000 games is counted in
milliseconds. Most games are two signed scores, and these are settled once a difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.rules import Rules
from service.engine.tournament.counting import Counted, count_game, count_missed, count_signed
from service.engine.tournament.document import (
    EndedBy,
    Game,
    Tournament,
    check_seats,
    games_by_round,
    require_complete,
)
from service.engine.tournament.provisions import EntryKind, LateEntry, said

Worth = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(slots=True)
class Ledger:
    """Sums by player, and what the keys of a classification need.

    `opponents` holds each direct opponent with 2 for one beaten, 1 for one drawn with, 0 for one
    lost to; `differences` are the games at the table won, `missed` the rounds without a game.
    """

    halves: list[int]
    spread: list[int]
    total: list[int]
    games: list[int]
    byes: list[int]
    missed: list[int]
    opponents: list[list[tuple[int, int]]]
    differences: list[list[int]]


def open_ledger(tournament: Tournament, after: int, rules: Rules) -> Ledger:
    """The ledger after a round; refused where a result of it is missing."""
    check_seats(tournament)
    rounds = games_by_round(tournament)
    require_complete(rounds, after)
    size = len(tournament.players)
    ledger = _empty(size)
    index = {player.id: number for number, player in enumerate(tournament.players)}
    worth: dict[int, Worth] = {}
    for number in range(1, after + 1):
        special = _enter_signed(ledger, rounds[number], index, (worth, rules))
        for game in special:
            _enter(ledger, game, [index[player] for player in game.players], rules)
        _enter_missing(ledger, tournament, number, (rounds[number], rules))
    return ledger


def _empty(size: int) -> Ledger:
    halves, spread, total, games, byes, missed = ([0] * size for _ in range(6))
    opponents: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    differences: list[list[int]] = [[] for _ in range(size)]
    return Ledger(halves, spread, total, games, byes, missed, opponents, differences)


def _enter_signed(
    ledger: Ledger,
    games: Sequence[Game],
    index: dict[str, int],
    by: tuple[dict[int, Worth], Rules],
) -> list[Game]:
    """Enter the games with two signed scores; the others are returned."""
    worth, rules = by
    halves, spread, total, played = ledger.halves, ledger.spread, ledger.total, ledger.games
    opponents, differences = ledger.opponents, ledger.differences
    special = []
    for game in games:
        scores, players = game.scores, game.players
        if scores is None or game.ended_by is not None or len(players) != 2:
            special.append(game)
            continue
        one, two = index[players[0]], index[players[1]]
        margin = scores[0] - scores[1]
        known = worth.get(margin)
        if known is None:
            counted = count_signed(scores, rules)
            known = worth[margin] = counted.halves, counted.spread
        (first, second), (gained, lost) = known
        halves[one] += first
        halves[two] += second
        spread[one] += gained
        spread[two] += lost
        total[one] += scores[0]
        total[two] += scores[1]
        played[one] += 1
        played[two] += 1
        if margin > 0:
            opponents[one].append((two, 2))
            opponents[two].append((one, 0))
            differences[one].append(gained)
        elif margin < 0:
            opponents[one].append((two, 0))
            opponents[two].append((one, 2))
            differences[two].append(lost)
        else:
            opponents[one].append((two, 1))
            opponents[two].append((one, 1))
    return special


def _enter(ledger: Ledger, game: Game, seats: list[int], rules: Rules) -> None:
    """Enter a game that ended in any other way."""
    counted = count_game(game, rules)
    for side, seat in enumerate(seats):
        ledger.halves[seat] += counted.halves[side]
        ledger.spread[seat] += counted.spread[side]
        ledger.total[seat] += counted.scores[side]
        ledger.games[seat] += counted.direct
        if counted.at_table and counted.spread[side] > 0:
            ledger.differences[seat].append(counted.spread[side])
        if counted.direct:
            result = _result(counted, side, rules)
            ledger.opponents[seat].append((seats[1 - side], result))
        if game.ended_by is EndedBy.ABSENCE and (len(seats) == 1 or side in game.at_fault):
            ledger.missed[seat] += 1
        ledger.byes[seat] += game.ended_by is EndedBy.BYE


def _result(counted: Counted, side: int, rules: Rules) -> int:
    own, other = counted.halves[side], counted.halves[1 - side]
    if own == other:
        return 1 if own == rules.standing.draw_halves else 0
    return 2 if own > other else 0


def _enter_missing(
    ledger: Ledger, tournament: Tournament, number: int, of: tuple[Sequence[Game], Rules]
) -> None:
    """Count the rounds that players missed: those before they came, and those without an entry."""
    games, rules = of
    seated = {player for game in games for player in game.players}
    if len(seated) == len(tournament.players):
        return
    entry = rules.tournament.late_entry
    for seat, player in enumerate(tournament.players):
        late = number < player.joined
        if player.id in seated or (player.left is not None and number >= player.left):
            continue
        ledger.missed[seat] += 1
        if late and isinstance(entry, LateEntry) and entry.kind is not EntryKind.BEFORE_FIRST:
            continue
        missed = count_missed(rules)
        ledger.halves[seat] += missed.halves[0]
        ledger.spread[seat] += missed.spread[0]


def fictitious_halves(joined: int, rules: Rules) -> int:
    """What a late entrant counts for pairing: half a point for every round already played."""
    entry = said(rules.tournament.late_entry, "what late entrants count for pairing")
    return joined - 1 if entry.fictitious else 0
