"""Turns without a word: exchanges and scoreless endings."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.errors import ExchangeError
from service.engine.game.state import check_exchange, check_free_exchange, scoreless_end
from service.engine.rules import Rules, ScorelessRun, TurnKind
from tests.data import RULEBOOK, rows, table

EXCHANGES = table("cases/exchanges.toml")
LETTERS = {
    "P": TurnKind.PASS,
    "X": TurnKind.EXCHANGE,
    "I": TurnKind.WITHDRAWN,
    "W": TurnKind.PLAY,
    "L": TurnKind.LOST,
}


def ends_at(letters: str, rules: Rules, *, scored: bool) -> int | None:
    """The event that ends the game; a free exchange (S) is no turn."""
    turns: list[TurnKind] = []
    for number, letter in enumerate(letters):
        if letter != "S":
            turns.append(LETTERS[letter])
        if scoreless_end(turns, rules, scored=scored):
            return number
    return None


@pytest.mark.parametrize(("rules", "row"), rows("cases/scoreless.toml", "run"))
def test_scoreless(rules: Rules, row: dict[str, Any]) -> None:
    assert ends_at(row["turns"], rules, scored=row["scored"]) == row.get("ends_at")


def test_the_other_reading_counts_plays_taken_back() -> None:
    rules = RULEBOOK.editions["figs-2012"]
    kinds = frozenset({TurnKind.PASS, TurnKind.EXCHANGE, TurnKind.WITHDRAWN})
    other = replace(rules, scoreless=replace(rules.scoreless, runs=(ScorelessRun(kinds, 6),)))
    assert ends_at("PPIPPPP", other, scored=True) == 5


@pytest.mark.parametrize("edition", EXCHANGES)
def test_exchange(edition: str) -> None:
    rules = RULEBOOK.editions[edition]
    for bag, tiles, allowed in EXCHANGES[edition]["rows"]:
        assert _allowed(check_exchange, tiles, bag, rules) is allowed, (bag, tiles)


@pytest.mark.parametrize("edition", EXCHANGES)
def test_free_exchange(edition: str) -> None:
    rules = RULEBOOK.editions[edition]
    for bag, used, allowed in EXCHANGES[edition]["free"]:
        assert _allowed(check_free_exchange, used, bag, rules) is allowed, (bag, used)


def _allowed(check: Any, number: int, bag: int, rules: Rules) -> bool:
    try:
        check(number, bag, rules)
    except ExchangeError:
        return False
    return True
