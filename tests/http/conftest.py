"""A service over small lexicons: in process, and under a real gunicorn."""

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.contract import Node, contract, operations
from service.http.app import create_app
from service.keyring import Key, Keyring, Role
from service.settings import Settings
from tests.support.processes import free_port, listens, running, wait_until
from tests.support.serving import Server, serve
from tests.support.tools import tool

Make = Callable[..., FlaskClient]


class Asked(NamedTuple):
    """A request as it is sent."""

    method: str
    path: str
    body: bytes = b""
    headers: Mapping[str, str] = {"Content-Type": "application/json"}

    def __call__(self, client: FlaskClient, headers: Mapping[str, str]) -> TestResponse:
        sent = {**self.headers, **headers}
        return client.open(self.path, method=self.method, data=self.body, headers=sent)


class Example(NamedTuple):
    """A question as the contract shows it, under the name of an edition."""

    operation: Node
    rules: str
    media: str
    value: Any
    asked: Asked


def examples() -> Iterator[Example]:
    """Every operation of the contract with each of its examples in each media type."""
    nothing = {"application/json": {"examples": {"figs": {"value": None}}}}
    for method, path, operation in operations(contract()):
        for media, shown in operation.get("requestBody", {}).get("content", nothing).items():
            for rules, example in shown["examples"].items():
                value = example["value"]
                body = value if isinstance(value, str) else json.dumps(value)
                where = path.format(rules=rules, incident="too_many_drawn")
                asked = Asked(method.upper(), where, body.encode(), {"Content-Type": media})
                yield Example(operation, rules, media, value, asked)


CLOSED = {
    shown.operation["operationId"]: shown.asked
    for shown in reversed([*examples()])
    if "401" in shown.operation["responses"]
}
"""The first example of each operation that the contract opens to keys only, by their ids."""


@pytest.fixture(scope="session")
def settings(lexicons: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    return Settings(lexicons_path=(lexicons,), event=tmp_path_factory.mktemp("event"))


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(settings)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture(scope="session")
def server(lexicons: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    log = tmp_path_factory.mktemp("server") / "log"
    with serve(log, LEXICONS_PATH=str(lexicons), LOG_LEVEL="debug", ACCESS_LOG="1") as running:
        yield running


@pytest.fixture(scope="session")
def keyring() -> Keyring:
    return Keyring(
        tuple(Key(role, sha256(f"key of a {role}".encode()).hexdigest()) for role in Role)
    )


@pytest.fixture(scope="session")
def make(lexicons: Path, keyring: Keyring, tmp_path_factory: pytest.TempPathFactory) -> Make:
    def build(**given: Any) -> FlaskClient:
        event = tmp_path_factory.mktemp("event")
        usual: dict[str, Any] = {"keys": keyring, "rate_limit": "300/minute", "event": event}
        settings = Settings(lexicons_path=(lexicons,), **(usual | given))
        return create_app(settings).test_client()

    return build


@pytest.fixture(scope="module")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = tool("redis-server", "redis-server")
    port = free_port()
    where = ("--bind", "127.0.0.1", "--port", str(port))
    folder = tmp_path_factory.mktemp("redis")
    command = (program, *where, "--dir", str(folder), "--save", "", "--appendonly", "no")
    with running(command, folder / "log"):
        assert wait_until(lambda: listens(port))
        yield f"redis://127.0.0.1:{port}"
