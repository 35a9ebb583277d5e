"""The director's guide shows what happens, command by command, from an empty folder."""

import re
import shlex
from pathlib import Path

import pytest

from service.terminal import main

GUIDE = Path(__file__).parents[2] / "docs/direct-a-tournament.md"


def shown() -> list[tuple[str, str]]:
    """Every command of the guide with the output that it shows."""
    blocks = re.findall(r"```console\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    found: list[tuple[str, str]] = []
    for line in "".join(blocks).splitlines():
        if line.startswith("$ "):
            found.append((line.removeprefix("$ "), ""))
        else:
            command, output = found.pop()
            found.append((command, f"{output}{line}\n"))
    return found


def test_the_guide_shows_what_happens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for command, output in shown():
        if command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            monkeypatch.setenv(name, value)
            continue
        program, *words = shlex.split(command)
        assert program == "arbiter"
        assert main(words) == 0, command
        printed = capsys.readouterr().out
        assert printed == output or not output, command
