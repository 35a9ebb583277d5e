"""Lists of (form, lemma, tag) that are stored as an automaton, as Morfologik writes them.

Every path from the root spells one record: the form, a separator, a code, a separator, the tag. The
code says how many bytes to cut from the form (A none, B one, …) and what to append, which gives the
lemma. An arc is its label, then flags and target in one number; where a record may end, which arc
is the last of its node and which target is simply the next byte is told by the three lowest bits.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from build_lexicon.errors import BuildError
from build_lexicon.readers.lists import Tagged

MAGIC = b"\\fsa\x05"
SEPARATOR, WIDTH, START = 6, 7, 8  # of the header; what follows it are arcs
FINAL, LAST, NEXT = 1, 2, 4
FLAG_BITS = 3


class Arc(NamedTuple):
    """One byte more, and where it leads to."""

    label: bytes
    is_final: bool
    target: int


class Ending(NamedTuple):
    """What follows a form: how to make its lemma, and its tag."""

    cut: int
    append: bytes
    tag: str


def read_automaton(path: Path) -> Iterator[Tagged]:
    """Every record, in the order of the arcs."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BuildError(f"{path}: {error.strerror}") from None
    if not data.startswith(MAGIC):
        raise BuildError(f"{path}: not an automaton of version 5")
    try:
        yield from Automaton(data).records()
    except (IndexError, ValueError):
        raise BuildError(f"{path}: the automaton is cut short or corrupt") from None


class Automaton:
    """The arcs of every node, and the paths that they make."""

    def __init__(self, data: bytes) -> None:
        """Take the bytes of a file."""
        self.data = data
        self.separator = data[SEPARATOR : SEPARATOR + 1]
        # Thousands of paths share a node and what follows it.
        self.arcs = cache(self._arcs)
        self.endings = cache(self._endings)

    def records(self) -> Iterator[Tagged]:
        """Every form with each of its endings."""
        sink = self._arc(START)[1]  # the first node is where every path ends
        root = self._arc(sink)[0].target
        for text, node in self._paths(root, self.separator):
            form = text.decode()
            for cut, append, tag in self.endings(node):
                yield Tagged(form, (text[: len(text) - cut] + append).decode(), tag)

    def _endings(self, node: int) -> list[Ending]:
        made = []
        for text, _ in self._paths(node, b""):
            code, tag = text.split(self.separator, 1)
            made.append(Ending(code[0] - ord("A"), code[1:], tag.decode()))
        return made

    def _paths(self, node: int, stop: bytes) -> Iterator[tuple[bytes, int]]:
        """Every text from a node up to a byte, with the node behind it; or up to its end."""
        nodes = [(b"", node)]
        while nodes:
            spelled, node = nodes.pop()
            for label, is_final, target in self.arcs(node):
                if label == stop:
                    yield spelled, target
                    continue
                text = spelled + label
                if is_final:
                    yield text, target
                if target > START:
                    nodes.append((text, target))

    def _arcs(self, node: int) -> list[Arc]:
        arcs, flags = [], 0
        while not flags & LAST:
            flags = self.data[node + 1]
            arc, node = self._arc(node)
            arcs.append(arc)
        return arcs

    def _arc(self, at: int) -> tuple[Arc, int]:
        """The arc at a position, and where the next one begins."""
        label, flags = self.data[at : at + 1], self.data[at + 1]
        following = at + 2 if flags & NEXT else at + 1 + self.data[WIDTH]
        address = int.from_bytes(self.data[at + 1 : following], "little") >> FLAG_BITS
        target = following if flags & NEXT else START + address
        return Arc(label, bool(flags & FINAL), target), following
