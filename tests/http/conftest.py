"""A service over small lexicons: in process, and under a real gunicorn."""

import json
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.app import create_app
from service.http.contract_page import contract, operations
from service.http.keyring import Key, Keyring, Role
from service.settings import Settings
from tests.support.processes import free_port
from tests.support.serving import Server, serve
from tests.support.small_lexicons import small_lexicons
from tests.support.tools import tool

Make = Callable[..., FlaskClient]


class Asked(NamedTuple):
    """An operation of the contract as it is asked in its first example."""

    method: str
    path: str
    media: str
    body: Any

    def __call__(self, client: FlaskClient, headers: Mapping[str, str]) -> TestResponse:
        sent = self.body if isinstance(self.body, str) else json.dumps(self.body)
        return client.open(
            self.path,
            method=self.method,
            data=sent,
            content_type=self.media,
            headers=dict(headers),
        )


def closed_operations() -> Iterator[tuple[str, Asked]]:
    """The operations that the contract opens to keys only, by their ids."""
    nothing = {"application/json": {"examples": {"figs": {"value": None}}}}
    for method, path, operation in operations(contract()):
        if "401" in operation["responses"]:
            content = operation.get("requestBody", {}).get("content", nothing)
            media, shown = next(iter(content.items()))
            rules, example = next(iter(shown["examples"].items()))
            asked = path.format(rules=rules, incident="too_many_drawn")
            yield operation["operationId"], Asked(method, asked, media, example["value"])


CLOSED = dict(closed_operations())


@pytest.fixture(scope="session")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_lexicons(tmp_path_factory.mktemp("lexicons"))


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
    options = ("--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no")
    process = subprocess.Popen(
        [program, *options], cwd=tmp_path_factory.mktemp("redis"), stdout=subprocess.DEVNULL
    )
    try:
        _wait_for_redis(port)
        yield f"redis://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait_for_redis(port: int) -> None:
    for _ in range(100):
        try:
            with redis.Redis(port=port) as connection:
                connection.ping()
            return
        except redis.ConnectionError:
            time.sleep(0.05)
    raise AssertionError("redis-server does not answer")
