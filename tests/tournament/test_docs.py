"""The director's guide shows what happens, command by command, from an empty folder."""

import shlex
from pathlib import Path

import pytest

from service.terminal import main
from tests.command.test_docs import shown_commands

GUIDE = Path(__file__).parents[2] / "docs/direct-a-tournament.md"


def test_the_guide_shows_what_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, output in shown_commands(GUIDE.read_text(encoding="utf-8")):
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            monkeypatch.setenv(name, value)
            continue
        program, *words = shlex.split(command)
        assert program == "arbiter"
        assert main(words) == 0, command
        printed = capsys.readouterr().out
        assert printed == output or not output, command
