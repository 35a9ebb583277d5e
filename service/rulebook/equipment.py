"""Reads what lies on the table: boards and tile sets.

A board is a drawing, one character a square: `.` is plain, `d` and `t` double and treble a letter,
`D` and `T` a word; `*` is the centre, which doubles the word. It is square and looks the same from
all four sides.

A tile is a row `face = [count, value]`, or a table with `key` and `spellings` where the face has
several letters. The totals at the head of the file are its checksum: a set of 99 tiles cannot load.
"""

import re
from collections import Counter
from pathlib import Path
from typing import Any

from service.engine.board import Plan, Premium, Square
from service.engine.tiles import Alphabet, Face, Tile
from service.rulebook.files import (
    RulebookError,
    check_keys,
    read_number,
    read_plain,
    read_table,
    read_text,
    read_texts,
)

_PREMIUMS = {
    "d": Premium(2, 1),
    "t": Premium(3, 1),
    "D": Premium(1, 2),
    "*": Premium(1, 2),
    "T": Premium(1, 3),
}


def read_plan(path: Path) -> Plan:
    """The board that a file draws."""
    lines = [line.strip() for line in read_text(path).splitlines()]
    rows = [line for line in lines if line and not line.startswith("#")]
    size = len(rows)
    for number, row in enumerate(rows, 1):
        if len(row) != size:
            raise RulebookError(path, f"has {len(row)} squares, not {size}", f"row {number}")
        if unknown := set(row) - set(".") - set(_PREMIUMS):
            raise RulebookError(path, f"unknown premium {min(unknown)!r}", f"row {number}")
    if not size % 2 or rows[size // 2][size // 2] != "*" or "".join(rows).count("*") != 1:
        raise RulebookError(path, "needs one '*', in the middle", "centre")
    turned = ["".join(column) for column in zip(*rows[::-1], strict=True)]
    mirrored = [row[::-1] for row in rows]
    for other in (turned, mirrored):
        if rows != other:
            raise RulebookError(path, "the board is not symmetric", _first_difference(rows, other))
    squares = {Square(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    premiums = {square: _PREMIUMS[mark] for square, mark in squares.items() if mark != "."}
    return Plan(path.stem, size, size, Square(size // 2, size // 2), premiums)


def _first_difference(rows: list[str], other: list[str]) -> str:
    pairs = enumerate(zip(rows, other, strict=True), 1)
    return next(f"row {number}" for number, (one, two) in pairs if one != two)


_KEYS = {"source", "tile_total", "value_total", "blank", "tiles"}
_BLANK_KEYS = {"count", "value", "may_also_show"}
_TILE_KEYS = {"count", "value", "key", "spellings"}


def read_alphabet(path: Path) -> Alphabet:
    """The tile set that a file describes."""
    table = read_table(path)
    check_keys(path, table, _KEYS)
    read_plain(path, "source", str, table["source"])
    blank = read_plain(path, "blank", dict, table["blank"])
    check_keys(path, blank, _BLANK_KEYS, "blank")
    count, value = (read_number(path, f"blank.{key}", blank[key]) for key in ("count", "value"))
    rows = read_plain(path, "tiles", dict, table["tiles"])
    tiles = tuple(_tile(path, face, row) for face, row in rows.items())
    _check_totals(path, table, [(count, value), *((tile.count, tile.value) for tile in tiles)])
    extra = tuple(map(Face, read_texts(path, "blank.may_also_show", blank["may_also_show"])))
    _check_faces(path, tiles, extra)
    try:
        return Alphabet(path.stem, tiles, count, value, extra)
    except re.error:
        raise RulebookError(path, "no letter stands for itself alone", "tiles") from None


def _tile(path: Path, face: str, row: Any) -> Tile:
    """A tile from its table, or from a row that is short for one."""
    where = f"tiles.{face}"
    if isinstance(row, list) and len(row) == 2 and len(face) == 1:
        row = {"count": row[0], "value": row[1], "key": face, "spellings": []}
    if not isinstance(row, dict) or set(row) != _TILE_KEYS:
        fault = "write [count, value], or count, value, key and spellings"
        raise RulebookError(path, fault, where)
    key = read_plain(path, f"{where}.key", str, row["key"])
    if len(key) != 1:
        raise RulebookError(path, f"{key!r} is not one character", f"{where}.key")
    count = read_number(path, f"{where}.count", row["count"], least=1)
    value = read_number(path, f"{where}.value", row["value"])
    spellings = read_texts(path, f"{where}.spellings", row["spellings"])
    return Tile(Face(face), count, value, key, spellings)


def _check_totals(path: Path, table: dict[str, Any], tiles: list[tuple[int, int]]) -> None:
    """Hold the counts and values of all tiles to the totals at the head of the file."""
    totals = {
        "tile_total": sum(count for count, _ in tiles),
        "value_total": sum(count * value for count, value in tiles),
    }
    for key, total in totals.items():
        said = read_number(path, key, table[key])
        if said != total:
            raise RulebookError(path, f"says {said}, but the tiles add up to {total}", key)


def _check_faces(path: Path, tiles: tuple[Tile, ...], extra: tuple[Face, ...]) -> None:
    """Two tiles that could be read as one another would make a word ambiguous."""
    if not tiles:
        raise RulebookError(path, "there are none", "tiles")
    spellings = [text for tile in tiles for text in (tile.face, *tile.spellings)] + list(extra)
    for name, texts in {
        "face": spellings,
        "key": [tile.key for tile in tiles] + list(extra),
    }.items():
        text, number = Counter(texts).most_common(1)[0]
        if number > 1:
            raise RulebookError(
                path, f"{text!r} is ambiguous: {number} tiles have this {name}", "tiles"
            )
    for text in spellings:
        if text != text.upper() or not text:
            raise RulebookError(path, f"{text!r} is not written in capitals", "tiles")
