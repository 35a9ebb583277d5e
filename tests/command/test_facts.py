"""What the terminal asks about an incident: only what matters, until it can be used."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from arbiter_client.handbook import Incident

from service.command.base import CommandError
from service.command.handbook import ask_facts
from service.schemas.rules import write_incidents
from tests.command.tmux import screen
from tests.data import RULEBOOK, by_rule, table
from tests.support.serving import ARBITER, environment
from tests.support.tools import tool

HANDBOOK = write_incidents(RULEBOOK.handbooks["frs-2019"], RULEBOOK.editions["frs-2019"])
ENTRIES: dict[str, Incident] = {
    entry["id"]: cast(Incident, entry) for entry in HANDBOOK["incidents"]
}


class Typist:
    """Types the answers in order, and remembers what was asked."""

    def __init__(self, *answers: str) -> None:
        self._answers: Iterator[str] = iter(answers)
        self.asked: list[str] = []

    def __call__(self, prompt: str) -> str:
        """The next answer; none is the end of the input."""
        self.asked.append(prompt)
        try:
            return next(self._answers)
        except StopIteration:
            raise EOFError from None


@pytest.mark.parametrize("row", by_rule(table("command/facts.toml")["row"]))
def test_facts_are_asked_for_until_they_can_be_used(row: dict[str, Any]) -> None:
    typist = Typist(*row["typed"])
    facts = ask_facts(ENTRIES[row["incident"]], row.get("known", {}), row["language"], typist)
    assert facts == row["facts"]
    assert len(typist.asked) == len(row["asked"])
    assert all(part in asked for part, asked in zip(row["asked"], typist.asked, strict=True))


def test_the_end_of_the_input_is_one_line() -> None:
    with pytest.raises(CommandError, match="on_rack is needed"):
        ask_facts(ENTRIES["too_many_drawn"], {}, "en", Typist("2"))


def test_a_terminal_asks_for_the_facts_and_answers(tmp_path: Path) -> None:
    tool("tmux", "tmux")
    asked = shlex.join([*ARBITER, "incident", "--rules", "frs", "too_many_drawn", "--offline"])
    with screen(tmp_path, ("sh", "-c", f"{asked}; read _"), environment()) as shown:
        shown.until("Câte litere în plus? (1-20):")
        shown.type("two")
        shown.press("Enter")
        shown.until("not 'two' [Enter]")
        shown.press("Enter")
        shown.type("2")
        shown.press("Enter")
        shown.until("da/nu:")
        shown.type("da")
        shown.press("Enter")
        shown.until("Adversarul întoarce la întâmplare 4 litere")
