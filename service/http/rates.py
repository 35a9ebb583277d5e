"""How often somebody may ask, and where that is counted: here, or for all in another server.

Rates are counted by key, and by address for calls without a good key. Each verdict tells one bit,
so the rate of *different* challenges bounds how fast a lexicon could be copied by asking; asking
the same again within a minute is free, at every instance that counts in the same place, because a
lost answer must not cost anything. Ten times: whoever asks on averages the clock, and is counted as
if he asked something else. A device has a rate of its own, more than a table needs, and all devices
have one together, more than a hall needs; each worker counts these for itself, so that no table
ever waits for another server.

The other server is an accessory. One call may wait for it, briefly; then it is given up, and this
process goes on counting by itself and tries again later. Windows are measured with the time that
only runs on: whoever sets the clock forward and back locks nobody out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from logging import getLogger
from math import ceil
from secrets import token_bytes
from threading import Lock
from time import monotonic, time
from typing import NamedTuple, Protocol, TypeVar

from flask import Flask, Response, current_app

from service.http.bodies import refuse
from service.http.telemetry import count_given_up
from service.keyring import Caller, Role
from service.schemas.problems import Problem
from service.settings import Settings

BUDGET = 0.25
"""Seconds that counting may take elsewhere before that is given up."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 80.0
"""Seconds until it is tried again: twice as long each time."""
_CROWD = 4096
_REMEMBERED = 60  # seconds
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "month": 30 * 86400}
_COUNTING, CHALLENGES = "arbiter.counting", "arbiter.challenges"
_HALL = "challenges of all devices"
_log = getLogger("service.rates")

Found = TypeVar("Found")


class Rate(NamedTuple):
    """So many within so many seconds."""

    most: int
    seconds: int
    name: str


_AGAIN = Rate(10, _REMEMBERED, "10 a minute")


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
        self._windows: dict[tuple[str, int], tuple[float, int]] = {}
        self._crowd = _CROWD

    def hit(self, who: str, rate: Rate) -> float:
        """Count one in the window that is open, or open one."""
        now = self._now()
        end, number = self._windows.get((who, rate.seconds), (0.0, 0))
        if end <= now:
            self._make_room(now)
            end, number = now + rate.seconds, 0
        self._windows[who, rate.seconds] = end, number + 1
        return 0.0 if number < rate.most else end - now

    def has(self, mark: str) -> bool:
        """Whether this was put down and is not over."""
        return self._windows.get((mark, 0), (0.0, 0))[0] > self._now()

    def put(self, mark: str, seconds: int) -> None:
        """Put down something until so many seconds from now."""
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
        self._own, self._lock = OwnCounts(), Lock()
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
            return self._alone(count)
        # Whoever comes meanwhile need not try as well.
        self._resume = began + self._pause
        from limits.errors import StorageError

        try:
            found = count(self._shared)
        except StorageError:
            self._give_up()
            return self._alone(count)
        if monotonic() - began > BUDGET:
            self._give_up()
        elif self._given_up:
            self._given_up, self._pause = False, FIRST_PAUSE
            _log.warning("the rate storage is back")
        return found

    def _alone(self, count: Callable[[Counts], Found]) -> Found:
        with self._lock:
            return count(self._own)

    def _give_up(self) -> None:
        self._resume = monotonic() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if not self._given_up:
            self._given_up = True
            count_given_up()
            _log.warning("the rate storage is slow or gone: this worker counts by itself")


class TooManyError(Exception):
    """More than somebody may; it carries the code of its problem and how long to wait."""

    def __init__(self, code: str, detail: str, wait: float) -> None:
        """Keep what is answered."""
        super().__init__(detail)
        self.code = code
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many different challenges a role may put, and where they are counted."""

    rates: Sequence[Rate]
    counting: Counting
    together: Sequence[Rate] = ()
    """How many all callers with this role may put."""


@dataclass(frozen=True, slots=True)
class ChallengeCounter:
    """Counts a caller's different challenges; an arbiter's are not counted."""

    clients: Allowance
    devices: Allowance
    secret: Callable[[], bytes]

    def __call__(self, caller: Caller, edition: str, keys: Sequence[str]) -> None:
        """Count what was asked, unless the caller was answered just that a moment ago."""
        allowance = self.devices if caller.role is Role.DEVICE else self.clients
        if caller.role is Role.ARBITER or not (allowance.rates or allowance.together):
            return
        secret = self.secret()
        asked = " ".join((edition, *sorted(keys)))
        mark = sealed(f"asked {caller.counted_by} {asked}", secret)

        def count(counts: Counts) -> Excess | None:
            if counts.has(mark) and not counts.hit(mark, _AGAIN):
                return None
            who = sealed_name(f"challenges {caller.counted_by}", secret)
            excess = spend(counts, who, allowance.rates)
            excess = excess or spend(counts, _HALL, allowance.together)
            if excess is None:
                counts.put(mark, _REMEMBERED)
            return excess

        if excess := allowance.counting.run(count):
            detail = f"More different challenges than {excess.rate.name}."
            raise TooManyError("too_many_challenges", detail, excess.wait)


class Excess(NamedTuple):
    """The rate of which there is nothing left, and how many seconds until there is."""

    rate: Rate
    wait: float


def spend(counts: Counts, who: str, rates: Sequence[Rate]) -> Excess | None:
    """Count one against every rate, up to the first of which there is nothing left."""
    for rate in rates:
        if wait := counts.hit(who, rate):
            return Excess(rate, wait)
    return None


def sealed(text: str, secret: bytes) -> str:
    """What is counted under: whoever reads the storage can tell neither who asked nor what."""
    return blake2b(text.encode(), key=secret, digest_size=32).hexdigest()


sealed_name = lru_cache(maxsize=1024)(sealed)
"""The same of a caller, who asks again."""


def install_rates(app: Flask, settings: Settings) -> Callable[[Caller], None] | None:
    """Count different challenges; what is given back counts a call, or refuses one too many."""
    app.register_error_handler(TooManyError, slow_down)
    if not settings.rate_limit:
        return None
    app.extensions[_COUNTING] = counting = Counting(settings.rate_limit_storage)
    requests = read_rates(settings.rate_limit)
    secret = _secret(settings)

    def count_request(caller: Caller) -> None:
        who = sealed_name(f"requests {caller.counted_by}", secret())
        if excess := counting.run(lambda counts: spend(counts, who, requests)):
            detail = f"More than {excess.rate.name}."
            raise TooManyError("too_many_requests", detail, excess.wait)

    app.extensions[CHALLENGES] = ChallengeCounter(
        Allowance(read_rates(settings.challenge_limit), counting),
        Allowance(
            read_rates(settings.device_limit),
            Counting("memory://"),
            read_rates(settings.hall_limit),
        ),
        secret,
    )
    return count_request


def how_counted() -> str:
    """Where calls are counted now: `off`, in `memory`, `shared`, or `alone` for want of Redis."""
    counting: Counting | None = current_app.extensions.get(_COUNTING)
    if counting is None:
        return "off"
    counting.run(lambda counts: counts.has("ready"))  # Whether Redis answers shows when asked.
    return counting.state


def _secret(settings: Settings) -> Callable[[], bytes]:
    """What every instance with the same keys seals with, so that they find each other's counts."""
    if settings.keys:
        return settings.keys.secret
    drawn = token_bytes(32)
    return lambda: drawn


def read_rates(text: str | None) -> Sequence[Rate]:
    """The rates of a setting such as `20/minute;1000/day`."""
    pairs = [part.split("/") for part in (text or "").split(";") if part]
    return [Rate(int(most), _SECONDS[unit], f"{most} a {unit}") for most, unit in pairs]


def slow_down(fault: TooManyError) -> Response:
    """The refusal of one too many."""
    response = refuse(Problem(429, fault.code, str(fault)))
    response.headers["Retry-After"] = str(max(1, ceil(fault.wait)))
    return response
