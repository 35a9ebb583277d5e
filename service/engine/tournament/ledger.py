"""Every player's games added up after a round: what standings and pairings are made from.

Players are numbers here, their places in the document: a season of 10 000 games is counted in
milliseconds. Most games are two signed scores: they are told apart first and added up together.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.rules import Rules
from service.engine.tournament.counting import Counted, count_game, count_missed, count_signed
from service.engine.tournament.document import EndedBy, Game, Tournament
from service.engine.tournament.provisions import EntryKind, LateEntry, said

_FAR = 10**9
"""More than any game is won by: its spread is the most that one game moves."""


@dataclass(slots=True)
class Ledger:
    """Sums by player, and what the keys of a classification need.

    A direct opponent is one of those `beaten`, `drawn` with or `lost` to, by number; `differences`
    are those of the games won at the table, `missed` the rounds without a game.
    """

    halves: list[int]
    spread: list[int]
    total: list[int]
    missed: list[int]
    beaten: list[list[int]]
    drawn: list[list[int]]
    lost: list[list[int]]
    differences: list[list[int]]


def open_ledger(
    tournament: Tournament, rounds: Sequence[Sequence[Game]], after: int, rules: Rules
) -> Ledger:
    """The ledger after a round of these, up to which every result is in."""
    players = tournament.players
    ledger = _empty(len(players))
    index = {player.id: number for number, player in enumerate(players)}
    win = count_signed((_FAR, 0), rules)
    special = [_enter_signed(ledger, games, index, win) for games in rounds[: after + 1]]
    _add_up_signed(ledger, win, count_signed((0, 0), rules))
    latest = max((player.joined for player in players), default=1)
    for number in range(1, after + 1):
        for game in special[number]:
            _enter(ledger, game, [index[player] for player in game.players], rules)
        if number < latest:
            seated = {player for game in rounds[number] for player in game.players}
            late = [n for n, p in enumerate(players) if number < p.joined and p.id not in seated]
            _enter_late(ledger, late, rules)
    return ledger


def _empty(size: int) -> Ledger:
    def sums() -> list[int]:
        return [0] * size

    def lists() -> list[list[int]]:
        return [[] for _ in range(size)]

    return Ledger(sums(), sums(), sums(), sums(), lists(), lists(), lists(), lists())


def _enter_signed(
    ledger: Ledger, games: Sequence[Game], index: dict[str, int], win: Counted
) -> list[Game]:
    """Enter the games with two signed scores; the others are returned."""
    spread, total, differences = ledger.spread, ledger.total, ledger.differences
    beaten, lost = ledger.beaten, ledger.lost
    most = win.spread[0]
    special = []
    for game in games:
        _, players, scores, ended_by, _, _, _, _ = game
        if scores is None or ended_by is not None or len(players) != 2:
            special.append(game)
            continue
        name, opponent = players
        one, two = index[name], index[opponent]
        own, other = scores
        total[one] += own
        total[two] += other
        margin = own - other
        if not margin:
            ledger.drawn[one].append(two)
            ledger.drawn[two].append(one)
            continue
        if margin < 0:
            one, two, margin = two, one, -margin
        gained = margin if margin < most else most
        spread[two] -= gained
        beaten[one].append(two)
        lost[two].append(one)
        differences[one].append(gained)
    return special


def _add_up_signed(ledger: Ledger, win: Counted, draw: Counted) -> None:
    """Add what signed games are worth: so much for each won, drawn and lost."""
    (won, lost), drew = win.halves, draw.halves[0]
    for seat, gained in enumerate(ledger.differences):
        ledger.halves[seat] = (
            won * len(ledger.beaten[seat])
            + drew * len(ledger.drawn[seat])
            + lost * len(ledger.lost[seat])
        )
        ledger.spread[seat] += sum(gained)


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
            _kept(ledger, counted, side, rules)[seat].append(seats[1 - side])
        if game.ended_by is EndedBy.ABSENCE and (len(seats) == 1 or side in game.at_fault):
            ledger.missed[seat] += 1


def _kept(ledger: Ledger, counted: Counted, side: int, rules: Rules) -> list[list[int]]:
    """Where the opponent of one side is kept; a game that both lost is no draw."""
    own, other = counted.halves[side], counted.halves[1 - side]
    if own == other:
        return ledger.drawn if own == rules.standing.draw_halves else ledger.lost
    return ledger.beaten if own > other else ledger.lost


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
