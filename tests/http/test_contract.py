"""openapi.yaml and the service say the same, read both ways."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from service.engine import errors
from service.http.contract_page import Node, contract, operations, resolve
from service.http.pages import CONTRACT, WEB

SPEC = contract()
EDITIONS = {"figs-2008", "figs-2012", "figs-75min", "fisc-2023", "frs-2019"}
SILENT = {edition for edition in EDITIONS if edition.startswith("figs")}
"""The editions that say nothing of tournaments."""
REGISTRY: Registry[Any] = Registry().with_resource(
    "urn:contract", DRAFT202012.create_resource(SPEC)
)
KEPT = {"Devices", "Event"}
"""Tags of what is answered by what a folder holds."""
# Pages for people and the files they are made of are not part of the contract.
PAGES = {
    *("/", "/tablet", "/arbiter", "/arbiter/board", "/service-worker.js", "/web/{}"),
    *("/favicon.ico", "/apple-touch-icon.png", "/event/", "/event/{}"),
    *("/help", "/help/{}", "/arbiter/help", "/arbiter/help/{}"),
}


TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
}


def check(schema: Node, value: Any) -> None:
    """Hold a value to a schema of the contract."""
    absolute = _absolute(schema)
    Draft202012Validator(absolute, registry=REGISTRY).validate(value)


def _absolute(node: Any) -> Any:
    if isinstance(node, dict):
        return {
            key: f"urn:contract{value}" if key == "$ref" else _absolute(value)
            for key, value in node.items()
        }
    return [_absolute(item) for item in node] if isinstance(node, list) else node


def examples() -> Iterator[Any]:
    """Every request example of the contract with the answer it is given."""
    for _, path, operation in operations(SPEC):
        if KEPT.intersection(operation.get("tags", ())):
            continue  # What they answer depends on a folder: test_devices.py, test_event.py.
        answers = operation["responses"]["200"].get("content", {})
        for media, content in operation.get("requestBody", {}).get("content", {}).items():
            for edition, example in content["examples"].items():
                given = answers.get(media) or next(iter(answers.values()))
                shown = given.get("examples", {}).get(edition)
                asked = path.format(rules=edition, incident="too_many_drawn")
                case = (asked, media, example["value"], shown)
                yield pytest.param(*case, id=f"{operation['operationId']} {edition} {media}")


def test_every_route_is_in_the_contract_and_every_path_has_a_route(app: Flask) -> None:
    served = {
        (method.lower(), re.sub(r"<[^>]+>", "{}", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    documented = {(method, re.sub(r"{[^}]+}", "{}", path)) for method, path, _ in operations(SPEC)}
    assert {pair for pair in served if pair[1] not in PAGES} == documented


@pytest.mark.parametrize(("method", "path", "operation"), list(operations(SPEC)))
def test_every_operation_says_what_it_is_for_and_what_it_answers(
    method: str, path: str, operation: Node
) -> None:
    known = {tag["name"] for tag in SPEC["tags"]}
    assert operation.get("summary")
    assert operation.get("operationId")
    assert known.issuperset(operation.get("tags", ["none"]))
    done = operation["responses"].keys() & {"200", "202"}
    assert "content" in operation["responses"][done.pop()]
    assert method == "get" or "requestBody" in operation


@pytest.mark.parametrize(("path", "media", "body", "shown"), list(examples()))
def test_every_example_is_answered_as_the_contract_shows(
    client: FlaskClient, path: str, media: str, body: Any, shown: Node | None
) -> None:
    sent = {"json": body} if media == "application/json" else {"data": body, "content_type": media}
    response = client.post(path, **sent)
    assert response.status_code == 200, response.text
    answered = response.json if response.is_json else response.text
    check(_answer_schema(path, str(response.mimetype)), answered)
    if shown is not None:
        assert answered == shown["value"]


@pytest.mark.parametrize("operation", [item for _, _, item in operations(SPEC)])
def test_every_question_to_an_edition_has_an_example_for_each(operation: Node) -> None:
    asked = operation.get("requestBody", {}).get("content", {})
    if asked and not KEPT.intersection(operation["tags"]):
        answering = EDITIONS - SILENT if "Tournament" in operation["tags"] else EDITIONS
        shown = asked.get("application/json") or asked["*/*"]
        assert set(shown["examples"]) == answering


@pytest.mark.parametrize("operation", [item for _, _, item in operations(SPEC)])
def test_every_example_fits_its_own_schema(operation: Node) -> None:
    for content in operation.get("requestBody", {}).get("content", {}).values():
        for example in content["examples"].values():
            check(content["schema"], example["value"])
    for response in operation["responses"].values():
        resolved = resolve(SPEC, response)
        for content in resolved["content"].values():
            shown = [example["value"] for example in content.get("examples", {}).values()]
            shown += [content["example"]] if "example" in content else []
            for value in shown:
                check(content["schema"], value)


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/lexicons", "/healthz", "/readyz"])
def test_what_is_looked_up_fits_its_schema(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    check(
        SPEC["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"],
        response.json,
    )


@pytest.mark.parametrize("edition", sorted(EDITIONS | {"figs", "fisc", "frs"}))
def test_every_edition_fits_its_schema(client: FlaskClient, edition: str) -> None:
    response = client.get(f"/v1/rules/{edition}")
    assert response.status_code == 200
    check({"$ref": "#/components/schemas/Edition"}, response.json)


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_every_handbook_fits_its_schema(client: FlaskClient, edition: str) -> None:
    response = client.get(f"/v1/{edition}/incidents")
    assert response.status_code == 200
    check({"$ref": "#/components/schemas/Incidents"}, response.json)


def test_the_list_of_editions_is_the_one_the_contract_shows(client: FlaskClient) -> None:
    content = SPEC["paths"]["/v1/rules"]["get"]["responses"]["200"]["content"]
    assert client.get("/v1/rules").json == content["application/json"]["example"]


def test_every_code_of_the_engine_is_in_the_contract() -> None:
    listed = set(SPEC["components"]["schemas"]["Code"]["enum"])
    assert {kind.code for kind in _leaves(errors.RuleError)} | {"record"} <= listed


def test_the_contract_is_served_as_it_is_written(client: FlaskClient) -> None:
    served = client.get("/openapi.yaml")
    assert served.mimetype == "application/yaml"
    assert served.data == CONTRACT.read_bytes()


def test_the_page_shows_the_contract_as_it_is_now(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.mimetype == "text/html"
    named = set(re.findall(r" id='([^']+)'", page.text))
    assert {operation["operationId"] for _, _, operation in operations(SPEC)} <= named
    assert {f"schema-{name}" for name in SPEC["components"]["schemas"] if name != "Code"} <= named
    assert set(SPEC["components"]["schemas"]["Code"]["enum"]) <= named


def test_the_page_loads_nothing_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/docs")
    loaded = re.findall(r"(?:src|href)='([^']*)'", page.text)
    assert loaded
    assert all(target.startswith(("/", "#")) for target in loaded)
    assert re.findall(r"<script[^>]*>(?!</script>)", page.text) == []
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    files = [target for target in loaded if target.startswith("/web/")]
    assert {client.get(file).status_code for file in files} == {200}


def test_every_file_of_the_pages_has_a_type(client: FlaskClient) -> None:
    files = [path.relative_to(WEB) for path in WEB.rglob("*") if path.is_file()]
    answers = {name: client.get(f"/web/{name}") for name in files}
    assert {answer.status_code for answer in answers.values()} == {200}
    wrong = [name for name, answer in answers.items() if answer.mimetype != TYPES.get(name.suffix)]
    assert wrong == []


def _answer_schema(path: str, media: str = "application/json") -> Node:
    template = re.sub(r"^/v1/[^/]+/", "/v1/{rules}/", path)
    template = re.sub(r"/incidents/.+", "/incidents/{incident}", template)
    answers = SPEC["paths"][template]["post"]["responses"]["200"]["content"]
    schema: Node = answers[media]["schema"]
    return schema


def _leaves(kind: type[errors.RuleError]) -> Iterator[type[errors.RuleError]]:
    below = kind.__subclasses__()
    if not below:
        yield kind
    for one in below:
        yield from _leaves(one)
