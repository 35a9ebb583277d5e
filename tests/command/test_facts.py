"""What the terminal asks about an incident: only what matters, until it can be used."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest
from arbiter_client.handbook import Incident

from service.command.base import CommandError
from service.command.handbook import ask_facts
from service.schemas.rules import write_incidents
from tests.command.tmux import screen
from tests.data import RULEBOOK
from tests.support.serving import ARBITER, environment
from tests.support.tools import tool

HANDBOOK = write_incidents(RULEBOOK.handbooks["frs-2019"], RULEBOOK.editions["frs-2019"])
ENTRIES: dict[str, Incident] = {
    entry["id"]: cast(Incident, entry) for entry in HANDBOOK["incidents"]
}
Asked = list[str]
Facts = dict[str, int | bool | str]


class Typist:
    """Types the answers in order, and remembers what was asked."""

    def __init__(self, *answers: str) -> None:
        self._answers: Iterator[str] = iter(answers)
        self.asked: Asked = []

    def __call__(self, prompt: str) -> str:
        """The next answer; none is the end of the input."""
        self.asked.append(prompt)
        try:
            return next(self._answers)
        except StopIteration:
            raise EOFError from None


ASKED = [
    ("too_many_drawn", "en", {}, ["2", "no", "3"], {"on_rack": False, "to_draw": 3}),
    ("too_many_drawn", "ro", {}, ["2", "da"], {"on_rack": True}),
    ("too_many_drawn", "en", {"drawn_over": 2}, ["yes"], {"on_rack": True}),
    ("too_many_drawn", "en", {}, ["two", "", "2", "perhaps", "", "yes"], {"on_rack": True}),
    ("tiles_spilled", "en", {}, ["3", "4", "no"], {"moment": "other", "spilled": 4}),
    ("late_player", "en", {}, ["25:00", "no"], {"late": 1500, "reason": False}),
]


@pytest.mark.parametrize(("incident", "language", "known", "answers", "facts"), ASKED)
def test_what_matters_and_is_not_known_is_asked_until_it_can_be_used(
    incident: str, language: str, known: Facts, answers: Asked, facts: Facts
) -> None:
    typist = Typist(*answers)
    found = ask_facts(ENTRIES[incident], dict(known), language, typist)
    assert facts.items() <= found.items()
    assert len(typist.asked) == len(answers)


def test_a_question_says_what_may_be_answered_and_what_could_not_be_used() -> None:
    typist = Typist("two", "", "2", "da")
    ask_facts(ENTRIES["too_many_drawn"], {}, "ro", typist)
    assert typist.asked[0].endswith(" (1-20): ")
    assert "not 'two'" in typist.asked[1]
    assert typist.asked[3].endswith(" da/nu: ")
    typist = Typist("3", "4", "no")
    ask_facts(ENTRIES["tiles_spilled"], {}, "en", typist)
    assert "  3 not while drawing" in typist.asked[0]


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
