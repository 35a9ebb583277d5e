"""How games end and what time costs: results, exchanges, scoreless turns, the clock."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.errors import ExchangeError, RecordError, SilentError
from service.engine.game.state import check_exchange, check_free_exchange, scoreless_end
from service.engine.notation import read_rack
from service.engine.rules import Rules, ScorelessRun, TurnKind
from service.engine.settlement import (
    Ending,
    Finish,
    Outcome,
    lost_on_time,
    overtime_penalty,
    settle,
)
from tests.data import RULEBOOK, rows, table

OVERTIME = table("cases/overtime.toml")


def finish_of(row: dict[str, Any], rules: Rules) -> Finish:
    """A finish as the data files write it."""
    players = row.get("player", ())
    first, second = (read_rack(text, rules.alphabet) for text in row["racks"])
    return Finish(
        scores=tuple(row["scores"]),
        racks=(first, second),
        ending=Ending(row["ended_by"]),
        players=(players,) if isinstance(players, int) else tuple(players),
        overtime=tuple(row.get("overtime", (0, 0))),
        remaining=tuple(row.get("remaining", (0, 0))),
        excused=each(row.get("excused", False)),
        called=each(row.get("called", False)),
    )


def each(value: bool | list[bool]) -> bool | tuple[bool, ...]:
    """Whether something is so, of both players or of each."""
    return value if isinstance(value, bool) else tuple(value)


def changed(rules: Rules, change: dict[str, str] | None) -> Rules:
    """The edition with one of its readings turned to the alternative."""
    if change is None:
        return rules
    change = dict(change)
    name = change.pop("section")
    section = getattr(rules, name)
    typed = {key: type(getattr(section, key))(value) for key, value in change.items()}
    return replace(rules, **{name: replace(section, **typed)})


@pytest.mark.parametrize(("rules", "row"), rows("cases/endings.toml", "ending"))
def test_ending(rules: Rules, row: dict[str, Any]) -> None:
    rules = changed(rules, row.get("change"))
    finish = finish_of(row["finish"], rules)
    result = settle(finish, rules)
    assert result.final == tuple(row["final"])
    assert result.winner == row.get("winner")
    assert result.halves == tuple(row.get("halves", ()))
    assert result.spread == tuple(row.get("spread", ()))
    if "winner" not in row:
        assert result.outcome is (Outcome.BOTH_LOSE if row.get("both_lose") else Outcome.DRAW)
    for player in (0, 1):
        moved = sum(a.points for a in result.adjustments if a.player == player)
        assert finish.scores[player] + moved == result.final[player]
    assert all(adjustment.article for adjustment in result.adjustments)


@pytest.mark.parametrize(("rules", "row"), rows("cases/endings.toml", "silent"))
def test_silence_is_an_error_never_an_invention(rules: Rules, row: dict[str, Any]) -> None:
    with pytest.raises(SilentError, match=rules.id):
        settle(finish_of(row["finish"], rules), rules)


@pytest.mark.parametrize(("rules", "row"), rows("cases/endings.toml", "refused"))
def test_an_end_that_cannot_have_been_is_refused(rules: Rules, row: dict[str, Any]) -> None:
    rules = changed(rules, row.get("change"))
    with pytest.raises(RecordError, match=row["says"]):
        settle(finish_of(row["finish"], rules), rules)


@pytest.mark.parametrize("edition", OVERTIME)
def test_overtime(edition: str) -> None:
    overtime = RULEBOOK.editions[edition].overtime
    for seconds, points, lost in OVERTIME[edition]["rows"]:
        assert overtime_penalty(seconds, overtime) == points, seconds
        assert lost_on_time(seconds, overtime) is lost, seconds


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
