"""Which other sites may read an answer in a browser: none, unless CORS_ORIGINS names them."""

from collections.abc import Iterable
from wsgiref.types import WSGIEnvironment

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
