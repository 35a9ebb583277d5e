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
    "Z": TurnKind.ZERO,
}


def ends_at(letters: str, rules: Rules, *, scored: bool, players: int = 2) -> int | None:
    """The event that ends the game; a free exchange (S) is no turn."""
    turns: list[TurnKind] = []
    for number, letter in enumerate(letters):
        if letter != "S":
            turns.append(LETTERS[letter])
        if scoreless_end(turns, rules, scored=scored, players=players):
            return number
    return None


def read_otherwise(rules: Rules, kinds: list[str] | None) -> Rules:
    """The edition with other turns in its run."""
    if kinds is None:
        return rules
    run = ScorelessRun(frozenset(map(TurnKind, kinds)), 6)
    return replace(rules, scoreless=replace(rules.scoreless, runs=(run,)))


@pytest.mark.parametrize(("rules", "row"), rows("cases/scoreless.toml", "run"))
def test_scoreless(rules: Rules, row: dict[str, Any]) -> None:
    rules = read_otherwise(rules, row.get("kinds"))
    players = row.get("players", 2)
    found = ends_at(row["turns"], rules, scored=row["scored"], players=players)
    assert found == row.get("ends_at")


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
