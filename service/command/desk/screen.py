"""What the desk looks like in 80 columns by 24 rows, and in more.

The edition and the lexicon stand in the first two lines whatever happens below them. The tiles of
every word lie closer together if need be, none is ever left out. A verdict has the whole middle of
the screen, in letters that can be read from two metres: the same room and time for yes and for no.
"""

import textwrap
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arbiter_client.answers import Spelling
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    FormattedTextControl,
    HSplit,
    Layout,
    VSplit,
    Window,
    WindowAlign,
)
from prompt_toolkit.styles import Style

from service.command.desk.state import Desk, Stage
from service.command.output import clipped, display_width, padded
from service.command.words import NO_TILE
from service.texts import Texts

STYLE = Style.from_dict(
    {
        "head": "reverse",
        "label": "bold",
        "tile": "reverse",
        "message": "bold",
        "valid": "bold ansigreen",
        "invalid": "bold ansired",
    }
)
_QUEUE_COLUMNS = 18
_LABEL_COLUMNS = 10
_AROUND = 7
"""Rows that the middle of the screen does not have: head, table, message, keys and two rules."""

_AROUND_TILES = 10
"""Rows that tiles and message do not have: head, keys, two rules, the fields and one below them."""

_MESSAGE_ROWS = 3
_FOLLOWS_ROWS = 2
"""What follows from a verdict has this room for yes and for no."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the screen shows beside the desk itself."""

    edition: str
    lexicon: str
    verdict: str
    follows: str
    countdown: str
    texts: Texts
    columns: int
    rows: int


def desk_layout(
    desk: Callable[[], Desk], facts: Callable[[], Facts], table: Buffer, words: Buffer
) -> Layout:
    """The layout, with the table's number ready to be typed."""
    verdict = Condition(lambda: desk().stage is Stage.VERDICT)
    form = HSplit(
        [
            _field(lambda: facts().texts("setup.table"), table, 1),
            _field(lambda: facts().texts("terminal.words"), words, 3),
            _text(list, 1),
            _text(lambda: _echo(desk(), facts()), None),
        ]
    )
    queue = _text(lambda: _queue(desk(), facts().texts), None, width=_QUEUE_COLUMNS)
    typing = VSplit([form, Window(width=1, char="│"), Window(width=1), queue])
    verdict_window = _text(lambda: _verdict(desk(), facts()), None, align=WindowAlign.CENTER)
    screen = HSplit(
        [
            _text(lambda: _head(facts()), 2, style="class:head"),
            Window(height=1, char="─"),
            ConditionalContainer(verdict_window, verdict),
            ConditionalContainer(typing, ~verdict),
            Window(height=1, char="─"),
            _text(
                lambda: [("", "\n".join(_message(desk(), facts())))],
                lambda: len(_message(desk(), facts())),
                style="class:message",
            ),
            _text(lambda: _keys(facts()), 1),
        ]
    )
    return Layout(screen, focused_element=table)


def _text(
    content: Callable[[], StyleAndTextTuples],
    height: int | Callable[[], int] | None,
    *,
    width: int | None = None,
    style: str = "",
    align: WindowAlign = WindowAlign.LEFT,
) -> Window:
    control = FormattedTextControl(content)
    return Window(control, height=height, width=width, style=style, align=align)


def _field(name: Callable[[], str], buffer: Buffer, height: int) -> VSplit:
    label = _text(lambda: [("class:label", f" {name()}")], height, width=_LABEL_COLUMNS)
    return VSplit([label, Window(BufferControl(buffer), height=height, wrap_lines=True)])


def _keys(facts: Facts) -> StyleAndTextTuples:
    return [("", clipped(" " + facts.texts("terminal.keys"), facts.columns))]


def _head(facts: Facts) -> StyleAndTextTuples:
    lines = (clipped(f" {text}", facts.columns) for text in (facts.edition, facts.lexicon))
    return [("", "\n".join(padded(line, facts.columns) for line in lines))]


def tiles_on_show(desk: Desk, facts: Facts) -> list[StyleAndTextTuples] | None:
    """The rows of tiles under the words; nothing if the screen is too small for all of them."""
    message = _lines(_told(desk, facts) or facts.texts("terminal.check"), facts.columns)
    columns, rows = facts.columns - _QUEUE_COLUMNS - 2, facts.rows - _AROUND_TILES - len(message)
    return tile_rows(desk.echo, columns, rows)


def _echo(desk: Desk, facts: Facts) -> StyleAndTextTuples:
    rows = tiles_on_show(desk, facts) or ()
    return [part for row in rows for part in (*row, ("", "\n"))]


def _queue(desk: Desk, texts: Texts) -> StyleAndTextTuples:
    """The tables that wait: how many words each has, but none of the words."""
    rows = [
        texts("terminal.words_waiting", table=entry.table, count=len(entry.words))
        for entry in desk.queue
    ]
    waiting = "\n".join(rows) or texts("terminal.nobody")
    return [("class:label", texts("terminal.waiting") + "\n"), ("", waiting)]


def _verdict(desk: Desk, facts: Facts) -> StyleAndTextTuples:
    room = facts.rows - _AROUND - _FOLLOWS_ROWS
    lines = big_lines(facts.verdict, facts.columns, room)
    width = max(map(display_width, lines))
    above = "\n" * (1 + (room - len(lines)) // 2)
    style = "class:valid" if desk.valid else "class:invalid"
    number = desk.entry.table
    table = facts.texts("terminal.table", table=number) if number else ""
    follows = textwrap.wrap(
        facts.follows, max(facts.columns - 2, 4), max_lines=_FOLLOWS_ROWS, placeholder=" …"
    )
    told = "\n".join([table, *follows, *[""] * (_FOLLOWS_ROWS - len(follows))])
    return [("", told + above), (style, "\n".join(padded(line, width) for line in lines))]


def _message(desk: Desk, facts: Facts) -> list[str]:
    """The message in its lines; only one beside a verdict, whose letters need the room."""
    said = _said(desk, facts)
    if desk.stage is Stage.VERDICT:
        return [clipped(f" {said}", facts.columns)]
    return _lines(said, facts.columns)


def _lines(message: str, columns: int) -> list[str]:
    return textwrap.wrap(
        f" {message}",
        max(columns, 4),
        subsequent_indent=" ",
        max_lines=_MESSAGE_ROWS,
        placeholder=" …",
        break_on_hyphens=False,
    )


def _said(desk: Desk, facts: Facts) -> str:
    if desk.leaving:
        return facts.texts("terminal.leave")
    if desk.dropping:
        return facts.texts("terminal.drop", table=desk.entry.table)
    if desk.busy:
        return facts.texts("terminal.asking")
    if tiles_on_show(desk, facts) is None:
        return facts.texts("terminal.small")
    if desk.message:
        return _told(desk, facts)
    match desk.stage:
        case Stage.TYPING:
            return facts.texts("terminal.type")
        case Stage.CHECKED:
            return facts.texts("terminal.check")
        case Stage.VERDICT:
            return facts.countdown


def _told(desk: Desk, facts: Facts) -> str:
    """The message, in the language of the desk where it is the name of a text."""
    return facts.texts(desk.message) if desk.message in facts.texts else desk.message


_NUMBER = 4
"""Columns of a word's number, and of the space under it."""


def tile_rows(echo: Sequence[Spelling], columns: int, rows: int) -> list[StyleAndTextTuples] | None:
    """The words tile by tile, in rows that fit; nothing if the screen is too small for them."""
    for margin in (" ", ""):
        drawn = [
            row
            for number, spelling in enumerate(echo, 1)
            for row in _word_rows(number, _tiles(spelling, margin), columns - _NUMBER)
        ]
        widest = max((_width(row) for row in drawn), default=0)
        if len(drawn) <= rows and widest <= columns:
            return drawn
    return None


def _tiles(spelling: Spelling, margin: str) -> StyleAndTextTuples:
    if spelling["tiles"] is None:
        return [("", part) for part in f"{spelling['text']}  {NO_TILE}".split(" ")]
    return [("class:tile", f"{margin}{face}{margin}") for face in spelling["tiles"]]


def _word_rows(number: int, tiles: StyleAndTextTuples, room: int) -> list[StyleAndTextTuples]:
    """A word under its number, in as many rows as it takes."""
    rows: list[StyleAndTextTuples] = [[("", f" {number:<{_NUMBER - 1}}")]]
    left = room
    for style, text, *_ in tiles:
        width = display_width(text)
        if width > left and left < room:
            rows.append([("", " " * _NUMBER)])
            left = room
        rows[-1] += [(style, text), ("", " ")]
        left -= width + 1
    return rows


def _width(row: StyleAndTextTuples) -> int:
    """The columns of a row, without the space after its last tile."""
    return display_width("".join(text for _, text, *_ in row).rstrip())


_MARKS = {"\u0300": ".#...", "\u0301": "...#.", "\u0302": ".###.", "\u0306": ".###."}
_NOTHING = "....."
_LINES = 8
"""Seven rows of dots under one for a mark, which is empty on most letters."""


def _letters() -> Mapping[str, tuple[str, ...]]:
    """The letters as they are drawn in a file: a row of names, and seven of dots under them."""
    lines = Path(__file__).with_name("letters.txt").read_text(encoding="utf-8").splitlines()
    blocks = [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]
    return {
        letter: tuple(row.split()[place] for row in rows)
        for names, *rows in blocks
        for place, letter in enumerate(names.split())
    }


_FONT = _letters()
_DOT_SIZES = ((8, 4), (6, 3), (4, 2), (2, 1), (1, 1))
"""Columns and rows of one dot, largest first; a screen's columns are half as wide as its rows."""


def big_lines(text: str, columns: int, rows: int) -> list[str]:
    """The text in letters of blocks, a word a line if need be, as large as fits."""
    one_line, many = [text.upper()], text.upper().split()
    for across, down in _DOT_SIZES:
        for words in (one_line, many):
            width = max(len(_dots(word)[0]) for word in words) * across
            height = (len(words) * (_LINES + 1) - 1) * down
            if width <= columns and height <= rows:
                return _drawn(words, across, down)
    return many


def _drawn(words: list[str], across: int, down: int) -> list[str]:
    lines: list[str] = []
    for word in words:
        for row in _dots(word):
            text = "".join(("█" if dot == "#" else " ") * across for dot in row)
            lines += [text.rstrip()] * down
        lines += [""] * down
    return lines[:-down]


def _dots(word: str) -> list[str]:
    """The rows of dots of a word; what has no letter here is a space."""
    letters = [_letter(character) for character in unicodedata.normalize("NFC", word)]
    return [".".join(rows) for rows in zip(*letters, strict=True)]


def _letter(character: str) -> tuple[str, ...]:
    base, *marks = list(unicodedata.normalize("NFD", character))
    above = next((_MARKS[mark] for mark in marks if mark in _MARKS), _NOTHING)
    return (above, *_FONT.get(base, (_NOTHING,) * (_LINES - 1)))
