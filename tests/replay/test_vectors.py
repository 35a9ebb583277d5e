"""Chosen turns of the recorded games, written out letter by letter without the engine.

A word is written as its sum: `MICIO (3 + 1 + 2 + 1 + 1) × 2 = 16`, each letter with its value and,
after a ×, what the square under it multiplies by.
"""

import re
from math import prod
from typing import Any

import pytest

from service.engine.game.record import Played
from service.engine.notation import read_gcg_play, write_tiles
from tests.data import TESTS, table
from tests.replay.test_games import game

TURNS = table("games/vectors.toml")["turn"]
SUM = re.compile(r"(?P<word>\S+) \((?P<letters>[\d +×]+)\)(?: × (?P<times>\d+))? = (?P<score>\d+)")


def read_sum(text: str) -> tuple[str, int]:
    """The word and the score of a sum that adds up."""
    match = SUM.fullmatch(text)
    assert match is not None, text
    letters = [prod(map(int, letter.split("×"))) for letter in match["letters"].split(" + ")]
    assert sum(letters) * int(match["times"] or 1) == int(match["score"]), text
    return match["word"], int(match["score"])


@pytest.mark.parametrize("row", [pytest.param(r, id=f"{r['game']} {r['n']}") for r in TURNS])
def test_turn(row: dict[str, Any]) -> None:
    counted, rules = game(TESTS / f"games/{row['game']}.gcg")
    turn = next(c for c in counted.game.counted if c.number == row["n"])
    assert isinstance(turn.event, Played)
    assert turn.event.play == read_gcg_play(row["play"], rules.alphabet)
    assert turn.made is not None
    words = [read_sum(text) for text in row["words"]]
    assert [(write_tiles(word.tiles), word.score) for word in turn.made.words] == words
    assert turn.made.bonus == row["bonus"]
    assert turn.score == sum(score for _, score in words) + row["bonus"] == row["score"]
