"""Lists of (form, lemma, tag) that are stored as an automaton, as Morfologik writes them.

Every path from the root spells one record: the form, a separator, a code, a separator, the tag. The
code says how many bytes to cut from the form (A none, B one, …) and what to append, which gives the
lemma. There are two formats. In version 5 an arc is its label, then flags and target in one number;
in the compact one (CFSA2) an arc is its flags with the number of its label, the label if it has no
number, and the target in sevens of bits. In both, flags say where a record may end, which arc is
the last of its node, and which target is what comes next.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.readers.lists import Tagged

SHARED = 5  # bytes from which what follows is remembered
MAGIC, COMPACT = b"\\fsa\x05", b"\\fsa\xc6"


class Arc(NamedTuple):
    """One byte more, and where it leads to; 0 is nowhere."""

    label: bytes
    is_final: bool
    target: int


Arcs = Callable[[int], list[Arc]]
"""The arcs of the node at a place."""


class Ending(NamedTuple):
    """What follows a form: how to make its lemma, and its tag."""

    cut: int
    append: bytes
    tag: str


def read_automaton(
    path: Path, kinds: tuple[str, ...] = ("",), separator: bytes = b"_"
) -> Iterator[Tagged]:
    """Every record whose tag begins so; a compact file does not say what its separator is."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildError(f"{path}: {error.strerror}") from None
    try:
        if data.startswith(MAGIC):
            yield from Automaton(Plain(data).arcs, kinds, data[6:7]).records()
        elif data.startswith(COMPACT):
            yield from Automaton(Compact(data).arcs, kinds, separator).records()
        else:
            raise BuildError(f"{path}: not an automaton of version 5, nor a compact one")
    except (IndexError, ValueError):
        raise BuildError(f"{path}: the automaton is cut short or corrupt") from None


class Automaton:
    """The arcs of every node, and the paths that they make."""

    def __init__(self, arcs: Arcs, kinds: tuple[str, ...], separator: bytes) -> None:
        """Take what reads the arcs of a format."""
        self.kinds, self.separator = kinds, separator
        # Thousands of paths share a node and what follows it.
        self.arcs = cache(arcs)
        self.endings = cache(self._endings)
        self.tails = cache(lambda node, stop: [*self._paths(node, stop, SHARED + 1)])

    def records(self) -> Iterator[Tagged]:
        """Every form with each of its endings; the arc of the node at 0 leads to the root."""
        for text, node in self._paths(self.arcs(0)[0].target, self.separator):
            for cut, append, tag in self.endings(node):
                yield Tagged(text.decode(), (text[: len(text) - cut] + append).decode(), tag)

    def _endings(self, node: int) -> list[Ending]:
        made = []
        for text, _ in self._paths(node, b""):
            code, tag = text.split(self.separator, 1)
            made.append(Ending(code[0] - ord("A"), code[1:], tag.decode()))
        return [ending for ending in made if ending.tag.startswith(self.kinds)]

    def _paths(self, node: int, stop: bytes, depth: int = 0) -> Iterator[tuple[bytes, int]]:
        """Every text from a node up to a byte, with the node behind it; or up to its end."""
        for label, is_final, target in self.arcs(node):
            if label == stop:
                yield b"", target
                continue
            if is_final:
                yield label, target
            if target:
                # Deep in the automaton thousands of paths share what follows.
                shared = depth > SHARED
                for text, end in (
                    self.tails(target, stop) if shared else self._paths(target, stop, depth + 1)
                ):
                    yield label + text, end


class Plain:
    """Version 5: the separator and the width of a target stand in the header of 8 bytes."""

    FINAL, LAST, NEXT, FLAG_BITS, START = 1, 2, 4, 3, 8

    def __init__(self, data: bytes) -> None:
        """Take the bytes of a file."""
        self.data, self.width = data, data[7]

    def arcs(self, node: int) -> list[Arc]:
        """The arcs of a node; before the root stands a node where every path ends."""
        at, flags, found = self.START + node, 0, []
        if not node:
            at = self._following(at)
        while not flags & self.LAST:
            flags, following = self.data[at + 1], self._following(at)
            place = int.from_bytes(self.data[at + 1 : following], "little") >> self.FLAG_BITS
            target = following - self.START if flags & self.NEXT else place
            found.append(Arc(self.data[at : at + 1], bool(flags & self.FINAL), target))
            at = following
        return found

    def _following(self, at: int) -> int:
        return at + 2 if self.data[at + 1] & self.NEXT else at + 1 + self.width


class Compact:
    """CFSA2: flags of the whole in two bytes, the most frequent labels, then the arcs."""

    NEXT, LAST, FINAL, LABEL = 128, 64, 32, 31
    NUMBERS = 256  # of the whole: each node begins with a number that nobody here needs

    def __init__(self, data: bytes) -> None:
        """Take the bytes of a file."""
        start = 8 + data[7]
        self.labels, self.data = data[8:start], data[start:]
        self.numbered = bool(int.from_bytes(data[5:7]) & self.NUMBERS)

    def arcs(self, node: int) -> list[Arc]:
        """The arcs of a node; one that leads to what comes next means what comes after the last."""
        at, flags = node, 0
        if self.numbered:
            _, at = self._number(at)
        found: list[tuple[bytes, int, int | None]] = []
        while not flags & self.LAST:
            flags = self.data[at]
            index, target = flags & self.LABEL, None
            label = self.labels[index : index + 1] if index else self.data[at + 1 : at + 2]
            at += 1 if index else 2
            if not flags & self.NEXT:
                target, at = self._number(at)
            found.append((label, flags, target))
        return [
            Arc(label, bool(flags & self.FINAL), at if target is None else target)
            for label, flags, target in found
        ]

    def _number(self, at: int) -> tuple[int, int]:
        """A number in sevens of bits, the lowest first, and what follows it."""
        value = shift = 0
        while True:
            byte = self.data[at]
            value |= (byte & 127) << shift
            at, shift = at + 1, shift + 7
            if byte < 128:
                return value, at
