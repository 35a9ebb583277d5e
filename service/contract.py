"""openapi.yaml as the page at /docs, for people.

It is made when it is first asked for: the contract is the only thing written down. How it looks is
said in contract.html.jinja.
"""

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup, escape

from service import places

METHODS = ("get", "post", "put")
_TEMPLATE = Path(__file__).with_name("contract.html.jinja")
_LIMITS = {
    "minItems": "at least",
    "maxItems": "at most",
    "minimum": "from",
    "maximum": "to",
    "maxLength": "up to",
}

Node = dict[str, Any]


def contract() -> Node:
    """The contract as read from its file."""
    node: Node = yaml.load(places.contract().read_bytes(), Loader=_Strict)
    return node


class _Strict(yaml.CSafeLoader):
    """Refuses a key that is given twice, as the programs do that make clients."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if twice := {key for key in keys if keys.count(key) > 1}:
            raise yaml.YAMLError(f"{sorted(twice)} twice in a mapping{node.start_mark}")
        return super().construct_mapping(node, deep)


def render(spec: Node) -> str:
    """The whole page."""
    made = Environment(autoescape=True, undefined=StrictUndefined)
    made.filters |= {
        "code": _code,
        "indented": partial(json.dumps, ensure_ascii=False, indent=2),
        "paragraphs": _paragraphs,
        "words": _words,
    }
    page = made.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    told = {"address": partial(_address, spec), "resolve": partial(resolve, spec)}
    return page.render(spec, operations=list(operations(spec)), **told)


def operations(spec: Node) -> Iterator[tuple[str, str, Node]]:
    """Every operation with its method and path."""
    for path, item in spec["paths"].items():
        for method in METHODS:
            if method in item:
                yield method, path, item[method]


def resolve(spec: Node, node: Node) -> Node:
    """A part of the contract, or the part that it names instead."""
    if "$ref" not in node:
        return node
    found = spec
    for step in node["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found


def _address(spec: Node, path: str, edition: str) -> str:
    """A path that can be asked: its parameters filled in with the contract's own examples."""
    for parameter in spec["components"]["parameters"].values():
        first = parameter["schema"]["examples"][0]
        value = edition if parameter["name"] == "rules" else first
        path = path.replace(f"{{{parameter['name']}}}", value)
    return path


def _words(schema: Node) -> Iterator[str]:
    """What a value may be, in words."""
    if "type" in schema:
        kinds = schema["type"]
        yield kinds if isinstance(kinds, str) else " or ".join(kinds)
    if "const" in schema:
        yield json.dumps(schema["const"])
    if "enum" in schema:
        yield " or ".join(json.dumps(value) for value in schema["enum"])
    if limits := [f"{said} {schema[key]}" for key, said in _LIMITS.items() if key in schema]:
        yield f"({', '.join(limits)})"


def _paragraphs(markdown: str) -> list[str]:
    return [" ".join(part.split()) for part in markdown.split("\n\n") if part.strip()]


def _code(text: str) -> Markup:
    """`code` in a paragraph: all of Markdown that the contract uses beside paragraphs."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))
