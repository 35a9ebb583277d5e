"""Plays and their scores: recorded examples, regulation examples, minimal positions."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.board import Board
from service.engine.errors import BagExceededError, RuleError, TooFewTilesError
from service.engine.notation import read_gcg_play, read_square, read_tiles, write_tiles
from service.engine.placement import check_placement, check_rack, lay, placement_fault
from service.engine.rules import Rules
from service.engine.scoring import board_after, make_play
from service.engine.tiles import Laid
from tests.data import RULEBOOK, rows

FILES = ["italian", "catalan", "romanian"]


def board_of(fragments: list[str], rules: Rules) -> Board:
    """A board with these words on it, wherever they lie."""
    board = Board(rules.plan, rules.alphabet)
    for fragment in fragments:
        board.put(lay(read_gcg_play(fragment, rules.alphabet), board))
    return board


@pytest.mark.parametrize(
    ("rules", "row"), [p for name in FILES for p in rows(f"positions/{name}.toml", "position")]
)
def test_position(rules: Rules, row: dict[str, Any]) -> None:
    board = board_of(row["board"], rules)
    play = read_gcg_play(row["play"], rules.alphabet)
    score = make_play(play, board, rules, uncontested="fault" in row).score
    assert [[write_tiles(word.tiles), word.score] for word in score.words] == row["words"]
    assert (score.bonus, score.tiles, score.total) == (row["bonus"], row["tiles"], row["total"])


@pytest.mark.parametrize(
    ("rules", "row"),
    [
        p
        for name in FILES
        for p in rows(f"positions/{name}.toml", "position")
        if "fault" in p.values[1]
    ],
)
def test_a_misplaced_play_is_a_fault_when_it_is_contested(
    rules: Rules, row: dict[str, Any]
) -> None:
    with pytest.raises(RuleError) as fault:
        make_play(read_gcg_play(row["play"], rules.alphabet), board_of(row["board"], rules), rules)
    assert fault.value.code == row["fault"]


def put(tiles: dict[str, str], board: Board, rules: Rules) -> None:
    """Put tiles on squares one by one, so that even a diagonal can be tried."""
    laid = {
        rules.plan.numbers[read_square(square)]: tile
        for square, text in tiles.items()
        for tile in read_tiles(text, rules.alphabet)
        if isinstance(tile, Laid)
    }
    check_placement(board, laid)
    check_rack(laid, rules.rack.size)
    fault = placement_fault(board, laid, rules)
    if fault is not None:
        raise fault


@pytest.mark.parametrize(("rules", "row"), rows("positions/faults.toml", "fault"))
def test_fault(rules: Rules, row: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as fault:
        put(row["tiles"], board_of(row["board"], rules), rules)
    assert fault.value.code == row["code"]


@pytest.mark.parametrize(("rules", "row"), rows("positions/written.toml", "fault"))
def test_written_play_fault(rules: Rules, row: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as fault:
        make_play(read_gcg_play(row["play"], rules.alphabet), board_of(row["board"], rules), rules)
    assert fault.value.code == row["code"]
    assert row["quotes"] in str(fault.value)


FIGS = RULEBOOK.editions["figs-2012"]


def test_tiles_of_which_there_are_not_so_many_leave_the_board_as_it_was() -> None:
    board = board_after([read_gcg_play("8F MICIO", FIGS.alphabet)], FIGS)
    before = board.copy()
    laid = lay(read_gcg_play("F8 .AQQQ", FIGS.alphabet), board)
    with pytest.raises(BagExceededError, match="one Q tile more than there are"):
        board.put(laid)
    assert (board, board.unseen) == (before, before.unseen)


def test_a_tile_that_forms_no_word_does_not_stay_on_the_board() -> None:
    rules = replace(FIGS, opening=replace(FIGS.opening, min_tiles=1))
    board = Board(rules.plan, rules.alphabet)
    with pytest.raises(TooFewTilesError, match="forms no word"):
        make_play(read_gcg_play("8H A", rules.alphabet), board, rules)
    assert board == Board(rules.plan, rules.alphabet)
