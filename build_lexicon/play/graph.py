"""A set of words as the smallest graph of their letters: equal endings are one and the same node.

Built as Daciuk and others describe: the keys come in order, and what hangs below the point where
a key leaves the one before it will not change any more, so it is looked up among the nodes known.
"""

from collections.abc import Iterable

Node = dict[str, "Node"]
"""What may follow: a letter and where it leads; "" where a word may end."""

END = ""


def word_graph(keys: Iterable[str]) -> Node:
    """The graph of keys that come in order, each once."""
    known: dict[tuple[tuple[str, int], ...], Node] = {}
    path: list[Node] = [{}]
    last = ""
    for key in keys:
        shared = _shared(key, last)
        _settle(path, last, shared, known)
        for letter in key[shared:]:
            path[-1][letter] = {}
            path.append(path[-1][letter])
        path[-1][END] = path[0]  # Never followed: only its presence counts.
        last = key
    _settle(path, last, 0, known)
    return path[0]


def is_word(key: str, graph: Node) -> bool:
    """Whether a key is one of the words."""
    node = graph
    for letter in key:
        if letter not in node:
            return False
        node = node[letter]
    return END in node


def _shared(one: str, other: str) -> int:
    """How many letters two keys begin with in common."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _settle(
    path: list[Node], word: str, kept: int, known: dict[tuple[tuple[str, int], ...], Node]
) -> None:
    """Put nodes that are known already in the place of what hangs below a point of the path."""
    while len(path) > kept + 1:
        node = path.pop()
        meaning = tuple((letter, id(child)) for letter, child in node.items())
        path[-1][word[len(path) - 1]] = known.setdefault(meaning, node)
