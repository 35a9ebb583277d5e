"""Laws that hold for any play."""

from collections import Counter
from contextlib import suppress

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from service.engine.board import Board, Direction, Square
from service.engine.errors import RuleError
from service.engine.notation import Play, read_position, read_tiles, write_position
from service.engine.rules import Rules
from service.engine.scoring import make_play, score_play
from service.engine.tiles import Laid
from tests.data import RULEBOOK

EDITIONS = [RULEBOOK.editions[name] for name in ("figs-2012", "fisc-2023", "frs-2019")]


@st.composite
def plays(draw: st.DrawFn, board: Board, rules: Rules) -> Play:
    """A play through the centre or through a tile on the board; most of them are possible."""
    bag = [face for face, count in rules.alphabet.counts.items() for _ in range(count)]
    faces = draw(st.lists(st.sampled_from(bag), min_size=2, max_size=7))
    direction = draw(st.sampled_from(list(Direction)))
    covered = board.tiles
    anchor = draw(st.sampled_from(sorted(covered))) if covered else rules.plan.centre
    down, right = direction.step
    back = draw(st.integers(0, len(faces) - 1))
    start = Square(max(0, anchor.row - back * down), max(0, anchor.col - back * right))
    tiles, (row, col) = "", start
    for face in faces:
        while (row, col) in covered:
            tiles, row, col = tiles + ".", row + down, col + right
        tiles += f"[{face.lower()}]" if draw(st.integers(0, 9)) == 0 else face
        row, col = row + down, col + right
    return Play(start, direction, read_tiles(tiles, rules.alphabet))


@st.composite
def boards(draw: st.DrawFn, rules: Rules) -> Board:
    """A board after up to five plays that were possible."""
    board = Board(rules.plan, rules.alphabet)
    for _ in range(draw(st.integers(0, 5))):
        with suppress(RuleError):
            make_play(draw(plays(board, rules)), board, rules)
    return board


def turned(square: Square) -> Square:
    return Square(square.col, square.row)


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
@given(data=st.data())
def test_a_score_s_parts_add_up_and_count_every_tile(rules: Rules, data: st.DataObject) -> None:
    board = data.draw(boards(rules))
    before = board.copy()
    play = data.draw(plays(board, rules))
    try:
        made = make_play(play, board, rules)
    except RuleError:
        assert board == before
        return
    score = made.score
    event("a play was made")
    assert score.total == sum(word.score for word in score.words) + score.bonus
    assert score.tiles == len(made.laid) == len(board.tiles) - len(before.tiles)
    assert score.bonus == (50 if score.tiles == 7 else 0)
    assert all(len(word.tiles) > 1 for word in score.words)
    new = {rules.plan.square(number) for number in made.laid}
    assert board.tiles.keys() == before.tiles.keys() | new
    assert score == score_play(board, made.laid, play.direction, rules)
    board.lift(made.laid)
    assert (board, +Counter(board.used)) == (before, +Counter(before.used))


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
@given(data=st.data())
def test_turning_board_and_play_changes_no_score(rules: Rules, data: st.DataObject) -> None:
    board = data.draw(boards(rules))
    play = data.draw(plays(board, rules))
    mirror = Board(rules.plan, rules.alphabet)
    mirror.put({rules.plan.numbers[turned(s)]: tile for s, tile in board.tiles.items()})
    other = Play(turned(play.start), play.direction.other, play.tiles)
    try:
        score = make_play(play, board, rules).score
    except RuleError as fault:
        with pytest.raises(type(fault)):
            make_play(other, mirror, rules)
        return
    again = make_play(other, mirror, rules).score
    words = [[(word.tiles, word.score) for word in made.words] for made in (again, score)]
    assert (words[0][0], again.total) == (words[1][0], score.total)
    assert Counter(words[0]) == Counter(words[1])


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.id)
@given(data=st.data())
def test_a_position_survives_writing_and_reading(rules: Rules, data: st.DataObject) -> None:
    board = data.draw(boards(rules))
    assert read_position(write_position(board), rules) == board


@given(text=st.text(max_size=20))
def test_any_text_reads_as_tiles_or_as_a_typed_error(text: str) -> None:
    for rules in EDITIONS:
        try:
            tiles = read_tiles(text, rules.alphabet)
        except RuleError:
            continue
        assert all(tile is None or isinstance(tile, Laid) for tile in tiles)
