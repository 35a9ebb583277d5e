"""A tablet in any order of taps: its script goes on only as a challenge may, and keeps no word."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from tests.support.tools import tool

SCRIPT = Path(__file__).parents[2] / "service/web/js/tablet/challenge.js"
STEPPER = """
import {createInterface} from "node:readline";
const steps = await import(process.argv[1]);
const say = (value) => console.log(JSON.stringify(value));
say(steps.ARMED);
for await (const line of createInterface({input: process.stdin})) {
  const [name, ...given] = JSON.parse(line);
  try { say(steps[name](...given)); } catch (fault) { say({refused: fault.message}); }
}
"""
BEFORE_VERDICT = {"words", "check", "consent"}
MAY = {
    "declare": {"armed", "words"},
    "respell": {"words"},
    "select": {"words"},
    "submit": {"words"},
    "correct": {"check", "consent"},
    "consent": {"check"},
    "ask": {"consent"},
    "postpone": {"judging"},
    "answer": {"judging"},
    "see": {"verdict"},
    "dismiss": {"verdict"},
    "retract": BEFORE_VERDICT,
    "challengeAgain": {"consequences"},
    "giveUp": BEFORE_VERDICT,
}
"""In which steps each tap means something; in any other it is refused."""


class Stepper:
    """The script of the tablet, in a process of its own."""

    def __init__(self, node: str) -> None:
        command = (node, "--input-type=module", "-e", STEPPER, SCRIPT.as_uri())
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        self.armed = self.hear()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout
        return dict(json.loads(self.process.stdout.readline()))

    def step(self, name: str, *given: object) -> dict[str, Any]:
        assert self.process.stdin
        print(json.dumps([name, *given]), file=self.process.stdin, flush=True)
        return self.hear()


class Tablet(RuleBasedStateMachine):
    """A challenge beside what two players and an arbiter remember of it."""

    stepper: Stepper

    def __init__(self) -> None:
        super().__init__()
        self.now = self.stepper.armed
        self.known: bool | None = None
        """The verdict that can still be looked up."""
        self.agreed = False
        self.typed: set[str] = set()

    def tap(self, name: str, *given: object, unless: bool = False) -> bool:
        """Try a step; whether it was taken, as it may."""
        may = self.now["step"] in MAY[name] and not unless
        after = self.stepper.step(name, self.now, *given)
        assert ("refused" not in after) is may, (name, self.now, after)
        self.now = after if may else self.now
        return may

    @rule(count=st.integers(1, 3))
    def declare(self, count: int) -> None:
        if self.tap("declare", count, unless=self.now["locked"]):
            self.known, self.agreed = None, False

    @rule(word=st.sampled_from(["", "casa", "țară"]), locks=st.booleans())
    def spell(self, word: str, locks: bool) -> None:
        declared, locked = self.now["count"], self.now["locked"]
        if self.tap("respell", word, locks):
            self.typed.add(word)
            assert self.now["locked"] is (locked or (locks and word != ""))
            assert self.now["count"] == declared

    @rule(at=st.integers(-1, 4))
    def select(self, at: int) -> None:
        if self.tap("select", at):
            assert 0 <= self.now["at"] < self.now["count"]

    @rule(right=st.booleans())
    def submit(self, right: bool) -> None:
        spelled = [{"text": word, "tiles": None} for word in self.now["words"]]
        self.tap("submit", spelled if right else [*spelled, *spelled, None], unless=not right)

    @rule()
    def correct(self) -> None:
        self.agreed = self.agreed and not self.tap("correct")

    @rule()
    def consent(self) -> None:
        self.agreed = self.tap("consent") or self.agreed

    @rule()
    def ask(self) -> None:
        if self.tap("ask"):
            assert self.agreed, "nothing is asked that the opponent did not agree to"

    @rule()
    def postpone(self) -> None:
        self.tap("postpone")

    @rule(valid=st.booleans(), again=st.booleans())
    def answer(self, valid: bool, again: bool) -> None:
        first, second = self.now["first"], self.now["second"]
        if self.tap("answer", valid, "a print" if again else None):
            self.known, self.agreed = valid, False
            assert self.now["differs"] is (second and first["valid"] is not valid)

    @rule(player=st.sampled_from(["challenger", "opponent"]))
    def see(self, player: str) -> None:
        seen = set(self.now["seen"])
        if self.tap("see", player):
            both = seen | {player} == {"challenger", "opponent"}
            assert (self.now["step"] == "consequences") is both

    @rule()
    def time_is_over(self) -> None:
        self.tap("dismiss")

    @rule()
    def retract(self) -> None:
        if self.tap("retract", unless=self.now["second"]):
            self.agreed = False
            assert self.now["retracted"]

    @rule()
    def challenge_again(self) -> None:
        count = self.now["count"]
        if self.tap("challengeAgain", unless=self.now["first"] is None):
            assert (self.now["count"], self.now["locked"]) == (count, True)

    @rule()
    def give_up(self) -> None:
        first = self.now["first"]
        if self.tap("giveUp", unless=not self.now["second"]):
            self.agreed, self.known = False, first["valid"]

    @rule()
    def begin_anew(self) -> None:
        self.now, self.agreed = self.stepper.step("rearm", self.now), False

    @rule()
    def reload(self) -> None:
        kept = self.stepper.step("withoutWords", self.now)
        for word in self.typed - {""}:
            assert word not in json.dumps(kept, ensure_ascii=False)
        before, self.now = self.now, self.stepper.step("resumed", kept)
        self.agreed = False
        same = ("count", "locked", "second", "first", "valid", "last")
        assert [self.now[name] for name in same] == [before[name] for name in same]

    @invariant()
    def a_verdict_is_on_the_screen_or_can_be_recalled(self) -> None:
        if self.known is not None and not self.now["second"]:
            last = self.now["last"]
            assert self.known is (last["valid"] if last else self.now["valid"])

    @invariant()
    def with_the_verdict_the_words_are_gone(self) -> None:
        if self.now["step"] in ("armed", "verdict", "consequences"):
            assert (self.now["words"], self.now["spelled"]) == ([], [])


@pytest.fixture(scope="module")
def stepper() -> Iterator[Stepper]:
    made = Stepper(tool("node", "nodejs"))
    yield made
    made.process.stdin.close()  # type: ignore[union-attr]  # it was asked for
    made.process.wait(timeout=10)


def test_a_challenge_in_any_order_of_taps(stepper: Stepper) -> None:
    class Taps(Tablet):
        pass

    Taps.stepper = stepper
    run_state_machine_as_test(
        Taps, settings=settings(max_examples=60, stateful_step_count=40, deadline=None)
    )
