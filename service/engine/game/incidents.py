"""What happened beside the turns of a recorded game: decisions, corrections, tiles drawn wrongly.

What the edition does not foresee is noted. Where an arbiter has decided it all the same, as with a
blank that shows another face, the recount goes on as decided; a correction that came too late does
not count.
"""

from dataclasses import replace
from typing import assert_never

from service.engine.board import Direction, Square, words_formed
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
    after_turn,
    leave_uncounted,
    note,
    with_rack,
)
from service.engine.rules import Correctable, Redeclaration, Rules, TurnKind
from service.engine.scoring import WordScore
from service.engine.settlement import Adjustment, Ending
from service.engine.tiles import Laid

Noted = Adjusted | Corrected | LostTurn | Redeclared | Misdrawn | CalledTime


def note_incident(game: Game, event: Noted, rules: Rules) -> Game:
    """The game after something happened that is no turn of play."""
    match event:
        case Adjusted():
            return _adjust(game, event, rules)
        case Corrected():
            return _correct(game, event, rules)
        case LostTurn():
            return _lose_turn(game, event, rules)
        case Redeclared():
            return _redeclare(game, event, rules)
        case Misdrawn():
            return _draw_wrongly(game, event, rules)
        case CalledTime():
            return _call_time(game, event, rules)
        case _:
            assert_never(event)


def announced_score(declared: int | None, rules: Rules) -> int | None:
    """What a play counts where the sheet has it wrong: as announced, if the edition lets it."""
    return declared if rules.corrections.scores is Correctable.AT_THE_PLAY else None


def _done(game: Game, event: Noted, player: int, score: int = 0) -> Game:
    """The game with the event counted."""
    counted = Counted(game.number, event, player, score, game.totals, player)
    return game._replace(counted=(*game.counted, counted))


def _adjust(game: Game, event: Adjusted, rules: Rules) -> Game:
    player = event.player or 0
    if event.spread and not rules.standing.spread:
        fault = SilentError(f"{rules.id} has no spread that could be changed")
        return leave_uncounted(game, fault, rules.standing.article)
    if event.spread:
        given = Adjustment(player, 0, event.article, event.spread)
        game = game._replace(decided=(*game.decided, given))
    if event.points:
        game = _with_points(game, player, event.points)
    return _done(game, event, player, event.points)


def _with_points(game: Game, player: int, points: int) -> Game:
    """The game with points given, also should the latest verdict be replaced."""
    judged = game.judged
    if judged is not None:
        judged = replace(
            judged, before=_with_points(judged.before._replace(judged=None), player, points)
        )
    return game._replace(
        totals=added(game.totals, player, points),
        computed=added(game.computed, player, points),
        judged=judged,
    )


def _correct(game: Game, event: Corrected, rules: Rules) -> Game:
    """The score of an earlier play put right, if that was still in time.

    Where every score may be put right the true one counts already.
    """
    article = rules.corrections.article
    target = next((c for c in game.counted if c.number == event.of), None)
    if target is None or not isinstance(target.event, Played):
        return leave_uncounted(game, RecordError(f"event {event.of} is not a play"), article)
    if rules.corrections.scores is not Correctable.AT_THE_PLAY:
        return _done(game, event, target.player)
    if not _is_latest(game, target):
        told = f"the score of event {event.of} stands as announced: play has gone on"
        return leave_uncounted(game, CorrectionError(told), article)
    change = (event.declared or 0) - _counts(game, target)
    return _done(_counting(game, target.player, change), event, target.player, change)


def _counting(game: Game, player: int, change: int) -> Game:
    """The game with the latest play counting so much more, also should it be taken back."""
    open_play, judged = game.open_play, game.judged
    if open_play is not None:
        open_play = replace(open_play, counts=open_play.counts + change)
    if judged is not None and judged.open:
        contested = replace(judged.contested, counts=judged.contested.counts + change)
        before = _counting(judged.before._replace(judged=None), player, change)
        judged = replace(judged, contested=contested, before=before)
    totals = added(game.totals, player, change)
    return game._replace(totals=totals, open_play=open_play, judged=judged)


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


def _lose_turn(game: Game, event: LostTurn, rules: Rules) -> Game:
    due = game.turn if game.turn is not None else event.player or 0
    player = due if event.player is None else event.player
    if player != due:
        game = note(game, WrongPlayerError(f"it was player {due}'s turn"), rules.passing.article)
    counted = Counted(game.number, event, player, 0, game.totals, player)
    return after_turn(game, TurnKind.LOST, counted, rules)


def _redeclare(game: Game, event: Redeclared, rules: Rules) -> Game:
    """The blank with its new face, and the words that it makes, which may be contested."""
    lying = game.board.tiles.get(event.square)
    if lying is None or not lying.blank:
        fault = RecordError(f"there is no blank on {event.square}")
        return leave_uncounted(game, fault, rules.blanks.article)
    not_foreseen = _not_redeclared(rules)
    if not_foreseen is not None:
        game = note(game, not_foreseen, rules.blanks.article)
    player = game.turn or 0 if event.player is None else event.player
    game = _with_face(game, event.square, Laid(event.face, blank=True))
    words = _words_through(game, event.square, rules)
    game = game._replace(renamed=(*game.renamed, *words))
    if game.open_play is not None:
        before = _with_face(game.open_play.before, event.square, Laid(event.face, blank=True))
        also = (*game.open_play.also, *words)
        game = game._replace(open_play=replace(game.open_play, also=also, before=before))
    return _done(game, event, player)


def _not_redeclared(rules: Rules) -> RuleError | None:
    match rules.blanks.redeclared:
        case Redeclaration.SILENT:
            return SilentError(f"{rules.id} does not say whether a blank may be declared anew")
        case Redeclaration.NEVER:
            return NotForeseenError(f"in {rules.id} a blank keeps its face")
        case Redeclaration.CHIEF_ARBITER:
            return None
        case _:
            assert_never(rules.blanks.redeclared)


def _with_face(game: Game, square: Square, tile: Laid) -> Game:
    """The game with another face on a square, if a tile lies there."""
    if square not in game.board.tiles:
        return game
    return game._replace(board=game.board.with_tiles({square: tile}))


def _words_through(game: Game, square: Square, rules: Rules) -> tuple[WordScore, ...]:
    tiles = game.board.tiles
    words = []
    for line in words_formed(game.board, [square], Direction.ACROSS, rules.plan):
        length = next((at for at, s in enumerate(line) if s not in tiles), len(line))
        words.append(WordScore(tuple(tiles[s] for s in line[:length]), 0))
    return tuple(words)


def _draw_wrongly(game: Game, event: Misdrawn, rules: Rules) -> Game:
    """What the player holds where it was not put right; which tiles, nobody knows any more."""
    player = event.player or 0
    game = game._replace(racks=with_rack(game.racks, player, ()))
    if event.corrected:
        return _done(game, event, player)
    more = event.tiles if event.over else -event.tiles
    if more > game.bag or game.held[player] + more < 0:
        told = f"player {player} holds {game.held[player]} tiles and the bag {game.bag}"
        return leave_uncounted(game, RecordError(told), rules.rack.article)
    game = game._replace(bag=game.bag - more, held=added(game.held, player, more))
    return _done(game, event, player)


def _call_time(game: Game, event: CalledTime, rules: Rules) -> Game:
    player = event.player or 0
    if event.supplementary:
        if not rules.overtime.needs_call:
            fault = NotForeseenError(
                f"{rules.id} has no supplementary time that a call would start"
            )
            return leave_uncounted(game, fault, rules.overtime.article)
        return _done(game, event, player)
    game = game._replace(called=game.called | {player}, ending=Ending.TIME, enders=(player,))
    return _done(game, event, player)
