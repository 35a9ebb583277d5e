"""Time and network of a simulated hall: everything that happens is drawn from one seed.

Nothing waits: the clock goes on to whatever happens next. What is sent may be lost, come late, come
twice or out of order, and so may what is answered; the time of day may be set wrong.
"""

import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from heapq import heappop, heappush
from itertools import count
from random import Random
from typing import Any, NamedTuple

from limits.errors import StorageError


class Reply(NamedTuple):
    """What came back: a status, and the JSON that was with it."""

    status: int
    body: Any


Receive = Callable[[Reply], None]


class World:
    """A clock, lots, and a journal of the last things that happened."""

    def __init__(self, seed: int) -> None:
        self.lots = Random(seed)
        self.now, self.skew = 1000.0, 0.0
        self.calm = False
        """Whether nothing goes wrong any more, so that everything must come to its end."""
        self.journal: deque[str] = deque(maxlen=25)
        self._events: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        """Let something happen later."""
        heappush(self._events, (self.now + seconds, next(self._numbers), action))

    def run(self, until: float) -> None:
        """Let everything happen in its order until then."""
        while self._events and self._events[0][0] <= until:
            self.now, _, action = heappop(self._events)
            action()

    def note(self, text: str) -> None:
        """Write something into the journal."""
        self.journal.append(f"{self.now:9.2f} {text}")

    def fails(self, chance: float) -> bool:
        """Whether something goes wrong now."""
        return not self.calm and self.lots.random() < chance

    def carry(self, ask: Callable[[], Reply | None], receive: Receive) -> None:
        """Take a question over the network and its answer back, as well as that goes today."""
        for _ in range(2 if self.fails(0.05) else 1):
            if not self.fails(0.1):
                self.after(self._way(), lambda: self._arrive(ask, receive))

    def _arrive(self, ask: Callable[[], Reply | None], receive: Receive) -> None:
        reply = ask()
        if reply is not None and not self.fails(0.1):
            self.after(self._way(), lambda: receive(reply))

    def _way(self) -> float:
        return self.lots.expovariate(0.1) if self.fails(0.05) else self.lots.uniform(0.002, 0.05)


class Disk:
    """What is written and not settled: when the power goes it may be gone, or there in part."""

    def __init__(self, lots: Random) -> None:
        self._lots = lots
        self._begun: dict[str, int] = {}
        """How much of a file is safe."""
        self._named: list[tuple[str, Callable[[], object]]] = []
        """The folders in which a name is new, and how it would not be."""

    def opened(self, path: str, size: int | None) -> None:
        """A file of this size is written to; without a size it is a new one."""
        self._begun.setdefault(path, size or 0)
        if size is None:
            self._named.append((os.path.dirname(path), partial(os.unlink, path)))

    def renamed(self, source: str, target: str) -> None:
        """A file has another name."""
        if source in self._begun:
            self._begun[target] = self._begun.pop(source)
        self._named.append((os.path.dirname(target), partial(os.rename, target, source)))

    def settled(self, path: str) -> None:
        """What a file holds, or which names a folder has, is safe."""
        self._begun.pop(path, None)
        self._named = [(folder, undo) for folder, undo in self._named if folder != path]

    def lose(self) -> None:
        """Let the power go."""
        for path, safe in self._begun.items():
            with suppress(FileNotFoundError):
                os.truncate(path, self._lots.randint(safe, max(safe, os.stat(path).st_size)))
        for _, undo in reversed(self._named):
            if self._lots.random() < 0.5:
                with suppress(FileNotFoundError):
                    undo()
        self._begun, self._named = {}, []


class Storage:
    """What Redis is to the service: counts elsewhere, which may be gone or slow."""

    patience = 0.25

    def __init__(self, world: World) -> None:
        self.world, self.delay = world, 0.0
        self.gone = False
        self.kept: dict[str, tuple[float, int]] = {}

    def incr(self, name: str, seconds: int) -> int:
        """Count one, for so many seconds from the first on."""
        number = self.get(name) + 1
        end = self.kept[name][0] if number > 1 else self.world.now + seconds
        self.kept[name] = end, number
        return number

    def get(self, name: str) -> int:
        """How many there are."""
        self.world.now += min(self.delay, self.patience)
        if self.gone or self.delay > self.patience:
            raise StorageError(ConnectionError("gone"))
        end, number = self.kept.get(name, (0.0, 0))
        return number if end > self.world.now else 0

    def get_expiry(self, name: str) -> float:
        """When they will be forgotten, by the time of day."""
        return self.kept[name][0] + self.world.skew
