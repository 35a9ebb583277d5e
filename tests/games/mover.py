"""A greedy mover: all plays that it can find with the words it knows.

Words and tiles are lexicon keys here, one character a tile, so a row of the board is a row of
characters. Small on purpose: it shares nothing with the laboratory's mover, which must find the
same plays, and it has played the recorded games of this folder.
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from typing import NamedTuple

from service.engine.board import Direction, Square

BLANK = "?"

Grid = dict[tuple[int, int], str]


class Found(NamedTuple):
    """A play: where it starts, its word, and which of its letters are laid as blanks."""

    start: Square
    direction: Direction
    word: str
    blanks: frozenset[int]


class Line(NamedTuple):
    """A row or a column: its tiles, and what stands before and after each square across it."""

    cells: list[str]
    crossings: list[tuple[str, str]]


def find_plays(
    grid: Grid, rack: str, words: Sequence[tuple[int, str]], lexicon: Container[str]
) -> Iterator[Found]:
    """Every play of a known word; words that it crosses must be in the lexicon."""
    for direction in Direction:
        for index in range(15):
            line = _line(grid, direction, index)
            if grid and not any(line.cells) and not any(a or b for a, b in line.crossings):
                continue
            for start, word in _fitting(line, rack, words, opening=not grid and index == 7):
                blanks = _blanks(line, start, word, rack)
                if blanks is not None and _crosses(line, start, word, lexicon):
                    square = Square(index, start)
                    if direction is Direction.DOWN:
                        square = Square(start, index)
                    yield Found(square, direction, word, blanks)


def letters_of(word: str) -> int:
    """A number with a bit for each letter of a word."""
    bits = 0
    for letter in word:
        bits |= 1 << (ord(letter) & 63)
    return bits


def _line(grid: Grid, direction: Direction, index: int) -> Line:
    across = direction is Direction.ACROSS
    squares = [(index, at) if across else (at, index) for at in range(15)]
    step = (1, 0) if across else (0, 1)
    crossings = [(_run(grid, square, step, -1), _run(grid, square, step, 1)) for square in squares]
    return Line([grid.get(square, "") for square in squares], crossings)


def _run(grid: Grid, square: tuple[int, int], step: tuple[int, int], way: int) -> str:
    text, (row, col) = "", square
    while (
        letter := grid.get((row := row + way * step[0], col := col + way * step[1]))
    ) is not None:
        text += letter
    return text[::way]


def _fitting(
    line: Line, rack: str, words: Sequence[tuple[int, str]], *, opening: bool
) -> Iterator[tuple[int, str]]:
    """The words that could lie on the line, and where they would touch what is there."""
    known = letters_of(rack.replace(BLANK, "") + "".join(line.cells))
    blanks = rack.count(BLANK)
    for bits, word in words:
        if (bits & ~known).bit_count() > blanks:
            continue
        for start in range(16 - len(word)):
            end = start + len(word)
            if (start and line.cells[start - 1]) or (end < 15 and line.cells[end]):
                continue
            touched = any(line.cells[start:end]) or any(map(any, line.crossings[start:end]))
            if touched or (opening and start <= 7 < end):
                yield start, word


def _blanks(line: Line, start: int, word: str, rack: str) -> frozenset[int] | None:
    """Which letters need a blank; nothing if the word does not fit the tiles."""
    held = Counter(rack)
    blanks, laid = [], 0
    for at, letter in enumerate(word):
        present = line.cells[start + at]
        if present:
            if present != letter:
                return None
            continue
        laid += 1
        if held[letter]:
            held[letter] -= 1
        elif held[BLANK]:
            held[BLANK] -= 1
            blanks.append(at)
        else:
            return None
    return frozenset(blanks) if laid else None


def _crosses(line: Line, start: int, word: str, lexicon: Container[str]) -> bool:
    for at, letter in enumerate(word, start):
        before, after = line.crossings[at]
        if not line.cells[at] and (before or after) and before + letter + after not in lexicon:
            return False
    return True
