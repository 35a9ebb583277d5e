"""Challenges in a recorded game: what a verdict came to, and what a second one changes.

The outcome of a challenge is as recorded; no lexicon is asked. A play that is withdrawn leaves the
game as it was before it, but for the turn that it cost.
"""

from dataclasses import replace
from typing import assert_never

from service.engine.challenge import (
    Consequences,
    Contest,
    check_formed,
    judge,
    retract,
    variant,
    words_counted,
)
from service.engine.errors import (
    NoPlayError,
    NotForeseenError,
    NotFormedError,
    NotOnRackError,
    RuleError,
    SilentError,
    UnknownVariantError,
    WrongPlayerError,
)
from service.engine.game.record import Challenged, Rejudged
from service.engine.game.state import (
    Counted,
    Game,
    Judged,
    Numbers,
    OpenPlay,
    added,
    after_turn,
    following,
    leave_uncounted,
    note,
    same_tiles,
)
from service.engine.notation import write_rack
from service.engine.rules import FirstChallenge, LaterVerdict, PenaltyKind, Rules, TurnKind
from service.engine.settlement import Adjustment

_PER_WORD = (PenaltyKind.POINTS_PER_WORD, PenaltyKind.BONUS_PER_WORD)


def contest_play(game: Game, event: Challenged, rules: Rules) -> Game:
    """The game after the latest play was challenged."""
    contested = game.open_play
    if contested is None:
        fault = NoPlayError("there is no play that could be challenged")
        return leave_uncounted(game, fault, rules.challenge.article)
    game, event = _put_right(game, event, contested, rules)
    game, verdict = _judge(game, event, contested, rules)
    challenger = _challenger(game, event, contested)
    judged = Judged(contested, event, challenger, verdict.stands, game)
    game = _compare_line(game, event, judged, verdict, rules)
    return _conclude(game, event, judged, verdict, rules)._replace(judged=judged)


def judge_again(game: Game, event: Rejudged, rules: Rules) -> Game:
    """The game after the latest challenge was judged once more."""
    judged, kind = game.judged, rules.later_verdicts.kind
    fault = _not_judged_again(game, event, rules)
    if judged is None or fault is not None:
        fault = fault or NoPlayError("there is no challenge that could be judged again")
        return leave_uncounted(game, fault, rules.later_verdicts.article)
    if event.stands == judged.stands:
        counted = Counted(game.number, event, judged.challenger, 0, game.totals, judged.challenger)
        return game._replace(counted=(*game.counted, counted))
    if judged.open and not event.racked:
        return _replace_verdict(game, event, judged, rules)
    if kind is LaterVerdict.REPLACED_OR_COMPENSATED:
        return _compensate(game, event, judged, rules)
    told = f"{rules.id} does not say what follows from a verdict found wrong so late"
    return leave_uncounted(game, SilentError(told), rules.later_verdicts.article)


def _not_judged_again(game: Game, event: Rejudged, rules: Rules) -> RuleError | None:
    match rules.later_verdicts.kind:
        case LaterVerdict.SILENT:
            return SilentError(f"{rules.id} does not say whether a challenge is judged again")
        case LaterVerdict.FINAL:
            return NotForeseenError(f"{rules.id} judges a challenge once and for all")
        case LaterVerdict.REPLACED | LaterVerdict.REPLACED_OR_COMPENSATED:
            return None
        case _:
            assert_never(rules.later_verdicts.kind)


def _replace_verdict(game: Game, event: Rejudged, judged: Judged, rules: Rules) -> Game:
    """The game as if the later verdict had been the first; what it changes is counted here."""
    before = judged.before._replace(
        overtime=game.overtime,
        called=game.called,
        decided=game.decided,
        counted=game.counted,
        uncounted=game.uncounted,
        faults=game.faults,
    )
    contest = Contest(
        _words(judged.challenge, rules),
        judged.challenge.variant,
        _earlier(before, rules)[judged.challenger],
    )
    value = judged.contested.score.total
    verdict = judge(contest, value, rules, stands=event.stands)
    again = replace(judged, stands=event.stands)
    after = _conclude(before, event, again, verdict, rules)
    score = sum(after.computed) - sum(game.computed)
    counts = sum(after.totals) - sum(game.totals)
    announced = None if counts == score else counts
    counted = after.counted[-1]._replace(score=score, announced=announced)
    return after._replace(judged=again, counted=(*game.counted, counted))


def _compensate(game: Game, event: Rejudged, judged: Judged, rules: Rules) -> Game:
    """The first verdict stays; whoever it wronged gets the play's value and a bonus in spread."""
    wronged = judged.contested.player if event.stands else judged.challenger
    gained = judged.contested.score.total + rules.later_verdicts.bonus
    given = Adjustment(wronged, 0, rules.later_verdicts.article, gained)
    counted = Counted(game.number, event, judged.challenger, 0, game.totals, wronged)
    return game._replace(
        judged=replace(judged, stands=event.stands),
        decided=(*game.decided, given),
        counted=(*game.counted, counted),
    )


def _put_right(
    game: Game, event: Challenged, contested: OpenPlay, rules: Rules
) -> tuple[Game, Challenged]:
    """What is wrong with the challenge noted, and left out of it."""
    article = rules.challenge.article
    if event.player == contested.player:
        game = note(game, WrongPlayerError("nobody challenges the own play"), article)
    try:
        formed = contested.score._replace(words=(*contested.score.words, *contested.also))
        check_formed(event.words, formed, rules.alphabet)
    except NotFormedError as fault:
        game = note(game, fault, article)
    try:
        variant(event.variant, rules)
    except UnknownVariantError as fault:
        game = note(game, fault, article)
        event = replace(event, variant=None)
    return game, event


def _judge(
    game: Game, event: Challenged, contested: OpenPlay, rules: Rules
) -> tuple[Game, Consequences]:
    """What follows; nothing does from a retraction that the edition does not foresee."""
    score = contested.score.total
    prior_unfounded = _earlier(game, rules)[_challenger(game, event, contested)]
    contest = Contest(_words(event, rules), event.variant, prior_unfounded)
    if not event.retracted:
        return game, judge(contest, score, rules, stands=event.stands)
    try:
        return game, retract(contest, score, rules)
    except SilentError as fault:
        game = note(game, fault, rules.challenge.article)
        return game, Consequences(True, score, 0, 0, False, 0)


def _earlier(game: Game, rules: Rules) -> Numbers:
    """How many challenges of each player count as earlier ones."""
    match rules.challenge.first:
        case FirstChallenge.UNFOUNDED:
            return game.unfounded
        case FirstChallenge.ANY:
            return game.challenges
        case _:
            assert_never(rules.challenge.first)


def _words(event: Challenged, rules: Rules) -> int:
    """How many words were contested; where they are not named, the points paid tell."""
    penalty = variant(event.variant, rules)
    if not event.words and event.declared is not None and penalty.kind in _PER_WORD:
        return max(1, abs(event.declared) // penalty.amount)
    return words_counted(event.words, rules)


def _challenger(game: Game, event: Challenged, contested: OpenPlay) -> int:
    """Who challenged; the opponent where the sheet does not say, or cannot be right."""
    if event.player is None or event.player == contested.player:
        return following(game, contested.player)
    return event.player


def _conclude(
    game: Game, event: Challenged | Rejudged, judged: Judged, verdict: Consequences, rules: Rules
) -> Game:
    counted = _count(game, event, judged, verdict)
    game = game._replace(challenges=added(game.challenges, judged.challenger, 1))
    computed = _changed(game.computed, judged, verdict, judged.contested.score.total)
    if verdict.stands:
        return _stand(game._replace(computed=computed), counted, verdict)
    return _withdraw(game._replace(computed=computed), judged.contested, counted, rules)


def _compare_line(
    game: Game, event: Challenged, judged: Judged, verdict: Consequences, rules: Rules
) -> Game:
    """Note a challenge that stands on the wrong player's line, or beside another rack."""
    contested, article = judged.contested, rules.challenge.article
    counted = _count(game, event, judged, verdict)
    if event.whose not in (None, counted.whose) and (counted.counts or not verdict.stands):
        told = f"this is about the total of player {counted.whose}, not of player {event.whose}"
        game = note(game, WrongPlayerError(told), article)
    if event.rack is None or verdict.stands or contested.rack is None:
        return game
    if not same_tiles(event.rack, contested.rack):
        told = f"{write_rack(contested.rack)} went back to the rack, not {write_rack(event.rack)}"
        game = note(game, NotOnRackError(told), rules.rack.article)
    return game


def _changed(totals: Numbers, judged: Judged, verdict: Consequences, counts: int) -> Numbers:
    """The totals after a verdict on a play that had added so much to them."""
    lost = 0 if verdict.stands else counts
    totals = added(totals, judged.contested.player, verdict.mover_points - lost)
    return added(totals, judged.challenger, verdict.challenger_points)


def _count(
    game: Game, event: Challenged | Rejudged, judged: Judged, verdict: Consequences
) -> Counted:
    contested, challenger = judged.contested, judged.challenger
    mover = contested.player
    totals = _changed(game.totals, judged, verdict, contested.counts)
    points = verdict.mover_points + verdict.challenger_points
    score = points - (0 if verdict.stands else contested.score.total)
    counts = points - (0 if verdict.stands else contested.counts)
    named = event.whose if isinstance(event, Challenged) else None
    whose = challenger if named is None else named
    if totals[mover] != game.totals[mover] or not verdict.stands:
        whose = mover
    elif totals[challenger] != game.totals[challenger]:
        whose = challenger
    return Counted(
        game.number,
        event,
        challenger,
        score,
        totals,
        whose,
        verdict=verdict,
        announced=None if counts == score else counts,
    )


def _stand(game: Game, counted: Counted, verdict: Consequences) -> Game:
    """The play stays; the challenger pays, perhaps with the turn."""
    game = game._replace(
        totals=counted.totals,
        unfounded=added(game.unfounded, counted.player, 1),
        open_play=None,
        counted=(*game.counted, counted),
    )
    if not verdict.challenger_loses_turn or game.ending is not None:
        return game
    turn = following(game, counted.player) if game.turn == counted.player else game.turn
    return game._replace(turn=turn, turns=(*game.turns, TurnKind.LOST))


def _withdraw(game: Game, contested: OpenPlay, counted: Counted, rules: Rules) -> Game:
    """The game as it was before the play; only the turn and the points it cost are gone."""
    before = contested.before._replace(
        computed=game.computed,
        challenges=game.challenges,
        overtime=game.overtime,
        called=game.called,
        decided=game.decided,
        counted=game.counted,
        uncounted=game.uncounted,
        faults=game.faults,
    )
    return after_turn(before, TurnKind.WITHDRAWN, counted, rules)
