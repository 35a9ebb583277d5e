"""Results of finished games, and the clock."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.errors import RecordError, SilentError
from service.engine.notation import read_rack
from service.engine.rules import Rules
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
