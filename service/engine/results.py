"""What a finished game and its result are made of.

A result is the scores at the end plus a list of adjustments, each with its article; the final
scores are always the scores plus the adjustments.
"""

from dataclasses import dataclass
from enum import StrEnum

from service.engine.clock import overtime_penalty
from service.engine.rules import Rules
from service.engine.tiles import Laid

Pair = tuple[int, int]


class Ending(StrEnum):
    """What brought a game to its end."""

    OUT = "out"
    SCORELESS = "scoreless"
    TIME = "time"
    TOTAL_TIME = "total_time"
    ROUND_TIME = "round_time"
    ABANDON = "abandon"
    ABSENCE = "absence"


class Outcome(StrEnum):
    """How a game went."""

    WIN = "win"
    DRAW = "draw"
    BOTH_LOSE = "both_lose"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Points added to a player's score after the last play, and the article that says so."""

    player: int
    points: int
    article: str


Adjustments = tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """A game at its end: scores, racks, and who ended it how.

    `players` are those who went out, overran, gave up or did not come; `remaining` is what the
    clocks still show, in seconds; `excused` matters only for an absence.
    """

    scores: Pair
    racks: tuple[tuple[Laid, ...], tuple[Laid, ...]]
    ending: Ending
    players: tuple[int, ...] = ()
    overtime: Pair = (0, 0)
    remaining: Pair = (0, 0)
    excused: bool = False


@dataclass(frozen=True, slots=True)
class Result:
    """A settled game; `halves` are classification points in halves, empty where undefined."""

    final: Pair
    outcome: Outcome
    winner: int | None
    adjustments: Adjustments
    halves: tuple[int, ...]
    spread: tuple[int, ...]


def by_score(finish: Finish, adjustments: Adjustments, rules: Rules) -> Result:
    """The higher final score wins; overtime is paid whatever the ending."""
    adjustments = overtime_paid(finish, rules) + adjustments
    final = add_up(finish.scores, adjustments)
    if final[0] == final[1]:
        return drawn(final, adjustments, rules)
    return won(int(final[1] > final[0]), final, adjustments, rules)


def won(winner: int, final: Pair, adjustments: Adjustments, rules: Rules) -> Result:
    """A win, with the points and the spread that the edition gives."""
    standing = rules.standing
    halves = winner_first(winner, standing.win_halves, standing.loss_halves)
    margin = capped(final[winner] - final[1 - winner], rules)
    spread = winner_first(winner, margin, -margin) if standing.spread else ()
    return Result(
        final, Outcome.WIN, winner, adjustments, halves if standing.scored else (), spread
    )


def drawn(final: Pair, adjustments: Adjustments, rules: Rules) -> Result:
    """A draw; it moves nobody's spread."""
    standing = rules.standing
    halves = (standing.draw_halves, standing.draw_halves) if standing.scored else ()
    spread = (0, 0) if standing.spread else ()
    return Result(final, Outcome.DRAW, None, adjustments, halves, spread)


def capped(margin: int, rules: Rules) -> int:
    """The margin as far as one game may move a spread."""
    return min(margin, rules.standing.spread_cap) if rules.standing.spread_cap else margin


def overtime_paid(finish: Finish, rules: Rules) -> Adjustments:
    """What each player pays for time beyond the allowance."""
    penalties = [overtime_penalty(seconds, rules.overtime) for seconds in finish.overtime]
    return _charges(penalties, rules.overtime.article)


def own_racks(finish: Finish, rules: Rules) -> Adjustments:
    """Each player pays for the tiles on the own rack."""
    costs = [rack_value(rack, rules) for rack in finish.racks]
    return _charges(costs, rules.leftover.nobody_out)


def rack_value(rack: tuple[Laid, ...], rules: Rules) -> int:
    """What the tiles left on a rack cost."""
    values = rules.alphabet.values
    return sum(rules.leftover.blank_value if tile.blank else values[tile.face] for tile in rack)


def add_up(scores: Pair, adjustments: Adjustments) -> Pair:
    """The scores with the adjustments added."""
    first = scores[0] + sum(a.points for a in adjustments if a.player == 0)
    second = scores[1] + sum(a.points for a in adjustments if a.player == 1)
    return first, second


def winner_first(winner: int, of_winner: int, of_loser: int) -> Pair:
    """The two numbers in the order of the players."""
    return (of_winner, of_loser) if winner == 0 else (of_loser, of_winner)


def _charges(costs: list[int], article: str) -> Adjustments:
    return tuple(Adjustment(player, -cost, article) for player, cost in enumerate(costs) if cost)
