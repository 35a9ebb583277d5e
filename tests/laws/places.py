"""Every place where a text comes in: each field of each request, each token of each format."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml

SPEC: dict[str, Any] = yaml.safe_load(
    (Path(__file__).parents[2] / "openapi.yaml").read_text(encoding="utf-8")
)
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
    """Every place of every request in JSON."""
    for path, item in SPEC["paths"].items():
        content = item.get("post", {}).get("requestBody", {}).get("content", {})
        if "application/json" not in content:
            continue
        shown = content["application/json"]
        example = next(iter(shown.get("examples", {"": {"value": {}}}).values()))["value"]
        real = path.replace("{rules}", "frs-2019").replace("{incident}", "too_many_drawn")
        seen = set()
        for field, value in _leaves(shown["schema"], ()):
            if field not in seen:
                seen.add(field)
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


GCG = {
    "a play": ">A: 8H {}\n>B: - +0 0\n",
    "a coordinate": ">A: {} AA\n>B: - +0 0\n",
    "a rack": ">A: {} 8H AA +4 4\n>B: - +0 0\n",
    "an exchange": ">A: -{} +0 0\n>B: - +0 0\n",
    "a score": ">A: 8H AA +{} 4\n>B: - +0 0\n",
    "a total": ">A: 8H AA +4 {}\n>B: - +0 0\n",
    "words after the total": ">A: 8H AA +4 4 {}\n>B: - +0 4\n",
    "contested words": ">A: 8H AA +4 4\n>B: (challenge) +5 5\n#contested {}\n",
    "a variant": ">A: 8H AA +4 4\n>B: (challenge) +5 5\n#variant {}\n",
    "a rack that is left": ">A: 8H AA +4 4\n>B: ({}) +4 4\n",
    "the rack of a player": ">A: 8H AA +4 4\n>B: - +0 0\n#rack1 {}\n",
    "an end": ">A: 8H AA +4 4\n>B: - +0 0\n#end {}\n",
    "a clock": ">A: 8H AA +4 4\n>B: - +0 0\n#overtime {}\n",
    "who was excused": ">A: 8H AA +4 4\n>B: - +0 0\n#excused {}\n",
    "a name": "#player1 A {}\n#player2 B B\n>A: 8H AA +4 4\n",
    "a nick": "#player1 {} A\n#player2 B B\n>B: 8H AA +4 4\n",
    "a nick of a line": ">{}: 8H AA +4 4\n",
    "a note": ">A: 8H AA +4 4\n#note {}\n>B: - +0 0\n",
    "an incident": ">A: 8H AA +4 4\n>B: - +0 0\n#note event adjustment player=A reason='{}'\n",
    "a header": "#title {}\n>A: 8H AA +4 4\n>B: - +0 0\n",
    "a pragma": "#{} x\n>A: 8H AA +4 4\n>B: - +0 0\n",
    "an encoding": "#character-encoding {}\n>A: 8H AA +4 4\n",
    "a line": "{}\n>A: 8H AA +4 4\n",
}
"""Every token of a GCG file."""
LINES = {
    "plays": ">A: 8H AA +4 4\n",
    "racks": ">A: AEILRST 8H AA +4 4\n",
    "passes": ">A: -\n",
    "exchanges": ">A: -AB +0 0\n",
    "times": ">A: (time) -10 0\n",
    "racks that are left": ">A: (AB) +4 4\n",
    "challenges": ">A: 8H AA +4 4\n>B: (challenge) +5 5\n",
    "notes": "#note a\n",
    "headers": "#a b\n",
    "players": "#player1 A A\n",
    "racks of a player": "#rack1 AB\n",
    "ends": "#end out A\n",
    "incidents": "#note event adjustment player=A points=1\n",
    "nicks": ">{number}: -\n",
    "breaks": "\n",
    "remarks": "# \n",
}
"""Lines of which a GCG file can be full."""
TABLES = {
    "a name": "tournament,{},6\nplayer,a\nplayer,b\n",
    "rounds": "tournament,x,{}\nplayer,a\n",
    "a player": "tournament,x,6\nplayer,{}\nplayer,b\n",
    "the name of a player": "tournament,x,6\nplayer,a,{}\n",
    "a rating": "tournament,x,6\nplayer,a,A,{}\n",
    "a club": "tournament,x,6\nplayer,a,A,1,{}\n",
    "who played": "tournament,x,6\nplayer,a\nplayer,b\ngame,1,1,{},b,a,400,300\n",
    "a score": "tournament,x,6\nplayer,a\nplayer,b\ngame,1,1,a,b,a,{},300\n",
    "an ending": "tournament,x,6\nplayer,a\nplayer,b\ngame,1,1,a,b,a,400,300,{}\n",
    "an adjustment": "tournament,x,6\nplayer,a\nadjustment,a,{},5,1,1\n",
    "an option": "tournament,x,6\nplayer,a\noption,{},1\n",
    "the value of an option": "tournament,x,6\nplayer,a\noption,round,{}\n",
    "a heading": "{}\ntournament,x,6\nplayer,a\n",
    "nothing that we know": "{}\n",
}
"""Every cell of a tournament in a table."""
FILES = {
    ".t": (
        "Pop, {}  1500 2; 400; p12 1\n",
        "Pop, Ana  1500 {}; 400\n",
        "Pop, Ana 1 2; {}\n",
        "{}\n",
    ),
    ".tou": ("*M {}\n*A\nPop   2 400\n", "*M x\n*A\n{}   2 400\n", "*M x\n*A\nPop {}\n", "{}\n"),
    ".trf": ("012 {}\n001    1      Pop\n", "001    1 {}\n", "XXR {}\n001    1   Pop\n", "{}\n"),
    ".csv": ("name;rating\n{};1500\n", "Ana;{}\n", "{};name\nx;Ana\n", "id,name\n{},Ana\n", "{}\n"),
}
"""Every part of a tournament in another program's file, by its ending."""
