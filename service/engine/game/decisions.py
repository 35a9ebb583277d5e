"""What is decided beside the turns of a recorded game: verdicts, corrections, tiles drawn wrongly.

The outcome of a challenge is as recorded; no lexicon is asked. A play that is withdrawn leaves the
game as it was before it, but for the turn that it cost. A second verdict begins again with a copy
of the game before the first: challenges are few.

What the edition does not foresee is noted. Where an arbiter has decided it all the same, as with a
blank that shows another face, the recount goes on as decided; a correction that came too late does
not count.
"""

from dataclasses import replace
from itertools import chain
from typing import assert_never

from service.engine.board import Direction
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
    CorrectionError,
    NoPlayError,
    NotEntitledError,
    NotForeseenError,
    NotFormedError,
    NotOnRackError,
    RecordError,
    RuleError,
    SilentError,
    ThirdVerdictError,
    UnknownVariantError,
    WrongPlayerError,
)
from service.engine.game.record import (
    Adjusted,
    CalledTime,
    Challenged,
    Corrected,
    LostTurn,
    Misdrawn,
    Played,
    Redeclared,
    Rejudged,
)
from service.engine.game.state import (
    Counted,
    Game,
    Judged,
    Numbers,
    OpenPlay,
    Renaming,
    added,
    end_turn,
    leave_uncounted,
    note,
    with_rack,
)
from service.engine.notation import write_rack
from service.engine.placement import same_tiles
from service.engine.rules import (
    Correctable,
    Entitled,
    FirstChallenge,
    LaterVerdict,
    PenaltyKind,
    Redeclaration,
    Rules,
    TurnKind,
)
from service.engine.scoring import WordScore, words_formed
from service.engine.settlement import Adjustment, Ending
from service.engine.tiles import Laid

_PER_WORD = (PenaltyKind.POINTS_PER_WORD, PenaltyKind.BONUS_PER_WORD)


def contest_play(game: Game, event: Challenged, rules: Rules) -> None:
    """Challenge the latest play."""
    contested = game.open_play
    if contested is None:
        fault = NoPlayError("there is no play that could be challenged")
        leave_uncounted(game, fault, rules.challenge.article)
        return
    event = _put_right(game, event, contested, rules)
    verdict = _judge(game, event, contested, rules)
    challenger = _challenger(game, event, contested)
    judged = Judged(contested, event, challenger, verdict.stands, game.copy())
    _compare_line(game, event, judged, verdict, rules)
    _conclude(game, event, judged, verdict, rules)
    game.judged = judged


def judge_again(game: Game, event: Rejudged, rules: Rules) -> None:
    """Judge the latest challenge once more."""
    judged, article = game.judged, rules.later_verdicts.article
    if judged is None:
        told = "there is no challenge that could be judged again"
        leave_uncounted(game, _ruled_out(rules) or NoPlayError(told, "no_challenge"), article)
        return
    late = not judged.open or event.racked
    fault = _ruled_out(rules) or _one_too_many(event, judged, rules)
    fault = fault or (_too_late(rules) if late and event.stands != judged.stands else None)
    if fault is not None:
        leave_uncounted(game, fault, article)
        return
    judged.verdicts += 1
    if event.stands == judged.stands:
        player = judged.challenger
        game.counted.append(Counted(game.number, event, player, 0, game.totals, player))
    elif late:
        _compensate(game, event, judged, rules)
    else:
        _replace_verdict(game, event, judged, rules)


def _ruled_out(rules: Rules) -> RuleError | None:
    """Why no challenge is ever judged again."""
    match rules.later_verdicts.kind:
        case LaterVerdict.SILENT:
            told = f"{rules.id} does not say whether a challenge is judged again"
            return SilentError(told, "judged_again")
        case LaterVerdict.FINAL:
            return NotForeseenError(
                f"{rules.id} judges a challenge once and for all", "judged_again"
            )
        case (
            LaterVerdict.REPLACED
            | LaterVerdict.REPLACED_IN_TIME
            | LaterVerdict.REPLACED_OR_COMPENSATED
        ):
            return None
        case _:
            assert_never(rules.later_verdicts.kind)


def _one_too_many(event: Rejudged, judged: Judged, rules: Rules) -> RuleError | None:
    """Why this challenge is not judged again: as often as may be, or by nobody's right.

    Whoever challenged and was right has nothing to ask for.
    """
    most = rules.later_verdicts.verdicts
    if most and judged.verdicts >= most:
        told = f"{rules.id} gives {most} verdicts on a challenge, not {judged.verdicts + 1}"
        return ThirdVerdictError(told, "most", most=most)
    to_challenger = rules.later_verdicts.entitled is Entitled.CHALLENGER
    if to_challenger and event.stands and not judged.stands:
        told = f"{rules.id} lets only the challenger challenge again, who was right"
        return NotEntitledError(told, "challenger")
    return None


def _too_late(rules: Rules) -> RuleError | None:
    """Why a verdict that comes late changes nothing any more."""
    match rules.later_verdicts.kind:
        case LaterVerdict.REPLACED_OR_COMPENSATED:
            return None
        case LaterVerdict.REPLACED_IN_TIME:
            told = f"{rules.id} does not go back on a verdict once play has gone on"
            return NotForeseenError(told, "play_has_gone_on")
        case _:
            told = f"{rules.id} does not say what follows from a verdict found wrong so late"
            return SilentError(told, "late_verdict")


def _replace_verdict(game: Game, event: Rejudged, judged: Judged, rules: Rules) -> None:
    """Let the later verdict have been the first; what it changes is counted here."""
    computed, totals = sum(game.computed), sum(game.totals)
    _go_back(game, judged)
    later = replace(judged.challenge, stands=event.stands, retracted=False)
    verdict = _judge(game, later, judged.contested, rules)
    judged.stands = event.stands
    _conclude(game, event, judged, verdict, rules)
    game.judged = judged
    score, counts = sum(game.computed) - computed, sum(game.totals) - totals
    announced = None if counts == score else counts
    game.counted[-1] = game.counted[-1]._replace(score=score, announced=announced)


def _go_back(game: Game, judged: Judged) -> None:
    """Set the game to what it was before a challenge, but for what was noted or decided since."""
    earlier = judged.before.copy()
    game.board, game.bag, game.held, game.racks = (
        earlier.board,
        earlier.bag,
        earlier.held,
        earlier.racks,
    )
    game.totals, game.computed = earlier.totals, earlier.computed
    game.challenges, game.unfounded = earlier.challenges, earlier.unfounded
    game.free_exchanges = earlier.free_exchanges
    game.turn, game.turns = earlier.turn, earlier.turns
    game.renamed = {**earlier.renamed, **game.renamed}
    game.ending, game.enders, game.end = earlier.ending, earlier.enders, earlier.end
    game.judged = None


def _compensate(game: Game, event: Rejudged, judged: Judged, rules: Rules) -> None:
    """Leave the first verdict; whoever it wronged gets the play's value and a bonus in spread."""
    wronged = judged.contested.player if event.stands else judged.challenger
    gained = judged.contested.score.total + rules.later_verdicts.bonus
    judged.stands = event.stands
    game.decided += (Adjustment(wronged, 0, rules.later_verdicts.article, gained),)
    counted = Counted(game.number, event, judged.challenger, 0, game.totals, wronged)
    game.counted.append(counted)


def _put_right(game: Game, event: Challenged, contested: OpenPlay, rules: Rules) -> Challenged:
    """Note what is wrong with the challenge, and leave it out."""
    article = rules.challenge.article
    if event.player == contested.player:
        note(game, WrongPlayerError("nobody challenges the own play", "own"), article)
    try:
        anew = chain.from_iterable(new.words for new in contested.renamed.values())
        formed = contested.score._replace(words=(*contested.score.words, *anew))
        check_formed(event.words, formed, rules.alphabet)
    except NotFormedError as fault:
        note(game, fault, article)
    try:
        variant(event.variant, rules)
    except UnknownVariantError as fault:
        note(game, fault, article)
        return replace(event, variant=None)
    return event


def _judge(game: Game, event: Challenged, contested: OpenPlay, rules: Rules) -> Consequences:
    """What follows; nothing does from a retraction that the edition does not foresee.

    A challenge of a misplaced play that names no word is about its placement.
    """
    score = contested.score.total
    about_placement = contested.counted.misplaced is not None and not event.words
    if about_placement and not rules.placement.priced and (event.stands or event.retracted):
        return Consequences(True, score, 0, 0, False, 0)
    prior_unfounded = _earlier(game, rules)[_challenger(game, event, contested)]
    contest = Contest(_words(event, rules), event.variant, prior_unfounded)
    if not event.retracted:
        return judge(contest, score, rules, stands=event.stands)
    try:
        return retract(contest, score, rules)
    except SilentError as fault:
        note(game, fault, rules.challenge.article)
        return Consequences(True, score, 0, 0, False, 0)


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
        return game.following(contested.player)
    return event.player


def _conclude(
    game: Game, event: Challenged | Rejudged, judged: Judged, verdict: Consequences, rules: Rules
) -> None:
    counted = _count(game, event, judged, verdict)
    game.challenges = added(game.challenges, judged.challenger, 1)
    game.computed = _changed(game.computed, judged, verdict, judged.contested.score.total)
    if verdict.stands:
        _stand(game, counted, verdict)
    else:
        _withdraw(game, judged.contested, counted, rules)


def _compare_line(
    game: Game, event: Challenged, judged: Judged, verdict: Consequences, rules: Rules
) -> None:
    """Note a challenge that stands on the wrong player's line, or beside another rack."""
    shown, article = judged.contested.counted.event.rack, rules.challenge.article
    counted = _count(game, event, judged, verdict)
    if event.whose not in (None, counted.whose) and (counted.counts or not verdict.stands):
        told = f"this is about the total of player {counted.whose}, not of player {event.whose}"
        other = event.whose or 0
        wrong = WrongPlayerError(told, "total", player=counted.whose, other=other)
        note(game, wrong, article)
    if event.rack is None or verdict.stands or shown is None:
        return
    if not same_tiles(event.rack, shown):
        right, told_rack = write_rack(shown), write_rack(event.rack)
        told = f"{right} went back to the rack, not {told_rack}"
        fault = NotOnRackError(told, "back", right=right, shown=told_rack)
        note(game, fault, rules.rack.article)


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


def _stand(game: Game, counted: Counted, verdict: Consequences) -> None:
    """The play stays; the challenger pays, perhaps with the turn."""
    game.totals = counted.totals
    game.unfounded = added(game.unfounded, counted.player, 1)
    game.open_play = None
    game.counted.append(counted)
    if not verdict.challenger_loses_turn or game.ending is not None:
        return
    if game.turn == counted.player:
        game.turn = game.following(counted.player)
    game.turns.append(TurnKind.LOST)


def _withdraw(game: Game, contested: OpenPlay, counted: Counted, rules: Rules) -> None:
    """Take the tiles back; only the turn and the points that the play cost are gone.

    A blank that was declared anew for the play shows again what it showed before.
    """
    laid = contested.counted.laid
    game.board.lift(laid)
    game.renamed = {at: new for at, new in game.renamed.items() if at not in laid}
    for at, new in contested.renamed.items():
        if at not in laid and at not in game.renamed:
            game.board.lift([at])
            game.board.put({at: new.was})
    game.bag, game.held, game.racks, turns = contested.before
    del game.turns[turns:]
    game.enders = ()
    end_turn(game, TurnKind.WITHDRAWN, counted, rules)


Noted = Adjusted | Corrected | LostTurn | Redeclared | Misdrawn | CalledTime


def note_incident(game: Game, event: Noted, rules: Rules) -> None:
    """Let something happen that is no turn of play."""
    match event:
        case Adjusted():
            _adjust(game, event, rules)
        case Corrected():
            _correct(game, event, rules)
        case LostTurn():
            _lose_turn(game, event, rules)
        case Redeclared():
            _redeclare(game, event, rules)
        case Misdrawn():
            _draw_wrongly(game, event, rules)
        case CalledTime():
            _call_time(game, event, rules)
        case _:
            assert_never(event)


def _done(game: Game, event: Noted, player: int, score: int = 0) -> None:
    """Count the event."""
    game.counted.append(Counted(game.number, event, player, score, game.totals, player))


def _adjust(game: Game, event: Adjusted, rules: Rules) -> None:
    """Give or take points, also should the latest verdict be replaced."""
    player = event.player or 0
    if event.spread and not rules.standing.spread:
        fault = SilentError(f"{rules.id} has no spread that could be changed", "spread")
        leave_uncounted(game, fault, rules.standing.article)
        return
    if event.spread:
        game.decided += (Adjustment(player, 0, event.article, event.spread),)
    for changed in (game, *([game.judged.before] if game.judged is not None else ())):
        changed.totals = added(changed.totals, player, event.points)
        changed.computed = added(changed.computed, player, event.points)
    _done(game, event, player, event.points)


def _correct(game: Game, event: Corrected, rules: Rules) -> None:
    """Put the score of an earlier play right, if that is still in time.

    Where every score may be put right the true one counts already.
    """
    article = rules.corrections.article
    target = next((c for c in game.counted if c.number == event.of), None)
    if target is None or not isinstance(target.event, Played):
        fault = RecordError(f"event {event.of} is not a play", "no_play", n=event.of)
        leave_uncounted(game, fault, article)
        return
    if rules.corrections.scores is not Correctable.AT_THE_PLAY:
        _done(game, event, target.player)
        return
    if not _is_latest(game, target):
        told = f"the score of event {event.of} stands as announced: play has gone on"
        leave_uncounted(game, CorrectionError(told, "play_has_gone_on", n=event.of), article)
        return
    change = (event.declared or 0) - _counts(game, target)
    _count_more(game, target.player, change)
    _done(game, event, target.player, change)


def _count_more(game: Game, player: int, change: int) -> None:
    """Let the latest play count so much more, also should it be taken back or judged again."""
    game.totals = added(game.totals, player, change)
    if game.open_play is not None:
        game.open_play.counts += change
    judged = game.judged
    if judged is not None and judged.open:
        judged.contested.counts += change
        judged.before.totals = added(judged.before.totals, player, change)


def _is_latest(game: Game, target: Counted) -> bool:
    """Whether the play still lies there and nothing has been played since."""
    incidents = (Adjusted, Corrected, Redeclared, Misdrawn, CalledTime)
    for counted in reversed(game.counted):
        if counted.number == target.number:
            return True
        judged = isinstance(counted.event, Challenged | Rejudged)
        stood = counted.verdict is None or counted.verdict.stands
        if not isinstance(counted.event, incidents) and not (judged and stood):
            return False
    return False


def _counts(game: Game, target: Counted) -> int:
    """What a play adds to the totals by now."""
    put_right = [
        counted.event.declared
        for counted in game.counted
        if isinstance(counted.event, Corrected) and counted.event.of == target.number
    ]
    return (put_right[-1] or 0) if put_right else target.counts


def _lose_turn(game: Game, event: LostTurn, rules: Rules) -> None:
    due = game.turn if game.turn is not None else event.player or 0
    player = due if event.player is None else event.player
    if player != due:
        fault = WrongPlayerError(f"it was player {due}'s turn", "turn", player=due)
        note(game, fault, rules.passing.article)
    counted = Counted(game.number, event, player, 0, game.totals, player)
    end_turn(game, TurnKind.LOST, counted, rules)


def _redeclare(game: Game, event: Redeclared, rules: Rules) -> None:
    """Give a blank its new face; its words belong to the play of whoever declares it anew."""
    board, at = game.board, rules.plan.numbers.get(event.square)
    lying = None if at is None else board.lying[at]
    if at is None or lying is None or not lying.blank:
        told = f"there is no blank on {event.square}"
        fault = RecordError(told, "no_blank", square=str(event.square))
        leave_uncounted(game, fault, rules.blanks.article)
        return
    not_foreseen = _not_redeclared(rules)
    if not_foreseen is not None:
        note(game, not_foreseen, rules.blanks.article)
    boards = [board]
    if game.judged is not None and game.judged.open:  # That verdict may still be replaced.
        boards.append(game.judged.before.board)
    for lies in boards:
        lies.lift([at])
        lies.put({at: Laid(event.face, blank=True)})
    player = game.turn or 0 if event.player is None else event.player
    formed = words_formed(board, [at], Direction.ACROSS)
    words = tuple(WordScore(board.word(squares), 0, squares) for squares in formed)
    made, anew = game.open_play, Renaming(player, lying, words)
    if made is not None and made.player == player:
        made.renamed = {**made.renamed, at: anew}
    else:
        game.renamed = {**game.renamed, at: anew}
    _done(game, event, player)


def _not_redeclared(rules: Rules) -> RuleError | None:
    match rules.blanks.redeclared:
        case Redeclaration.SILENT:
            told = f"{rules.id} does not say whether a blank may be declared anew"
            return SilentError(told, "redeclared")
        case Redeclaration.NEVER:
            return NotForeseenError(f"in {rules.id} a blank keeps its face", "redeclared")
        case Redeclaration.CHIEF_ARBITER:
            return None
        case _:
            assert_never(rules.blanks.redeclared)


def _draw_wrongly(game: Game, event: Misdrawn, rules: Rules) -> None:
    """What the player holds where it was not put right; which tiles, nobody knows any more."""
    player = event.player or 0
    game.racks = with_rack(game.racks, player, ())
    if not event.corrected:
        more = event.tiles if event.over else -event.tiles
        if more > game.bag or game.held[player] + more < 0:
            held = game.held[player]
            told = f"player {player} holds {held} tiles and the bag {game.bag}"
            fault = RecordError(told, "drawn", player=player, held=held, bag=game.bag)
            leave_uncounted(game, fault, rules.rack.article)
            return
        game.bag -= more
        game.held = added(game.held, player, more)
    _done(game, event, player)


def _time_was_called(game: Game, player: int) -> bool:
    """Whether a first call has started a player's supplementary time."""
    return any(
        isinstance(counted.event, CalledTime) and counted.player == player
        for counted in game.counted
    )


def _call_time(game: Game, event: CalledTime, rules: Rules) -> None:
    player = event.player or 0
    if not event.supplementary:
        if rules.overtime.needs_call and not _time_was_called(game, player):
            told = f"player {player}'s supplementary time was never started by a call"
            note(game, RecordError(told, "first_call", player=player), rules.overtime.article)
        game.called |= {player}
        game.ending, game.enders = Ending.TIME, (player,)
    elif not rules.overtime.needs_call:
        told = f"{rules.id} has no supplementary time that a call would start"
        leave_uncounted(game, NotForeseenError(told, "supplementary"), rules.overtime.article)
        return
    _done(game, event, player)
