"""A game is a fold: `apply(game, event, rules)` lets one more event happen in it.

An event that the rules do not allow is noted and the recount goes on with the reading that an
arbiter would take: a misplaced play is scored as it lies, and is no fault where the edition lets it
stand once play goes on; a turn out of order belongs to the player it names, what follows the end is
not counted. Only a play that cannot be laid stops a replay, because nothing after it would mean
what it says.
"""

from collections.abc import Mapping
from typing import assert_never

from service.engine.errors import (
    BagExceededError,
    ExchangeError,
    GameOverError,
    NotOnRackError,
    PlacementError,
    RuleError,
    WrongPlayerError,
)
from service.engine.game.decisions import contest_play, judge_again, note_incident
from service.engine.game.ending import close, end_article
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
    Before,
    Counted,
    Fault,
    Game,
    OpenPlay,
    Renamed,
    added,
    check_exchange,
    check_free_exchange,
    end_turn,
    leave_uncounted,
    note,
    with_rack,
)
from service.engine.placement import (
    check_held,
    check_shown,
    check_unseen,
    lay_as_it_lies,
    placement_article,
    without,
)
from service.engine.rules import Correctable, Rules, TurnKind
from service.engine.scoring import Score, score_play
from service.engine.settlement import Ending, lost_on_time
from service.engine.tiles import Laid, Tiles


def apply(game: Game, event: Event, rules: Rules) -> None:
    """Let one more event happen."""
    if game.stopped:
        return
    if game.ending is not None or game.end is not None:
        if isinstance(event, Passed) and _accepts_last_play(game):
            _accept_last_play(game, event)
            return
        if _too_late(game, event):
            fault = GameOverError("the game was over by 'the end of the record'")
            if game.ending is not None:
                told = f"the game was over by '{game.ending}'"
                fault = GameOverError(told, "by", ending=game.ending)
            leave_uncounted(game, fault, end_article(game.ending or Ending.OUT, rules))
            return
    match event:
        case Played() | Exchanged() | Passed() | FreelyExchanged():
            _take_turn(game, event, rules)
        case Challenged():
            contest_play(game, event, rules)
        case Timed():
            _use_time(game, event, rules)
        case Rejudged():
            judge_again(game, event, rules)
        case Adjusted() | Corrected() | LostTurn() | Redeclared() | Misdrawn() | CalledTime():
            note_incident(game, event, rules)
        case Ended():
            close(game, event, rules)
        case _:
            assert_never(event)


def _accepts_last_play(game: Game) -> bool:
    """Whether the game went out with its latest event: some sheets then show a pass, as assent."""
    return game.ending is Ending.OUT and game.end is None and game.open_play is not None


def _accept_last_play(game: Game, event: Passed) -> None:
    player = game.following(game.enders[0]) if event.player is None else event.player
    game.open_play = None
    game.counted.append(Counted(game.number, event, player, 0, game.totals, player))


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


def _take_turn(game: Game, event: Turn, rules: Rules) -> None:
    due = game.turn if game.turn is not None else event.player or 0
    player = due if event.player is None else event.player
    if player != due and not _completes_exchange(game, player, event, rules):
        fault = WrongPlayerError(f"it was player {due}'s turn", "turn", player=due)
        note(game, fault, rules.passing.article)
    if event.rack is not None:
        _show_rack(game, player, event.rack, rules)
    match event:
        case Played():
            _play(game, player, event, rules)
        case Exchanged():
            _exchange(game, player, event, rules)
        case Passed():
            _pass(game, player, event, rules)
        case FreelyExchanged():
            _exchange_freely(game, player, event, rules)
        case _:
            assert_never(event)


def _completes_exchange(game: Game, player: int, event: Turn, rules: Rules) -> bool:
    """Whether a player who has just exchanged tiles exchanges the whole rack in the same turn."""
    if not (isinstance(event, FreelyExchanged) and rules.free_exchange.after_exchange):
        return False
    last = game.counted[-1] if game.counted else None
    return last is not None and isinstance(last.event, Exchanged) and last.player == player


def _show_rack(game: Game, player: int, rack: Tiles, rules: Rules) -> None:
    """Believe a rack that the sheet shows; what nobody could hold is noted."""
    game.racks = with_rack(game.racks, player, rack)
    try:
        check_shown(rack, game.board, rules.rack.size)
    except RuleError as fault:
        note(game, fault, placement_article(fault, rules))


def _play(game: Game, player: int, event: Played, rules: Rules) -> None:
    try:
        laid, fault = lay_as_it_lies(event.play, game.board, rules)
    except RuleError as unplayable:
        article = placement_article(unplayable, rules)
        note(game, unplayable, article, "nothing is counted from here on")
        game.stopped = True
        return
    misplaced = None if fault is None else _misplaced(game, fault, rules)
    try:
        check_held(laid.values(), event.rack, game.held[player])
    except NotOnRackError as lacking:
        note(game, lacking, rules.rack.article)
    score = score_play(game.board, laid, event.play.direction, rules)
    total = score.total
    announced = _announced(event.declared, total, rules)
    totals = added(game.totals, player, total if announced is None else announced)
    counted = Counted(
        game.number, event, player, total, totals, player, score, None, announced, laid, misplaced
    )
    _count_play(game, counted, score)
    _draw(game, player, laid, rules)


def _misplaced(game: Game, fault: PlacementError, rules: Rules) -> Fault | None:
    """What could have been held against a play that stays if nobody does; else it is noted."""
    article = placement_article(fault, rules)
    if rules.placement.stands_uncontested:
        return Fault(game.number, fault.code, str(fault), article, fault.reason, fault.values)
    note(game, fault, article)
    return None


def _announced(declared: int | None, total: int, rules: Rules) -> int | None:
    """What a play counts where the sheet has it wrong: as announced, if the edition lets it."""
    if declared is None or declared == total:
        return None
    return declared if rules.corrections.scores is Correctable.AT_THE_PLAY else None


def _count_play(game: Game, counted: Counted, score: Score) -> None:
    """Count the play that lies on the board; from now on it may be challenged."""
    player, totals = counted.player, counted.totals
    right = counted.announced is None and game.computed == game.totals
    game.computed = totals if right else added(game.computed, player, counted.score)
    game.totals = totals
    own: Renamed = {}
    if game.renamed:
        own = {at: new for at, new in game.renamed.items() if new.player == player}
        game.renamed = {at: new for at, new in game.renamed.items() if at not in own}
    before = Before(game.bag, game.held, game.racks, len(game.turns))
    game.open_play = OpenPlay(counted, score, counted.counts, own, before)
    game.counted.append(counted)
    game.turns.append(TurnKind.PLAY if counted.score else TurnKind.ZERO)
    game.turn = game.following(player)
    if game.judged is not None:
        game.judged.open = False


def _draw(game: Game, player: int, laid: Mapping[int, Laid], rules: Rules) -> None:
    """Fill the rack up after a play; the game is over if there is nothing to hold."""
    if game.racks[player]:
        rack = without(game.racks[player], laid.values())
        game.racks = with_rack(game.racks, player, rack)
    held = game.held[player]
    left = max(0, held - len(laid))
    drawn = min(max(0, rules.rack.size - left), game.bag)
    if left + drawn != held:
        game.held = added(game.held, player, left + drawn - held)
    game.bag -= drawn
    if not left + drawn:
        game.ending, game.enders = Ending.OUT, (player,)


def _pass(game: Game, player: int, event: Passed | Exchanged, rules: Rules) -> None:
    counted = Counted(game.number, event, player, 0, game.totals, player)
    end_turn(game, TurnKind.PASS, counted, rules)


def _exchange(game: Game, player: int, event: Exchanged, rules: Rules) -> None:
    """Exchange tiles; whoever puts nothing down has passed (FRS 5.2 e, 5.10.16 b)."""
    if event.count == 0:
        _pass(game, player, event, rules)
        return
    try:
        check_exchange(event.count, game.bag, rules)
    except ExchangeError as fault:
        note(game, fault, rules.exchange.article)
    try:
        check_unseen(event.tiles, game.board)
    except BagExceededError as fault:
        note(game, fault, rules.tiles.article)
    try:
        check_held(event.tiles, event.rack, game.held[player])
    except NotOnRackError as fault:
        note(game, fault, rules.rack.article)
    kept = without(game.racks[player], event.tiles) if event.tiles else ()
    game.racks = with_rack(game.racks, player, kept)
    counted = Counted(game.number, event, player, 0, game.totals, player)
    end_turn(game, TurnKind.EXCHANGE, counted, rules)


def _exchange_freely(game: Game, player: int, event: FreelyExchanged, rules: Rules) -> None:
    """Exchange the whole rack; the turn stays where it is."""
    if not _completes_exchange(game, player, event, rules):
        game.turn = player
    try:
        check_free_exchange(game.free_exchanges[player], game.bag, rules)
    except ExchangeError as fault:
        note(game, fault, rules.free_exchange.article)
    game.racks = with_rack(game.racks, player, ())
    game.free_exchanges = added(game.free_exchanges, player, 1)
    game.open_play = None
    game.counted.append(Counted(game.number, event, player, 0, game.totals, player))


def _use_time(game: Game, event: Timed, rules: Rules) -> None:
    """Put a clock further into overtime; the game is over where that loses it."""
    player = event.player if event.player is not None else game.turn or 0
    game.overtime = added(game.overtime, player, event.seconds)
    game.counted.append(Counted(game.number, event, player, 0, game.totals, player))
    lost = lost_on_time(game.overtime[player], rules.overtime) and not rules.overtime.needs_call
    if game.ending is None and lost:
        game.ending, game.enders = Ending.TIME, (player,)
