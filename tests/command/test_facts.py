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


def test_every_fact_that_matters_is_asked_for() -> None:
    typist = Typist("2", "no", "3")
    facts = ask_facts(ENTRIES["too_many_drawn"], {}, "en", typist)
    assert facts == {"drawn_over": 2, "on_rack": False, "to_draw": 3}
    assert typist.asked[0] == "How many tiles too many? (1-20): "


def test_what_does_not_matter_is_not_asked_for() -> None:
    typist = Typist("2", "da")
    assert ask_facts(ENTRIES["too_many_drawn"], {}, "ro", typist) == {
        "drawn_over": 2,
        "on_rack": True,
    }
    assert typist.asked[1].endswith(" da/nu: ")


def test_what_is_known_is_not_asked_for() -> None:
    typist = Typist("yes")
    ask_facts(ENTRIES["too_many_drawn"], {"drawn_over": 2}, "en", typist)
    assert len(typist.asked) == 1


def test_an_answer_that_cannot_be_used_is_asked_for_again() -> None:
    typist = Typist("two", "", "2", "perhaps", "", "yes")
    facts = ask_facts(ENTRIES["too_many_drawn"], {}, "en", typist)
    assert facts == {"drawn_over": 2, "on_rack": True}
    assert "not 'two'" in typist.asked[1]


def test_a_choice_is_made_by_its_number() -> None:
    typist = Typist("3", "4", "no")
    facts = ask_facts(ENTRIES["tiles_spilled"], {}, "en", typist)
    assert facts == {"moment": "other", "spilled": 4, "bag_seven": False}
    assert "  3 not while drawing" in typist.asked[0]


def test_time_may_be_typed_as_a_clock_shows_it() -> None:
    typist = Typist("25:00", "no")
    facts = ask_facts(ENTRIES["late_player"], {}, "en", typist)
    assert facts == {"late": 1500, "reason": False}


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
