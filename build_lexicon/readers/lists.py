"""Word lists: one word a line, one with its verdict, by frequency, or forms with lemma and tag."""

import gzip
import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError


class Verdict(NamedTuple):
    """A line of a reviewed list: the word, whether it is in, and the reason in a few words."""

    word: str
    stands: bool
    reason: str


def read_words(path: Path) -> Iterator[str]:
    """One word a line; blank lines and what follows a # are skipped."""
    for line in read_lines(path):
        if word := line.partition("#")[0].strip():
            yield word


def read_verdicts(path: Path) -> Iterator[Verdict]:
    """The lines `word, in or out, reason` of a list."""
    for number, (word, verdict, reason) in read_rows(path, "word, in or out, reason"):
        if verdict not in ("in", "out"):
            raise BuildError(f"{path}:{number}: {verdict!r} of {word!r} is neither in nor out")
        yield Verdict(word, verdict == "in", reason)


def read_rows(path: Path, columns: str) -> Iterator[tuple[int, list[str]]]:
    """The filled rows of a table with these columns, and their numbers; # begins a remark line."""
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = [field.strip() for field in line.split("\t")]
        if len(fields) != len(columns.split(", ")) or not all(fields):
            raise BuildError(f"{path}:{number}: expected {columns}: {line!r}")
        yield number, fields


def read_frequencies(path: Path) -> Iterator[str]:
    """A gzipped MessagePack list: a header, then words by how frequent they are."""
    import msgpack  # for one list of one language: the others are built without it

    try:
        with gzip.open(path, "rb") as file:
            groups = msgpack.unpackb(file.read())
    except (OSError, EOFError, ValueError, msgpack.UnpackException) as error:
        raise BuildError(f"{path}: not a frequency list: {error}") from None
    if not isinstance(groups, list):
        raise BuildError(f"{path}: not a frequency list")
    for words in groups[1:]:
        if isinstance(words, list):
            yield from map(str, words)


def read_lines(path: Path, encoding: str = "utf-8") -> list[str]:
    """The lines of a text, without the mark that some programs put before the first."""
    try:
        return path.read_text(encoding=encoding).removeprefix("\ufeff").splitlines()
    except (OSError, UnicodeDecodeError, LookupError) as error:
        raise BuildError(f"{path}: {error}") from None


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
