"""Serving: what is missing is built first, in a process of its own, or it is an error."""

import shutil
import sys
from io import StringIO
from pathlib import Path

import pytest

from service.command import serve
from service.command.base import CommandError
from service.command.output import Console
from service.settings import Settings
from tests.command.running import Call

CONSOLE = Console(StringIO(), StringIO())
COPY = "import shutil, sys; shutil.copytree(*sys.argv[1:], dirs_exist_ok=True)"


@pytest.fixture
def nothing_built(tmp_path: Path, lexicons: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The usual folder of lexicons, empty; their recipes give what `lexicons` holds."""
    folder = tmp_path / "lexicons"
    folder.mkdir()
    usual = Settings(lexicons_path=(folder,))
    monkeypatch.setattr(serve, "Settings", lambda: usual)
    monkeypatch.setattr(serve, "places", lambda: usual)
    monkeypatch.setattr(serve, "recipes", lambda: lexicons)
    return folder


def test_missing_lexicons_are_built(
    nothing_built: Path, lexicons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = (sys.executable, "-c", COPY, str(lexicons), str(nothing_built))
    monkeypatch.setattr(serve, "BUILD", builder)
    assert serve.missing_lexicons() == ["ca", "it", "it-2008", "ro"]
    serve.build_lexicons(serve.missing_lexicons(), CONSOLE)
    assert serve.missing_lexicons() == []


def test_a_lexicon_that_is_not_what_its_recipe_gives_is_built_anew(
    nothing_built: Path, lexicons: Path
) -> None:
    shutil.copytree(lexicons, nothing_built, dirs_exist_ok=True)
    assert serve.missing_lexicons() == []
    shutil.copy(lexicons / "ca.marisa", nothing_built / "ro.marisa")
    assert serve.missing_lexicons() == ["ro"]


@pytest.mark.parametrize(
    ("program", "said"), [("raise SystemExit(1)", "could not be built"), ("", "are still missing")]
)
def test_a_build_that_leaves_them_missing_is_an_error(
    nothing_built: Path, monkeypatch: pytest.MonkeyPatch, program: str, said: str
) -> None:
    monkeypatch.setattr(serve, "BUILD", (sys.executable, "-c", program))
    with pytest.raises(CommandError, match=said):
        serve.build_lexicons(serve.missing_lexicons(), CONSOLE)


def test_nothing_is_built_into_a_folder_of_ones_own(tmp_path: Path, call: Call) -> None:
    ran = call("serve", LEXICONS_PATH=str(tmp_path))
    assert ran.code == 2
    assert ran.err == (
        "arbiter: lexicons ca, it, it-2008, ro are missing: put their files into LEXICONS_PATH\n"
    )
