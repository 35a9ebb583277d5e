"""Who may call what.

A key has a role: `device` asks for verdicts, `arbiter` does everything, `client` does everything
but not as often as it likes (rates.py). Without keys everybody is a client; where only this machine
calls, nobody is counted unless that was asked for.
"""

import ipaddress
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flask import Flask, current_app, request

from service.http.keyring import Keyring, Role
from service.http.problems import RefusedError
from service.http.telemetry import CALLER
from service.settings import Settings

COUNTER = "challenge_counter"
_API = frozenset(("verdicts", "counting", "lookup"))


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls: the role of the key, if it is a good one, and what rates are counted by."""

    role: Role | None
    counted_by: str
    label: str = ""

    @property
    def limited(self) -> bool:
        """Whether this caller's calls are counted."""
        return self.role not in (Role.ARBITER, Role.DEVICE)


def install_access(app: Flask, settings: Settings) -> None:
    """Ask every call for its key, then count it, then hold it to its role."""
    if settings.keys is None and not settings.rate_limit:
        return

    @app.before_request
    def identify() -> None:
        request.environ[CALLER] = _caller(settings.keys)

    if settings.rate_limit:
        # Takes as long to import as everything else, and is seldom needed on one machine.
        from service.http.rates import install_rates

        install_rates(app, settings, settings.rate_limit)
    app.before_request(_admit)


def count_challenge(edition: str, keys: Sequence[str]) -> None:
    """Count a challenge of a caller whose calls are counted."""
    count: Callable[[Caller, str], None] | None = current_app.extensions.get(COUNTER)
    if count and calling().limited:
        count(calling(), " ".join((edition, *sorted(keys))))


def _caller(keys: Keyring | None) -> Caller:
    address = f"address {_counted_address(request.remote_addr or '')}"
    if keys is None:
        return Caller(Role.CLIENT, address)
    scheme, _, presented = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    key = keys.find(presented.strip()) if scheme.lower() == "bearer" else None
    return Caller(key.role, f"key {key.digest}", key.label) if key else Caller(None, address)


def _counted_address(address: str) -> str:
    """The address, or the network of an IPv6 one: whoever has one address has all of it."""
    if ":" not in address:
        return address
    return str(ipaddress.ip_network(f"{address.partition('%')[0]}/64", strict=False))


def calling() -> Caller:
    """Who makes this call."""
    caller: Caller = request.environ[CALLER]
    return caller


def _needs_key() -> bool:
    return request.method != "OPTIONS" and (
        request.blueprint in _API or request.endpoint == "operations.metrics"
    )


def _for_devices() -> bool:
    return request.blueprint in ("verdicts", "lookup") or request.endpoint == "counting.spell"


def is_uncounted() -> bool:
    """Whether this call counts against no rate."""
    return not (calling().limited and _needs_key())


def _admit() -> None:
    if not _needs_key():
        return
    role = calling().role
    if role is None:
        raise RefusedError(401, "key", "Send a key: Authorization: Bearer <key>.")
    if role is Role.DEVICE and not _for_devices():
        raise RefusedError(403, "role", f"A key with the role {role} may not ask for this.")
