"""What the contract refuses is refused: a step beyond every edge of an example of each question."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from service.http.contract_page import Node, operations
from tests.http.test_contract import KEPT, REGISTRY, SPEC, _absolute

BEYOND: tuple[object, ...] = (
    *(-1, 0, 1, 2, 41, 42, 501, 1001, 10_001, -10_001, 10**9 + 1, 2**53, "", " a", "x" * 1001),
    *([], [1, 2, 3], {}),
)
NOTES = {
    "players": [{"id": "a", "rating": 1, "joined": 1, "left": 2}, {"id": "b"}],
    "games": [{"round": 1, "table": 1, "players": ["a", "b"], "scores": [1, 2], "first": "a"}],
    "adjustments": [
        {"player": "a", "kind": "compensation", "play": 0, "round": 1, "article": "x"},
        {"player": "a", "kind": "spread", "amount": 0},
    ],
    "rounds": 6,
    "version": 0,
    "days": [6],
    "conditions": {
        "bye": {"points": 1, "spread": 75},
        "points": {"win": 1, "draw": 0.5, "loss": 0},
        "clock_seconds": 1500,
    },
    "record": [{"n": 1, "act": "correction", "by": "arbiter", "round": 1, "after": {"play": 0}}],
}
WHOLE = {
    "tournament/standings": NOTES | {"after": 0},
    "tournament/pairings": NOTES
    | {"round": 1, "seed": 0, "factor": 4, "groups": 1, "fixed": [["a", "b"]], "absent": ["a"]}
    | {"gibson": {"places": 1, "prizes": 1}},
    "tournament/schedule": {"players": 4, "groups": 1},
    "tournament/check": NOTES | {"round": 1, "proposed": [["a", "b"]]},
}
"""Bodies that have every field of their question."""


def questions() -> Iterator[Any]:
    for _, path, operation in operations(SPEC):
        content = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if content is None or KEPT.intersection(operation["tags"]) or "{incident}" in path:
            continue
        shown = [(name, example["value"]) for name, example in content["examples"].items()][-1:]
        name = path.removeprefix("/v1/{rules}/")
        shown += [("frs-2019", WHOLE[name])] if name in WHOLE else []
        for number, (edition, body) in enumerate(shown):
            yield pytest.param(path, edition, content["schema"], body, id=f"{name} {number}")


def beyond(body: Any) -> Iterator[Any]:
    """The body without each of its fields, and with each of its values as another."""
    for path in places(body):
        *above, last = path
        for other in (..., *BEYOND):
            changed = deepcopy(body)
            inside = changed
            for key in above:
                inside = inside[key]
            if other is ...:
                del inside[last]
            else:
                inside[last] = other
            yield changed


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a value; of a list to its first ones."""
    inside = value.items() if isinstance(value, dict) else list(enumerate(value))[:2]
    for key, nested in inside:
        yield (*path, key)
        if isinstance(nested, dict | list):
            yield from places(nested, (*path, key))


@pytest.mark.parametrize(("path", "edition", "schema", "body"), list(questions()))
def test_a_body_that_does_not_fit_the_contract_is_refused(
    client: FlaskClient, path: str, edition: str, schema: Node, body: Any
) -> None:
    validator = Draft202012Validator(_absolute(schema), registry=REGISTRY)
    asked = path.format(rules=edition)
    wrong = [changed for changed in beyond(body) if not validator.is_valid(changed)]
    assert wrong
    answered = [changed for changed in wrong if client.post(asked, json=changed).status_code < 400]
    assert not answered, answered[0]
