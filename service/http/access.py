"""Who may call what.

A key has a role: `device` asks for verdicts as often as a table does, `arbiter` does everything,
`client` does everything but not as often as it likes (rates.py). Without keys everybody is a
client; where only this machine calls, nobody is counted unless that was asked for.

Every view says which roles may ask it. The application does not start with one that does not, and
one that is added later is closed to all.
"""

import ipaddress
from collections.abc import Callable, Sequence
from typing import TypeVar
from wsgiref.types import WSGIEnvironment

from flask import Flask, current_app, request

from service.http.context import CALLER, Caller, calling, serving
from service.http.keyring import Keyring, Role
from service.schemas.problems import ProblemError
from service.settings import Settings
from service.variables import StartError

COUNTER = "challenge_counter"
GATE = "gate"
COUNTING = "counting"
Roles = frozenset[Role | None]
EVERYBODY: Roles = frozenset({*Role, None})
"""Also who has no key; what is open to these is not counted."""
EVERY_ROLE: Roles = frozenset(Role)
NO_DEVICE: Roles = EVERY_ROLE - {Role.DEVICE}
NOBODY: Roles = frozenset()

_SEND_ONE = "send one: Authorization: Bearer <key>."
_SHORT, _SHORT_TOURNAMENT, _NOTHING = 4 * 1024, 16 * 1024, -1

View = TypeVar("View", bound=Callable[..., object])


def open_to(roles: Roles) -> Callable[[View], View]:
    """Open a view to keys with these roles."""

    def mark(view: View) -> View:
        view.open_to = roles  # type: ignore[attr-defined]  # what Flask's own examples do
        return view

    return mark


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
            raise ProblemError(401, "key", f"The key that was sent is not accepted; {_SEND_ONE}")
        if caller.role is None:
            raise ProblemError(401, "key", f"No key was sent; {_SEND_ONE}")
        if caller.role not in roles:
            others = (
                " or ".join(sorted(role for role in roles if role)) or "a role it does not name"
            )
            detail = f"A key with the role {caller.role} may not ask for this, only one with"
            raise ProblemError(403, "role", f"{detail} {others}.")


def install_access(app: Flask, settings: Settings) -> None:
    """Put a gate before every view, where there are keys or rates."""
    if settings.keys is None and not settings.rate_limit:
        return
    count = None
    if settings.rate_limit:
        from service.http.rates import install_rates  # It knows this module.

        count = install_rates(app, settings, settings.rate_limit)
    app.extensions[GATE] = Gate(settings.keys, count)

    @app.before_request
    def admit_request() -> None:
        if request.endpoint and request.method != "OPTIONS":
            admit(request.environ, current_app.view_functions[request.endpoint])


def check_access(app: Flask) -> None:
    """Refuse to start with a view that does not say who may ask it."""
    views = app.view_functions
    unsaid = {
        rule.rule for rule in app.url_map.iter_rules() if roles_of(views[rule.endpoint]) is NOBODY
    }
    if unsaid:
        raise StartError(f"{', '.join(sorted(unsaid))}: say who may ask this, with open_to(roles)")


def admit(environ: WSGIEnvironment, view: Callable[..., object]) -> None:
    """Let a call to a view in, or refuse it."""
    gate: Gate | None = serving().extensions.get(GATE)
    if gate:
        gate.admit(environ, roles_of(view))


def roles_of(view: Callable[..., object]) -> Roles:
    """Whom a view is open to; who does not say so is closed."""
    roles: Roles = getattr(view, "open_to", NOBODY)
    return roles


def count_challenge(edition: str, keys: Sequence[str]) -> None:
    """Count a challenge, as far as the caller's role has a limit."""
    count: Callable[[Caller, str], None] | None = serving().extensions.get(COUNTER)
    if count:
        count(calling(), " ".join((edition, *sorted(keys))))


def how_counted() -> str:
    """Where calls are counted now: `off`, in `memory`, `shared`, or `alone` for want of Redis."""
    counting = serving().extensions.get(COUNTING)
    return counting.state if counting else "off"


def at_once(settings: Settings) -> Callable[[WSGIEnvironment], int]:
    """Tells how many bytes of a body may be answered at once, while all others wait their turn.

    A challenge, a play with those before it or an ordinary game is short, and so are the standings
    of a club's tournament, which take no longer than a game. Nothing short can be told of the
    other questions of a tournament, of the figures of all workers, which are read from files, and
    of a call that is counted in another server's storage. Tables, arbiters and probes are not
    counted, so they never wait for that server.
    """
    elsewhere = settings.rate_limit and settings.rate_limit_storage != "memory://"

    def most(environ: WSGIEnvironment) -> int:
        path = environ["PATH_INFO"]
        if elsewhere and path.startswith("/v1/") and _caller(environ, settings.keys).limited:
            return _NOTHING
        if "/tournament/" in path:
            return _SHORT_TOURNAMENT if path.endswith("/standings") else _NOTHING
        return _NOTHING if path == "/metrics" else _SHORT

    return most


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
