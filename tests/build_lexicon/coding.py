"""Writes small files in the formats of the dictionaries, for their readers to read."""

import gzip
import json
import lzma
from collections.abc import Iterable
from pathlib import Path

import msgpack

WHOLE_LEMMA, SAME_LEMMA = 255, 254
FINAL, LAST, NEXT = 1, 2, 4
LABELS = b"\0_Aes"  # of a compact automaton; the first is no number
PLACE = bytes(3)
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


def write_compact(path: Path, rows: Iterable[tuple[str, str, str]], *, numbered: bool) -> Path:
    """The same in the compact format: labels by number, nodes one after the other."""
    root: Node = {}
    for form, lemma, tag in rows:
        _insert(root, _record(form.encode(), lemma.encode(), tag.encode(), b"_"))
    flags = (256 if numbered else 0) | 2
    head = b"\\fsa\xc6" + flags.to_bytes(2) + bytes([len(LABELS)]) + LABELS
    data = bytearray()
    # The node at 0 has one arc, which leads to what comes next: the root.
    _append_compact(data, {ord("^"): (root, False)}, numbered=numbered)
    path.write_bytes(head + bytes(data))
    return path


def _append_compact(data: bytearray, node: Node, *, numbered: bool) -> None:
    """A node, then those that its arcs lead to: the last arc's next, the others' by their place."""
    if numbered:
        data += _number(300)
    *others, (last, (last_node, last_is_final)) = node.items()
    places = []
    for byte, (following, is_final) in others:
        data += _compact_arc(byte, is_final=is_final, flags=0)
        places.append((len(data), following))
        data += PLACE
    data += _compact_arc(last, is_final=last_is_final, flags=64 | (128 if last_node else 0))
    if last_node:
        _append_compact(data, last_node, numbered=numbered)
    else:
        data += b"\0"
    for at, following in places:
        where = len(data) if following else 0
        data[at : at + 3] = bytes([where & 127 | 128, where >> 7 & 127 | 128, where >> 14])
        if following:
            _append_compact(data, following, numbered=numbered)


def _compact_arc(byte: int, *, is_final: bool, flags: int) -> bytes:
    index = LABELS.find(byte)
    flags |= 32 if is_final else 0
    return bytes([flags | index]) if index > 0 else bytes([flags, byte])


def write_frequencies(path: Path, groups: Iterable[Iterable[str]]) -> Path:
    """A gzipped MessagePack list: a header, then the words of 0 centibels, of 1, …"""
    content = [{"format": "cB"}, *map(list, groups)]
    path.write_bytes(gzip.compress(msgpack.packb(content)))
    return path


def _record(form: bytes, lemma: bytes, tag: bytes, mark: bytes = b"+") -> bytes:
    kept = _shared(form, lemma)
    return form + mark + bytes([ord("A") + len(form) - kept]) + lemma[kept:] + mark + tag


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
