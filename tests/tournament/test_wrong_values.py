"""Whatever stands in any place of a document, it is answered or refused with a sentence."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from service import directing
from service.engine.tournament.provisions import System
from service.schemas.fields import Fields
from service.schemas.problems import REFUSALS
from tests.tournament.building import DOCUMENTS, FRS

WRONG: tuple[object, ...] = (
    *(None, True, -1, 0, 2, 10**30, 1.5, "", "a", "nobody", " a", "x" * 300, "\ud800"),
    *([], [1], ["a"], ["a", "a"], ["a", "nobody"], ["a", "b", "c"], [400, True], {}, {"a": 1}),
)
DOCUMENT: Fields = DOCUMENTS["whole"]
ROUND: Fields = DOCUMENTS["round"]
ASKED = {
    "standings": DOCUMENT | {"after": 2, "final": True, "for": "publication"},
    "pairings": DOCUMENT | ROUND | {"groups": 1},
    "schedule": {"players": ["a", "b", "c"], "system": "snake", "groups": 1},
    "check": DOCUMENT | {"round": 3, "proposed": [["a", "e"], ["b", "c"], ["d"]]},
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, nested in inside:
        yield (*path, key)
        if isinstance(nested, dict | list):
            yield from places(nested, (*path, key))


def changed(body: Fields, path: tuple[Any, ...], wrong: object) -> Fields:
    """The body with one value changed."""
    body = deepcopy(body)
    at: Any = body
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = wrong
    return body


def answered(operation: str, body: Fields) -> bool:
    """Whether there is an answer under FRS; anything but an answer or a refusal is raised."""
    try:
        getattr(directing, operation)(body, FRS)
    except REFUSALS:
        return False
    return True


@pytest.mark.parametrize("operation", ASKED)
def test_any_value_in_any_place_is_answered_or_refused(operation: str) -> None:
    body = ASKED[operation]
    assert answered(operation, body)
    found = [
        answered(operation, changed(body, path, wrong)) for path in places(body) for wrong in WRONG
    ]
    assert not all(found)


@pytest.mark.parametrize("system", System)
def test_any_player_in_any_place_is_answered_or_refused_by_every_system(system: System) -> None:
    body = DOCUMENT | {"round": 3, "system": system.value}
    for path in places(body):
        for wrong in ("nobody", "a", 7):
            answered("pairings", changed(body, path, wrong))
