"""Word lists: one word a line, one word with its verdict a line, or words grouped by frequency."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError


class Frequent(NamedTuple):
    """A word and how often it occurs: once in 10 ** (centibels / 100) words."""

    word: str
    centibels: int


class Verdict(NamedTuple):
    """A line of a reviewed list: the word, whether it is in, and the reason in a few words."""

    word: str
    stands: bool
    reason: str


def read_words(path: Path) -> Iterator[str]:
    """One word a line; blank lines and what follows a # are skipped."""
    for line in _lines(path):
        if word := line.partition("#")[0].strip():
            yield word


def read_verdicts(path: Path) -> Iterator[Verdict]:
    """Tab-separated lines `word, in|out, reason`; lines that begin with # are skipped."""
    for number, line in enumerate(_lines(path), 1):
        if not line.strip() or line.startswith("#"):
            continue
        match line.split("\t"):
            case [word, ("in" | "out") as verdict, reason] if word.strip() and reason.strip():
                yield Verdict(word.strip(), verdict == "in", reason.strip())
            case _:
                raise BuildError(f"{path}:{number}: expected word, in or out, reason: {line!r}")


def read_frequencies(path: Path) -> Iterator[Frequent]:
    """A gzipped MessagePack list: a header, then the words of 0 centibels, of 1, of 2, …"""
    try:
        with gzip.open(path, "rb") as file:
            data = file.read()
        groups, _ = _unpacked(data, 0)
    except (OSError, EOFError, IndexError, ValueError) as error:
        raise BuildError(f"{path}: not a frequency list: {error}") from None
    if not isinstance(groups, list):
        raise BuildError(f"{path}: not a frequency list")
    for centibels, words in enumerate(groups[1:]):
        if isinstance(words, list):
            yield from (Frequent(str(word), centibels) for word in words)


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            yield from (line.rstrip("\n") for line in file)
    except (OSError, UnicodeDecodeError) as error:
        raise BuildError(f"{path}: {error}") from None


def _unpacked(data: bytes, at: int) -> tuple[object, int]:
    """The value at a position, and where the next begins: list, map, text or small number.

    By hand, since one list of one dictionary is in MessagePack: a compiled package for it would
    have to be installed wherever Italian is built.
    """
    tag = data[at]
    at += 1
    if tag <= 0x7F:
        return tag, at
    if tag <= 0x8F:
        return _items(data, at, 2 * (tag & 0x0F))
    if tag <= 0x9F:
        return _items(data, at, tag & 0x0F)
    if tag <= 0xBF:
        return data[at : at + (tag & 0x1F)].decode(), at + (tag & 0x1F)
    if tag in (0xDC, 0xDD):
        width = 2 if tag == 0xDC else 4
        return _items(data, at + width, int.from_bytes(data[at : at + width]))
    if tag in (0xD9, 0xDA):
        width = 1 if tag == 0xD9 else 2
        start = at + width
        end = start + int.from_bytes(data[at:start])
        return data[start:end].decode(), end
    raise ValueError(f"MessagePack type {tag:#x} at byte {at - 1}")


def _items(data: bytes, at: int, count: int) -> tuple[list[object], int]:
    items = []
    for _ in range(count):
        item, at = _unpacked(data, at)
        items.append(item)
    return items, at
