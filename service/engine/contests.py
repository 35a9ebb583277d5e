"""A recorded challenge: the play goes back or stays, and somebody pays.

The outcome is as recorded; no lexicon is asked. A play that is withdrawn leaves the game as it was
before it, but for the turn that it cost.
"""

from dataclasses import replace

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
    NotFormedError,
    SilentError,
    UnknownVariantError,
    WrongPlayerError,
)
from service.engine.events import Challenged
from service.engine.game import (
    Counted,
    Game,
    OpenPlay,
    added,
    after_turn,
    following,
    leave_uncounted,
    note,
)
from service.engine.rules import PenaltyKind, Rules, TurnKind

_PER_WORD = (PenaltyKind.POINTS_PER_WORD, PenaltyKind.BONUS_PER_WORD)


def contest_play(game: Game, event: Challenged, rules: Rules) -> Game:
    """The game after the latest play was challenged."""
    contested = game.open_play
    if contested is None:
        fault = NoPlayError("there is no play that could be challenged")
        return leave_uncounted(game, fault, rules.challenge.article)
    game, event = _put_right(game, event, contested, rules)
    game, verdict = _judge(game, event, contested, rules)
    counted = _count(game, event, contested, verdict)
    if verdict.stands:
        return _stand(game, counted, verdict)
    return _withdraw(game, contested, counted, rules)


def _put_right(
    game: Game, event: Challenged, contested: OpenPlay, rules: Rules
) -> tuple[Game, Challenged]:
    """What is wrong with the challenge noted, and left out of it."""
    article = rules.challenge.article
    if event.player == contested.player:
        game = note(game, WrongPlayerError("nobody challenges the own play"), article)
    try:
        check_formed(event.words, contested.score, rules.alphabet)
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
    prior_unfounded = game.unfounded[_challenger(game, event, contested)]
    contest = Contest(_words(event, rules), event.variant, prior_unfounded)
    if not event.retracted:
        return game, judge(contest, score, rules, stands=event.stands)
    try:
        return game, retract(contest, score, rules)
    except SilentError as fault:
        game = note(game, fault, rules.challenge.article)
        return game, Consequences(True, score, 0, 0, False, 0)


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


def _count(game: Game, event: Challenged, contested: OpenPlay, verdict: Consequences) -> Counted:
    mover, challenger = contested.player, _challenger(game, event, contested)
    lost = 0 if verdict.stands else contested.score.total
    totals = added(game.totals, mover, verdict.mover_points - lost)
    totals = added(totals, challenger, verdict.challenger_points)
    score = verdict.mover_points - lost + verdict.challenger_points
    whose = challenger if event.whose is None else event.whose
    if totals[mover] != game.totals[mover] or not verdict.stands:
        whose = mover
    elif totals[challenger] != game.totals[challenger]:
        whose = challenger
    return Counted(game.number, event, challenger, score, totals, whose, verdict=verdict)


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
        overtime=game.overtime,
        counted=game.counted,
        uncounted=game.uncounted,
        faults=game.faults,
    )
    return after_turn(before, TurnKind.WITHDRAWN, counted, rules)
