"""openapi.yaml as the page at /docs, for people.

It is made when it is first asked for: the contract is the only thing written down.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from typing import Any

import yaml

from service import places

METHODS = ("get", "post", "put")

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
    info = spec["info"]
    body = "\n".join(
        (
            "<header><p class='brand'><img src='/web/icon.svg' alt=''> "
            f"<a href='/'>{escape(info['title'])}</a></p>",
            f"<p>{escape(info['summary'])}</p></header>",
            f"<nav aria-label='Contents'>{''.join(_contents(spec))}</nav>",
            f"<main><h1>The contract, {escape(info['version'])}</h1>",
            _text(info["description"]),
            "<p>The same as a file: <a href='/openapi.yaml'>openapi.yaml</a>. Every example can be "
            "changed and sent to this service.</p>",
            "<p id='key' hidden><label>Key, if the service asks for one: <input autocomplete='off' "
            "class='secret' spellcheck='false'></label></p>",
            *_sections(spec),
            _schemas(spec),
            _codes(spec),
            "</main>",
        )
    )
    return (
        "<!doctype html>\n<html lang='en'>\n<head>\n<meta charset='utf-8'>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        f"<title>{escape(info['title'])}: the contract</title>\n"
        "<link rel='icon' href='/web/icon.svg' type='image/svg+xml'>\n"
        "<link rel='stylesheet' href='/web/css/base.css'>\n"
        "<link rel='stylesheet' href='/web/css/docs.css'>\n"
        "<script type='module' src='/web/js/docs.js'></script>\n</head>\n"
        f"<body>\n{body}\n</body>\n</html>\n"
    )


def operations(spec: Node) -> Iterator[tuple[str, str, Node]]:
    """Every operation with its method and path."""
    for path, item in spec["paths"].items():
        for method in METHODS:
            if method in item:
                yield method, path, item[method]


def _contents(spec: Node) -> Iterator[str]:
    for tag in spec["tags"]:
        yield f"<h2>{escape(tag['name'])}</h2><ul>"
        for _, path, operation in operations(spec):
            if tag["name"] in operation["tags"]:
                name = operation["operationId"]
                yield f"<li><a href='#{name}'><code>{escape(path)}</code></a></li>"
        yield "</ul>"
    yield "<h2>Words</h2><ul><li><a href='#schemas'>Fields</a></li>"
    yield "<li><a href='#codes'>Codes</a></li></ul>"


def _sections(spec: Node) -> Iterator[str]:
    for tag in spec["tags"]:
        yield f"<section><h2>{escape(tag['name'])}</h2>{_text(tag['description'])}"
        for method, path, operation in operations(spec):
            if tag["name"] in operation["tags"]:
                yield _operation(spec, method, path, operation)
        yield "</section>"


def _operation(spec: Node, method: str, path: str, operation: Node) -> str:
    name = operation["operationId"]
    parts = [
        f"<article id='{name}'><h3>{escape(operation['summary'])}</h3>",
        f"<p class='call'><b>{method.upper()}</b> <code>{escape(path)}</code></p>",
        _text(operation.get("description", "")),
    ]
    answers = next(iter(operation["responses"].values()))["content"]
    asked = operation.get("requestBody", {}).get("content", {})
    for media, content in asked.items():
        parts.append(f"<h4>Body: {escape(media)}</h4>{_kind(content['schema'])}")
        shown = answers.get(media, {}).get("examples", {})
        for edition, example in content.get("examples", {}).items():
            address = _address(spec, path, edition)
            parts.append(_example((address, media), example["value"], shown.get(edition)))
    for media, content in answers.items():
        parts.append(f"<h4>Answer: {escape(media)}</h4>{_kind(content['schema'])}")
        if "example" in content:
            parts.append(_pretty(content["example"]))
    if method == "get":
        parts.append(f"<p class='try' data-call='{_address(spec, path, 'figs')}'></p>")
    parts.append(f"<h4>Statuses</h4><ul>{''.join(_statuses(spec, operation))}</ul></article>")
    return "\n".join(parts)


def _address(spec: Node, path: str, edition: str) -> str:
    """A path that can be asked: its parameters filled in with the contract's own examples."""
    for parameter in spec["components"]["parameters"].values():
        first = parameter["schema"]["examples"][0]
        value = edition if parameter["name"] == "rules" else first
        path = path.replace(f"{{{parameter['name']}}}", value)
    return escape(path)


def _example(call: tuple[str, str], asked: Any, answered: Node | None) -> str:
    address, media = call
    answer = f"<p>is answered with</p>{_pretty(answered['value'])}" if answered else ""
    return (
        f"<details class='try' data-call='{address}' data-media='{escape(media)}'>"
        f"<summary>{address}</summary>{_pretty(asked)}{answer}</details>"
    )


def _statuses(spec: Node, operation: Node) -> Iterator[str]:
    for status, response in operation["responses"].items():
        yield f"<li><b>{status}</b> {escape(resolve(spec, response)['description'])}</li>"


def _schemas(spec: Node) -> str:
    items = [
        f"<dt id='schema-{name}'>{name}</dt><dd>{_kind(schema)}</dd>"
        for name, schema in spec["components"]["schemas"].items()
        if name != "Code"
    ]
    return f"<section id='schemas'><h2>Fields</h2><dl>{''.join(items)}</dl></section>"


def _codes(spec: Node) -> str:
    codes = spec["components"]["schemas"]["Code"]
    items = [
        f"<dt id='{code}'><code>{code}</code></dt><dd>{escape(said)}</dd>"
        for code, said in zip(codes["enum"], codes["x-enum-descriptions"], strict=True)
    ]
    return f"<section id='codes'><h2>Codes</h2><dl>{''.join(items)}</dl></section>"


def _kind(schema: Node) -> str:
    """A schema in words, its fields as a list."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"<a href='#{'codes' if name == 'Code' else f'schema-{name}'}'>{name}</a>"
    parts = [_text(schema["description"])] if "description" in schema else []
    parts += [f"<span class='kind'>{escape(words)}</span>" for words in _words(schema)]
    for joined in ("oneOf", "allOf"):
        if joined in schema:
            parts.append(f"<ul>{''.join(f'<li>{_kind(one)}</li>' for one in schema[joined])}</ul>")
    if "items" in schema:
        parts.append(f"of {_kind(schema['items'])}")
    if "properties" in schema:
        parts.append(f"<ul>{''.join(_fields(schema))}</ul>")
    return " ".join(parts)


def _fields(schema: Node) -> Iterator[str]:
    for name, field in schema["properties"].items():
        needed = " <em>required</em>" if name in schema.get("required", ()) else ""
        yield f"<li><code>{escape(name)}</code>{needed} {_kind(field)}</li>"


def _words(schema: Node) -> Iterator[str]:
    if "type" in schema:
        kinds = schema["type"]
        yield kinds if isinstance(kinds, str) else " or ".join(kinds)
    if "const" in schema:
        yield json.dumps(schema["const"])
    if "enum" in schema:
        yield " or ".join(json.dumps(value) for value in schema["enum"])
    limits = [
        f"{label} {schema[key]}"
        for key, label in (
            ("minItems", "at least"),
            ("maxItems", "at most"),
            ("minimum", "from"),
            ("maximum", "to"),
            ("maxLength", "up to"),
        )
        if key in schema
    ]
    if limits:
        yield f"({', '.join(limits)})"


def resolve(spec: Node, node: Node) -> Node:
    """A part of the contract, or the part that it names instead."""
    if "$ref" not in node:
        return node
    found = spec
    for step in node["$ref"].removeprefix("#/").split("/"):
        found = found[step]
    return found


def _pretty(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)
    return f"<pre tabindex='0'><code>{escape(text)}</code></pre>"


def _text(markdown: str) -> str:
    """Paragraphs and `code`: all of Markdown that the contract uses."""
    paragraphs = [" ".join(part.split()) for part in markdown.split("\n\n") if part.strip()]
    shown = (re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(part)) for part in paragraphs)
    return "".join(f"<p>{part}</p>" for part in shown)
