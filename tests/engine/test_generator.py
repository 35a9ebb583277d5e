"""Every way to lay a few tiles on a board, ours against a generator that shares nothing with it.

As chess engines count moves: what may lie where, and what it scores, word lists apart.
POSITIONS=10000 looks at as many of each tile set.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import permutations
from random import Random

import pytest

from service.engine.board import Board, Direction, Square
from service.engine.errors import RuleError
from service.engine.notation import Play
from service.engine.rules import Rules
from service.engine.scoring import make_play
from service.engine.tiles import BLANK, Laid
from tests.engine.test_laws import EDITIONS
from tests.games.second_scorer import placement_score, values_of

POSITIONS = int(os.environ.get("POSITIONS", "20"))
TILES, MOST = 3, 7
CENTRE = (7, 7)
Laying = frozenset[tuple[tuple[int, int], Laid]]


def naive(board: dict[tuple[int, int], Laid], rack: list[Laid], language: str) -> dict[Laying, int]:
    """All placements and their scores, by what a player knows: in line, no gap, touching."""
    values = values_of(language)
    worth = {at: 0 if tile.blank else values[tile.face] for at, tile in board.items()}
    found = {}
    for squares, across in lines(board, len(rack)):
        for tiles in set(permutations(rack, len(squares))):
            laid = {
                s: 0 if t.blank else values[t.face] for s, t in zip(squares, tiles, strict=True)
            }
            key = frozenset(zip(squares, tiles, strict=True))
            found[key] = placement_score(worth, laid, across=across)
    return found


def lines(
    board: dict[tuple[int, int], Laid], most: int
) -> Iterator[tuple[list[tuple[int, int]], bool]]:
    for across in (True, False):
        for row in range(15):
            for col in range(15):
                squares: list[tuple[int, int]] = []
                at = (row, col)
                while at not in board and len(squares) < most and max(at) < 15:
                    squares.append(at)
                    if touches(board, squares):
                        yield list(squares), across
                    at = step(at, across)
                    while at in board:
                        at = step(at, across)


def touches(board: dict[tuple[int, int], Laid], squares: list[tuple[int, int]]) -> bool:
    if not board:
        return CENTRE in squares and len(squares) > 1
    beside = (
        (row + d, col + r) for row, col in squares for d, r in ((0, 1), (1, 0), (0, -1), (-1, 0))
    )
    return any(square in board for square in beside)


def step(at: tuple[int, int], across: bool) -> tuple[int, int]:
    return (at[0], at[1] + 1) if across else (at[0] + 1, at[1])


def ours(board: Board, rack: list[Laid], rules: Rules) -> dict[Laying, int]:
    """All placements that the engine does not refuse, whatever is tried, and their scores."""
    found = {}
    for start in (Square(row, col) for row in range(15) for col in range(15)):
        for direction in Direction:
            for number in range(1, len(rack) + 1):
                for tiles in set(permutations(rack, number)):
                    with suppress(RuleError):
                        made = make_play(written(board, start, direction, tiles), board, rules)
                        board.lift(made.laid)
                        squares = located(made.laid, rules)
                        if len(squares) == number:
                            found[frozenset(squares.items())] = made.score.total
    return found


def located(laid: Mapping[int, Laid], rules: Rules) -> dict[tuple[int, int], Laid]:
    squares = {rules.plan.square(number): tile for number, tile in laid.items()}
    return {(at.row, at.col): tile for at, tile in squares.items()}


def written(board: Board, start: Square, direction: Direction, tiles: tuple[Laid, ...]) -> Play:
    """The tiles one after the other, over those that lie there."""
    lying, (row, col), (down, right) = board.tiles, start, direction.step
    put: list[Laid | None] = []
    for tile in tiles:
        while (row, col) in lying:
            put.append(None)
            row, col = row + down, col + right
        put.append(tile)
        row, col = row + down, col + right
    return Play(start, direction, tuple(put))


def drawn(board: Board, lot: Random, number: int) -> list[Laid]:
    """Tiles that are not on the board; a blank stands for any face."""
    faces = list(board.alphabet.counts)
    kinds = [kind for kind, count in board.unseen.items() for _ in range(count)]
    return [
        Laid(lot.choice(faces), blank=True) if kind == BLANK else Laid(kind)
        for kind in lot.sample(kinds, number)
    ]


def position(rules: Rules, lot: Random) -> Board:
    """A board after some plays, by lot."""
    board = Board(rules.plan, rules.alphabet)
    for _ in range(lot.randrange(12)):
        tiles = drawn(board, lot, lot.randint(2, MOST))
        start = Square(lot.randrange(15), lot.randrange(15)) if board.tiles else rules.plan.centre
        play = written(board, start, lot.choice(list(Direction)), tuple(tiles))
        with suppress(RuleError):
            make_play(play, board, rules)
    return board


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
def test_a_naive_generator_finds_the_same_placements_and_scores(rules: Rules) -> None:
    for seed in range(POSITIONS):
        lot = Random(seed)
        board = position(rules, lot)
        rack = drawn(board, lot, TILES)
        lying = {(at.row, at.col): tile for at, tile in board.tiles.items()}
        assert ours(board, rack, rules) == naive(lying, rack, rules.language), f"seed {seed}"
