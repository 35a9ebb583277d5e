"""How plays and positions are written: tile notation, GCG coordinates, CGP boards.

In tile notation a capital is a tile and a small letter a blank that stands for it; a tile with
several letters is written whole (`ny`, `l·l`) or in brackets (`[NY]`); `.` is a square that is
already covered. Nothing is guessed: what cannot be read is a `NotationError` quoting it.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from service.engine.board import Board, Direction, Square, check_bag
from service.engine.errors import NotationError, NotAWordError, NoTileError
from service.engine.rules import Rules
from service.engine.tiles import (
    BLANK,
    COVERED,
    LONGEST_TEXT,
    Alphabet,
    Face,
    Laid,
    Put,
    Through,
    Tiles,
    check_length,
)

_ROW_FIRST = re.compile(r"(\d{1,2})([A-Za-z])")
_COLUMN_FIRST = re.compile(r"([A-Za-z])(\d{1,2})")
_PIECES = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|\.|[^\[\]().]+")
_HELD = re.compile(r"\[[^\[\]]*\]|\?|[^\[\]?]+")
_TEXT = attrgetter("text")


class Written(NamedTuple):
    """A play as written: where it starts, how it runs, and its main word in tile notation."""

    start: Square
    direction: Direction
    text: str


class Play(NamedTuple):
    """A play: where it starts, how it runs, and what it says of each square of its main word."""

    start: Square
    direction: Direction
    tiles: tuple[Put, ...]

    @property
    def text(self) -> str:
        """The main word in tile notation, a dot for each square that was covered before."""
        return "".join([tile.text if isinstance(tile, Laid) else COVERED for tile in self.tiles])


@lru_cache(1024)
def read_square(text: str) -> Square:
    """The square that "F8" names, whatever the direction of the play."""
    match = _COLUMN_FIRST.fullmatch(text)
    if not match:
        told = f"{text!r} is not a square: write a column letter, then a row number"
        raise NotationError(told, "square", text=text)
    return Square(int(match[2]) - 1, ord(match[1].upper()) - ord("A"))


def read_coordinate(text: str) -> tuple[Square, Direction]:
    """A GCG coordinate: "8F" starts an across play, "F8" one that goes down."""
    match = _ROW_FIRST.fullmatch(text)
    if match:
        return read_square(match[2] + match[1]), Direction.ACROSS
    return read_square(text), Direction.DOWN


def read_play(written: Written, alphabet: Alphabet) -> Play:
    """The play that was written, with these tiles."""
    return Play(written.start, written.direction, read_tiles(written.text, alphabet))


def read_gcg_play(text: str, alphabet: Alphabet) -> Play:
    """A play as GCG writes it: "8F MICIO"."""
    return read_play(split_play(text), alphabet)


def split_play(text: str) -> Written:
    """The parts of a play as GCG writes it."""
    parts = text.split()
    if len(parts) != 2:
        told = f"{text!r} is not a play: write a coordinate and a word, as in 8F MICIO"
        raise NotationError(told, "play", text=text)
    start, direction = read_coordinate(parts[0])
    return Written(start, direction, parts[1])


def write_coordinate(start: Square, direction: Direction) -> str:
    """The GCG coordinate of a play."""
    name = str(start)
    return name if direction is Direction.DOWN else name[1:] + name[0]


def read_tiles(text: str, alphabet: Alphabet) -> tuple[Put, ...]:
    """The tiles that the notation names, in order; `None` is a square already covered."""
    if not 0 < len(text) <= LONGEST_TEXT:
        raise _unreadable(text)
    try:
        return tuple(map(alphabet.single.__getitem__, text))
    except KeyError:  # Few plays are written with more than single signs.
        return tuple(_read_pieces(text, alphabet))


def write_tiles(tiles: Iterable[Laid]) -> str:
    """Tiles in tile notation, blanks in small letters."""
    return "".join(map(_TEXT, tiles))


def read_face(text: str, alphabet: Alphabet) -> Face:
    """The one face that a blank may show."""
    faces = alphabet.tokenise(text)
    if len(faces) != 1:
        told = f"{text!r} is {len(faces)} tiles, a blank shows one"
        raise NotationError(told, "tiles", text=text)
    return faces[0]


def read_rack(text: str, alphabet: Alphabet) -> Tiles:
    """The tiles of a rack: capitals, `?` for a blank. A blank has no face yet.

    No square is covered in a rack, so a point can only be part of a tile's name: L.L is L·L.
    Whether there are so many of a kind is asked by whoever counts with the rack.
    """
    if len(text) > LONGEST_TEXT:
        raise _unreadable(text)
    try:
        return tuple(map(alphabet.held.__getitem__, text))
    except KeyError:
        return _read_held(text, alphabet)


def _unreadable(text: str) -> NotationError:
    """The refusal of tiles that are none, or more than anybody writes."""
    try:
        check_length(text)
    except NotAWordError as fault:
        return NotationError(str(fault), "tiles", text=text[:60])
    return NotationError(f"{text!r} cannot be read as tiles", "tiles", text=text)


def _read_held(text: str, alphabet: Alphabet) -> Tiles:
    tiles: list[Laid] = []
    pieces = _HELD.findall(text)
    for piece in pieces:
        if piece == BLANK:
            tiles.append(alphabet.held[BLANK])
        elif piece[0] == "[":
            tiles.append(_read_one(piece[1:-1], alphabet))
        else:
            tiles += _read_plain(piece, alphabet)
    if "".join(pieces) != text or any(tile.blank and tile.face != BLANK for tile in tiles):
        told = f"{text!r} is not a rack: write capitals, and ? for a blank"
        raise NotationError(told, "rack", text=text)
    return tuple(tiles)


def _read_pieces(text: str, alphabet: Alphabet) -> list[Put]:
    pieces = _PIECES.findall(text)
    if "".join(pieces) != text:
        raise _unreadable(text)
    tiles: list[Put] = []
    for piece in pieces:
        if piece == COVERED:
            tiles.append(None)
        elif piece[0] == "(":
            tiles += [Through(face) for face, _ in _written(piece[1:-1], alphabet)]
        elif piece[0] == "[":
            tiles.append(_read_one(piece[1:-1], alphabet))
        else:
            tiles += _read_plain(piece, alphabet)
    return tiles


def _written(text: str, alphabet: Alphabet) -> list[tuple[Face, bool]]:
    try:
        return alphabet.written(text)
    except NotAWordError as fault:
        raise NotationError(str(fault), "tiles", text=text[:60]) from None


def _read_plain(text: str, alphabet: Alphabet) -> list[Laid]:
    pieces = _written(text, alphabet)
    for face, blank in pieces:
        if not blank and face not in alphabet.counts:
            told = f"there is no {face} tile; a blank may show it as {face.lower()!r}"
            raise NoTileError(told, "blank_only", letter=face, blank=face.lower())
    return [Laid(face, blank) for face, blank in pieces]


def _read_one(text: str, alphabet: Alphabet) -> Laid:
    tiles = _read_plain(text, alphabet)
    if len(tiles) != 1:
        told = f"[{text}] is {len(tiles)} tiles, brackets hold one"
        raise NotationError(told, "tiles", text=f"[{text}]")
    return tiles[0]


_RUNS = re.compile(r"\d+|[^\d]+")


def read_position(text: str, rules: Rules) -> Board:
    """The board of a CGP line."""
    fields = text.split()
    if not fields:
        raise NotationError("an empty text is not a position")
    rows = fields[0].split("/")
    if len(rows) != rules.plan.rows:
        raise NotationError(f"a position has {rules.plan.rows} rows, this one {len(rows)}")
    board = Board(rules.plan, rules.alphabet)
    laid: dict[int, Laid] = {}
    for number, row in enumerate(rows):
        line = _read_row(row, rules)
        if len(line) != rules.plan.cols:
            raise NotationError(
                f"row {number + 1}, {row!r}, covers {len(line)} squares, not {rules.plan.cols}"
            )
        squares = rules.plan.lines[Direction.ACROSS][Square(number, 0)]
        laid |= {at: tile for at, tile in zip(squares, line, strict=True) if tile is not None}
    check_bag(laid.values(), rules.alphabet)
    board.put(laid)
    return board


def write_position(board: Board) -> str:
    """The board as CGP, with brackets round tiles of several letters."""
    stride = board.plan.cols + 1
    signs = [" " if tile is None else tile.sign for tile in board.lying]
    starts = range(stride + 1, (board.plan.rows + 1) * stride, stride)
    text = "/".join(["".join(signs[start : start + stride - 1]) for start in starts])
    for empty in range(board.plan.cols, 0, -1):  # The longest first: the others are parts of them.
        text = text.replace(" " * empty, str(empty))
    return text


def write_rack(rack: Sequence[Laid]) -> str:
    """A rack in tile notation; a blank is `?`."""
    return "".join([BLANK if tile.blank else tile.sign for tile in rack])


def _read_row(row: str, rules: Rules) -> list[Laid | None]:
    line: list[Laid | None] = []
    for run in _RUNS.findall(row):
        if run.isdecimal():
            line += [None] * min(int(run), rules.plan.cols + 1)
        elif "." in run or "(" in run:
            raise NotationError(f"{run!r} in row {row!r} cannot be read")
        else:
            line += [tile for tile in read_tiles(run, rules.alphabet) if isinstance(tile, Laid)]
    return line
