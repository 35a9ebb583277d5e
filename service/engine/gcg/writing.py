"""A recount as a GCG file: canonical UTF-8, with the scores as they should have been.

Through letters are written as dots, blanks in small letters, tiles of several letters in brackets.
Where the sheet said something else, or an event was not allowed, a note under the line says so.
Reading the file gives the same game again.
"""

from collections.abc import Iterator
from typing import assert_never

from service.engine.board import Board, Square
from service.engine.events import (
    Challenged,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    Passed,
    Played,
    Record,
    Timed,
)
from service.engine.game import Counted, Game
from service.engine.gcg.end_writing import write_end
from service.engine.notation import Play, lay, read_tiles, write_coordinate
from service.engine.positions import write_rack, write_tile
from service.engine.recount import Recount, additions, disagreements
from service.engine.rules import Rules


def write_gcg(recounted: Recount, rules: Rules) -> str:
    """The recount as a GCG file."""
    notes = _notes(recounted)
    lines = [*_header(recounted.record), *notes.get(0, ())]
    for counted, written in _turns(recounted.game, rules):
        player = recounted.record.players[counted.whose]
        lines.append(
            f">{player.nick}: {written} {counted.score:+d} {counted.totals[counted.whose]}"
        )
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


def _turns(game: Game, rules: Rules) -> Iterator[tuple[Counted, str]]:
    """Every event that has a line of its own, with what that line says after the nick."""
    board = before = Board()
    rack = ""
    for counted in game.counted:
        event = counted.event
        match event:
            case Played():
                rack = _write_rack(event)
                before = board
                board = board.with_tiles(lay(event.play, board, rules, gaps=True))
                yield counted, f"{rack}{_write_play(event.play, before, rules)}"
            case Exchanged():
                yield counted, f"{_write_rack(event)}-{write_rack(event.tiles) or event.count}"
            case Passed():
                yield counted, f"{_write_rack(event)}-"
            case FreelyExchanged():
                yield counted, f"{_write_rack(event)}(cambio_secco)"
            case Challenged():
                withdrawn = counted.verdict is not None and not counted.verdict.stands
                board = before if withdrawn else board
                yield counted, f"{rack}--" if withdrawn else "(challenge)"
            case Timed() | Ended():
                continue
            case _:
                assert_never(event)


def _write_rack(event: Event) -> str:
    return f"{write_rack(event.rack)} " if event.rack else ""


def _write_play(play: Play, board: Board, rules: Rules) -> str:
    """The coordinate and the tiles, a dot for each square that is not covered now."""
    down, right = play.direction.step
    row, col = play.start
    text = ""
    for tile in read_tiles(play.tiles, rules.alphabet):
        covered = tile is None or Square(row, col) in board.tiles
        text += "." if tile is None or covered else write_tile(tile)
        row, col = row + down, col + right
    return f"{write_coordinate(play.start, play.direction)} {text}"


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
        new = [part for part in text.split("\n") if part and (line, part) not in known]
        known.update((line, part) for part in new)
        notes.setdefault(line, []).extend(new)
    return {line: ["#note " + "\n".join(parts)] for line, parts in notes.items() if parts}


def _findings(recounted: Recount) -> Iterator[tuple[int, str]]:
    players = recounted.record.players
    for wrong in disagreements(recounted):
        nick = players[wrong.player].nick
        text = f"{nick}: {wrong.declared:+d} on the sheet, {wrong.computed:+d} counted"
        yield wrong.number, text
    for wrong in additions(recounted):
        text = f"total {wrong.declared} on the sheet, its scores add up to {wrong.computed}"
        yield wrong.number, f"{players[wrong.player].nick}: {text}"
    for fault in recounted.game.faults:
        yield fault.number, f"{fault.code}: {fault.detail} ({fault.article})"
