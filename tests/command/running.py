"""Runs the command: in a process of its own, or in this one, which is quicker."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from service.command.local import local_judge, places, rulebook
from service.terminal import main
from tests.support.serving import ARBITER, environment

ROOT = Path(__file__).parents[2]
_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str


def forget() -> None:
    """Let this process look for rules and lexicons again."""
    for remembered in (places, rulebook, local_judge):
        remembered.cache_clear()


class Call:
    """The command in this process; settings are those of a test's own environment."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys = capsys
        self._patch = patch

    def __call__(self, *arguments: str, **env: str) -> Ran:
        """The exit code and the output of a command."""
        self._capsys.readouterr()
        for name, value in env.items():
            self._patch.setenv(name, value)
        forget()
        try:
            code = main(arguments)
        except SystemExit as stopped:
            code = int(stopped.code or 0)
        return Ran(code, *self._capsys.readouterr())


def run(*arguments: str, given: bytes = b"", **env: str) -> Ran:
    """The exit code and the output of a command."""
    done = subprocess.run(
        (*ARBITER, *arguments),
        input=given,
        env=environment(**env),
        cwd=ROOT,
        capture_output=True,
        timeout=_SECONDS,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
