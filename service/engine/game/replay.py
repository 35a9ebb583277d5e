"""A game is a fold: `apply(game, event, rules)` is the game after one more event.

An event that the rules do not allow is noted and the recount goes on with the reading that an
arbiter would take: a misplaced play is scored as it lies, and is no fault where the edition lets it
stand once play goes on; a turn out of order belongs to the player it names, what follows the end is
not counted. Only a play that cannot be laid stops a replay, because nothing after it would mean
what it says.
"""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from service.engine.board import Board, Square
from service.engine.errors import (
    ExchangeError,
    GameOverError,
    GapError,
    NotOnRackError,
    PlacementError,
    RuleError,
    TooFewTilesError,
    WrongPlayerError,
)
from service.engine.game.ending import close, end_article
from service.engine.game.incidents import announced_score, note_incident
from service.engine.game.record import (
    Adjusted,
    CalledTime,
    Challenged,
    Corrected,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    LostTurn,
    Misdrawn,
    Passed,
    Played,
    Redeclared,
    Rejudged,
    Timed,
    Turn,
)
from service.engine.game.state import (
    Counted,
    Fault,
    Game,
    OpenPlay,
    added,
    after_turn,
    check_exchange,
    check_free_exchange,
    check_held,
    check_shown,
    closed,
    following,
    leave_uncounted,
    note,
    take,
    with_rack,
    without,
)
from service.engine.game.verdicts import contest_play, judge_again
from service.engine.notation import Play, lay
from service.engine.placement import check_rack, placement_article, placement_fault
from service.engine.rules import Rules, TurnKind
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
    if isinstance(event, Passed) and _accepts_last_play(game):
        return _accept_last_play(game, event)
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
        case Rejudged():
            return judge_again(game, event, rules)
        case Adjusted() | Corrected() | LostTurn() | Redeclared() | Misdrawn() | CalledTime():
            return note_incident(game, event, rules)
        case Ended():
            return close(game, event, rules)
        case _:
            assert_never(event)


def _accepts_last_play(game: Game) -> bool:
    """Whether the game went out with its latest event: some sheets then show a pass, as assent."""
    return game.ending is Ending.OUT and game.end is None and game.open_play is not None


def _accept_last_play(game: Game, event: Passed) -> Game:
    player = following(game, game.enders[0]) if event.player is None else event.player
    counted = Counted(game.number, event, player, 0, game.totals, player)
    return game._replace(open_play=None, counted=(*game.counted, counted))


def _too_late(game: Game, event: Event) -> bool:
    """Whether a game that is over is over for this event too.

    Its last play may still be challenged, its clocks still read and its scores still put right.
    """
    match event:
        case Timed() | Ended() | Adjusted() | Corrected():
            return game.end is not None
        case Challenged() | Rejudged():
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


def _after_play(game: Game, player: int, event: Played, laid_play: LaidPlay, rules: Rules) -> Game:
    """The game with the tiles on the board and new ones drawn; over if there are none to draw."""
    laid, board, score, unseen, fault = laid_play
    racks, held, total = game.racks, game.held, score.total
    if racks[player]:
        racks = with_rack(racks, player, without(racks[player], laid.values()))
    left = max(0, held[player] - len(laid))
    drawn = min(max(0, rules.rack.size - left), game.bag)
    if left + drawn != held[player]:
        held = added(held, player, left + drawn - held[player])
    misplaced = _misplaced(game.number, fault, rules) if fault is not None else None
    agrees = event.declared is None or event.declared == total
    announced = None if agrees else announced_score(event.declared, rules)
    counts = total if announced is None else announced
    totals = added(game.totals, player, counts)
    right = announced is None and game.computed == game.totals
    counted = Counted(
        game.number,
        event,
        player,
        total,
        totals,
        player,
        score,
        announced=announced,
        laid=laid,
        misplaced=misplaced,
    )
    after = game._replace(
        board=board,
        bag=game.bag - drawn,
        unseen=unseen,
        held=held,
        racks=racks,
        totals=totals,
        computed=totals if right else added(game.computed, player, total),
        turn=following(game, player),
        turns=(*game.turns, TurnKind.PLAY if total else TurnKind.ZERO),
        open_play=OpenPlay(player, score, counts, game.renamed, event.rack, game),
        judged=game.judged and closed(game.judged),
        renamed=(),
        counted=(*game.counted, counted),
    )
    return after if held[player] else after._replace(ending=Ending.OUT, enders=(player,))


def _misplaced(number: int, fault: PlacementError, rules: Rules) -> Fault | None:
    """What could have been held against a play that stayed because nobody did."""
    if not rules.placement.stands_uncontested:
        return None
    return Fault(number, fault.code, str(fault), placement_article(fault, rules))


def _exchange(game: Game, player: int, event: Exchanged, rules: Rules) -> Game:
    """The game after an exchange; whoever puts nothing down has passed (FRS 5.2 e, 5.10.16 b)."""
    if event.count == 0:
        counted = Counted(game.number, event, player, 0, game.totals, player)
        return after_turn(game, TurnKind.PASS, counted, rules)
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
    lost = lost_on_time(overtime[player], rules.overtime) and not rules.overtime.needs_call
    if game.ending is None and lost:
        return game._replace(ending=Ending.TIME, enders=(player,))
    return game


def _play(game: Game, player: int, event: Played, rules: Rules) -> Game:
    try:
        laid_play = lay_as_it_lies(event.play, game.board, game.unseen, rules)
    except RuleError as fault:
        article = placement_article(fault, rules)
        return note(game, fault, article, "nothing is counted from here on")._replace(stopped=True)
    if laid_play.fault is not None and not rules.placement.stands_uncontested:
        game = note(game, laid_play.fault, placement_article(laid_play.fault, rules))
    try:
        check_held(laid_play.laid.values(), event.rack, game.held[player])
    except NotOnRackError as fault:
        game = note(game, fault, rules.rack.article)
    return _after_play(game, player, event, laid_play, rules)


def lay_as_it_lies(play: Play, board: Board, unseen: Mapping[Face, int], rules: Rules) -> LaidPlay:
    """The play wherever it lies; one that cannot lie there at all is refused."""
    gap: GapError | None = None
    try:
        laid = lay(play, board, rules)
    except GapError as found:
        gap = found
        laid = lay(play, board, rules, gaps=True)
    if not laid:
        raise TooFewTilesError(f"{play.text!r} at {play.start} lays no tile")
    check_rack(laid, rules.rack.size)
    left = take(laid.values(), unseen)
    fault = gap or placement_fault(board, laid, rules)
    after = board.with_tiles(laid)
    return LaidPlay(laid, after, score_play(after, laid, play.direction, rules), left, fault)
