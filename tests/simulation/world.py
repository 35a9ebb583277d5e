"""Time and network of a simulated hall: everything that happens is drawn from one seed.

Nothing waits: the clock goes on to whatever happens next. What is sent may be lost, come late, come
twice or out of order, and so may what is answered; the time of day may be set wrong.
"""

from collections import deque
from collections.abc import Callable
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
