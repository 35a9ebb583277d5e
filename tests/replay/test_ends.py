"""How a game ends: the last play, the challenge of it, and turns without a word."""

from typing import Any

import pytest

from service.engine.game.record import Challenged, Event, Exchanged, FreelyExchanged, Passed, Played
from service.engine.game.recount import Recount, recount
from service.engine.game.replay import apply
from service.engine.game.state import start_game
from service.engine.gcg import read_gcg
from service.engine.notation import read_gcg_play
from service.engine.rules import Rules
from service.engine.settlement import Ending
from tests.data import TESTS, table
from tests.replay.rulebook import ENGLISH, edition

LAST = (TESTS / "games/en-1.gcg").read_text(encoding="utf-8").rpartition("\n>Alice: (AEE)")[0]


def after(*events: Event) -> Recount:
    """The English game up to its last play, and what follows."""
    record = read_gcg(LAST, ENGLISH)
    return recount(type(record)(record.players, (*record.events, *events)), ENGLISH)


def test_a_game_is_over_when_the_bag_and_a_rack_are_empty() -> None:
    counted = after()
    assert (counted.game.ending, counted.game.enders) == (Ending.OUT, (0,))
    assert counted.game.bag == 0
    assert counted.result is not None
    assert counted.result.final == (365, 364)


def test_a_last_play_that_is_taken_back_does_not_end_the_game() -> None:
    counted = after(Challenged(stands=False, words=("UM",)))
    assert (counted.game.ending, counted.game.enders) == (None, ())
    assert counted.game.totals == (355, 364)
    assert counted.game.held == (1, 3)
    assert counted.result is None


def test_a_last_play_that_is_challenged_in_vain_ends_the_game_and_the_bonus_counts() -> None:
    counted = after(Challenged(stands=True, words=("UM",)))
    assert counted.game.ending is Ending.OUT
    assert counted.result is not None
    assert counted.result.final == (370, 364)
    assert counted.game.faults == ()


def test_a_pass_after_the_last_play_is_assent_and_no_fault() -> None:
    counted = after(Passed())
    assert counted.game.faults == ()
    assert counted.result == after().result
    assert [fault.code for fault in after(Passed(), Passed()).game.faults] == ["game_over"]
    late = after(Passed(), Challenged(stands=False))
    assert [fault.code for fault in late.game.faults] == ["no_play"]


def test_nothing_is_counted_after_the_end() -> None:
    counted = after(Exchanged(count=1))
    assert [fault.code for fault in counted.game.faults] == ["game_over"]
    assert counted.result is not None


SCORELESS = [
    row
    for row in table("cases/scoreless.toml")["run"]
    if not set("LZ") & set(row["turns"]) and not {"players", "kinds"} & row.keys()
]


@pytest.mark.parametrize(
    ("rules", "row"),
    [
        pytest.param(edition(name), row, id=f"{row['id']} {name} {row['rule']}")
        for row in SCORELESS
        for name in row["editions"]
    ],
)
def test_turns_without_a_word_end_a_game_in_the_middle_of_it(
    rules: Rules, row: dict[str, Any]
) -> None:
    game = start_game(2, rules)
    if row["scored"]:
        apply(game, word(15), rules)
    ends_at = None
    for number, letter in enumerate(row["turns"]):
        for event in turn(letter, number):
            apply(game, event, rules)
        if game.ending is not None and ends_at is None:
            ends_at = number
    assert ends_at == row.get("ends_at")
    assert game.ending in (None, Ending.SCORELESS)


def turn(letter: str, number: int) -> list[Event]:
    """What a letter stands for in the data."""
    match letter:
        case "P":
            return [Passed()]
        case "X":
            return [Exchanged(count=1)]
        case "S":
            return [FreelyExchanged()]
        case "I":
            return [word(number + 1), Challenged(stands=False)]
        case _:
            return [word(number + 1)]


def word(row: int) -> Played:
    """A play in a row of its own; where it lies does not matter here."""
    return Played(play=read_gcg_play(f"{row}A AA", ENGLISH.alphabet))
