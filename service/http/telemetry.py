"""What is put round every answer: an id, the headers that protect it, and a note for the operator.

A plain WSGI layer, because it costs a request a tenth of what the framework's hooks do. It sees
paths, statuses and times; the body of a request passes through unread.
"""

import re
from collections.abc import Iterable, Mapping
from logging import getLogger
from time import perf_counter
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from service.http.bodies import CALLER, REQUEST_ID, ROUTE
from service.http.logs import new_request_id
from service.http.metrics import count_request
from service.settings import Settings

Headers = list[tuple[str, str]]

_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ALWAYS: Headers = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
]
_UNLESS_SET: Headers = [
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
_log = getLogger("service.requests")


class Envelope:
    """The application with an id, headers and a note round every answer."""

    def __init__(
        self, app: WSGIApplication, settings: Settings, editions: Mapping[str, str]
    ) -> None:
        """Wrap the application; `editions` are the ids of editions by the names in paths."""
        self._app = app
        self._editions = editions
        self._access_log = settings.access_log
        self._cross_origin = CrossOrigin(settings.cors_origins)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        started = perf_counter()
        asked = environ.get("HTTP_X_REQUEST_ID", "")
        identity = environ[REQUEST_ID] = asked if _SANE.fullmatch(asked) else new_request_id()

        def start(status: str, headers: Headers, *exc_info: object) -> object:
            self._note(environ, int(status[:3]), perf_counter() - started)
            present = dict(headers)
            headers += _ALWAYS
            headers += [item for item in _UNLESS_SET if item[0] not in present]
            headers += self._cross_origin.headers(environ)
            headers.append(("X-Request-Id", identity))
            return start_response(status, headers)

        return self._app(environ, start)  # type: ignore[arg-type]  # Flask calls it with two

    def _note(self, environ: WSGIEnvironment, status: int, seconds: float) -> None:
        found = environ.get(ROUTE)
        route = found[0].rule if found else "none"
        edition = self._editions.get(found[1].get("rules", ""), "") if found else ""
        count_request(route, edition, status, seconds)
        if self._access_log:
            caller = environ.get(CALLER)
            about = {
                "request_id": environ[REQUEST_ID],
                "route": route,
                "edition": edition,
                "status": status,
                "milliseconds": round(seconds * 1000, 3),
                "role": caller.role if caller else None,
                "label": caller.label if caller else "",
            }
            _log.info("answered", extra=about)


_NOTHING: list[tuple[str, str]] = []
_MAY_READ = "X-Request-Id, Lexicon, Retry-After"
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id"),
    ("Access-Control-Max-Age", "86400"),
]


class CrossOrigin:
    """The origins that may read answers; `*` is everybody."""

    def __init__(self, origins: Iterable[str]) -> None:
        """Allow these origins."""
        self._origins = frozenset(origins)

    def headers(self, environ: WSGIEnvironment) -> list[tuple[str, str]]:
        """The headers that tell a browser so."""
        if not self._origins or not environ.get("PATH_INFO", "").startswith("/v1/"):
            return _NOTHING
        vary = [("Vary", "Origin")]
        origin = environ.get("HTTP_ORIGIN")
        if origin is None or not self._origins & {origin, "*"}:
            return vary
        allowed = [("Access-Control-Allow-Origin", origin)]
        if environ.get("REQUEST_METHOD") == "OPTIONS":
            return vary + allowed + _PREFLIGHT
        return [*vary, *allowed, ("Access-Control-Expose-Headers", _MAY_READ)]
