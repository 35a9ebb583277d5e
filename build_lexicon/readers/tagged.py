"""Lists of (form, lemma, tag): JSON lookup tables, and lists coded against their neighbours."""

import gzip
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError

MAGIC = b"SMFC1"
REVERSED = 1
SAME_LEMMA = 254
WHOLE_LEMMA = 255


class Tagged(NamedTuple):
    """A form, the lemma it belongs to and its part of speech ("" where the list has none)."""

    form: str
    lemma: str
    tag: str


def read_lookup(path: Path, tag: str = "") -> Iterator[Tagged]:
    """A gzipped JSON table: form -> lemma, form -> [lemma, …], or tag -> one of these."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            table = json.load(file)
    except (OSError, EOFError, ValueError) as error:
        raise BuildError(f"{path}: not a lookup table: {error}") from None
    for form, value in table.items():
        match value:
            case str(lemma):
                yield Tagged(repaired(form), repaired(lemma), tag)
            case list(lemmas):
                yield from (Tagged(repaired(form), repaired(lemma), tag) for lemma in lemmas)
            case dict(lookup):
                for inner, lemmas in lookup.items():
                    yield from (Tagged(repaired(inner), repaired(lemma), form) for lemma in lemmas)
            case _:
                raise BuildError(f"{path}: {form!r} has no lemma")


def repaired(text: str) -> str:
    """Undo UTF-8 once read as Latin-1: "cittÃ\\xa0" was "città"."""
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return text


def read_front_coded(path: Path) -> Iterator[Tagged]:
    """An lzma stream of sorted pairs (form, lemma), each form stored as what differs from the last.

    A record is: how many bytes the form shares with the previous one, length and bytes of the rest;
    then how many bytes to cut from the form, length and bytes to append, which gives the lemma.
    """
    try:
        with lzma.open(path, "rb") as file:
            data = file.read()
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise BuildError(f"{path}: not an lzma stream: {error}") from None
    if not data.startswith(MAGIC):
        raise BuildError(f"{path}: not a front-coded list")
    backwards = bool(data[len(MAGIC)] & REVERSED)
    step = -1 if backwards else 1
    try:
        for form, lemma in _records(data, len(MAGIC) + 1):
            yield Tagged(form[::step].decode(), lemma[::step].decode(), "")
    except (IndexError, UnicodeDecodeError):
        raise BuildError(f"{path}: the front-coded list is cut short or corrupt") from None


def _records(data: bytes, start: int) -> Iterator[tuple[bytes, bytes]]:
    count, at = _number(data, start)
    form = lemma = b""
    for _ in range(count):
        shared, at = _number(data, at)
        rest, at = _chunk(data, at)
        form = form[:shared] + rest
        cut, at = data[at], at + 1
        if cut != SAME_LEMMA:
            ending, at = _chunk(data, at)
            lemma = ending if cut == WHOLE_LEMMA else form[: len(form) - cut] + ending
        yield form, lemma


def _chunk(data: bytes, at: int) -> tuple[bytes, int]:
    length, at = _number(data, at)
    if at + length > len(data):
        raise IndexError(at)
    return data[at : at + length], at + length


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A variable-length integer: seven bits a byte, lowest first, the top bit means more follow."""
    value = shift = 0
    while data[at] & 0x80:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
    return value | data[at] << shift, at + 1
