"""The end of a game: what time costs, what is left on racks, and the result under an edition.

A result is the scores at the end plus a list of adjustments, each with its article; the final
scores are always the scores plus the adjustments. What a regulation does not say is a
`SilentError`: a result is never invented.

The regulations are about two players. Where one also speaks of more (FRS, annex 1), each pays for
the own rack and whoever went out gets what all the others hold; the highest score wins.
Classification points and spreads are for two.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from service.engine.errors import RecordError, SilentError
from service.engine.rules import (
    BothLost,
    Compared,
    Convention,
    ConventionKind,
    LeftoverKind,
    Limited,
    Minutes,
    Overtime,
    OvertimeKind,
    Rules,
    SpreadOf,
    Stopped,
    StoppedKind,
)
from service.engine.rules import Ending as Ending
from service.engine.tiles import Laid, Tiles


def overtime_penalty(seconds: int, overtime: Overtime) -> int:
    """Points lost for so many seconds beyond the allowance; never more than at the loss."""
    if seconds <= 0:
        return 0
    match overtime.kind:
        case OvertimeKind.NONE:
            return 0
        case OvertimeKind.PER_MINUTE:
            started_minutes = (min(seconds, overtime.lost_from) + 59) // 60
            return overtime.amount * started_minutes
        case OvertimeKind.FLAT:
            return overtime.exhausted if lost_on_time(seconds, overtime) else overtime.amount
        case _:
            assert_never(overtime.kind)


def lost_on_time(seconds: int, overtime: Overtime) -> bool:
    """Whether so much overtime loses the game."""
    return seconds >= overtime.lost_from


Pair = tuple[int, int]


Each = bool | tuple[bool, ...]
"""Whether something is so: of every player, or of each in turn."""


class Outcome(StrEnum):
    """How a game went."""

    WIN = "win"
    DRAW = "draw"
    BOTH_LOSE = "both_lose"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """What is added to a player's score or spread after the last play, and by which article."""

    player: int
    points: int
    article: str
    spread: int = 0


Adjustments = tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True)
class Finish:
    """A game at its end: scores, racks, and who ended it how.

    `players` are those who went out, overran, gave up or did not come; `remaining` is what the
    clocks still show, in seconds; `excused` matters only for an absence. `called` are the players
    whose opponent said that their time was used up, and `decided` what an arbiter gave or took.
    """

    scores: Pair
    racks: tuple[tuple[Laid, ...], tuple[Laid, ...]]
    ending: Ending
    players: tuple[int, ...] = ()
    overtime: Pair = (0, 0)
    remaining: Pair = (0, 0)
    excused: Each = False
    called: Each = False
    decided: Adjustments = ()


@dataclass(frozen=True, slots=True)
class Result:
    """A settled game; `halves` are classification points in halves, empty where undefined.

    `rated` is whether the game counts for ratings, and nothing where the edition does not say.
    """

    final: tuple[int, ...]
    outcome: Outcome
    winner: int | None
    adjustments: Adjustments
    halves: tuple[int, ...]
    spread: tuple[int, ...]
    rated: bool | None = None


def is_so(each: Each, player: int) -> bool:
    """Whether it is so of this player."""
    return each if isinstance(each, bool) else each[player]


def by_score(finish: Finish, adjustments: Adjustments, rules: Rules) -> Result:
    """The higher final score wins; overtime is paid whatever the ending."""
    adjustments = overtime_paid(finish, rules) + adjustments
    final = add_up(finish.scores, adjustments)
    if final[0] == final[1]:
        result = drawn(final, adjustments, rules)
    else:
        result = won(int(final[1] > final[0]), final, adjustments, rules)
    if not rules.standing.spread or rules.standing.spread_of is SpreadOf.FINAL:
        return result
    margin = finish.scores[0] - finish.scores[1]
    margin = capped(margin, rules) if margin > 0 else -capped(-margin, rules)
    return replace(result, spread=(margin, -margin))


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


def _charges(costs: Sequence[int], article: str) -> Adjustments:
    return tuple(Adjustment(player, -cost, article) for player, cost in enumerate(costs) if cost)


def settle(finish: Finish, rules: Rules) -> Result:
    """The result of a game, with what an arbiter decided beside it."""
    result = _settle(finish, rules)
    spread = list(result.spread)
    for decision in finish.decided:
        if not spread:
            raise SilentError(f"{rules.id} has no spread that could be changed", "spread")
        spread[decision.player] += decision.spread
    adjustments = result.adjustments + finish.decided
    rated = is_rated(finish.ending, rules)
    return replace(result, adjustments=adjustments, spread=tuple(spread), rated=rated)


def is_rated(ending: Ending, rules: Rules) -> bool | None:
    """Whether a game that ended so counts for ratings; None where the text does not say."""
    if rules.rating.silent or ending in rules.rating.unsaid:
        return None
    return ending not in rules.rating.unrated


def overran(finish: Finish, rules: Rules) -> tuple[int, ...]:
    """The players who lost by their clock: where it must be called, only those who were called."""
    used = enumerate(finish.overtime)
    lost = [player for player, seconds in used if lost_on_time(seconds, rules.overtime)]
    needs_call = rules.overtime.needs_call and finish.ending is not Ending.TIME
    return tuple(player for player in lost if not needs_call or is_so(finish.called, player))


def _settle(finish: Finish, rules: Rules) -> Result:
    """The result of a game; one that ran out of time is lost however else it ended."""
    out_of_time = overran(finish, rules)
    tiles = _went_out(finish, rules) if finish.ending is Ending.OUT else own_racks(finish, rules)
    if out_of_time or finish.ending is Ending.TIME:
        return _lost_on_time(finish, out_of_time, tiles, rules)
    both = len(finish.players) == 2
    match finish.ending:
        case Ending.OUT:
            return by_score(finish, tiles, rules)
        case Ending.SCORELESS:
            if rules.scoreless.only_after_a_score and not any(finish.scores):
                told = f"{rules.id}: turns without a score end no game that is at 0-0"
                raise RecordError(told, "zero")
            return by_score(finish, tiles, rules)
        case Ending.TOTAL_TIME:
            return _stopped(finish, rules.total_time, tiles, rules)
        case Ending.ROUND_TIME:
            return _stopped(finish, rules.round_time, tiles, rules)
        case Ending.ABANDON:
            if both:
                return _both_lost(finish, rules.both_abandon, rules)
            return _lost(finish, rules.abandonment, tiles, rules)
        case Ending.ABSENCE:
            if any(finish.scores):
                told = "nobody plays before both are there: an absence has no scores"
                raise RecordError(told, "absent_played")
            if both:
                return _both_lost(finish, rules.both_absent, rules)
            return _lost(finish, rules.absence, tiles, rules)
        case Ending.ARBITER_DRAW:
            if rules.arbiters_draw.silent:
                raise _silent(finish, rules)
            return drawn(finish.scores, (), rules)
        case _:
            assert_never(finish.ending)


def _went_out(finish: Finish, rules: Rules) -> Adjustments:
    """What the tiles on the other rack do to the scores when a player goes out."""
    finisher = _only_player(finish)
    if finish.racks[finisher]:
        told = f"player {finisher} went out but still holds tiles"
        raise RecordError(told, "out_with_tiles", player=finisher)
    costs = [rack_value(rack, rules) for rack in finish.racks]
    return _handed_over(costs, finisher, rules.leftover.article, rules)


def _handed_over(costs: Sequence[int], finisher: int, article: str, rules: Rules) -> Adjustments:
    """What each pays for the own rack, and what whoever went out gets by it."""
    paid, left = _charges(costs, article), sum(costs)
    if not left:
        return ()
    match rules.leftover.kind:
        case LeftoverKind.DEDUCT:
            return paid
        case LeftoverKind.TRANSFER:
            return (Adjustment(finisher, left, article), *paid)
        case LeftoverKind.DOUBLE_TO_FINISHER:
            return (Adjustment(finisher, 2 * left, article),)
        case _:
            assert_never(rules.leftover.kind)


def _lost_on_time(
    finish: Finish, out_of_time: tuple[int, ...], tiles: Adjustments, rules: Rules
) -> Result:
    """The game lost by whoever overran, the tiles on the racks counted as the ending has it."""
    if finish.ending is Ending.TIME and finish.players:
        if out_of_time and finish.players != out_of_time:
            told = f"by their overtime {list(out_of_time)} lost, not {list(finish.players)}"
            raise RecordError(told, "overtime_of_other")
        out_of_time = finish.players
    lost = set(out_of_time)
    if finish.ending in (Ending.ABANDON, Ending.ABSENCE):
        lost |= set(finish.players)
    if len(lost) == 2:
        told = f"{rules.id} gives no result for a game that both players lost"
        raise SilentError(told, "both_lost")
    timed_out = _timed_out(replace(finish, players=out_of_time), rules)
    return _lost(timed_out, rules.time_loss, tiles, rules)


def _timed_out(finish: Finish, rules: Rules) -> Finish:
    """The finish with the loser's clock run down, as the ending says it was."""
    loser = _only_player(finish)
    seconds = list(finish.overtime)
    if 0 < seconds[loser] < rules.overtime.lost_from:
        used, least = seconds[loser], rules.overtime.lost_from
        told = f"{used} s of overtime do not lose a game, {least} s do"
        raise RecordError(told, "overtime_short", seconds=used, least=least)
    seconds[loser] = max(seconds[loser], rules.overtime.lost_from)
    return replace(finish, overtime=(seconds[0], seconds[1]))


def _stopped(finish: Finish, stopped: Stopped, tiles: Adjustments, rules: Rules) -> Result:
    match stopped.kind:
        case StoppedKind.SILENT:
            raise _silent(finish, rules)
        case StoppedKind.DEDUCT:
            return by_score(finish, tiles, rules)
        case StoppedKind.AS_IT_STANDS:
            return by_score(finish, (), rules)
        case StoppedKind.DRAW:
            return drawn(finish.scores, (), rules)
        case _:
            assert_never(stopped.kind)


def _both_lost(finish: Finish, convention: BothLost, rules: Rules) -> Result:
    if convention.silent:
        raise _silent(finish, rules)
    adjustments = _make_up(finish.scores, (0, 0), convention.article)
    lost = [
        convention.excused_spread if is_so(finish.excused, player) else convention.spread
        for player in (0, 1)
    ]
    standing = rules.standing
    halves = (standing.loss_halves, standing.loss_halves) if standing.scored else ()
    spread = (-lost[0], -lost[1]) if standing.spread else ()
    return Result((0, 0), Outcome.BOTH_LOSE, None, adjustments, halves, spread)


def _lost(finish: Finish, convention: Convention, tiles: Adjustments, rules: Rules) -> Result:
    """A game that one player lost off the board."""
    if convention.kind is ConventionKind.SILENT:
        raise _silent(finish, rules)
    loser = _only_player(finish)
    winner = 1 - loser
    paid = convention.overtime or convention.kind is not ConventionKind.FORFEIT_IF_AHEAD
    adjustments = overtime_paid(finish, rules) if paid else ()
    if convention.deduction:
        adjustments += (Adjustment(loser, -convention.deduction, convention.article),)
    before_racks = add_up(finish.scores, adjustments)
    if convention.racks:
        adjustments += tiles
    final = add_up(finish.scores, adjustments)
    compared = {
        Compared.FINAL: final,
        Compared.BEFORE_RACKS: before_racks,
        Compared.RAW: finish.scores,
    }[convention.compared]
    lead = compared[winner] - compared[loser]
    written = _written_scores(final, winner, lead, convention)
    adjustments += _make_up(final, written, convention.article)
    result = won(winner, written, adjustments, rules)
    spread = _written_spread(finish, winner, lead, convention, rules)
    if spread is None:
        return result
    gained, lost = capped(spread[0], rules), capped(spread[1], rules)
    return replace(result, spread=winner_first(winner, gained, -lost))


def _written_scores(final: Pair, winner: int, lead: int, convention: Convention) -> Pair:
    """The scores that the convention puts down for a loser who was ahead."""
    match convention.kind:
        case ConventionKind.BELOW_WINNER if lead < 0:
            return winner_first(winner, final[winner], final[winner] - convention.margin)
        case ConventionKind.FORFEIT_IF_AHEAD if lead < 0:
            return winner_first(winner, convention.score, 0)
        case ConventionKind.FORFEIT:
            return winner_first(winner, convention.score, 0)
        case _:
            return final


def _written_spread(
    finish: Finish, winner: int, lead: int, convention: Convention, rules: Rules
) -> Pair | None:
    """What the winner gains and the loser loses, where that is not the difference in score."""
    match convention.kind:
        case ConventionKind.MARGIN_FROM_CLOCK:
            margin = _margin(lead, minutes_left(finish, winner, rules), convention)
            return margin, margin
        case ConventionKind.MINIMUM_SPREAD:
            margin = max(convention.margin, lead)
            return margin, margin
        case ConventionKind.FIXED_SPREAD:
            excused = is_so(finish.excused, 1 - winner)
            lost = convention.excused_spread if excused else convention.loser_spread
            return convention.winner_spread, lost
        case _:
            return None


def _margin(lead: int, minutes: int, convention: Convention) -> int:
    """The margin of a winner whose clock still shows so many minutes."""
    raised = convention.per_minute * minutes
    match convention.minutes:
        case Minutes.TO_ACTUAL:
            return max(convention.margin, lead + raised)
        case Minutes.TO_EITHER:
            return max(convention.margin, lead) + raised
        case _:
            assert_never(convention.minutes)


def minutes_left(finish: Finish, player: int, rules: Rules) -> int:
    """The whole minutes of the initial time that a clock still shows.

    A player in overtime has none left; a clock that shows more than it may be set to is refused.
    """
    clock, left = rules.clock, finish.remaining[player]
    supplementary = rules.overtime.lost_from if clock.limits is Limited.WHOLE else 0
    most = clock.most - supplementary
    if left > most and not clock.others:
        told = f"{left} s are left on a clock of {most} s at most"
        raise RecordError(told, "remaining", seconds=left, most=most)
    return 0 if finish.overtime[player] else left // 60


def _make_up(scores: Pair, wanted: Pair, article: str) -> Adjustments:
    """The adjustments that turn the scores into the ones a convention writes down."""
    pairs = enumerate(zip(scores, wanted, strict=True))
    return tuple(Adjustment(p, new - old, article) for p, (old, new) in pairs if new != old)


def _only_player(finish: Finish) -> int:
    if len(finish.players) != 1:
        named = "both are named" if finish.players else "none is named"
        told = f"a game that ends by '{finish.ending}' ends by one player, and {named}"
        raise RecordError(told, "one_player", ending=finish.ending)
    return finish.players[0]


def _silent(finish: Finish, rules: Rules) -> SilentError:
    told = f"{rules.id} gives no result for a game that ends by '{finish.ending}'"
    return SilentError(told, "ending", ending=finish.ending)


def settle_several(
    ending: Ending,
    scores: Sequence[int],
    racks: Sequence[Tiles | None],
    enders: Sequence[int],
    rules: Rules,
) -> Result:
    """The result of a game that was played to its end by more than two."""
    if not rules.leftover.several or ending not in (Ending.OUT, Ending.SCORELESS):
        told = f"{rules.id} does not settle a game of {len(scores)} that ends so"
        raise SilentError(told, "several", count=len(scores))
    if None in racks:
        raise RecordError("the tiles left on the racks are not recorded", "racks_unknown")
    costs = [rack_value(rack or (), rules) for rack in racks]
    article = rules.leftover.several
    adjustments = _charges(costs, article)
    if enders:
        (finisher,) = enders
        adjustments = _handed_over(costs, finisher, article, rules)
    final = list(scores)
    for change in adjustments:
        final[change.player] += change.points
    best = [player for player, score in enumerate(final) if score == max(final)]
    outcome = Outcome.WIN if len(best) == 1 else Outcome.DRAW
    winner = best[0] if len(best) == 1 else None
    return Result(tuple(final), outcome, winner, adjustments, (), ())
