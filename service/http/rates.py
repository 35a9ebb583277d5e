"""How often a client may ask.

Rates are counted by key, and by address for calls without a good key. Each verdict tells a client
one bit, so the rate of *different* challenges bounds how fast a lexicon could be copied by asking;
asking the same again within a minute is free, because a lost answer must not cost anything.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from secrets import token_bytes
from time import time

from flask import Flask, Response
from flask_limiter import Limiter, RateLimitExceeded
from limits import RateLimitItem, parse_many
from limits.errors import StorageError

from service.http.access import COUNTER, is_uncounted
from service.http.context import Caller, calling
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
class ChallengeCounter:
    """Counts a caller's different challenges."""

    limiter: Limiter
    limits: Sequence[RateLimitItem]
    secret: bytes  # Without it, nobody who reads the storage can tell what was asked.

    def __call__(self, caller: Caller, asked: str) -> None:
        """Count what was asked, unless the caller was answered just that a moment ago."""
        with suppress(StorageError):  # In the moment in which Redis goes, not counting is right.
            self._count(caller, asked)

    def _count(self, caller: Caller, asked: str) -> None:
        rates = self.limiter.limiter
        digest = blake2b(f"{caller.counted_by} {asked}".encode(), key=self.secret).hexdigest()
        if rates.storage.get(f"asked/{digest}"):
            return
        for limit in self.limits:
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
    if settings.challenge_limit:
        limits = parse_many(settings.challenge_limit)
        app.extensions[COUNTER] = ChallengeCounter(limiter, limits, token_bytes(32))

    @app.errorhandler(RateLimitExceeded)
    def too_many_requests(fault: RateLimitExceeded) -> Response:
        breached = limiter.current_limit
        reset = breached.reset_at if breached else time() + fault.limit.limit.get_expiry()
        return _slow_down("too_many_requests", f"More than {fault.limit.limit}.", reset)

    @app.errorhandler(TooManyChallengesError)
    def too_many_challenges(fault: TooManyChallengesError) -> Response:
        detail = f"More different challenges than {fault}."
        return _slow_down("too_many_challenges", detail, fault.reset)


def _slow_down(code: str, detail: str, reset: float) -> Response:
    response = respond(Problem(429, code, detail))
    response.headers["Retry-After"] = str(max(1, int(reset - time()) + 1))
    return response
