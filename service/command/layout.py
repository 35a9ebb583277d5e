"""Text in columns: how wide a text is on a screen, and tables that line up.

Width is counted in columns, not characters: a combining mark takes none, so decomposed Ș is as wide
as composed Ș, and L·L is three columns in one cell.
"""

import textwrap
import unicodedata
from collections.abc import Sequence

_WIDE = {"W", "F"}
_NO_WIDTH = {"Mn", "Me", "Cf", "Cc"}


def display_width(text: str) -> int:
    """How many columns a text takes on a screen."""
    return sum(map(_columns, text))


def padded(text: str, width: int) -> str:
    """The text filled up to a width; a minus sign in front of the width fills on the left."""
    fill = " " * (abs(width) - display_width(text))
    return fill + text if width < 0 else text + fill


def centred(text: str, width: int) -> str:
    """The text in the middle of a width."""
    left = (width - display_width(text)) // 2
    return padded(" " * max(left, 0) + text, width)


def clipped(text: str, width: int) -> str:
    """The text cut to a width, with a sign that it goes on."""
    if display_width(text) <= width:
        return text
    kept, used = "", 0
    for character in text:
        used += _columns(character)
        if used > width - 1:
            break
        kept += character
    return kept + "…"


def table(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """Rows in columns as wide as their widest cell; `right` are the columns of numbers."""
    columns = zip(*rows, strict=True)
    widths = [max(map(display_width, column)) for column in columns]
    signed = [-width if n in right else width for n, width in enumerate(widths)]
    return ["  ".join(map(padded, row, signed)).rstrip() for row in rows]


def wrapped(text: str, width: int, indent: str) -> list[str]:
    """A paragraph in lines of at most a width."""
    return textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=indent)


def _columns(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in _WIDE else 1
