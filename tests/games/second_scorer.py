"""A second scorer that shares nothing with the engine: its own values, premiums and reading.

It knows only what the recorded games need: canonical GCG, legal plays, one board. Whatever both say
of a play is right, or wrong in two unrelated ways at once.
"""

import re
from collections.abc import Iterator

VALUES = {
    "it": "A1 B5 C2 D5 E1 F5 G8 H8 I1 L3 M3 N3 O1 P5 Q10 R2 S2 T2 U3 V5 Z8",
    "ca": "A1 B3 C2 Ç10 D2 E1 F4 G3 H8 I1 J8 L1 L·L10 M2 N1 NY10 O1 P3 QU8 R1 S1 T1 U1 V4 X10 Z8",
    "ro": "A1 B9 C1 D2 E1 F8 G9 H10 I1 J10 L1 M4 N1 O1 P2 R1 S1 T1 U1 V8 X10 Z10",
    "en": "A1 B3 C3 D2 E1 F4 G2 H4 I1 J8 K5 L1 M3 N1 O1 P3 Q10 R1 S1 T1 U1 V4 W4 X8 Y4 Z10",
}
PLAY = re.compile(r">\S+: \S+ (?P<where>\d+[A-O]|[A-O]\d+) (?P<tiles>\S+) [+-]\d+ -?\d+")

Square = tuple[int, int]
Tiles = dict[Square, int]


def word_factor(square: Square) -> int:
    """What a square multiplies a word by: the rim trebles, the diagonals and the centre double."""
    down, right = (abs(at - 7) for at in square)
    if {down, right} in ({7}, {0, 7}):
        return 3
    return 2 if down == right and down in (0, 3, 4, 5, 6) else 1


def letter_factor(square: Square) -> int:
    """What a square multiplies a letter by, counted from the centre."""
    near, far = sorted(abs(at - 7) for at in square)
    factors = {(2, 2): 3, (2, 6): 3, (1, 1): 2, (1, 5): 2, (0, 4): 2, (4, 7): 2}
    return factors.get((near, far), 1)


def values_of(language: str) -> dict[str, int]:
    """What the tiles of a language are worth."""
    parts = re.findall(r"(\D+)(\d+) ?", VALUES[language])
    return {face: int(value) for face, value in parts}


def scores(text: str, language: str) -> Iterator[int]:
    """The score of every play of a game, those that were withdrawn too."""
    values = values_of(language)
    board: Tiles = {}
    before: Tiles = {}
    for line in text.splitlines():
        if re.search(r" -- ", line):
            board = before
        if match := PLAY.fullmatch(line):
            laid, across = _laid(match["where"], match["tiles"], values)
            yield placement_score(board, laid, across=across)
            before, board = board, {**board, **laid}


def _laid(where: str, tiles: str, values: dict[str, int]) -> tuple[Tiles, bool]:
    across = where[0].isdigit()
    letter, number = (where[-1], where[:-1]) if across else (where[0], where[1:])
    row, col = int(number) - 1, ord(letter) - ord("A")
    laid = {}
    for at, written in enumerate(re.findall(r"\[.+?\]|.", tiles)):
        square = (row, col + at) if across else (row + at, col)
        if written != ".":
            laid[square] = values.get(written.strip("[]"), 0)
    return laid, across


def placement_score(board: Tiles, laid: Tiles, *, across: bool) -> int:
    """What tiles laid in a line score, each tile said by its value."""
    after = {**board, **laid}
    along, athwart = ((0, 1), (1, 0)) if across else ((1, 0), (0, 1))
    words = [_line(after, min(laid), along), *(_line(after, square, athwart) for square in laid)]
    total = 50 if len(laid) == 7 else 0
    for word in (word for word in words if len(word) > 1):
        points, factor = 0, 1
        for square in word:
            new = square in laid
            points += after[square] * (letter_factor(square) if new else 1)
            factor *= word_factor(square) if new else 1
        total += points * factor
    return total


def _line(after: Tiles, square: Square, step: Square) -> list[Square]:
    row, col = square
    while (row - step[0], col - step[1]) in after:
        row, col = row - step[0], col - step[1]
    found = []
    while (row, col) in after:
        found.append((row, col))
        row, col = row + step[0], col + step[1]
    return found
