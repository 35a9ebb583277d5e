"""Plays, racks and positions as text."""

from dataclasses import replace

import pytest

from service.engine.board import Board, Direction, Plan, Premium, Square
from service.engine.errors import NotationError, NoTileError, RuleError
from service.engine.notation import (
    Written,
    read_gcg_play,
    read_play,
    read_position,
    read_rack,
    read_square,
    write_coordinate,
    write_position,
    write_rack,
    write_tiles,
)
from service.engine.placement import lay
from service.engine.scoring import board_after, make_play
from service.engine.tiles import Face, Laid
from tests.data import RULEBOOK

FISC = RULEBOOK.editions["fisc-2023"]
FIGS = RULEBOOK.editions["figs-2012"]
EMPTY = "/".join(["15"] * 15)


@pytest.mark.parametrize(
    ("text", "start", "direction"),
    [
        ("8F MICIO", "F8", Direction.ACROSS),
        ("F8 MICIO", "F8", Direction.DOWN),
        ("15a MICIO", "A15", Direction.ACROSS),
        ("o10 MICIO", "O10", Direction.DOWN),
    ],
)
def test_row_first_is_across_and_column_first_is_down(
    text: str, start: str, direction: Direction
) -> None:
    play = read_gcg_play(text, FIGS.alphabet)
    assert (str(play.start), play.direction) == (start, direction)
    assert write_coordinate(play.start, play.direction) == text.split()[0].upper()


@pytest.mark.parametrize("tiles", ["CA.YA", "CA(NY)A", "CANYA", "CAnyA", "CA[NY]A", "CA[ny]A"])
def test_a_covered_square_is_a_dot_or_its_letter_in_either_case(tiles: str) -> None:
    board = board_after([read_gcg_play("H8 NYUS", FISC.alphabet)], FISC)
    written = Written(read_square("F8"), Direction.ACROSS, tiles.replace(".Y", "."))
    play = read_play(written, FISC.alphabet)
    laid = {str(FISC.plan.square(at)): tile.face for at, tile in lay(play, board).items()}
    assert laid == {
        "F8": "C",
        "G8": "A",
        "I8": "A",
    }


@pytest.mark.parametrize("text", ["8", "F", "", "8FF", "F8 ", "ÀF8", "F8F"])
def test_what_is_no_square_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="column letter"):
        read_square(text)


def test_a_rack_holds_capitals_and_question_marks() -> None:
    rack = read_rack("AL·L?QU", FISC.alphabet)
    assert [tile.face for tile in rack] == ["A", "L·L", "?", "QU"]
    assert write_rack(rack) == "A[L·L]?[QU]"
    assert read_rack(write_rack(rack), FISC.alphabet) == rack
    assert read_rack("A[L.L]?QU", FISC.alphabet) == read_rack("AL.L?QU", FISC.alphabet) == rack


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("AbC", NotationError),
        ("A.C", NotationError),
        ("K", NoTileError),
        ("A B", NotationError),
        ("[A", NotationError),
        ("[]", NotationError),
    ],
)
def test_a_rack_that_cannot_be_held_is_refused(text: str, fault: type[RuleError]) -> None:
    with pytest.raises(fault):
        read_rack(text, FISC.alphabet)


def test_a_position_is_written_with_brackets_and_read_with_or_without() -> None:
    board = board_after(
        [read_gcg_play("8F CEl·lA", FISC.alphabet), read_gcg_play("I8 ANY", FISC.alphabet)], FISC
    )
    text = write_position(board)
    assert text == EMPTY.replace(
        "15/15/15/15/15/15/15/15/15", "15/15/15/15/15/15/15/5CE[l·l]A6/8[NY]6"
    )
    assert read_position(text, FISC) == board
    assert read_position(text.replace("[", "").replace("]", ""), FISC) == board
    assert read_position(text + " AB/CD 12/30 0", FISC) == board


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        ("15/15", "15 rows, this one 2"),
        (EMPTY.replace("15", "14", 1), "row 1, '14', covers 14"),
        (EMPTY.replace("15", "999999999999", 1), "covers 16"),
        (EMPTY.replace("15", "7.7", 1), r"'\.'"),
        (EMPTY.replace("15", "7K7", 1), "there is no K"),
        (EMPTY.replace("15", "7Q7", 2), "2 Q tiles"),
    ],
)
def test_a_position_that_cannot_be_is_refused(text: str, fault: str) -> None:
    with pytest.raises(RuleError, match=fault):
        read_position(text, FIGS)


def test_an_empty_board_is_fifteen_empty_rows() -> None:
    board = Board(FIGS.plan, FIGS.alphabet)
    assert write_position(board) == EMPTY
    assert read_position(EMPTY, FIGS) == board


def test_blanks_are_written_small() -> None:
    assert write_tiles([Laid(Face("L·L"), blank=True), Laid(Face("A"))]) == "l·lA"


def test_squares_have_the_names_of_the_regulation() -> None:
    assert str(Square(7, 7)) == "H8"


def test_a_board_may_be_wider_than_fifteen_squares() -> None:
    plan = Plan("wide", 21, 21, Square(10, 10), {Square(20, 20): Premium(1, 3)})
    rules = replace(FISC, plan=plan)
    board = board_after([read_gcg_play("11H CASA", FISC.alphabet)], rules)
    made = make_play(read_gcg_play("21T SA", FISC.alphabet), board, rules, uncontested=True)
    assert made.score.total == 6
    position = write_position(board)
    assert read_position(position, rules) == board
    assert position.count("/") == 20
