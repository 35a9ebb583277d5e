"""Finished games: what is asked when one is settled, how a result and a recount are written."""

from marshmallow import ValidationError

from service.engine.board import check_bag
from service.engine.errors import TooManyTilesError
from service.engine.game.record import (
    Adjusted,
    CalledTime,
    Challenged,
    Corrected,
    Ended,
    Event,
    Misdrawn,
    Noted,
    Played,
    Redeclared,
    Rejudged,
    Timed,
    name_of,
)
from service.engine.game.recount import Difference, Recount, additions, disagreements, position
from service.engine.game.state import Counted, Fault
from service.engine.notation import read_rack
from service.engine.rules import Rules
from service.engine.settlement import Adjustment, Each, Ending, Finish, Result
from service.engine.tiles import LONGEST_TEXT, Laid
from service.schemas.fields import (
    Checked,
    Fields,
    ObjectSchema,
    flag,
    listed,
    load,
    one_of,
    pair,
    text,
    whole,
    write_reason,
)
from service.schemas.plays import MOST_POINTS, write_consequences, write_words

_MOST_SECONDS = 86_400
_read_player = whole(0, 1)
_read_both = listed(_read_player, 1, 2)


def read_players(value: object) -> tuple[int, ...]:
    """Reads who ended a game: one player, or a list of players."""
    if isinstance(value, list):
        players = _read_both(value)
        if len(set(players)) < len(players):
            raise ValidationError("The same player twice.")
        return tuple(sorted(players))
    return (_read_player(value),)


_read_flags = pair(flag)


def read_each(value: object) -> Each:
    """Reads whether something is so: of both players, or of each of them."""
    return _read_flags(value) if isinstance(value, list) else flag(value)


class _SettleSchema(ObjectSchema):
    scores = Checked(pair(whole(-MOST_POINTS, MOST_POINTS)), required=True)
    racks = Checked(pair(text(LONGEST_TEXT)), required=True)
    ended_by = Checked(one_of({ending.value: ending for ending in Ending}), required=True)
    player = Checked(read_players)
    overtime_seconds = Checked(pair(whole(0, _MOST_SECONDS)))
    remaining_seconds = Checked(pair(whole(0, _MOST_SECONDS)))
    excused = Checked(read_each)
    called = Checked(read_each)


_SETTLE = _SettleSchema()


def read_finish(body: object, rules: Rules) -> Finish:
    """The game as it ended; who went out may be left to the one empty rack."""
    given = load(_SETTLE, body)
    racks = _rack(given["racks"][0], rules), _rack(given["racks"][1], rules)
    check_bag((*racks[0], *racks[1]), rules.alphabet)
    players = given.get("player", ())
    empty = tuple(player for player in (0, 1) if not racks[player])
    if "player" not in given and given["ended_by"] is Ending.OUT and len(empty) == 1:
        players = empty
    return Finish(
        scores=given["scores"],
        racks=racks,
        ending=given["ended_by"],
        players=players,
        overtime=given.get("overtime_seconds", (0, 0)),
        remaining=given.get("remaining_seconds", (0, 0)),
        excused=given.get("excused", False),
        called=given.get("called", False),
    )


def write_result(result: Result) -> Fields:
    """A result; points and spread only where the edition defines them."""
    fields: Fields = {
        "final": list(result.final),
        "winner": result.winner,
        "result": result.outcome.value,
        "adjustments": [_adjustment(change) for change in result.adjustments],
    }
    if result.halves:
        fields["points"] = [half // 2 if half % 2 == 0 else half / 2 for half in result.halves]
    if result.spread:
        fields["spread"] = list(result.spread)
    if result.rated is not None:
        fields["rated"] = result.rated
    return fields


def _adjustment(change: Adjustment) -> Fields:
    """A change of a score, or of the spread alone."""
    fields: Fields = {"player": change.player, "points": change.points, "article": change.article}
    return {**fields, "spread": change.spread} if change.spread else fields


def _rack(written: str, rules: Rules) -> tuple[Laid, ...]:
    rack = read_rack(written, rules.alphabet)
    check_bag(rack, rules.alphabet)
    if len(rack) > rules.rack.size:
        count, most = len(rack), rules.rack.size
        told = f"{written!r} is {count} tiles, a rack holds {most}"
        raise TooManyTilesError(told, "rack", count=count, most=most)
    return rack


def write_recount(recounted: Recount, rules: Rules) -> Fields:
    """The recount as JSON values; a result only where there is one."""
    game = recounted.game
    over = game.ending is not None and not game.stopped
    answer: Fields = {
        "players": [player.name for player in recounted.record.players],
        "events": [_event(counted) for counted in game.counted],
        "disagreements": _disagreements(recounted),
        "additions": [_difference(wrong, wrong.player) for wrong in additions(recounted)],
        "faults": [{"n": fault.number, **_fault(fault)} for fault in game.faults],
        "position": position(game, rules),
        "bag": game.bag,
        "held": list(game.held),
        "totals": list(game.totals),
        "arithmetic": _arithmetic(recounted),
        "over": over,
    }
    if over:
        answer["reason"] = game.ending
    if recounted.unsettled is not None:
        answer["unsettled"] = str(recounted.unsettled)
        answer["unsettled_by"] = {"code": recounted.unsettled.code} | write_reason(
            recounted.unsettled
        )
    if recounted.result is not None:
        answer |= write_result(recounted.result)
    return answer


def _event(counted: Counted) -> Fields:
    """What an event says of itself, what it came to, and what the sheet has for it."""
    event, declared, announced = counted.event, counted.event.declared, counted.announced
    written = _play(counted, event) if isinstance(event, Played) else _other(counted, event)
    written["score"] = counted.score
    if counted.misplaced is not None:
        written["misplaced"] = _fault(counted.misplaced)
    if announced is not None:
        written["counts"] = announced
    if declared is not None:
        written["declared"] = declared
        if not isinstance(event, Corrected):
            due = counted.score if announced is None else counted.due
            written["difference"] = declared - due
    written["totals"] = list(counted.totals)
    return written


def _play(counted: Counted, event: Played) -> Fields:
    """The play as it was written, so that a board can be drawn at every step, and its words."""
    play, made = event.play, counted.made
    written: Fields = {
        "n": counted.number,
        "player": counted.player,
        "type": "play",
        "words": [] if made is None else write_words(made),
        "play": {"start": str(play.start), "direction": play.direction, "tiles": play.text},
    }
    if made is not None:
        written["bonus"] = made.bonus
        written["tiles"] = made.tiles
    return written


def _other(counted: Counted, event: Event) -> Fields:
    written: Fields = {
        "n": counted.number,
        "player": None if isinstance(event, Ended) else counted.player,
        "type": name_of(event),
        "words": [],
    }
    if counted.verdict is not None:
        written |= write_consequences(counted.verdict)
    if isinstance(event, Challenged):
        written["contested"] = list(event.words)
    if isinstance(event, Timed):
        written["seconds"] = event.seconds
    if isinstance(event, Noted):
        written |= _incident(event)
    return written


def _fault(fault: Fault) -> Fields:
    written = {"code": fault.code, "detail": fault.detail, "article": fault.article}
    return written | write_reason(fault)


def _incident(event: Noted) -> Fields:
    """What an incident was about, in the words of the request."""
    fields = {"article": event.article, "reason": event.reason}
    written: Fields = {name: text for name, text in fields.items() if text}
    match event:
        case Adjusted():
            return {**written, "points": event.points, "spread": event.spread}
        case Corrected():
            return {**written, "of": event.of}
        case Redeclared():
            return {**written, "square": str(event.square), "face": event.face}
        case Misdrawn():
            return {**written, "tiles": event.tiles, "corrected": event.corrected}
        case CalledTime():
            return {**written, "supplementary": event.supplementary}
        case Rejudged():
            return {**written, "valid": event.stands, "on_rack": event.racked}
        case _:
            return written


def _arithmetic(recounted: Recount) -> dict[str, list[int]]:
    """The sums of the true scores, and what the sums that decide have more."""
    game, result = recounted.game, recounted.arithmetic
    pairs = zip(game.totals, game.computed, strict=True)
    sums = {
        "totals": list(game.computed),
        "difference": [decides - true for decides, true in pairs],
    }
    return {**sums, "final": list(result.final)} if result is not None else sums


def _disagreements(recounted: Recount) -> list[dict[str, int]]:
    """One entry an event; at the end, which concerns both players, one for each of them."""
    counted = recounted.game.counted
    end = counted[-1].number if counted and isinstance(counted[-1].event, Ended) else None
    return [
        _difference(wrong, wrong.player if wrong.number == end else None)
        for wrong in disagreements(recounted)
    ]


def _difference(wrong: Difference, player: int | None) -> dict[str, int]:
    written = {"n": wrong.number, "declared": wrong.declared, "computed": wrong.computed}
    return written if player is None else {**written, "player": player}
