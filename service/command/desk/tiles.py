"""How the tiles of every word lie on the screen: closer together if need be, none ever left out."""

from collections.abc import Sequence

from arbiter_client.answers import Spelling
from prompt_toolkit.formatted_text import StyleAndTextTuples

from service.command.commands.spell import NO_TILE
from service.command.output import display_width

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
