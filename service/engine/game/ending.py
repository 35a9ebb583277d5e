"""The end of a recorded game: what the sheet says of it against what the turns came to.

A rack that can be worked out by counting tiles is worked out; a result is settled by settlement.py,
and only as far as the edition and the record allow.
"""

from typing import assert_never

from service.engine.errors import BagExceededError, RecordError
from service.engine.game.record import Ended
from service.engine.game.state import Counted, Game, Numbers, note
from service.engine.notation import write_rack
from service.engine.placement import check_unseen, same_tiles, unseen_tiles, without
from service.engine.rules import Rules, StoppedKind
from service.engine.settlement import (
    Ending,
    Finish,
    Pair,
    Result,
    is_so,
    lost_on_time,
    overran,
    settle,
    settle_several,
)
from service.engine.tiles import Tiles


def close(game: Game, event: Ended, rules: Rules) -> None:
    """End the game as recorded; what the turns contradict is noted."""
    counted = Counted(game.number, event, 0, 0, game.totals, 0)
    for told in event.contradictions:
        note(game, RecordError(told), rules.leftover.article)
    game.end = event
    game.overtime = event.overtime or game.overtime
    _end(game, event, rules)
    game.counted.append(counted)


def end_article(ending: Ending, rules: Rules) -> str:
    """The article by which a game ends so."""
    match ending:
        case Ending.OUT:
            return rules.going_out.article
        case Ending.SCORELESS:
            return rules.scoreless.article
        case Ending.TIME:
            return rules.time_loss.article
        case Ending.TOTAL_TIME:
            return rules.total_time.article
        case Ending.ROUND_TIME:
            return rules.round_time.article
        case Ending.ABANDON:
            return rules.abandonment.article
        case Ending.ABSENCE:
            return rules.absence.article
        case Ending.ARBITER_DRAW:
            return rules.arbiters_draw.article
        case _:
            assert_never(ending)


def settle_game(game: Game, totals: Numbers, rules: Rules) -> Result:
    """The result of a game that is over, with these totals at its last play.

    Refused where the edition or the record is silent.
    """
    if game.ending is None:
        raise RecordError("the game is not over", "not_over")
    racks = final_racks(game)
    if len(totals) > 2:
        _hold_to_number(game)
        return settle_several(game.ending, totals, racks, game.enders, rules)
    if game.ending is Ending.ABSENCE and game.turns:
        told = "nobody plays before both are there: an absence has no turns before it"
        raise RecordError(told, "absent_played")
    end = game.end or Ended()
    finish = Finish(
        scores=_pair(totals),
        racks=(racks[0] or (), racks[1] or ()),
        ending=game.ending,
        players=game.enders,
        overtime=_pair(game.overtime),
        remaining=_pair(end.remaining or (0, 0)),
        excused=end.excused,
        called=_called(game),
        decided=game.decided,
    )
    ending = Ending.TIME if overran(finish, rules) else game.ending
    if None in racks and _racks_count(ending, rules):
        raise RecordError("the tiles left on the racks are not recorded", "racks_unknown")
    if _racks_count(ending, rules):
        _hold_to_number(game)
    return settle(finish, rules)


def _hold_to_number(game: Game) -> None:
    """Refuse to settle with racks that cannot be right."""
    wrong = _wrong_numbers(game)
    if wrong:
        raise wrong[0]


def _wrong_numbers(game: Game) -> list[RecordError]:
    """Racks at the end with more or fewer tiles than their players must hold."""
    faults = []
    for player, rack in enumerate(game.end.racks if game.end is not None else ()):
        held = game.held[player]
        if rack is not None and len(rack) != held:
            told = f"player {player} must hold {held} tiles at the end, not {len(rack)}"
            faults.append(RecordError(told, "held", player=player, held=held, count=len(rack)))
    return faults


def _called(game: Game) -> tuple[bool, ...]:
    """Whose time was called, in an event of its own or at the end."""
    called = game.end.called if game.end is not None else False
    return tuple(p in game.called or is_so(called, p) for p in range(len(game.totals)))


def final_racks(game: Game) -> tuple[Tiles | None, ...]:
    """What each player holds at the end: counted, shown or known from before; `None` is unknown."""
    racks = [_known_rack(game, player) for player in range(len(game.held))]
    if game.bag == 0 and racks.count(None) == 1:
        rest = unseen_tiles(game.board)
        for rack in racks:
            rest = without(rest, rack or ())
        racks[racks.index(None)] = rest
    return tuple(racks)


def _end(game: Game, event: Ended, rules: Rules) -> None:
    if game.ending is not None and _contradicts(game, event):
        who = "".join(f", player {player}" for player in game.enders)
        told = f"by its turns the game ended by '{game.ending}'{who}"
        fault = RecordError(told, "ended", ending=game.ending)
        note(game, fault, end_article(game.ending, rules))
        return
    if game.ending is None or event.ending is Ending.TIME:
        _end_as_recorded(game, event, rules)
    _check_racks(game, event, rules)


def _contradicts(game: Game, event: Ended) -> bool:
    """Whether the sheet tells another end than the turns; a clock may always have run out."""
    if event.ending in (None, game.ending):
        return bool(event.players) and event.players != game.enders
    return event.ending is not Ending.TIME


def _end_as_recorded(game: Game, event: Ended, rules: Rules) -> None:
    out_of_time = _overran(game, rules)
    if event.ending is None:
        if out_of_time:
            game.ending, game.enders = Ending.TIME, out_of_time
        return
    enders = event.players
    if event.ending is Ending.OUT and not enders:
        enders = tuple(player for player, rack in enumerate(event.racks) if rack == ())
    if event.ending is Ending.TIME and not enders:
        enders = out_of_time
    game.ending, game.enders = event.ending, enders
    if event.ending is Ending.ABSENCE and game.turns:
        fault = RecordError("nobody plays before both are there", "absent_played")
        note(game, fault, end_article(event.ending, rules))
    elif event.ending in (Ending.OUT, Ending.SCORELESS):
        told = f"'{event.ending}' does not follow from the turns before it"
        fault = RecordError(told, "not_so", ending=event.ending)
        note(game, fault, end_article(event.ending, rules))


def _check_racks(game: Game, event: Ended, rules: Rules) -> None:
    """Note racks that are not what counting the tiles leaves for them."""
    try:
        check_unseen([tile for shown in event.racks for tile in shown or ()], game.board)
    except BagExceededError as exceeded:
        note(game, exceeded, rules.tiles.article)
    for fault in _wrong_numbers(game) if game.ending is not None else ():
        note(game, fault, rules.rack.article)
    for player, shown in enumerate(event.racks):
        counted = _counted_rack(game, player)
        if shown is None or counted is None or len(shown) != len(counted):
            continue
        if not same_tiles(shown, counted):
            right, wrong = write_rack(counted), write_rack(shown)
            told = f"player {player} held {right}, not {wrong}"
            fault = RecordError(told, "rack", player=player, right=right, shown=wrong)
            note(game, fault, rules.leftover.article)


def _known_rack(game: Game, player: int) -> Tiles | None:
    counted = _counted_rack(game, player)
    if counted is not None:
        return counted
    shown = game.end.racks[player] if game.end and game.end.racks else None
    if shown is not None:
        return shown
    if game.ending is Ending.OUT and player in game.enders:
        return ()
    rack = game.racks[player]
    return rack if len(rack) == game.held[player] else None


def _counted_rack(game: Game, player: int) -> Tiles | None:
    """The rack that must be so when nobody else holds a tile and the bag is empty."""
    if game.bag:
        return None
    if game.held[player] == 0:
        return ()
    return unseen_tiles(game.board) if game.held[player] == sum(game.held) else None


def _racks_count(ending: Ending, rules: Rules) -> bool:
    """Whether the tiles left on the racks change the result."""
    match ending:
        case Ending.OUT | Ending.SCORELESS:
            return True
        case Ending.TIME:
            return rules.time_loss.racks
        case Ending.TOTAL_TIME:
            return rules.total_time.kind is StoppedKind.DEDUCT
        case Ending.ROUND_TIME:
            return rules.round_time.kind is StoppedKind.DEDUCT
        case Ending.ABANDON:
            return rules.abandonment.racks
        case Ending.ABSENCE:
            return rules.absence.racks
        case Ending.ARBITER_DRAW:
            return False
        case _:
            assert_never(ending)


def _overran(game: Game, rules: Rules) -> Numbers:
    """The players whom their clock lost the game, as far as it had to be called."""
    called, overtime = _called(game), rules.overtime
    lost = [p for p, used in enumerate(game.overtime) if lost_on_time(used, overtime)]
    return tuple(player for player in lost if called[player] or not overtime.needs_call)


def _pair(numbers: Numbers) -> Pair:
    first, second = numbers
    return first, second
