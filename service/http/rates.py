"""How often somebody may ask.

Rates are counted by key, and by address for calls without a good key. Each verdict tells one bit,
so the rate of *different* challenges bounds how fast a lexicon could be copied by asking; asking
the same again within a minute is free, at every instance that counts in the same place, because a
lost answer must not cost anything. A device has a rate of its own, more than a table needs; each
worker counts it for itself, so that no table ever waits for another server.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import ceil
from secrets import token_bytes
from typing import NamedTuple

from flask import Flask, Response

from service.http.access import COUNTER, COUNTING
from service.http.context import Caller
from service.http.counts import Counting, Counts, Rate
from service.http.keyring import Role
from service.http.problems import respond
from service.schemas.problems import Problem
from service.settings import Settings

_REMEMBERED = 60  # seconds
_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


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


@dataclass(frozen=True, slots=True)
class ChallengeCounter:
    """Counts a caller's different challenges; an arbiter's are not counted."""

    clients: Allowance
    devices: Allowance
    secret: Callable[[], bytes]

    def __call__(self, caller: Caller, asked: str) -> None:
        """Count what was asked, unless the caller was answered just that a moment ago."""
        allowance = self.devices if caller.role is Role.DEVICE else self.clients
        if caller.role is Role.ARBITER or not allowance.rates:
            return
        secret = self.secret()
        who = sealed(f"challenges {caller.counted_by}", secret)
        mark = sealed(f"asked {caller.counted_by} {asked}", secret)

        def count(counts: Counts) -> Excess | None:
            if counts.has(mark):
                return None
            excess = spend(counts, who, allowance.rates)
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


def install_rates(app: Flask, settings: Settings, rate: str) -> Callable[[Caller], None]:
    """Count different challenges; what is given back counts a call, or refuses one too many."""
    app.extensions[COUNTING] = counting = Counting(settings.rate_limit_storage)
    requests = read_rates(rate)
    secret = _secret(settings)

    def count_request(caller: Caller) -> None:
        who = sealed(f"requests {caller.counted_by}", secret())
        if excess := counting.run(lambda counts: spend(counts, who, requests)):
            detail = f"More than {excess.rate.name}."
            raise TooManyError("too_many_requests", detail, excess.wait)

    app.extensions[COUNTER] = ChallengeCounter(
        Allowance(read_rates(settings.challenge_limit), counting),
        Allowance(read_rates(settings.device_limit), Counting("memory://")),
        secret,
    )
    app.register_error_handler(TooManyError, slow_down)
    return count_request


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
    response = respond(Problem(429, fault.code, str(fault)))
    response.headers["Retry-After"] = str(max(1, ceil(fault.wait)))
    return response
