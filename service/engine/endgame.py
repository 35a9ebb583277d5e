"""The result of a finished game under an edition.

What a regulation does not say is a `SilentError`: a result is never invented.
"""

from dataclasses import replace
from typing import assert_never

from service.engine.clock import lost_on_time
from service.engine.errors import RecordError, SilentError
from service.engine.results import (
    Adjustment,
    Adjustments,
    Ending,
    Finish,
    Outcome,
    Pair,
    Result,
    add_up,
    by_score,
    capped,
    drawn,
    overtime_paid,
    own_racks,
    rack_value,
    winner_first,
    won,
)
from service.engine.rules import (
    BothLost,
    Compared,
    Convention,
    ConventionKind,
    LeftoverKind,
    Rules,
    Stopped,
    StoppedKind,
)


def settle(finish: Finish, rules: Rules) -> Result:
    """The result of a game; one that ran out of time is lost however else it ended."""
    overran = tuple(p for p in (0, 1) if lost_on_time(finish.overtime[p], rules.overtime))
    tiles = _went_out(finish, rules) if finish.ending is Ending.OUT else own_racks(finish, rules)
    if overran or finish.ending is Ending.TIME:
        return _lost_on_time(finish, overran, tiles, rules)
    both = len(finish.players) == 2
    match finish.ending:
        case Ending.OUT:
            return by_score(finish, tiles, rules)
        case Ending.SCORELESS:
            if rules.scoreless.only_after_a_score and not any(finish.scores):
                raise RecordError(f"{rules.id}: turns without a score end no game that is at 0-0")
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
            if both:
                return _both_lost(finish, rules.both_absent, rules)
            return _lost(finish, rules.absence, tiles, rules)
        case _:
            assert_never(finish.ending)


def _went_out(finish: Finish, rules: Rules) -> Adjustments:
    """What the tiles on the other rack do to the scores when a player goes out."""
    finisher = _only_player(finish)
    other = 1 - finisher
    if finish.racks[finisher]:
        raise RecordError(f"player {finisher} went out but still holds tiles")
    value, article = rack_value(finish.racks[other], rules), rules.leftover.article
    if not value:
        return ()
    match rules.leftover.kind:
        case LeftoverKind.DEDUCT:
            return (Adjustment(other, -value, article),)
        case LeftoverKind.TRANSFER:
            return (Adjustment(finisher, value, article), Adjustment(other, -value, article))
        case LeftoverKind.DOUBLE_TO_FINISHER:
            return (Adjustment(finisher, 2 * value, article),)
        case _:
            assert_never(rules.leftover.kind)


def _lost_on_time(
    finish: Finish, overran: tuple[int, ...], tiles: Adjustments, rules: Rules
) -> Result:
    """The game lost by whoever overran, the tiles on the racks counted as the ending has it."""
    if finish.ending is Ending.TIME:
        if overran and finish.players != overran:
            raise RecordError(f"by their overtime {list(overran)} lost, not {list(finish.players)}")
        overran = finish.players
    lost = set(overran)
    if finish.ending in (Ending.ABANDON, Ending.ABSENCE):
        lost |= set(finish.players)
    if len(lost) == 2:
        raise SilentError(f"{rules.id} gives no result for a game that both players lost")
    timed_out = _timed_out(replace(finish, players=overran), rules)
    return _lost(timed_out, rules.time_loss, tiles, rules)


def _timed_out(finish: Finish, rules: Rules) -> Finish:
    """The finish with the loser's clock run down, as the ending says it was."""
    loser = _only_player(finish)
    seconds = list(finish.overtime)
    if 0 < seconds[loser] < rules.overtime.lost_from:
        raise RecordError(
            f"{seconds[loser]} s of overtime do not lose a game, {rules.overtime.lost_from} s do"
        )
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
    lost = convention.excused_spread if finish.excused else convention.spread
    standing = rules.standing
    halves = (standing.loss_halves, standing.loss_halves) if standing.scored else ()
    spread = (-lost, -lost) if standing.spread else ()
    return Result((0, 0), Outcome.BOTH_LOSE, None, adjustments, halves, spread)


def _lost(finish: Finish, convention: Convention, tiles: Adjustments, rules: Rules) -> Result:
    """A game that one player lost off the board."""
    if convention.kind is ConventionKind.SILENT:
        raise _silent(finish, rules)
    loser = _only_player(finish)
    winner = 1 - loser
    adjustments = overtime_paid(finish, rules)
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
    spread = _written_spread(finish, winner, lead, convention)
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


def _written_spread(finish: Finish, winner: int, lead: int, convention: Convention) -> Pair | None:
    """What the winner gains and the loser loses, where that is not the difference in score."""
    match convention.kind:
        case ConventionKind.MARGIN_FROM_CLOCK:
            minutes = finish.remaining[winner] // 60
            margin = max(convention.margin, lead + convention.per_minute * minutes)
            return margin, margin
        case ConventionKind.MINIMUM_SPREAD:
            margin = max(convention.margin, lead)
            return margin, margin
        case ConventionKind.FIXED_SPREAD:
            lost = convention.excused_spread if finish.excused else convention.loser_spread
            return convention.winner_spread, lost
        case _:
            return None


def _make_up(scores: Pair, wanted: Pair, article: str) -> Adjustments:
    """The adjustments that turn the scores into the ones a convention writes down."""
    pairs = enumerate(zip(scores, wanted, strict=True))
    return tuple(Adjustment(p, new - old, article) for p, (old, new) in pairs if new != old)


def _only_player(finish: Finish) -> int:
    if len(finish.players) != 1:
        raise RecordError(f"'{finish.ending}' needs one player, not {list(finish.players)}")
    return finish.players[0]


def _silent(finish: Finish, rules: Rules) -> SilentError:
    return SilentError(f"{rules.id} gives no result for a game that ends by '{finish.ending}'")
