"""Where it is counted how often somebody did something: here, or for all in another server.

The other server is an accessory. One call may wait for it, briefly; then it is given up, and this
process goes on counting by itself and tries again later. Windows are measured with the time that
only runs on: whoever sets the clock forward and back locks nobody out.
"""

from collections.abc import Callable
from logging import getLogger
from threading import Lock
from time import monotonic, time
from typing import NamedTuple, Protocol, TypeVar

from service.http.metrics import count_given_up

BUDGET = 0.25
"""Seconds that counting may take elsewhere before that is given up."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 80.0
"""Seconds until it is tried again: twice as long each time."""
_CROWD = 4096
_log = getLogger("service.rates")

Found = TypeVar("Found")


class Rate(NamedTuple):
    """So many within so many seconds."""

    most: int
    seconds: int
    name: str


class Counts(Protocol):
    """What can be counted, and what was seen before."""

    def hit(self, who: str, rate: Rate) -> float:
        """Count one; how many seconds there are to wait if that was one too many, otherwise 0."""

    def has(self, mark: str) -> bool:
        """Whether this was put down."""

    def put(self, mark: str, seconds: int) -> None:
        """Put down something for a while."""


class OwnCounts:
    """Counts of this process."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        """Begin with nothing."""
        self._now = now
        self._lock = Lock()
        self._windows: dict[tuple[str, int], tuple[float, int]] = {}
        self._crowd = _CROWD

    def hit(self, who: str, rate: Rate) -> float:
        """Count one in the window that is open, or open one."""
        with self._lock:
            now = self._now()
            end, number = self._windows.get((who, rate.seconds), (0.0, 0))
            if end <= now:
                self._make_room(now)
                end, number = now + rate.seconds, 0
            self._windows[who, rate.seconds] = end, number + 1
        return 0.0 if number < rate.most else end - now

    def has(self, mark: str) -> bool:
        """Whether this was put down and is not over."""
        with self._lock:
            return self._windows.get((mark, 0), (0.0, 0))[0] > self._now()

    def put(self, mark: str, seconds: int) -> None:
        """Put down something until so many seconds from now."""
        with self._lock:
            now = self._now()
            self._make_room(now)
            self._windows[mark, 0] = now + seconds, 1

    def _make_room(self, now: float) -> None:
        """Forget what is over, once there are twice as many as the last time."""
        if len(self._windows) >= self._crowd:
            self._windows = {key: one for key, one in self._windows.items() if one[0] > now}
            self._crowd = max(_CROWD, 2 * len(self._windows))


class SharedCounts:
    """Counts of all processes, in Redis; what goes wrong there is a `StorageError`."""

    def __init__(self, address: str) -> None:
        """Count there; whether it answers shows with the first count."""
        from limits.storage import Storage, storage_from_string

        options: dict[str, float | str | bool] = {
            "socket_timeout": BUDGET,
            "socket_connect_timeout": BUDGET,
            "wrap_exceptions": True,
            "key_prefix": "arbiter",
        }
        storage = storage_from_string(address, **options)
        assert isinstance(storage, Storage)  # And not one that is awaited.
        self._storage = storage

    def hit(self, who: str, rate: Rate) -> float:
        """Count one in the window that is open, or open one."""
        window = f"{who}/{rate.seconds}"
        if self._storage.incr(window, rate.seconds) <= rate.most:
            return 0.0
        return max(1.0, self._storage.get_expiry(window) - time())

    def has(self, mark: str) -> bool:
        """Whether this was put down and is not over."""
        return bool(self._storage.get(mark))

    def put(self, mark: str, seconds: int) -> None:
        """Put down something until so many seconds from now."""
        self._storage.incr(mark, seconds)


class Counting:
    """Counts elsewhere while that is quick, and here while it is not."""

    def __init__(self, address: str) -> None:
        """Count at this address; `memory://` is here."""
        self._own = OwnCounts()
        self._shared = None if address == "memory://" else SharedCounts(address)
        self._pause = FIRST_PAUSE
        self._resume = 0.0
        self._given_up = False

    @property
    def state(self) -> str:
        """How it counts now: `memory`, `shared`, or `alone` because the other server is no help."""
        return "memory" if self._shared is None else "alone" if self._given_up else "shared"

    def run(self, count: Callable[[Counts], Found]) -> Found:
        """Let it count, elsewhere if that may be, and here if that failed."""
        began = monotonic()
        if self._shared is None or (self._given_up and began < self._resume):
            return count(self._own)
        # Whoever comes meanwhile need not try as well.
        self._resume = began + self._pause
        from limits.errors import StorageError

        try:
            found = count(self._shared)
        except StorageError:
            self._give_up()
            return count(self._own)
        if monotonic() - began > BUDGET:
            self._give_up()
        elif self._given_up:
            self._return()
        return found

    def _give_up(self) -> None:
        self._resume = monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if not self._given_up:
            self._given_up = True
            count_given_up()
            _log.warning("the rate storage is slow or gone: this worker counts by itself")

    def _return(self) -> None:
        self._given_up, self._pause = False, FIRST_PAUSE
        _log.warning("the rate storage is back")
