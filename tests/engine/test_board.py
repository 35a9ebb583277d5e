"""Tiles put on a board and lifted from it."""

from dataclasses import replace

import pytest

from service.engine.board import Board
from service.engine.errors import BagExceededError, TooFewTilesError
from service.engine.notation import read_gcg_play
from service.engine.placement import lay
from service.engine.scoring import board_after, make_play
from tests.data import RULEBOOK

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
