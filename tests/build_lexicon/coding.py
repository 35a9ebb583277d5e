"""Writes small files in the formats of the dictionaries, for their readers to read."""

import gzip
import json
import lzma
from collections.abc import Iterable
from pathlib import Path

WHOLE_LEMMA, SAME_LEMMA = 255, 254


def write_lookup(path: Path, content: object) -> Path:
    """A gzipped JSON table."""
    with gzip.open(path, "wt", encoding="utf-8") as file:
        json.dump(content, file)
    return path


def write_front_coded(
    path: Path, pairs: Iterable[tuple[str, str]], *, backwards: bool = False
) -> Path:
    """Pairs (form, lemma), each form stored as what differs from the one before."""
    step = -1 if backwards else 1
    coded = sorted((form.encode()[::step], lemma.encode()[::step]) for form, lemma in pairs)
    data = bytearray(b"SMFC1" + bytes([backwards]) + _number(len(coded)))
    last, last_lemma = b"", b""
    for form, lemma in coded:
        shared = _shared(last, form)
        data += _number(shared) + _chunk(form[shared:])
        kept = _shared(form, lemma)
        if lemma == last_lemma:
            data.append(SAME_LEMMA)
        elif kept == 0:
            data += bytes([WHOLE_LEMMA]) + _chunk(lemma)
        else:
            data += bytes([len(form) - kept]) + _chunk(lemma[kept:])
        last, last_lemma = form, lemma
    path.write_bytes(lzma.compress(bytes(data)))
    return path


def write_frequencies(path: Path, groups: Iterable[Iterable[str]]) -> Path:
    """A gzipped MessagePack list: a header, then the words of 0 centibels, of 1, …"""
    header = b"\x81" + _packed_text("format") + _packed_text("cB")
    lists = [_packed_list([_packed_text(word) for word in words]) for words in groups]
    path.write_bytes(gzip.compress(_packed_list([header, *lists])))
    return path


def _shared(one: bytes, other: bytes) -> int:
    count = 0
    while count < min(len(one), len(other)) and one[count] == other[count]:
        count += 1
    return count


def _chunk(data: bytes) -> bytes:
    return _number(len(data)) + data


def _number(value: int) -> bytes:
    low = bytearray()
    while value >= 0x80:
        low.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*low, value])


def _packed_list(items: list[bytes]) -> bytes:
    head = bytes([0x90 | len(items)]) if len(items) < 16 else b"\xdc" + len(items).to_bytes(2)
    return head + b"".join(items)


def _packed_text(text: str) -> bytes:
    data = text.encode()
    return (bytes([0xA0 | len(data)]) if len(data) < 32 else b"\xd9" + bytes([len(data)])) + data
