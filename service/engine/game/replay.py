"""A game is a fold: `apply(game, event, rules)` is the game after one more event.

An event that the rules do not allow is noted and the recount goes on with the reading that an
arbiter would take: a misplaced play that nobody contested is scored as it lies, a turn out of order
belongs to the player it names, what follows the end is not counted. Only a play that cannot be
laid stops a replay, because nothing after it would mean what it says.

The outcome of a challenge is as recorded; no lexicon is asked. A play that is withdrawn leaves the
game as it was before it, but for the turn that it cost.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple, assert_never

from service.engine.board import Board, Square
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
    ExchangeError,
    GameOverError,
    GapError,
    NoPlayError,
    NotFormedError,
    NotOnRackError,
    PlacementError,
    RuleError,
    SilentError,
    TooFewTilesError,
    UnknownVariantError,
    WrongPlayerError,
)
from service.engine.game.ending import close, end_article
from service.engine.game.record import (
    Challenged,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    Passed,
    Played,
    Timed,
    Turn,
)
from service.engine.game.state import (
    Counted,
    Game,
    OpenPlay,
    added,
    after_turn,
    check_exchange,
    check_free_exchange,
    check_held,
    check_shown,
    following,
    leave_uncounted,
    note,
    take,
    with_rack,
    without,
)
from service.engine.notation import Play, lay
from service.engine.placement import check_rack, placement_article, placement_fault
from service.engine.rules import PenaltyKind, Rules, TurnKind
from service.engine.scoring import Score, score_play
from service.engine.settlement import Ending, lost_on_time
from service.engine.tiles import Face, Laid


class LaidPlay(NamedTuple):
    """Tiles as they lie: the board and what is unseen after them, their score, and a fault."""

    laid: Mapping[Square, Laid]
    board: Board
    score: Score
    unseen: Mapping[Face, int]
    fault: PlacementError | None


def apply(game: Game, event: Event, rules: Rules) -> Game:
    """The game after one more event."""
    if game.stopped:
        return game
    if (game.ending or game.end) and _too_late(game, event):
        fault = GameOverError(f"the game was over by '{game.ending or 'the end of the record'}'")
        return leave_uncounted(game, fault, end_article(game.ending or Ending.OUT, rules))
    match event:
        case Played() | Exchanged() | Passed() | FreelyExchanged():
            return _take_turn(game, event, rules)
        case Challenged():
            return contest_play(game, event, rules)
        case Timed():
            return _use_time(game, event, rules)
        case Ended():
            return close(game, event, rules)
        case _:
            assert_never(event)


def _too_late(game: Game, event: Event) -> bool:
    """Whether a game that is over is over for this event too.

    Its last play may still be challenged, and its clocks still read.
    """
    match event:
        case Timed() | Ended():
            return game.end is not None
        case Challenged():
            return game.end is not None or game.ending is Ending.TIME
        case _:
            return True


def _take_turn(game: Game, event: Turn, rules: Rules) -> Game:
    due = game.turn if game.turn is not None else event.player or 0
    player = due if event.player is None else event.player
    if player != due and not _completes_exchange(game, player, event, rules):
        game = note(game, WrongPlayerError(f"it was player {due}'s turn"), rules.passing.article)
    if event.rack is not None:
        game = _show_rack(game, player, event, rules)
    match event:
        case Played():
            return _play(game, player, event, rules)
        case Exchanged():
            return _exchange(game, player, event, rules)
        case Passed():
            counted = Counted(game.number, event, player, 0, game.totals, player)
            return after_turn(game, TurnKind.PASS, counted, rules)
        case FreelyExchanged():
            return _exchange_freely(game, player, event, rules)
        case _:
            assert_never(event)


def _completes_exchange(game: Game, player: int, event: Turn, rules: Rules) -> bool:
    """Whether a player who has just exchanged tiles exchanges the whole rack in the same turn."""
    if not (isinstance(event, FreelyExchanged) and rules.free_exchange.after_exchange):
        return False
    last = game.counted[-1] if game.counted else None
    return last is not None and isinstance(last.event, Exchanged) and last.player == player


def _show_rack(game: Game, player: int, event: Turn, rules: Rules) -> Game:
    """The game with a rack that the sheet shows; what nobody could hold is noted."""
    rack = event.rack or ()
    game = game._replace(racks=with_rack(game.racks, player, rack))
    try:
        check_shown(rack, game.unseen, rules.rack.size)
    except RuleError as fault:
        return note(game, fault, placement_article(fault, rules))
    return game


def _after_play(game: Game, player: int, event: Played, laid_play: LaidPlay) -> Game:
    """The game with the tiles on the board and new ones drawn; over if there are none to draw."""
    laid, board, score, unseen, _ = laid_play
    racks, held, total = game.racks, game.held, score.total
    if racks[player]:
        racks = with_rack(racks, player, without(racks[player], laid.values()))
    drawn = min(len(laid), game.bag)
    if drawn < len(laid):
        held = added(held, player, drawn - min(len(laid), held[player]))
    totals = added(game.totals, player, total)
    counted = Counted(game.number, event, player, total, totals, player, score)
    after = game._replace(
        board=board,
        bag=game.bag - drawn,
        unseen=unseen,
        held=held,
        racks=racks,
        totals=totals,
        turn=following(game, player),
        turns=(*game.turns, TurnKind.PLAY),
        open_play=OpenPlay(player, score, game),
        counted=(*game.counted, counted),
    )
    return after if held[player] else after._replace(ending=Ending.OUT, enders=(player,))


def _exchange(game: Game, player: int, event: Exchanged, rules: Rules) -> Game:
    try:
        check_exchange(event.count, game.bag, rules)
    except ExchangeError as fault:
        game = note(game, fault, rules.exchange.article)
    try:
        check_held(event.tiles, event.rack, game.held[player])
    except NotOnRackError as fault:
        game = note(game, fault, rules.rack.article)
    kept = without(game.racks[player], event.tiles) if event.tiles else ()
    game = game._replace(racks=with_rack(game.racks, player, kept))
    counted = Counted(game.number, event, player, 0, game.totals, player)
    return after_turn(game, TurnKind.EXCHANGE, counted, rules)


def _exchange_freely(game: Game, player: int, event: FreelyExchanged, rules: Rules) -> Game:
    """The whole rack exchanged; the turn stays where it is."""
    turn = game.turn if _completes_exchange(game, player, event, rules) else player
    try:
        check_free_exchange(game.free_exchanges[player], game.bag, rules)
    except ExchangeError as fault:
        game = note(game, fault, rules.free_exchange.article)
    counted = Counted(game.number, event, player, 0, game.totals, player)
    return game._replace(
        turn=turn,
        racks=with_rack(game.racks, player, ()),
        free_exchanges=added(game.free_exchanges, player, 1),
        open_play=None,
        counted=(*game.counted, counted),
    )


def _use_time(game: Game, event: Timed, rules: Rules) -> Game:
    """The game with a clock further in overtime; over where that loses it."""
    player = event.player if event.player is not None else game.turn or 0
    overtime = added(game.overtime, player, event.seconds)
    counted = Counted(game.number, event, player, 0, game.totals, player)
    game = game._replace(overtime=overtime, counted=(*game.counted, counted))
    if game.ending is None and lost_on_time(overtime[player], rules.overtime):
        return game._replace(ending=Ending.TIME, enders=(player,))
    return game


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


def _play(game: Game, player: int, event: Played, rules: Rules) -> Game:
    try:
        laid_play = lay_as_it_lies(event.play, game.board, game.unseen, rules)
    except RuleError as fault:
        final = type(fault)(f"{fault}; nothing is counted from here on")
        return note(game, final, placement_article(fault, rules))._replace(stopped=True)
    waived = event.uncontested and rules.placement.stands_uncontested
    if laid_play.fault is not None and not waived:
        game = note(game, laid_play.fault, placement_article(laid_play.fault, rules))
    try:
        check_held(laid_play.laid.values(), event.rack, game.held[player])
    except NotOnRackError as fault:
        game = note(game, fault, rules.rack.article)
    return _after_play(game, player, event, laid_play)


def lay_as_it_lies(play: Play, board: Board, unseen: Mapping[Face, int], rules: Rules) -> LaidPlay:
    """The play wherever it lies; one that cannot lie there at all is refused."""
    gap: GapError | None = None
    try:
        laid = lay(play, board, rules)
    except GapError as found:
        gap = found
        laid = lay(play, board, rules, gaps=True)
    if not laid:
        raise TooFewTilesError(f"{play.tiles!r} at {play.start} lays no tile")
    check_rack(laid, rules.rack.size)
    left = take(laid.values(), unseen)
    fault = gap or placement_fault(board, laid, rules)
    after = board.with_tiles(laid)
    return LaidPlay(laid, after, score_play(after, laid, play.direction, rules), left, fault)
