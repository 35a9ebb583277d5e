"""What a lexicon takes in other forms: bytes a word and time a look-up, ours beside two graphs.

A DAWG shares the ends of words as well as their beginnings. A graph as word-game engines keep it
(KWG, GADDAG) has the same arcs in four bytes each, so the DAWG's size stands for it.
"""

from collections.abc import Callable, Container
from pathlib import Path
from random import Random
from time import process_time

import dawg

from bench.lexicons import lexicon_ids
from bench.report import Section, Table
from bench.setting import Setting
from service.lexicon import Lexicon, open_lexicon

_ASKED = 20_000
_ROUNDS = 5
_COLUMNS = ("lexicon", "words", "marisa", "µs", "DAWG", "DAWG µs", "set", "set µs")
_NOTE = (
    "Bytes a word and µs a look-up of words in random order, half of them in the lexicon. A set of"
    " Python is what anybody would begin with. marisa is read-only memory that workers share."
)


def measure(setting: Setting) -> Section:
    """Build the graphs from the keys of each lexicon and ask all the same."""
    rows = tuple(_row(name, setting.lexicons) for name in lexicon_ids())
    return Section((Table("Lexicons in other forms", _COLUMNS, rows, _NOTE),))


def _row(name: str, folder: Path) -> tuple[str | int | float, ...]:
    lexicon: Lexicon = open_lexicon(name, [folder])
    keys = sorted(lexicon.trie.keys())
    graph = dawg.DAWG(keys)
    words = set(keys)
    asked = _asked(keys)
    size = len(keys)
    text = sum(map(_size, keys)) + words.__sizeof__()
    return (
        name,
        size,
        (folder / f"{name}.marisa").stat().st_size / size,
        _microseconds(asked, lexicon.trie),
        len(graph.tobytes()) / size,
        _microseconds(asked, graph),
        text / size,
        _microseconds(asked, words),
    )


def _size(key: str) -> int:
    return key.__sizeof__()


def _asked(keys: list[str]) -> list[str]:
    random = Random(1)
    drawn = random.choices(keys, k=_ASKED)
    return [key if number % 2 else key[::-1] for number, key in enumerate(drawn)]


def _microseconds(asked: list[str], known: Container[str]) -> float:
    """The best of a few rounds."""
    return min(_timed(lambda: sum(key in known for key in asked)) for _ in range(_ROUNDS))


def _timed(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return (process_time() - started) / _ASKED * 1e6
