"""What happened beside the turns of a recorded game: decisions, corrections, tiles drawn wrongly.

What the edition does not foresee is noted. Where an arbiter has decided it all the same, as with a
blank that shows another face, the recount goes on as decided; a correction that came too late does
not count.
"""

from typing import assert_never

from service.engine.board import Direction
from service.engine.errors import (
    CorrectionError,
    NotForeseenError,
    RecordError,
    RuleError,
    SilentError,
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
    added,
    end_turn,
    leave_uncounted,
    note,
    with_rack,
)
from service.engine.rules import Correctable, Redeclaration, Rules, TurnKind
from service.engine.scoring import WordScore, words_formed
from service.engine.settlement import Adjustment, Ending
from service.engine.tiles import Laid

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
    """Give a blank its new face; the words that it makes may be contested."""
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
    formed = words_formed(board, [at], Direction.ACROSS)
    words = tuple(WordScore(board.word(squares), 0) for squares in formed)
    game.renamed = {**game.renamed, at: words}
    if game.open_play is not None:
        game.open_play.also += words
    _done(game, event, game.turn or 0 if event.player is None else event.player)


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


def _call_time(game: Game, event: CalledTime, rules: Rules) -> None:
    player = event.player or 0
    if not event.supplementary:
        game.called |= {player}
        game.ending, game.enders = Ending.TIME, (player,)
    elif not rules.overtime.needs_call:
        told = f"{rules.id} has no supplementary time that a call would start"
        leave_uncounted(game, NotForeseenError(told, "supplementary"), rules.overtime.article)
        return
    _done(game, event, player)
