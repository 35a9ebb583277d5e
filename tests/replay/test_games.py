"""The recorded games of tests/games: whole games in four languages, recounted and checked.

Chosen turns of them are written out letter by letter, without the engine. A word is written as its
sum: `MICIO (3 + 1 + 2 + 1 + 1) × 2 = 16`, each letter with its value and, after a ×, what the
square under it multiplies by.
"""

import re
from math import prod
from pathlib import Path
from typing import Any

import pytest

from service.engine.board import PLAIN, Square
from service.engine.game.ending import final_racks
from service.engine.game.record import Played
from service.engine.game.recount import Recount, additions, disagreements, recount
from service.engine.gcg import read_gcg, write_gcg
from service.engine.notation import read_gcg_play, write_tiles
from service.engine.rules import Rules
from service.engine.scoring import write_sum
from service.engine.settlement import Ending
from service.schemas.game import read_game, write_game
from service.schemas.results import write_recount
from tests.data import TESTS, table
from tests.games.second_scorer import letter_factor, scores, word_factor
from tests.replay.rulebook import edition

GAMES = sorted((TESTS / "games").glob("*.gcg"))


def game(path: Path) -> tuple[Recount, Rules]:
    """A recorded game, counted by the edition that it names."""
    text = path.read_text(encoding="utf-8")
    name = next(line.split()[1] for line in text.splitlines() if line.startswith("#rules"))
    rules = edition(name)
    return recount(read_gcg(text, rules), rules), rules


@pytest.fixture(params=GAMES, ids=lambda path: path.stem)
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


def test_a_recorded_game_is_counted_as_its_sheet_says(path: Path) -> None:
    counted, _ = game(path)
    assert counted.game.faults == ()
    assert (disagreements(counted), additions(counted)) == ((), ())
    assert counted.game.ending in (Ending.OUT, Ending.SCORELESS)
    assert counted.result is not None


def test_a_second_scorer_agrees_on_every_play(path: Path) -> None:
    counted, rules = game(path)
    plays = [c.score for c in counted.game.counted if isinstance(c.event, Played)]
    assert list(scores(path.read_text(encoding="utf-8"), rules.language)) == plays


def test_the_second_scorer_has_the_premiums_of_the_board() -> None:
    plan = edition("figs").plan
    for row in range(15):
        for col in range(15):
            premium = plan.premiums.get(Square(row, col), PLAIN)
            assert (letter_factor((row, col)), word_factor((row, col))) == premium


def test_writing_a_recorded_game_gives_its_file(path: Path) -> None:
    counted, rules = game(path)
    assert write_gcg(counted, rules) == path.read_text(encoding="utf-8")


def test_a_game_that_is_read_in_its_file_counts_the_same_in_json(path: Path) -> None:
    counted, rules = game(path)
    again = recount(read_game(write_game(counted.record), rules), rules)
    assert write_recount(again, rules) == write_recount(counted, rules)
    assert write_gcg(again, rules) == path.read_text(encoding="utf-8")


def test_every_tile_is_on_the_board_on_a_rack_or_in_the_bag(path: Path) -> None:
    counted, rules = game(path)
    left = counted.game
    racks = sum(len(rack or ()) for rack in final_racks(left))
    assert len(left.board.tiles) + racks + left.bag == rules.alphabet.blanks + sum(
        rules.alphabet.counts.values()
    )


def test_a_miscounted_play_is_found_wherever_it_is(path: Path) -> None:
    counted, rules = game(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    plays = [c for c in counted.game.counted if isinstance(c.event, Played)]
    for play in plays[:: len(plays) // 4]:
        wrong = [line.replace(f" +{play.score} ", f" +{play.score + 10} ") for line in lines]
        changed = recount(read_gcg("\n".join(wrong), rules), rules)
        found = [d for d in disagreements(changed) if d.number == play.number]
        assert [(d.declared, d.computed) for d in found] == [(play.score + 10, play.score)]
        assert changed.game.computed == counted.game.totals


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
    sums = [write_sum(word, turn.laid, rules) for word in turn.made.words]
    plain = [text.replace("(", "").replace(")", "") for text in sums]
    assert [
        text.split(" ", 1)[1].split(" = ")[0].replace("(", "").replace(")", "")
        for text in row["words"]
    ] == plain
    assert turn.made.bonus == row["bonus"]
    assert turn.score == sum(score for _, score in words) + row["bonus"] == row["score"]
