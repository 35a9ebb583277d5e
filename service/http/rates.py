"""How often somebody may ask.

Rates are counted by key, and by address for calls without a good key. Each verdict tells one bit,
so the rate of *different* challenges bounds how fast a lexicon could be copied by asking; asking
the same again within a minute is free, because a lost answer must not cost anything. A device has
a rate of its own, more than a table needs; each worker counts it for itself, so that no table ever
waits for another server.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_bytes
from time import time

from flask import Flask, Response
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter, RateLimiter

from service.http.access import COUNTER, is_uncounted
from service.http.context import Caller, calling
from service.http.keyring import Role
from service.http.problems import respond
from service.schemas.problems import Problem
from service.settings import Settings

_REMEMBERED = 60  # seconds
_STORAGE: dict[str, str | int] = {
    "socket_timeout": 1,  # Seconds; when Redis takes longer, each worker counts for itself.
    "socket_connect_timeout": 1,
    "wrap_exceptions": True,
}


class TooManyChallengesError(Exception):
    """More different challenges than a client may put."""

    def __init__(self, limit: RateLimitItem, reset: float) -> None:
        """Keep the limit and when it ends."""
        super().__init__(str(limit))
        self.reset = reset


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many different challenges a role may put, and where they are counted."""

    limits: Sequence[RateLimitItem]
    rates: Callable[[], RateLimiter]


@dataclass(frozen=True, slots=True)
class ChallengeCounter:
    """Counts a caller's different challenges; an arbiter's are not counted."""

    clients: Allowance
    devices: Allowance
    secret: bytes  # Without it, nobody who reads the storage can tell what was asked.

    def __call__(self, caller: Caller, asked: str) -> None:
        """Count what was asked, unless the caller was answered just that a moment ago."""
        allowance = self.devices if caller.role is Role.DEVICE else self.clients
        if caller.role is Role.ARBITER or not allowance.limits:
            return
        with suppress(StorageError):  # In the moment in which Redis goes, not counting is right.
            self._count(caller, asked, allowance)

    def _count(self, caller: Caller, asked: str, allowance: Allowance) -> None:
        rates = allowance.rates()
        digest = blake2b(f"{caller.counted_by} {asked}".encode(), key=self.secret).hexdigest()
        if rates.storage.get(f"asked/{digest}"):
            return
        for limit in allowance.limits:
            if not rates.hit(limit, "challenges", caller.counted_by):
                reset = rates.get_window_stats(limit, "challenges", caller.counted_by).reset_time
                raise TooManyChallengesError(limit, reset)
        rates.storage.incr(f"asked/{digest}", _REMEMBERED)


def install_rates(app: Flask, settings: Settings, rate: str) -> None:
    """Count the calls of clients, and their different challenges."""
    limiter = Limiter(
        key_func=lambda: calling().counted_by,
        app=app,
        application_limits=[rate],
        application_limits_exempt_when=is_uncounted,
        storage_uri=settings.rate_limit_storage,
        storage_options=_STORAGE,
        in_memory_fallback_enabled=True,
        swallow_errors=True,
        key_prefix="arbiter",
    )
    clients = Allowance(_parsed(settings.challenge_limit), lambda: limiter.limiter)
    own = FixedWindowRateLimiter(MemoryStorage())
    devices = Allowance(_parsed(settings.device_limit), lambda: own)
    app.extensions[COUNTER] = ChallengeCounter(clients, devices, token_bytes(32))

    @app.errorhandler(RateLimitExceeded)
    def too_many_requests(fault: RateLimitExceeded) -> Response:
        breached = limiter.current_limit
        reset = breached.reset_at if breached else time() + fault.limit.limit.get_expiry()
        return _slow_down("too_many_requests", f"More than {fault.limit.limit}.", reset)

    @app.errorhandler(TooManyChallengesError)
    def too_many_challenges(fault: TooManyChallengesError) -> Response:
        detail = f"More different challenges than {fault}."
        return _slow_down("too_many_challenges", detail, fault.reset)


def _parsed(limits: str | None) -> Sequence[RateLimitItem]:
    return parse_many(limits) if limits else ()


def _slow_down(code: str, detail: str, reset: float) -> Response:
    response = respond(Problem(429, code, detail))
    response.headers["Retry-After"] = str(max(1, int(reset - time()) + 1))
    return response
