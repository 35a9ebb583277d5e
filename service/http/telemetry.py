"""What is put round every answer: an id, the headers that protect it, and a note for the operator.

A plain WSGI layer, because it costs a request a tenth of what the framework's hooks do. It sees
paths, statuses and times; the body of a request passes through unread. What is counted is requests,
their time and verdicts, by route template and edition. Under gunicorn every worker counts in a file
of its own (PROMETHEUS_MULTIPROC_DIR, set before this module is imported) and the page adds them up.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, wraps
from logging import getLogger
from time import perf_counter, time
from typing import ParamSpec
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from prometheus_client.values import ValueClass

from service.http.bodies import ASKING, CALLER, REQUEST_ID, ROUTE, Headers
from service.http.logs import new_request_id
from service.lexicon import Lexicon
from service.settings import Settings

Given = ParamSpec("Given")

_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ALWAYS: Headers = [
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
# A browser that cannot trust the way here ignores this one, and says so in red on every page.
_WHERE_TRUSTED = ("Cross-Origin-Opener-Policy", "same-origin")
_ON_THIS_DEVICE = ("localhost", "127.0.0.1", "[::1]")
_UNLESS_SET: Headers = [
    ("Cache-Control", "no-store"),
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
]
_log = getLogger("service.requests")


def _is_trusted(environ: WSGIEnvironment) -> bool:
    """Whether a browser came over HTTPS, here or to the proxy in front, or from this device."""
    scheme = environ.get("HTTP_X_FORWARDED_PROTO") or environ["wsgi.url_scheme"]
    host: str = environ.get("HTTP_HOST", "")
    return scheme == "https" or host.startswith(_ON_THIS_DEVICE)


class Envelope:
    """The application with an id, headers and a note round every answer."""

    def __init__(
        self, app: WSGIApplication, settings: Settings, editions: Mapping[str, str]
    ) -> None:
        """Wrap the application; `editions` are the ids of editions by the names in paths."""
        self._app = app
        self._editions = editions
        self._access_log = settings.access_log
        self._origins = frozenset(settings.cors_origins)  # That may read answers; * is everybody.

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer a request."""
        started = perf_counter()
        ASKING.set(environ)
        asked = environ.get("HTTP_X_REQUEST_ID", "")
        identity = environ[REQUEST_ID] = asked if _SANE.fullmatch(asked) else new_request_id()

        def start(status: str, headers: Headers, *exc_info: object) -> object:
            self._note(environ, int(status[:3]), perf_counter() - started)
            present = dict(headers)
            headers += _ALWAYS
            if _is_trusted(environ):
                headers.append(_WHERE_TRUSTED)
            headers += [item for item in _UNLESS_SET if item[0] not in present]
            if self._origins and environ.get("PATH_INFO", "").startswith("/v1/"):
                headers += _cross_origin(environ, self._origins)
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


_MAY_READ = "X-Request-Id, Lexicon, Retry-After"
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Authorization, Content-Type, X-Request-Id"),
    ("Access-Control-Max-Age", "86400"),
]


def _cross_origin(environ: WSGIEnvironment, origins: frozenset[str]) -> Headers:
    """The headers that tell a browser who may read an answer."""
    vary = [("Vary", "Origin")]
    origin = environ.get("HTTP_ORIGIN")
    if origin is None or not origins & {origin, "*"}:
        return vary
    allowed = [("Access-Control-Allow-Origin", origin)]
    if environ.get("REQUEST_METHOD") == "OPTIONS":
        return vary + allowed + _PREFLIGHT
    return [*vary, *allowed, ("Access-Control-Expose-Headers", _MAY_READ)]


_BUCKETS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

_requests = Counter(
    "arbiter_requests_total", "Answers by route and status.", ("route", "edition", "status")
)
_seconds = Histogram(
    "arbiter_request_seconds", "Time to an answer.", ("route", "edition"), buckets=_BUCKETS
)
_verdicts = Counter("arbiter_verdicts_total", "Verdicts on plays.", ("edition", "verdict"))
_given_up = Counter(
    "arbiter_rate_storage_given_up_total", "How often a worker gave up the shared rate storage."
)
_used = Gauge(
    "arbiter_key_used_timestamp_seconds",
    "When a key with a name was used last, to a minute.",
    ("label",),
    multiprocess_mode="max",
)
# Each label is looked up once.
_requests_of, _seconds_of = cache(_requests.labels), cache(_seconds.labels)
_verdicts_of = cache(_verdicts.labels)
_MINUTE = 60.0
_noted: dict[str, float] = {}


def unless_it_fails(count: Callable[Given, None]) -> Callable[Given, None]:
    """Count, but never lose an answer over it: a new figure wants memory and a file."""

    @wraps(count)
    def attempt(*given: Given.args, **named: Given.kwargs) -> None:
        try:  # noqa: SIM105  # To suppress it in a context takes as long as to count.
            count(*given, **named)
        except OSError:
            pass

    return attempt


@unless_it_fails
def note_use(label: str) -> None:
    """Note that a key was used."""
    if (now := time()) - _noted.get(label, 0.0) >= _MINUTE:
        _noted[label] = now
        _used.labels(label).set(now)


@unless_it_fails
def count_given_up() -> None:
    """Count that a worker counts rates by itself from now on."""
    _given_up.inc()


@unless_it_fails
def count_request(route: str, edition: str, status: int, seconds: float) -> None:
    """Count an answer and its time."""
    _requests_of(route, edition, status).inc()
    _seconds_of(route, edition).observe(seconds)


@unless_it_fails
def count_verdict(edition: str, *, stands: bool) -> None:
    """Count a verdict under its edition; how many words it was about is not kept."""
    _verdicts_of(edition, "valid" if stands else "invalid").inc()


def write_metrics(lexicons: Iterable[Lexicon]) -> bytes:
    """Everything counted so far by all workers, and the lexicons in use."""
    registry = CollectorRegistry()
    registry.register(_LexiconCollector(lexicons))
    if ValueClass.__name__ == "MmapedValue":
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # untyped in the library
        return generate_latest(registry)
    return generate_latest(registry) + generate_latest(REGISTRY)


class _LexiconCollector(Collector):
    """Tells which lexicons are in use; the value is the number of their words."""

    def __init__(self, lexicons: Iterable[Lexicon]) -> None:
        self._lexicons = tuple(lexicons)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The lexicons as one gauge."""
        labels = ("lexicon", "language", "version", "sha256")
        gauge = GaugeMetricFamily("arbiter_lexicon_words", "Words of a lexicon.", labels=labels)
        for one in self._lexicons:
            gauge.add_metric((one.id, one.language, one.version, one.sha256), one.words)
        yield gauge
