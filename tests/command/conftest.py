"""What the tests of the command share: small lexicons and a service that judges with them."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.command.running import ROOT, Call, forget
from tests.support.serving import OURS, served


@pytest.fixture(scope="session")
def url(lexicons: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    event = {"EVENT_PATH": str(tmp_path_factory.mktemp("event"))}
    with served(lexicons, tmp_path_factory.mktemp("service") / "log", event) as address:
        yield address


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Call]:
    """Runs a command in this process, without settings of whoever runs the tests."""
    for name in [name for name in os.environ if name.startswith(OURS)]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(ROOT)
    yield Call(capsys, monkeypatch)
    forget()


@pytest.fixture
def local_files(lexicons: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process answers offline with the small lexicons."""
    monkeypatch.setenv("LEXICONS_PATH", str(lexicons))
    forget()
    yield
    forget()
