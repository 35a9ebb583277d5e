"""The order of a challenge as a table: which step may follow which, and none beside."""

from typing import Any

import pytest
from playwright.sync_api import Page

# From each step of flows: what may be done there. Everything else must throw.
ALLOWED = {
    "armed": {"declare"},
    "words": {"declare", "respell", "select", "submit", "retract"},
    "locked": {"respell", "select", "submit", "retract"},
    "check": {"correct", "consent", "retract"},
    "consent": {"correct", "ask", "retract"},
    "judging": {"postpone", "answer"},
    "verdict": {"dismiss"},
    "consequences": {"challengeAgain"},
    "final": set(),
}

STEPS = """async () => {
  const c = await import("/web/js/tablet/challenge.js");
  const tiles = [{text: "A", tiles: ["A"]}];
  const keep = {valid: true, print: "1"};
  const words = c.declare(c.ARMED, 1);
  const locked = c.respell(words, "A");
  const check = c.submit(locked, tiles);
  const consent = c.consent(check);
  const judging = c.ask(consent);
  const verdict = c.answer(judging, true, keep);
  const consequences = c.dismiss(verdict);
  const second = c.respell(c.challengeAgain(consequences), "B");
  const final = c.dismiss(c.answer(c.ask(c.consent(c.submit(second, tiles))), false, keep));
  const states = {
    armed: c.ARMED, words, locked, check, consent, judging, verdict, consequences, final,
  };
  const args = {
    declare: [2], respell: ["A"], select: [0], submit: [tiles], answer: [true, keep],
    correct: [], consent: [], ask: [], postpone: [], dismiss: [], retract: [], challengeAgain: [],
  };
  const may = {};
  for (const [name, state] of Object.entries(states)) {
    may[name] = Object.keys(args).filter((step) => {
      try {
        c[step](state, ...args[step]);
        return true;
      } catch {
        return false;
      }
    });
  }
  return {may, states};
}"""


@pytest.fixture
def order(page: Page) -> dict[str, Any]:
    page.goto("/tablet")
    found: dict[str, Any] = page.evaluate(STEPS)
    return found


def test_only_the_step_that_is_due_can_be_taken(order: dict[str, Any]) -> None:
    assert {name: set(steps) for name, steps in order["may"].items()} == ALLOWED


def test_no_word_is_kept_from_the_verdict_on(order: dict[str, Any]) -> None:
    for name in ("verdict", "consequences", "final"):
        assert order["states"][name]["words"] == []
        assert order["states"][name]["spelled"] == []


def test_two_verdicts_are_compared_and_then_forgotten(order: dict[str, Any]) -> None:
    assert order["states"]["consequences"]["first"] == {"valid": True, "print": "1"}
    assert order["states"]["final"]["differs"] is True
    assert order["states"]["final"]["first"] is None
