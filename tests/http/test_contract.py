"""openapi.yaml and the service say the same, read both ways."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from service.contract import Node, contract, operations, resolve
from service.engine import errors
from service.engine.tournament.provisions import Silent
from service.http.pages import CONTRACT, WEB
from service.rulebook import PACKAGED
from tests.data import RULEBOOK
from tests.http.conftest import Asked, examples

SPEC = contract()
EDITIONS = RULEBOOK.editions
SILENT = {name for name, rules in EDITIONS.items() if isinstance(rules.tournament.event, Silent)}
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
    *("/event/code", "/event/form", "/event/table"),
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
    Draft202012Validator(absolute(schema), registry=REGISTRY).validate(value)


def absolute(node: Any) -> Any:
    if isinstance(node, dict):
        return {
            key: f"urn:contract{value}" if key == "$ref" else absolute(value)
            for key, value in node.items()
        }
    return [absolute(item) for item in node] if isinstance(node, list) else node


def answered() -> Iterator[Any]:
    """Every request example of the contract with what it may be answered, and what is shown."""
    for operation, rules, media, value, asked in examples():
        if value is not None and not KEPT.intersection(operation.get("tags", ())):
            answers = operation["responses"]["200"]["content"]
            shown = (answers.get(media) or next(iter(answers.values()))).get("examples", {})
            label = f"{operation['operationId']} {rules} {media}"
            yield pytest.param(asked, answers, shown.get(rules), id=label)


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


@pytest.mark.parametrize(("asked", "answers", "shown"), list(answered()))
def test_every_example_is_answered_as_the_contract_shows(
    client: FlaskClient, asked: Asked, answers: Node, shown: Node | None
) -> None:
    response = asked(client, {})
    assert response.status_code == 200, response.text
    found = response.json if response.is_json else response.text
    check(answers[str(response.mimetype)]["schema"], found)
    if shown is not None:
        assert found == shown["value"]


def test_the_game_in_a_file_is_answered_as_the_contract_shows_and_asked_again(
    client: FlaskClient,
) -> None:
    asked = next(shown.asked for shown in examples() if shown.media == "text/plain")
    recount = asked._replace(path=f"{asked.path}?record=1")(client, {}).json
    shown = SPEC["components"]["schemas"]["Recount"]["properties"]["record"]
    assert recount is not None
    assert [recount["record"]] == shown["examples"]
    check(shown, recount["record"])
    again = client.post(asked.path, json=recount["record"]).json
    assert again == {name: value for name, value in recount.items() if name != "record"}


@pytest.mark.parametrize("operation", [item for _, _, item in operations(SPEC)])
def test_every_question_to_an_edition_has_an_example_for_each(operation: Node) -> None:
    asked = operation.get("requestBody", {}).get("content", {})
    if asked and not KEPT.intersection(operation["tags"]):
        silent = SILENT if "Tournament" in operation["tags"] else set()
        shown = asked.get("application/json") or asked["*/*"]
        assert set(shown["examples"]) == EDITIONS.keys() - silent


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


LOOKED_UP = {
    **dict.fromkeys(("/v1/rules", "/v1/lexicons", "/healthz", "/readyz")),
    **dict.fromkeys((f"/v1/rules/{name}" for name in RULEBOOK.named()), "/v1/rules/{rules}"),
    **dict.fromkeys((f"/v1/{name}/incidents" for name in EDITIONS), "/v1/{rules}/incidents"),
}
"""What is looked up, and the path in the contract where that is another one."""


@pytest.mark.parametrize(("asked", "path"), LOOKED_UP.items(), ids=LOOKED_UP)
def test_what_is_looked_up_fits_its_schema(
    client: FlaskClient, asked: str, path: str | None
) -> None:
    response = client.get(asked)
    assert response.status_code == 200
    answers = SPEC["paths"][path or asked]["get"]["responses"]["200"]["content"]
    check(answers["application/json"]["schema"], response.json)


def is_shown(written: Any, shown: Any) -> bool:
    """Whether all that is written is shown; what is a set has no order."""
    if isinstance(written, dict):
        return all(key in shown and is_shown(value, shown[key]) for key, value in written.items())
    if isinstance(written, list) and not any(isinstance(one, dict) for one in written):
        return isinstance(shown, list) and sorted(map(str, written)) == sorted(map(str, shown))
    if isinstance(written, list):
        return all(map(is_shown, written, shown))
    return bool(written == shown)


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_shown_as_its_file_has_it(client: FlaskClient, edition: str) -> None:
    file = PACKAGED / f"editions/{edition}.toml"
    written = tomllib.loads(file.read_text(encoding="utf-8"))
    answer = client.get(f"/v1/rules/{edition}").json
    assert answer is not None
    sections = answer["sections"]
    named = {"board", "tiles"}  # Their names stand for a file each, shown elsewhere.
    both = sections.keys() & written.keys() - named
    assert both
    assert [name for name in both if not is_shown(written[name], sections[name])] == []


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


def _leaves(kind: type[errors.RuleError]) -> Iterator[type[errors.RuleError]]:
    below = kind.__subclasses__()
    if not below:
        yield kind
    for one in below:
        yield from _leaves(one)
