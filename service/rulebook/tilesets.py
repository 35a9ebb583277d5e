"""Reads a tile set and holds it to its own totals.

A tile is a row `face = [count, value]`, or a table with `key` and `spellings` where the face has
several letters. The totals at the head of the file are its checksum: a set of 99 tiles cannot load.
"""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

from service.engine.tiles import Alphabet, Face, Tile
from service.rulebook.faults import RulebookError

_KEYS = {"source", "tile_total", "value_total", "blank", "tiles"}
_BLANK_KEYS = {"count", "value", "may_also_show"}


def read_alphabet(path: Path) -> Alphabet:
    """The tile set that a file describes."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise RulebookError(path, str(fault)) from None
    check_keys(path, table, _KEYS)
    blank = table["blank"]
    check_keys(path, blank, _BLANK_KEYS, "blank")
    tiles = tuple(_tile(path, face, row) for face, row in table["tiles"].items())
    _check_numbers(path, table, tiles)
    extra = tuple(Face(face) for face in blank["may_also_show"])
    _check_faces(path, tiles, extra)
    return Alphabet(path.stem, tiles, blank["count"], blank["value"], extra)


def check_keys(path: Path, table: dict[str, Any], wanted: set[str], where: str = "") -> None:
    """Refuse a table that lacks a key or has one that nobody reads."""
    prefix = f"{where}." if where else ""
    if missing := sorted(wanted - set(table)):
        raise RulebookError(path, "is missing", prefix + missing[0])
    if unknown := sorted(set(table) - wanted):
        raise RulebookError(path, "is not a known key", prefix + unknown[0])


def _tile(path: Path, face: str, row: Any) -> Tile:
    match row:
        case [int(count), int(value)] if len(face) == 1:
            return Tile(Face(face), count, value, face)
        case {"count": int(count), "value": int(value), "key": str(key), "spellings": [*spellings]}:
            if len(row) == 4 and len(key) == 1:
                return Tile(Face(face), count, value, key, tuple(map(str, spellings)))
    raise RulebookError(
        path, "write [count, value], or count, value, key and spellings", f"tiles.{face}"
    )


def _check_numbers(path: Path, table: dict[str, Any], tiles: tuple[Tile, ...]) -> None:
    blank = table["blank"]
    totals = {
        "tile_total": sum(tile.count for tile in tiles) + blank["count"],
        "value_total": sum(tile.count * tile.value for tile in tiles)
        + blank["count"] * blank["value"],
    }
    for key, total in totals.items():
        if total != table[key]:
            raise RulebookError(path, f"says {table[key]}, but the tiles add up to {total}", key)
    if any(tile.count < 1 or tile.value < 0 for tile in tiles):
        raise RulebookError(path, "a count must be positive and a value not negative", "tiles")


def _check_faces(path: Path, tiles: tuple[Tile, ...], extra: tuple[Face, ...]) -> None:
    """Two tiles that could be read as one another would make a word ambiguous."""
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
