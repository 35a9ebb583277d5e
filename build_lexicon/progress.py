"""A progress bar on the error channel: a bar on a terminal, one line a lexicon elsewhere."""

import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TextIO, TypeVar

T = TypeVar("T")

WIDTH = 24
EVERY = 20_000  # forms between two drawings


@dataclass(slots=True)
class Progress:
    """How far a build is among the steps of all lexicons, and how many forms it has read."""

    title: str
    done: int  # steps finished before this lexicon
    total: int  # steps of all lexicons
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    started: float = field(default_factory=time.monotonic)
    doing: str = ""
    read: int = 0

    def step(self, name: str) -> None:
        """The next step begins."""
        self.doing = name
        self._draw()
        self.done += 1

    def counted(self, items: Iterable[T]) -> Iterator[T]:
        """The same items, counted as they pass."""
        for item in items:
            yield item
            self.read += 1
            if not self.read % EVERY:
                self._draw()

    def finish(self, summary: str) -> None:
        """The lexicon is there."""
        seconds = time.monotonic() - self.started
        self._line(f"{self.title:8} {summary}, {seconds:.0f} s", end="\n")

    def _draw(self) -> None:
        if self.stream.isatty():
            full = WIDTH * self.done // max(1, self.total)
            bar = "█" * full + "░" * (WIDTH - full)
            self._line(
                f"{self.title:8} {bar} {self.doing:8} {self.read:>10,}".replace(",", " "), ""
            )

    def _line(self, text: str, end: str) -> None:
        start = "\r\033[K" if self.stream.isatty() else ""
        self.stream.write(f"{start}{text}{end}")
        self.stream.flush()
