"""How a recounted game is written as JSON."""

from service.engine.game.record import (
    Challenged,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    Passed,
    Played,
    Timed,
)
from service.engine.game.recount import Difference, Recount, additions, disagreements, position
from service.engine.game.state import Counted
from service.engine.notation import Play
from service.engine.rules import Rules
from service.schemas.fields import Fields
from service.schemas.plays import write_consequences, write_words
from service.schemas.results import write_result

_TYPES: dict[type[Event], str] = {
    Played: "play",
    Exchanged: "exchange",
    Passed: "pass",
    FreelyExchanged: "cambio_secco",
    Challenged: "challenge",
    Timed: "time",
    Ended: "end",
}


def write_recount(recounted: Recount, rules: Rules) -> Fields:
    """The recount as JSON values; a result only where there is one."""
    game = recounted.game
    over = game.ending is not None and not game.stopped
    answer: Fields = {
        "players": [player.name for player in recounted.record.players],
        "events": [_event(counted) for counted in game.counted],
        "disagreements": _disagreements(recounted),
        "additions": [_difference(wrong, wrong.player) for wrong in additions(recounted)],
        "faults": [
            {"n": f.number, "code": f.code, "detail": f.detail, "article": f.article}
            for f in game.faults
        ],
        "position": position(game, rules),
        "totals": list(game.totals),
        "over": over,
    }
    if over:
        answer["reason"] = game.ending
    if recounted.unsettled:
        answer["unsettled"] = recounted.unsettled
    if recounted.result is not None:
        answer |= write_result(recounted.result)
    return answer


def _event(counted: Counted) -> Fields:
    event, made, verdict = counted.event, counted.made, counted.verdict
    written: Fields = {
        "n": counted.number,
        "player": None if isinstance(event, Ended) else counted.player,
        "type": _TYPES[type(event)],
        "words": [],
    }
    if isinstance(event, Played):
        written["play"] = _play(event.play)
    if made is not None:
        written["words"] = write_words(made)
        written["bonus"] = made.bonus
        written["tiles"] = made.tiles
    if verdict is not None and isinstance(event, Challenged):
        written |= {**write_consequences(verdict), "contested": list(event.words)}
    if isinstance(event, Timed):
        written["seconds"] = event.seconds
    written["score"] = counted.score
    if event.declared is not None:
        written["declared"] = event.declared
        written["difference"] = event.declared - counted.score
    written["totals"] = list(counted.totals)
    return written


def _play(play: Play) -> dict[str, str]:
    """The play as it was written, so that a board can be drawn at every step."""
    return {"start": str(play.start), "direction": play.direction.value, "tiles": play.tiles}


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
