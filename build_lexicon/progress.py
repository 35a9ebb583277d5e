"""How far a build is: told by whoever builds, shown as a bar on the error channel.

On a terminal the bar is drawn over and over; elsewhere there is one line a lexicon.
"""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TextIO, TypeVar

T = TypeVar("T")

WIDTH = 24
EVERY = 20_000  # forms between two messages


@dataclass(slots=True)
class Progress:
    """The step that a build is at and how many forms it has read, told whenever that changes."""

    tell: Callable[[str, int], object]
    doing: str = ""
    read: int = 0

    def step(self, name: str) -> None:
        """The next step begins."""
        self.doing = name
        self.tell(name, self.read)

    def counted(self, items: Iterable[T]) -> Iterator[T]:
        """The same items, counted as they pass."""
        for item in items:
            yield item
            self.read += 1
            if not self.read % EVERY:
                self.tell(self.doing, self.read)


@dataclass(slots=True)
class Bar:
    """All builds of a run in one line: those under way, the steps that have begun, their forms."""

    total: int  # steps of all lexicons
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    begun: set[tuple[str, str]] = field(default_factory=set)
    read: dict[str, int] = field(default_factory=dict)  # of those under way
    started: dict[str, float] = field(default_factory=dict)

    def show(self, title: str, step: str, read: int) -> None:
        """Draw how far a build is."""
        self.started.setdefault(title, time.monotonic())
        self.begun.add((title, step))
        self.read[title] = read
        if self.stream.isatty():
            full = WIDTH * len(self.begun) // max(1, self.total)
            bar = "█" * full + "░" * (WIDTH - full)
            forms = f"{sum(self.read.values()):>10,}".replace(",", " ")
            self._line(f"{', '.join(self.read):12} {bar} {step:8} {forms}", "")

    def give_up(self, title: str) -> None:
        """Show a build that failed no longer: what is said of it stands on a line of its own."""
        self.read.pop(title, None)
        self._line("", end="")

    def finish(self, title: str, summary: str) -> None:
        """Say that a lexicon is there."""
        del self.read[title]
        seconds = time.monotonic() - self.started[title]
        self._line(f"{title:8} {summary}, {seconds:.0f} s", end="\n")

    def _line(self, text: str, end: str) -> None:
        start = "\r\033[K" if self.stream.isatty() else ""
        self.stream.write(f"{start}{text}{end}")
        self.stream.flush()
