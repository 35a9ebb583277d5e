"""Who may call what.

A key has a role: `device` asks for verdicts as often as a table does, `arbiter` does everything,
`client` does everything but not as often as it likes (rates.py). Without keys everybody is a
client; where only this machine calls, nobody is counted unless that was asked for.
"""

import ipaddress
from collections.abc import Callable, Sequence
from typing import TypeVar
from wsgiref.types import WSGIEnvironment

from flask import Flask, current_app, request

from service.http.context import CALLER, Caller, calling
from service.http.keyring import Keyring, Role
from service.schemas.problems import ProblemError
from service.settings import Settings

COUNTER = "challenge_counter"
COUNTING = "counting"
EVERY_ROLE = frozenset(Role)
NO_DEVICE = EVERY_ROLE - {Role.DEVICE}

View = TypeVar("View", bound=Callable[..., object])


def open_to(roles: frozenset[Role]) -> Callable[[View], View]:
    """Open a view to keys with these roles; a view without this needs no key."""

    def mark(view: View) -> View:
        view.open_to = roles  # type: ignore[attr-defined]  # what Flask's own examples do
        return view

    return mark


def install_access(app: Flask, settings: Settings) -> None:
    """Ask every call for its key, then count it, then hold it to its role."""
    if settings.keys is None and not settings.rate_limit:
        return

    @app.before_request
    def identify() -> None:
        request.environ[CALLER] = _caller(request.environ, settings.keys)

    if settings.rate_limit:
        from service.http.rates import install_rates  # It knows this module.

        install_rates(app, settings, settings.rate_limit)
    app.before_request(_admit)


def count_challenge(edition: str, keys: Sequence[str]) -> None:
    """Count a challenge, as far as the caller's role has a limit."""
    count: Callable[[Caller, str], None] | None = current_app.extensions.get(COUNTER)
    if count:
        count(calling(), " ".join((edition, *sorted(keys))))


def how_counted() -> str:
    """Where calls are counted now: `off`, in `memory`, `shared`, or `alone` for want of Redis."""
    counting = current_app.extensions.get(COUNTING)
    return counting.state if counting else "off"


def takes_long(settings: Settings) -> Callable[[WSGIEnvironment], bool]:
    """Tells which calls keep others waiting too long where all take turns.

    A tournament may have hundreds of players; the figures of all workers are read from files; a
    call that is counted in another server's storage waits for that server. Tables, arbiters and
    probes are not counted, so they never do.
    """
    elsewhere = settings.rate_limit and settings.rate_limit_storage != "memory://"

    def is_long(environ: WSGIEnvironment) -> bool:
        path = environ["PATH_INFO"]
        if elsewhere and path.startswith("/v1/"):
            return _caller(environ, settings.keys).limited
        return path == "/metrics" or "/tournament/" in path

    return is_long


def counted_address(environ: WSGIEnvironment) -> str:
    """By which address a call without a key is counted."""
    return f"address {_network(environ.get('REMOTE_ADDR') or '')}"


def _caller(environ: WSGIEnvironment, keys: Keyring | None) -> Caller:
    address = counted_address(environ)
    if keys is None:
        return Caller(Role.CLIENT, address)
    scheme, _, presented = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    key = keys.find(presented.strip()) if scheme.lower() == "bearer" else None
    return Caller(key.role, f"key {key.digest}", key.label) if key else Caller(None, address)


def _network(address: str) -> str:
    """The address, or the network of an IPv6 one: whoever has one address has all of it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # What a proxy passes on may carry a port, or be anything.
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address


def is_uncounted() -> bool:
    """Whether this call counts against no rate."""
    return not (calling().limited and _open_to())


def _open_to() -> frozenset[Role] | None:
    """The roles that the view of this request is open to, if it needs a key at all."""
    if request.method == "OPTIONS" or request.endpoint is None:
        return None
    roles: frozenset[Role] | None = getattr(
        current_app.view_functions[request.endpoint], "open_to", None
    )
    return roles


def _admit() -> None:
    roles = _open_to()
    if roles is None:
        return
    role = calling().role
    if role is None and "HTTP_AUTHORIZATION" in request.environ:
        raise ProblemError(401, "key", "The key that was sent is not accepted.")
    if role is None:
        raise ProblemError(401, "key", "No key was sent; send one: Authorization: Bearer <key>.")
    if role not in roles:
        raise ProblemError(403, "role", f"A key with the role {role} may not ask for this.")
