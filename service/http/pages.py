"""The pages for people and the files they are made of; none comes from anywhere else.

A language is a file, too: of a cheap device's page it holds what that page may say.

A page names its files under the version of all of them together (`/web/<version>/…`), and they
name each other relatively. A release can therefore never mix old modules with new ones: a file of
another version is not there, and a page whose files are gone says so and loads itself anew. Under
their version files may be kept for ever; without one they must be asked about.
"""

import gzip
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from html import escape
from os.path import isfile
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, current_app, request
from werkzeug.security import safe_join

from service import places
from service.http.access import EVERYBODY, open_to
from service.http.bodies import SPOKEN
from service.rulebook import RulebookError
from service.settings import Settings, StartError
from service.texts import FALLBACK, NAME, Texts, load_languages, load_readings

_TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webp": "image/webp",
    ".webmanifest": "application/manifest+json",
}
_PACKED_ALREADY = ("image/png", "image/webp")
_PLACE, _LANGUAGES = "arbiter.version", "arbiter.languages"
_SAID = re.compile(rb'("(?:name|short_name|description|label)": )"([\w.]+)"')
_COMMENT = re.compile(rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_NAMED = re.compile(r"\{([a-z]+\.[\w.]+)\}")
WEB = Path(__file__).parents[1] / "web"
GUIDES = WEB / "help"
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

# What a page never says: a cheap device on a slow network loads the rest only.
UNSAID = {
    "tablet": (
        *("arbiter.", "board.", "box.", "clock.", "desk.", "editor.", "ending.", "event."),
        *("field.", "form.", "hall.", "handbook.", "home.", "language.", "outcome.", "premium."),
        *("problem.", "recount.", "report.", "result.", "review.", "rules.", "score.", "section."),
        *("lexicon.short", "sheet.", "terminal.", "tour.", "value."),
    ),
    "desk": (
        *("armed.", "away.", "box.", "call.", "cleared.", "clock.", "consent.", "hall.", "home."),
        *("field.", "judging.", "keys.", "rules.", "value."),
        *("report.", "left.", "misplaced.", "network.", "outage.", "pin.", "procedure.", "recall."),
        *("retract.", "review.", "sheet.", "terminal.", "timer.", "tour.", "words."),
    ),
}
# What it says all the same.
SAID = {
    "tablet": {"problem.code_used", "problem.key", "problem.no_such_code", "value.silent"},
    "desk": {"rules.reading", "rules.title", "value.silent"},
}
# What is loaded for itself: the front page, and parts of a page when they are opened.
SAID_ALONE = {
    "home": ("home.", "setup.lang"),
    "tournament": ("tour.",),
    "rules": ("field.", "rules.", "value."),
    "clock": ("clock.",),
    "report": ("report.",),
}

pages = Blueprint("pages", __name__)


@pages.get("/")
@open_to(EVERYBODY)
def home() -> Response:
    """Show the doors to everything else."""
    return document("home.html")


@pages.get("/docs")
@open_to(EVERYBODY)
def docs() -> Response:
    """Show the contract in readable form."""
    return _versioned(_contract_page(), ".html")


@pages.get("/tablet", strict_slashes=False)
@open_to(EVERYBODY)
def tablet() -> Response:
    """Show the players' page."""
    return document("tablet.html")


@pages.get("/arbiter", strict_slashes=False)
@open_to(EVERYBODY)
def arbiter() -> Response:
    """Show the arbiter's page."""
    return document("arbiter.html")


@pages.get("/arbiter/board")
@open_to(EVERYBODY)
def board() -> Response:
    """Show the projector's page: what the director's tab in the same browser keeps."""
    return document("board.html")


@pages.get("/help")
@pages.get("/help/<code>")
@pages.get("/arbiter/help")
@pages.get("/arbiter/help/<code>")
@open_to(EVERYBODY)
def guide(code: str | None = None) -> Response:
    """Show the guides in a language, or the browser's: each page's worker keeps its own copy."""
    spoken = code or request.accept_languages.best_match(language_codes(), FALLBACK)
    texts = json.loads(language_file(spoken) or abort(404))
    # A federation's language without a guide of its own reads the English one.
    written = spoken if (GUIDES / f"{spoken}.html").is_file() else FALLBACK
    here = request.path.removesuffix(f"/{code}")
    links = [_language_link(here, one, one == spoken) for one in language_codes()]
    page = (GUIDES / "page.html").read_text(encoding="utf-8")
    page = page.replace("{guide}", (GUIDES / f"{written}.html").read_text(encoding="utf-8"))
    for figure in GUIDES.glob("figures/*.html"):
        page = page.replace(f"{{figure.{figure.stem}}}", figure.read_text(encoding="utf-8").strip())
    page = page.replace("{language}", written).replace("{languages}", " ".join(links))
    # Buttons, in the text and in drawn screens, are called as the pages call them.
    said = _NAMED.sub(lambda named: escape(texts[named[1]]), page)
    response = _versioned(said.encode(), ".html")
    if code is None:
        response.vary.add("Accept-Language")
    return response


def _language_link(here: str, code: str, current: bool) -> str:
    name = json.loads(language_file("index") or b"{}")[code]
    state = ' aria-current="page"' if current else ""
    return f'<a href="{here}/{code}" lang="{code}"{state}>{escape(name)}</a>'


@pages.get("/service-worker.js")
@open_to(EVERYBODY)
def service_worker() -> Response:
    """Serve the worker at the root, so that it may serve every page offline."""
    return document("service-worker.js")


@pages.get("/favicon.ico")
@pages.get("/apple-touch-icon.png")
@open_to(EVERYBODY)
def icon() -> Response:
    """Serve the mark to whoever asks for it without having read the page."""
    return _file("icon-180.png")


@pages.get("/web/<path:name>")
@open_to(EVERYBODY)
def web(name: str) -> Response:
    """Serve a file of the pages, a language, or either under the version in force."""
    first, _, rest = name.partition("/")
    response = _part(rest if first == version() else name)
    if first == version():
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    return response


@pages.get("/openapi.yaml")
@open_to(EVERYBODY)
def contract() -> Response:
    """Serve the contract itself."""
    return _kept(CONTRACT.read_bytes(), "application/yaml")


def version() -> str:
    """The version of all files together."""
    found: str = current_app.extensions[_PLACE]
    return found


def install_pages(app: Flask) -> None:
    """Tell the files apart from those of another release; languages of a federation count too."""
    digest = sha256(all_languages(app))
    for path in sorted(path for path in WEB.rglob("*") if path.is_file()):
        digest.update(path.read_bytes())
    app.extensions[_PLACE] = digest.hexdigest()[:10]


def install_languages(app: Flask, settings: Settings) -> None:
    """Load every language for the pages; a fault in a file stops the start."""
    try:
        languages = load_languages(*settings.rulebook_path)
    except RulebookError as fault:
        raise StartError(str(fault)) from None
    files = {code: _json(texts) for code, texts in languages.items()}
    names = {code: texts[NAME] for code, texts in languages.items()}
    short = {
        f"{page}/{code}": _json(said_by(page, texts))
        for page in (*SAID_ALONE, *UNSAID)
        for code, texts in languages.items()
    }
    readings = load_readings(languages, *settings.rulebook_path)
    told = {f"readings/{code}": _json(texts) for code, texts in readings.items()}
    app.extensions[_LANGUAGES] = {**files, **short, **told, "index": _json(names)}
    app.extensions[SPOKEN] = {
        code: (Texts(code, texts), readings[code]) for code, texts in languages.items()
    }


def language_file(name: str) -> bytes | None:
    """The texts of a language (`ro`, `tablet/ro`), or the list of languages under `index`."""
    files: Mapping[str, bytes] = current_app.extensions[_LANGUAGES]
    return files.get(name)


def language_codes() -> list[str]:
    """The languages that the pages speak."""
    return list(current_app.extensions[SPOKEN])


def all_languages(app: Flask) -> bytes:
    """Every text of every language, to tell whether any has changed."""
    files: Mapping[str, bytes] = app.extensions[_LANGUAGES]
    return b"".join(files.values())


def said_by(page: str, texts: Mapping[str, str]) -> Mapping[str, str]:
    """The texts that a page may say."""
    if page in SAID_ALONE:
        return {n: text for n, text in texts.items() if n.startswith(SAID_ALONE[page])}
    unsaid = UNSAID[page]
    return {n: text for n, text in texts.items() if n in SAID[page] or not n.startswith(unsaid)}


def _json(texts: Mapping[str, str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def document(name: str) -> Response:
    """A file at an address of its own, with the version put into the addresses that it names."""
    return _versioned((WEB / name).read_bytes(), Path(name).suffix)


def _versioned(content: bytes, ending: str) -> Response:
    return kept_page(content.replace(b"/web/", f"/web/{version()}/".encode()), ending)


@lru_cache(maxsize=1)
def _contract_page() -> bytes:
    """The page of the contract; YAML is read by whoever asks for it first, not at the start."""
    from service.contract import contract, render

    return render(contract()).encode()


def _part(name: str) -> Response:
    """A language or a file."""
    if name.startswith("i18n/") and name.endswith(".json"):
        texts = language_file(name.removeprefix("i18n/").removesuffix(".json"))
        return abort(404) if texts is None else kept_page(texts, ".json")
    return _file(name)


def _file(name: str) -> Response:
    """A file of the pages."""
    path = safe_join(str(WEB), name)
    if path is None or not isfile(path):
        abort(404)
    content, ending = Path(path).read_bytes(), Path(path).suffix
    if ending == ".webmanifest":
        return _manifest(content)
    return kept_page(without_comments(content) if ending in (".css", ".js") else content, ending)


def _manifest(content: bytes) -> Response:
    """What a browser says of a page when it is installed, in the language of the browser."""
    code = request.accept_languages.best_match(language_codes(), FALLBACK)
    texts = json.loads(language_file(code) or b"{}")

    def said(named: re.Match[bytes]) -> bytes:
        text = texts.get(named[2].decode(), named[2].decode())
        return named[1] + json.dumps(text, ensure_ascii=False).encode()

    told = _SAID.sub(said, content).replace(b'"lang": "en"', b'"lang": "%b"' % code.encode())
    response = kept_page(told, ".webmanifest")
    response.vary.add("Accept-Language")
    return response


def without_comments(content: bytes) -> bytes:
    """A script or a style sheet without the comments that have lines of their own.

    They are a quarter of what a cheap tablet would load. Their lines stay, empty, so that what a
    browser says of line 40 is about line 40 of the source.
    """
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), content)


def kept_page(content: bytes, ending: str) -> Response:
    """A part of the pages, under their own policy."""
    response = _kept(content, _TYPES.get(ending, "application/octet-stream"))
    response.headers["Content-Security-Policy"] = POLICY
    return response


def _kept(content: bytes, mimetype: str) -> Response:
    """What may be kept but must be asked about: packed, and sent again only if it changed."""
    packs = request.accept_encodings["gzip"] > 0 and mimetype not in _PACKED_ALREADY
    response = Response(_packed(content) if packs else content, mimetype=mimetype)
    if packs:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(sha256(content).hexdigest()[:16] + ("-gzip" if packs else ""))
    response.make_conditional(request)
    return response


@lru_cache(maxsize=256)
def _packed(content: bytes) -> bytes:
    """The same in a third of the bytes."""
    return gzip.compress(content, mtime=0)
