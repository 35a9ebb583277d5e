"""Letters that can be read from two metres: five dots by seven, as large as the screen allows."""

import unicodedata
from collections.abc import Mapping

_ALPHABET = """
A     B     C     D     E     F     G     H     I
.###. ####. .###. ####. ##### ##### .###. #...# .###.
#...# #...# #...# #...# #.... #.... #...# #...# ..#..
#...# #...# #.... #...# #.... #.... #.... #...# ..#..
##### ####. #.... #...# ####. ####. #.### ##### ..#..
#...# #...# #.... #...# #.... #.... #...# #...# ..#..
#...# #...# #...# #...# #.... #.... #...# #...# ..#..
#...# ####. .###. ####. ##### #.... .###. #...# .###.
J     K     L     M     N     O     P     Q     R
..### #...# #.... #...# #...# .###. ####. .###. ####.
...#. #..#. #.... ##.## ##..# #...# #...# #...# #...#
...#. #.#.. #.... #.#.# ##..# #...# #...# #...# #...#
...#. ##... #.... #.#.# #.#.# #...# ####. #...# ####.
...#. #.#.. #.... #...# #..## #...# #.... #.#.# #.#..
#..#. #..#. #.... #...# #..## #...# #.... #..#. #..#.
.##.. #...# ##### #...# #...# .###. #.... .##.# #...#
S     T     U     V     W     X     Y     Z
.#### ##### #...# #...# #...# #...# #...# #####
#.... ..#.. #...# #...# #...# #...# #...# ....#
#.... ..#.. #...# #...# #...# .#.#. .#.#. ...#.
.###. ..#.. #...# #...# #.#.# ..#.. ..#.. ..#..
....# ..#.. #...# #...# #.#.# .#.#. ..#.. .#...
....# ..#.. #...# .#.#. ##.## #...# ..#.. #....
####. ..#.. .###. ..#.. #...# #...# ..#.. #####
"""
_MARKS = {"\u0300": ".#...", "\u0301": "...#.", "\u0302": ".###.", "\u0306": ".###."}
_NOTHING = "....."
_LINES = 8
"""Seven rows of dots under one for a mark, which is empty on most letters."""


def _read(drawing: str) -> dict[str, tuple[str, ...]]:
    lines = drawing.split("\n")[1:-1]
    blocks = [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]
    return {
        letter: tuple(row.split()[place] for row in rows)
        for names, *rows in blocks
        for place, letter in enumerate(names.split())
    }


_FONT: Mapping[str, tuple[str, ...]] = _read(_ALPHABET)


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
