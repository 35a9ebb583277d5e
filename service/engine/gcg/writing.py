"""A recount as a GCG file: canonical UTF-8, with the scores as they count by the regulation.

Through letters are written as dots, blanks in small letters, tiles of several letters in brackets.
Where the sheet said something else, or an event was not allowed, a note under the line says so.
Reading the file gives the same game again. A game that was played to its end gets lines with
points, as every GCG reader expects them; a result that a convention writes down has no such line,
and pragmas tell its reason.
"""

import re
from collections.abc import Collection, Iterator

from service.engine.game.ending import final_racks
from service.engine.game.record import (
    ARBITERS_DRAW,
    Challenged,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    Incident,
    Passed,
    Played,
    Record,
    Timed,
)
from service.engine.game.recount import Recount, additions, disagreements
from service.engine.game.state import Counted
from service.engine.gcg.notes import tells_incident, write_fields, write_incident
from service.engine.notation import Play, write_coordinate, write_rack
from service.engine.rules import Rules
from service.engine.settlement import (
    Adjustment,
    Adjustments,
    Each,
    Ending,
    is_so,
    lost_on_time,
    overtime_penalty,
)
from service.engine.tiles import COVERED, Laid


def write_gcg(recounted: Recount, rules: Rules) -> str:
    """The recount as a GCG file."""
    notes = _notes(recounted)
    lines = [*_header(recounted.record), *notes.get(0, ())]
    for counted, written in _turns(recounted, rules):
        lines.append(written)
        lines += _pragmas(counted.event)
        lines += notes.get(counted.number, ())
    lines += write_end(recounted, rules)
    return "\n".join(lines) + "\n"


def _header(record: Record) -> Iterator[str]:
    yield "#character-encoding UTF-8"
    for number, player in enumerate(record.players, 1):
        yield f"#player{number} {player.nick} {player.name}"
    for name, value in record.headers:
        yield f"#{name} {value}".rstrip()


def _turns(recounted: Recount, rules: Rules) -> Iterator[tuple[Counted, str]]:
    """Every event that has a line of its own, and that line."""
    players, rack = recounted.record.players, ""
    events = [c for c in recounted.game.counted if not isinstance(c.event, Timed | Ended)]
    numbers = {counted.number: number for number, counted in enumerate(events, 1)}
    for counted in events:
        event = counted.event
        if isinstance(event, Incident):
            yield counted, write_incident(event, players, numbers)
            continue
        rack = _write_rack(event) if isinstance(event, Played) else rack
        nick, total = players[counted.whose].nick, counted.totals[counted.whose]
        yield counted, f">{nick}: {_write_turn(counted, rack, rules)} {counted.counts:+d} {total}"


def _write_turn(counted: Counted, rack: str, rules: Rules) -> str:
    """What a line says between the nick and the points; `rack` is that of the latest play."""
    event = counted.event
    match event:
        case Played():
            return f"{rack}{_write_play(event.play, counted.laid, rules)}"
        case Exchanged():
            return f"{_write_rack(event)}-{write_rack(event.tiles) or event.count}"
        case Passed():
            return f"{_write_rack(event)}-"
        case FreelyExchanged():
            return f"{_write_rack(event)}(cambio_secco)"
        case Challenged():
            withdrawn = counted.verdict is not None and not counted.verdict.stands
            return f"{rack}--" if withdrawn else "(challenge)"
        case _:
            raise TypeError(f"{event} has no line")


def _write_rack(event: Event) -> str:
    return f"{write_rack(event.rack)} " if event.rack else ""


def _write_play(play: Play, laid: Collection[int], rules: Rules) -> str:
    """The coordinate and the tiles, a dot for each square that is not covered now."""
    line = rules.plan.lines[play.direction][play.start]
    tiles = [
        tile.sign if isinstance(tile, Laid) and at in laid else COVERED
        for at, tile in zip(line, play.tiles, strict=False)
    ]
    return f"{write_coordinate(play.start, play.direction)} {''.join(tiles)}"


def _pragmas(event: Event) -> Iterator[str]:
    match event:
        case Played(uncontested=True):
            yield "#uncontested"
        case Challenged():
            if event.words:
                yield "#contested " + " ".join("".join(word.split()) for word in event.words)
            if event.variant is not None:
                yield f"#variant {event.variant}"
            if event.retracted:
                yield "#retracted"


def _notes(recounted: Recount) -> dict[int, list[str]]:
    """The notes under each line: those of the record, then what the recount found."""
    turns = [c.number for c in recounted.game.counted if not isinstance(c.event, Timed | Ended)]
    notes: dict[int, list[str]] = {}
    known: set[tuple[int, str]] = set()
    for number, text in (*recounted.record.notes.items(), *_findings(recounted)):
        line = max((turn for turn in turns if turn <= number), default=0)
        parts = [part for part in re.split(r"[\r\n]+", text) if part.strip()]
        new = [part for part in parts if (line, part) not in known]
        known.update((line, part) for part in new)
        notes.setdefault(line, []).extend(new)
    return {line: [_note(part) for part in parts] for line, parts in notes.items()}


def _note(part: str) -> str:
    """A line of a note under a mark of its own, so that it can never become an event."""
    return f"#note ({part})" if tells_incident(part) else f"#note {part}"


def _findings(recounted: Recount) -> Iterator[tuple[int, str]]:
    players = recounted.record.players
    for wrong in disagreements(recounted):
        nick = players[wrong.player].nick
        text = f"{nick}: {wrong.declared:+d} on the sheet, {wrong.computed:+d} counted"
        yield wrong.number, text
    for wrong in additions(recounted):
        text = f"total {wrong.declared} on the sheet, its scores add up to {wrong.computed}"
        yield wrong.number, f"{players[wrong.player].nick}: {text}"
    for counted in recounted.game.counted:
        if counted.misplaced is not None:
            yield counted.number, f"misplaced and not contested: {counted.misplaced.detail}"
    for fault in recounted.game.faults:
        yield fault.number, f"{fault.code}: {fault.detail} ({fault.article})"


def write_end(recounted: Recount, rules: Rules) -> Iterator[str]:
    """The end of the game, if it has come to one."""
    game, end = recounted.game, recounted.game.end
    nicks = [player.nick for player in recounted.record.players]
    racks, clocks = _points(recounted, rules)
    yield from _lines(recounted, racks, clocks)
    recorded = end is not None and end.ending is not None
    if game.ending is not None and (recorded or game.ending is Ending.TIME):
        yield " ".join(("#end", game.ending, *(nicks[player] for player in game.enders)))
    shown = {_holder(change) for change in racks}
    for player, rack in enumerate(end.racks if end is not None else ()):
        if rack is not None and player not in shown:
            yield f"#rack{player + 1} {write_rack(rack)}".rstrip()
    if any(game.overtime):
        yield "#overtime " + " ".join(map(str, game.overtime))
    if end is not None and any(end.remaining):
        yield "#remaining " + " ".join(map(str, end.remaining))
    if end is not None:
        yield from _flag("excused", end.excused, nicks)
        yield from _flag("called", end.called, nicks)
        if end.ending is Ending.ARBITER_DRAW and (end.article or end.reason):
            yield write_fields(ARBITERS_DRAW, {"article": end.article, "reason": end.reason})


def _flag(name: str, each: Each, nicks: list[str]) -> Iterator[str]:
    """Of whom something is so; without a nick, of all."""
    named = [nick for player, nick in enumerate(nicks) if is_so(each, player)]
    if named:
        yield " ".join((f"#{name}", *([] if each is True else named)))


def _points(recounted: Recount, rules: Rules) -> tuple[Adjustments, Adjustments]:
    """The adjustments that get a line each: those for racks, and those for clocks."""
    game, result = recounted.game, recounted.result
    overran = any(lost_on_time(used, rules.overtime) for used in game.overtime)
    if result is None or overran or game.ending not in (Ending.OUT, Ending.SCORELESS):
        return (), ()
    paid = sum(1 for used in game.overtime if overtime_penalty(used, rules.overtime))
    scored = tuple(change for change in result.adjustments if change.points)
    return scored[paid:], scored[:paid]


def _lines(recounted: Recount, racks: Adjustments, clocks: Adjustments) -> Iterator[str]:
    """Racks first, then clocks, as sheets have them."""
    totals = list(recounted.game.totals)
    remarks = [_remark(recounted, change) for change in racks] + ["(time)"] * len(clocks)
    for change, remark in zip((*racks, *clocks), remarks, strict=True):
        totals[change.player] += change.points
        nick = recounted.record.players[change.player].nick
        yield f">{nick}: {remark} {change.points:+d} {totals[change.player]}"


def _remark(recounted: Recount, change: Adjustment) -> str:
    holder = _holder(change)
    rack = write_rack(final_racks(recounted.game)[holder] or ())
    return f"{rack} ({rack})" if holder == change.player else f"({rack})"


def _holder(change: Adjustment) -> int:
    """Whose tiles a change is about: a player loses by the own and gains by the other's."""
    return change.player if change.points < 0 else 1 - change.player
