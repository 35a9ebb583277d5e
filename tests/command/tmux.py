"""A terminal for tests: tmux with a server of its own, 80 columns by 24 rows."""

import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.processes import ended

_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Screen:
    """A terminal with a command running in it."""

    socket: Path

    def tmux(self, *arguments: str) -> str:
        """What tmux answers."""
        command = ("tmux", "-S", str(self.socket), "-f", "/dev/null", *arguments)
        return ended(command).stdout

    def text(self) -> str:
        """What the screen shows."""
        return self.tmux("capture-pane", "-p")

    def press(self, *keys: str) -> None:
        """Press keys, each by its name in tmux."""
        self.tmux("send-keys", *keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.tmux("send-keys", "-l", "--", text)

    def until(self, *shown: str, without: str = "\0") -> str:
        """The screen as soon as it shows all this, and not that."""
        deadline = time.monotonic() + _SECONDS
        while time.monotonic() < deadline:
            text = self.text()
            if all(part in text for part in shown) and without not in text:
                return text
            time.sleep(0.05)
        raise AssertionError(f"the screen never showed {shown}:\n{self.text()}")


@contextmanager
def screen(folder: Path, command: Sequence[str], env: Mapping[str, str]) -> Iterator[Screen]:
    """A screen in which the command runs; its exit code is left in `folder/exit`."""
    shown = Screen(folder / "tmux")
    run = f"{shlex.join(command)}; echo $? > {shlex.quote(str(folder / 'exit'))}"
    settings = [part for name, value in env.items() for part in ("-e", f"{name}={value}")]
    shown.tmux("new-session", "-d", "-x", "80", "-y", "24", *settings, run)
    try:
        yield shown
    finally:
        shown.tmux("kill-server")
