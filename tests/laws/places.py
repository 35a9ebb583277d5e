"""Every place where a text comes in: each field of each request, each token of each format."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from service.contract import contract
from tests.data import table

SPEC = contract()
FULL = 60_000
"""Bytes of a body that is full: what grows faster than it shows at this size."""
HERE = object()
"""Where the text goes in a value."""


class Place(NamedTuple):
    """A field of a request: the path of its endpoint, its own, and a body with `HERE` in it."""

    path: str
    field: str
    body: Any
    several: bool
    """Whether it lies in a list, of which a body can be full."""

    def filled(self, text: str) -> bytes:
        """The body with the text in its place."""
        return json.dumps(put(self.body, text), ensure_ascii=False).encode()

    def full(self, text: str) -> bytes:
        """The body with the text as often as there is room."""
        one = len(json.dumps(text, ensure_ascii=False).encode()) + 100
        return json.dumps(put(self.body, text, FULL // one), ensure_ascii=False).encode()


def put(value: Any, text: str, times: int = 1) -> Any:
    """The value with the text in its place; the innermost list round it may hold it many times."""
    if value is HERE:
        return text
    if isinstance(value, dict):
        return {name: put(part, text, times) for name, part in value.items()}
    if not isinstance(value, list):
        return value
    if times > 1 and len(value) == 1 and _has(value[0]) and not _in_list(value[0]):
        return [put(value[0], text)] * times
    return [put(part, text, times) for part in value]


def _has(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has, value.values()))
    return any(map(_has, value)) if isinstance(value, list) else value is HERE


def _in_list(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_in_list, value.values()))
    return isinstance(value, list) and _has(value)


def places() -> Iterator[Place]:
    """Every place of every request in JSON; all that reads a tournament reads it alike, so once."""
    seen = set()
    for path, item in SPEC["paths"].items():
        content = item.get("post", {}).get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        shown = content["application/json"]
        example = next(iter(shown.get("examples", {"": {"value": {}}}).values()))["value"]
        real = path.replace("{rules}", "frs-2019").replace("{incident}", "too_many_drawn")
        reader = "tournament" if "/tournament/" in path else path
        for field, value in _leaves(shown["schema"], ()):
            if (place := (reader, field.removeprefix(".document"))) not in seen:
                seen.add(place)
                body = {**example, **value} if isinstance(value, dict) else value
                yield Place(real, field or "the body", body, "[]" in field)


def _leaves(schema: Any, above: tuple[int, ...]) -> Iterator[tuple[str, Any]]:
    """Every field of a schema, and a value that has nothing but this field."""
    while "$ref" in schema:
        found: Any = SPEC
        for name in schema["$ref"].removeprefix("#/").split("/"):
            found = found[name]
        schema = found
    if id(schema) in above:
        return
    above = (*above, id(schema))
    yield "", HERE
    fixed = {
        name: part["enum"][0]
        for name, part in schema.get("properties", {}).items()
        if len(part.get("enum", ())) == 1
    }
    for name, part in schema.get("properties", {}).items():
        for field, value in _leaves(part, above):
            yield f".{name}{field}", {**fixed, name: value}
    if "items" in schema:
        for field, value in _leaves(schema["items"], above):
            yield f"[]{field}", [value]
    for kind in ("oneOf", "anyOf", "allOf"):
        for part in schema.get(kind, ()):
            for field, value in _leaves(part, above):
                yield field, {**fixed, **value} if isinstance(value, dict) else value


_FORMS = table("laws/places.toml")
GCG: dict[str, str] = _FORMS["gcg"]
"""Every token of a GCG file."""
LINES: dict[str, str] = _FORMS["lines"]
"""Lines of which a GCG file can be full."""
TABLES: dict[str, str] = _FORMS["tables"]
"""Every cell of a tournament in a table."""
FILES: dict[str, list[str]] = _FORMS["files"]
"""Every part of a tournament in another program's file, by its ending."""
