"""What an app must make of an answer, as data that any app can be held to: both clients are."""

import json
from contextlib import ExitStack
from typing import Any

import pytest
from arbiter_client import (
    ArbiterError,
    Client,
    KeyRefusedError,
    NotFoundError,
    Patience,
    RefusedError,
)

from tests.client.scripted import Reply, scripted
from tests.client.test_javascript import node, package  # noqa: F401  # a fixture
from tests.support.processes import ROOT

CASES = json.loads((ROOT / "clients/conformance.json").read_text(encoding="utf-8"))
QUICK = Patience(seconds=2, attempts=3, first_wait=0.01, longest_wait=0.05)
PROGRAM = """
import { connect, Refused } from "./client.js";
const found = [];
for (const url of process.argv.slice(2)) {
  const asked = connect("", { url }).challenge("frs", ["CASA"]);
  found.push(await asked.then(
    ({ body }) => (body.valid ? "valid" : "not_valid"),
    (fault) => (fault instanceof Refused ? "refused" : "no_verdict")));
}
console.log(JSON.stringify(found));
"""


def replies(case: dict[str, Any]) -> list[Reply]:
    return [Reply(**answer) for answer in case["answers"]]


def outcome(client: Client) -> str:
    """What a challenge comes to."""
    try:
        return "valid" if client.challenge("frs", ["CASA"])["valid"] else "not_valid"
    except (RefusedError, KeyRefusedError, NotFoundError):
        return "refused"
    except ArbiterError:
        return "no_verdict"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_python_client_asks_again_and_concludes_as_it_should(case: dict[str, Any]) -> None:
    with scripted(replies(case)) as script, Client(script.url, patience=QUICK) as client:
        assert outcome(client) == case["outcome"]
        assert (len(script.asked) > 1) is case["ask_again"]
        assert len({asked.body for asked in script.asked}) == 1


def test_the_javascript_client_concludes_as_it_should(package: Any) -> None:  # noqa: F811
    """It asks once; whoever calls it asks again where it was unreachable."""
    final = [case for case in CASES if len(case["answers"]) == 1 or not case["ask_again"]]
    with ExitStack() as stack:
        urls = [stack.enter_context(scripted(replies(case))).url for case in final]
        found = json.loads(node(package, PROGRAM, *urls))
    assert found == [case["outcome"] for case in final]
