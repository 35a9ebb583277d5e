"""Writes small files in the formats of the dictionaries, for their readers to read."""

import gzip
import json
import lzma
from collections.abc import Iterable
from pathlib import Path

import msgpack

WHOLE_LEMMA, SAME_LEMMA = 255, 254
FINAL, LAST, NEXT = 1, 2, 4
Node = dict[int, "tuple[Node, bool]"]  # byte -> what follows, and whether a record may end there


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


def write_automaton(path: Path, rows: Iterable[tuple[str, str, str]]) -> Path:
    """Rows (form, lemma, tag) as the paths of an automaton that shares beginnings only."""
    root: Node = {}
    for form, lemma, tag in rows:
        _insert(root, _record(form.encode(), lemma.encode(), tag.encode()))
    sink, first = bytes(4), 8
    data = bytearray(sink + _arc(ord("^"), LAST, first))
    _append_node(data, root)
    path.write_bytes(b"\\fsa\x05_+\x03" + bytes(data))
    return path


def write_frequencies(path: Path, groups: Iterable[Iterable[str]]) -> Path:
    """A gzipped MessagePack list: a header, then the words of 0 centibels, of 1, …"""
    content = [{"format": "cB"}, *map(list, groups)]
    path.write_bytes(gzip.compress(msgpack.packb(content)))
    return path


def _record(form: bytes, lemma: bytes, tag: bytes) -> bytes:
    kept = _shared(form, lemma)
    return form + b"+" + bytes([ord("A") + len(form) - kept]) + lemma[kept:] + b"+" + tag


def _insert(node: Node, record: bytes) -> None:
    for place, byte in enumerate(record, 1):
        following, is_final = node.get(byte, ({}, False))
        node[byte] = following, is_final or place == len(record)
        node = following


def _append_node(data: bytearray, node: Node) -> None:
    """A node, then those that its arcs lead to; the last arc has no address if its node is next."""
    *others, (last, (last_node, last_is_final)) = node.items()
    start = len(data)
    data += bytes(4 * len(others))
    if last_node:
        data += bytes([last, LAST | NEXT | last_is_final])
        _append_node(data, last_node)
    else:
        data += _arc(last, LAST | last_is_final, 0)
    for place, (byte, (following, is_final)) in enumerate(others):
        at = start + 4 * place
        data[at : at + 4] = _arc(byte, int(is_final), len(data) if following else 0)
        if following:
            _append_node(data, following)


def _arc(label: int, flags: int, address: int) -> bytes:
    return bytes([label]) + (address << 3 | flags).to_bytes(3, "little")


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
