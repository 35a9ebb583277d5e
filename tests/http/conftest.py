"""A service over small lexicons: in process, and under a real gunicorn."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.http.app import create_app
from service.settings import Settings
from tests.support.serving import Server, serve
from tests.support.small_lexicons import small_lexicons


@pytest.fixture(scope="session")
def lexicons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_lexicons(tmp_path_factory.mktemp("lexicons"))


@pytest.fixture(scope="session")
def settings(lexicons: Path) -> Settings:
    return Settings(lexicons_path=(lexicons,))


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
