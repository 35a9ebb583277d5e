"""Finished games: what is asked when one is settled, and how a result is written."""

from marshmallow import ValidationError

from service.engine.board import check_bag
from service.engine.errors import TooManyTilesError
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
)
from service.schemas.plays import MOST_POINTS

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
