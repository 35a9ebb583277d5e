"""Who may call what.

A key has a role: `device` asks for verdicts as often as a table does, `arbiter` does everything,
`client` does everything but not as often as it likes (rates.py). Without keys everybody is a
client, and no role is asked for; where only this machine calls, nobody is counted unless that was
asked for.

Every view says which roles may ask it. The application does not start with one that does not, and
one that is added later is closed to all.
"""

import ipaddress
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar
from wsgiref.types import WSGIEnvironment

from flask import Flask, current_app, request

from service.http.bodies import CALLER, ROUTE
from service.http.rates import install_rates
from service.http.telemetry import note_use
from service.keyring import Caller, Key, Keyring, Role
from service.schemas.problems import ProblemError
from service.settings import Settings, StartError

Roles = frozenset[Role | None]
EVERYBODY: Roles = frozenset({*Role, None})
"""Also who has no key; what is open to these is not counted."""
EVERY_ROLE: Roles = frozenset(Role)
NO_DEVICE: Roles = EVERY_ROLE - {Role.DEVICE}
NOBODY: Roles = frozenset()

_GATE = "arbiter.gate"
_KEY = "arbiter.key"
FAULT = "arbiter.fault"
"""Where a request keeps what was raised before Flask was asked: it makes the answer (shortcut)."""
_SEND_ONE = "send one: Authorization: Bearer <key>."
_SHORT, _NOTHING = 4 * 1024, -1

View = TypeVar("View", bound=Callable[..., object])


def open_to(roles: Roles) -> Callable[[View], View]:
    """Open a view to keys with these roles."""

    def mark(view: View) -> View:
        view.open_to = roles  # type: ignore[attr-defined]  # what Flask's own examples do
        return view

    return mark


def roles_of(view: Callable[..., object]) -> Roles:
    """Whom a view is open to; one that does not say so is closed."""
    roles: Roles = getattr(view, "open_to", NOBODY)
    return roles


class Gate:
    """Asks a call for its key, counts it, then holds it to its role."""

    def __init__(self, keys: Keyring | None, count: Callable[[Caller], None] | None) -> None:
        """Let in who has one of these keys, as often as `count` does not refuse it."""
        self._keys = keys
        self._count = count

    def admit(self, environ: WSGIEnvironment, roles: Roles) -> None:
        """Let a call in, or refuse it; what is open to everybody is not counted."""
        caller = environ[CALLER] = _caller(environ, self._keys)
        if None in roles:
            return
        if self._count and caller.limited:
            self._count(caller)
        if caller.role is None and "HTTP_AUTHORIZATION" in environ:
            told = "The key that was sent is not accepted or was withdrawn: ask whoever gave it out"
            raise ProblemError(401, "key", f"{told}, for a table the organiser; {_SEND_ONE}")
        if caller.role is None:
            raise ProblemError(401, "key", f"No key was sent; {_SEND_ONE}")
        if caller.label:
            note_use(caller.label)
        if caller.role not in roles and (self._keys or not roles):
            others = " or ".join(sorted(role for role in roles if role)) or "a role not named yet"
            detail = f"A key with the role {caller.role} may not ask for this, only one with"
            raise ProblemError(403, "role", f"{detail} {others}.")


def install_access(app: Flask, settings: Settings) -> None:
    """Put a gate before every view."""
    count = install_rates(app, settings)
    app.extensions[_GATE] = Gate(settings.keys, count)
    app.before_request(admit_request)


def check_access(app: Flask) -> None:
    """Refuse to start with a view that does not say who may ask it."""
    views = app.view_functions
    unsaid = {rule.rule for rule in app.url_map.iter_rules() if not roles_of(views[rule.endpoint])}
    if unsaid:
        raise StartError(f"{', '.join(sorted(unsaid))}: say who may ask this, with open_to(roles)")


def admit_request() -> None:
    """Let the call that Flask is about to answer in, or refuse it."""
    if request.url_rule is None:
        return
    if FAULT in request.environ:
        raise request.environ[FAULT]
    request.environ[ROUTE] = request.url_rule, request.view_args
    if request.method != "OPTIONS":
        view = current_app.view_functions[request.url_rule.endpoint]
        admit(current_app, request.environ, view)


def admit(app: Flask, environ: WSGIEnvironment, view: Callable[..., object]) -> None:
    """Let a call to a view in, or refuse it."""
    gate: Gate = app.extensions[_GATE]
    gate.admit(environ, roles_of(view))


def at_once(settings: Settings) -> Callable[[WSGIEnvironment], int]:
    """Tells how many bytes of a body may be answered at once, while all others wait their turn.

    A challenge or a play with those before it is short. Nothing short can be told of a game, of a
    tournament, of what waits for a disk (the figures of all workers, a device that comes, an
    event's folder), and of a call that is counted in another server's storage, or asks for it:
    `/readyz`. Tables and arbiters are not counted, so they never wait for that server. (A short
    game in the loop made the challenges beside four callers of games wait ten times as long; in a
    thread, twice.)
    """
    elsewhere = settings.rate_limit and settings.rate_limit_storage != "memory://"

    def most(environ: WSGIEnvironment) -> int:
        path = environ["PATH_INFO"]
        if elsewhere and path.startswith("/v1/") and _caller(environ, settings.keys).limited:
            return _NOTHING
        waits = path == "/metrics" or path.startswith(("/v1/devices", "/v1/event/"))
        waits = waits or (elsewhere and path == "/readyz")
        takes_long = path.endswith("/replay") or "/tournament/" in path
        return _NOTHING if waits or takes_long else _SHORT

    return most


def counted_address(environ: WSGIEnvironment) -> str:
    """By which address a call without a key is counted."""
    return f"address {_network(environ.get('REMOTE_ADDR') or '')}"


def _caller(environ: WSGIEnvironment, keys: Keyring | None) -> Caller:
    key = _key(environ, keys) if keys else None
    if key is None:
        return Caller(None if keys else Role.CLIENT, counted_address(environ))
    return Caller(key.role, f"key {key.digest}", key.label)


def _key(environ: WSGIEnvironment, keys: Keyring) -> Key | None:
    """The good key of a call, looked for once, by whoever needs it first."""
    if _KEY not in environ:
        scheme, _, presented = environ.get("HTTP_AUTHORIZATION", "").partition(" ")
        bears = scheme.lower() == "bearer"
        environ[_KEY] = keys.find(presented.strip()) if bears else None
    key: Key | None = environ[_KEY]
    return key


@lru_cache(maxsize=1024)
def _network(address: str) -> str:
    """The address, or the network of an IPv6 one: whoever has one address has all of it."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # What a proxy passes on may carry a port, or be anything.
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else address
