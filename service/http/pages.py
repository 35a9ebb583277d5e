"""The pages for people and the files they are made of; none comes from anywhere else."""

from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as AnyResponse

from service import places
from service.http.languages import language_file

_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
WEB = Path(__file__).parents[1] / "web"
CONTRACT = places.contract()
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

pages = Blueprint("pages", __name__)


@pages.get("/")
def home() -> AnyResponse:
    """Send a visitor to the documentation."""
    response = redirect("/docs")
    response.set_data(b"")
    return response


@pages.get("/docs")
def docs() -> Response:
    """Show the contract in readable form."""
    return _file("docs.html")


@pages.get("/tablet")
def tablet() -> Response:
    """Show the players' page."""
    return _file("tablet.html")


@pages.get("/arbiter")
def arbiter() -> Response:
    """Show the arbiter's page."""
    return _file("arbiter.html")


@pages.get("/arbiter/board")
def board() -> Response:
    """Show the projector's page: what the director's tab in the same browser keeps."""
    return _file("board.html")


@pages.get("/service-worker.js")
def service_worker() -> Response:
    """Serve the worker at the root, so that it may serve every page offline."""
    return _file("service-worker.js")


@pages.get("/web/i18n/<path:name>.json")
def language(name: str) -> Response:
    """Serve the texts of a language, or the list of languages."""
    texts = language_file(name)
    if texts is None:
        abort(404)
    return _page(texts, ".json")


@pages.get("/web/<path:name>")
def web(name: str) -> Response:
    """Serve a file of the pages."""
    return _file(name)


@pages.get("/openapi.yaml")
def contract() -> Response:
    """Serve the contract itself."""
    return _kept(CONTRACT.read_bytes(), "application/yaml")


def _file(name: str) -> Response:
    """A file of the pages."""
    path = safe_join(str(WEB), name)
    if path is None or not Path(path).is_file():
        abort(404)
    return _page(Path(path).read_bytes(), Path(path).suffix)


def _page(content: bytes, ending: str) -> Response:
    """A part of the pages, under their own policy."""
    response = _kept(content, _TYPES.get(ending, "application/octet-stream"))
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _kept(content: bytes, mimetype: str) -> Response:
    """What may be kept but must be asked about: it is sent again only if it changed."""
    response = Response(content, mimetype=mimetype)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(sha256(content).hexdigest()[:16])
    response.make_conditional(request)
    return response
