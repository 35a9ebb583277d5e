"""The pages for people and the files they are made of; none comes from anywhere else."""

from hashlib import sha256
from pathlib import Path

from flask import Blueprint, Response, abort, redirect, request
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as AnyResponse

_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
WEB = Path(__file__).parents[1] / "web"
CONTRACT = Path(__file__).parents[1] / "openapi.yaml"
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


@pages.get("/service-worker.js")
def service_worker() -> Response:
    """Serve the worker at the root, so that it may serve every page offline."""
    return _file("service-worker.js")


@pages.get("/web/<path:name>")
def web(name: str) -> Response:
    """Serve a file of the pages."""
    return _file(name)


@pages.get("/openapi.yaml")
def contract() -> Response:
    """Serve the contract itself."""
    return _kept(CONTRACT, "application/yaml")


def _file(name: str) -> Response:
    """A file of the pages, under their own policy."""
    path = safe_join(str(WEB), name)
    if path is None or not Path(path).is_file():
        abort(404)
    found = Path(path)
    response = _kept(found, _TYPES.get(found.suffix, "application/octet-stream"))
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _kept(path: Path, mimetype: str) -> Response:
    """A file that may be kept but must be asked about: it is sent again only if it changed."""
    content = path.read_bytes()
    response = Response(content, mimetype=mimetype)
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(sha256(content).hexdigest()[:16])
    response.make_conditional(request)
    return response
