"""What the contract refuses is refused: a step beyond every edge of an example of each question."""

import json
from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from operator import getitem
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from service.contract import Node
from tests.data import TESTS
from tests.http.conftest import Example, examples
from tests.http.test_contract import KEPT, REGISTRY, absolute

BEYOND: tuple[object, ...] = (
    *(-1, 0, 1, 2, 41, 42, 501, 1001, 10_001, -10_001, 10**9 + 1, 2**53, 10**300, 0.5, True),
    *("", " a", "1", "x" * 1001, [], [1, 2, 3], {}),
)
WHOLE = json.loads((TESTS / "http/whole.json").read_text(encoding="utf-8"))
"""Bodies that have every field of their question."""


def questions() -> Iterator[Any]:
    """Each question with the last of its examples, and with every field that it has."""
    last = {shown.asked.path.replace(shown.rules, "{rules}"): shown for shown in of_the_contract()}
    for path, (operation, rules, media, value, _) in last.items():
        name = path.removeprefix("/v1/{rules}/")
        schema = operation["requestBody"]["content"][media]["schema"]
        for number, body in enumerate([value, WHOLE[name]] if name in WHOLE else [value]):
            asked = path.format(rules="frs-2019" if number else rules)
            yield pytest.param(asked, schema, body, id=f"{name} {number}")


def of_the_contract() -> Iterator[Example]:
    for shown in examples():
        kept = KEPT.intersection(shown.operation.get("tags", ()))
        json = shown.value and shown.media == "application/json"
        if json and not kept and "/incidents/" not in shown.asked.path:
            yield shown


def beyond(body: Any) -> Iterator[tuple[str, Any]]:
    """The body with one thing changed, and where: a field less or more, or another value."""
    yield from (("", other) for other in BEYOND)
    yield "/a~1b~0c", {**body, "a/b~c": 1}
    for *above, last in places(body):
        value = reduce(getitem, (*above, last), body)
        more = (
            [value * 1001]
            if value and isinstance(value, list) and isinstance(value[0], str)
            else []
        )
        for other in (..., *BEYOND, *more):
            changed = deepcopy(body)
            inside = reduce(getitem, above, changed)
            if other is ...:
                del inside[last]
            else:
                inside[last] = other
            yield "/" + "/".join(map(str, (*above, last))), changed


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a value; of a list to its first ones."""
    inside = value.items() if isinstance(value, dict) else list(enumerate(value))[:2]
    for key, nested in inside:
        yield (*path, key)
        if isinstance(nested, dict | list):
            yield from places(nested, (*path, key))


@pytest.mark.parametrize(("asked", "schema", "body"), list(questions()))
def test_a_body_that_does_not_fit_the_contract_is_refused_at_its_fault(
    client: FlaskClient, asked: str, schema: Node, body: Any
) -> None:
    validator = Draft202012Validator(absolute(schema), registry=REGISTRY)
    wrong = [(at, changed) for at, changed in beyond(body) if not validator.is_valid(changed)]
    assert wrong
    whole = client.post(asked, json=body).get_json(silent=True) or {}
    assert whole.get("code") != "shape", "as it is, it fits"
    for at, changed in wrong:
        found = client.post(asked, json=changed).get_json()
        assert (found.get("status"), found.get("code")) == (422, "shape"), (at, changed)
        told = [fault["pointer"] for fault in found["errors"]]
        assert any(one.startswith(at) or at.startswith(one) for one in told), (at, told, changed)
