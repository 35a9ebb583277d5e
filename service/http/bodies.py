"""How a request is read, an answer written and a failure told: media types, sizes, bytes.

What belongs to a request beside its body, its id and who makes it, lies in its WSGI environment.

Every failure has one shape, RFC 9457 problem+json with a stable code, and only this module turns an
exception into HTTP; which refusal has which status and code is said in schemas/problems.py. What
is logged about a failure on our side is its type and where it happened, never its message: a
message may quote a word.
"""

import json
from collections.abc import Callable
from contextvars import ContextVar
from errno import ENOMEM
from functools import lru_cache
from logging import getLogger
from typing import Any, NamedTuple
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment

from flask import Flask, Response, current_app
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import LanguageAccept, MIMEAccept
from werkzeug.exceptions import BadRequest, HTTPException
from werkzeug.http import parse_accept_header, parse_options_header

from service.http.logs import describe
from service.interchange.files import Written
from service.interchange.tables import Table, read_table, write_table
from service.judge import Verdict
from service.keyring import Caller
from service.schemas.fields import Fields
from service.schemas.problems import (
    REFUSALS,
    Problem,
    ProblemError,
    Refusal,
    problem_of,
    write_problem,
)
from service.schemas.text import read_json, write_json
from service.texts import FALLBACK, spoken

Headers = list[tuple[str, str]]
ASKING: ContextVar[WSGIEnvironment] = ContextVar("asking")
"""The environment of the request that is being answered, whoever calls the view (shortcut)."""
REQUEST_ID = "arbiter.request_id"
CALLER = "arbiter.caller"
ROUTE = "arbiter.route"
SPOKEN = "arbiter.spoken"
"""Under which extension an app keeps, by language, the texts and readings that answers speak."""
JSON = "application/json"
GCG = "text/plain"
CSV = "text/csv"
BODY_LIMIT = 64 * 1024
GAME_LIMIT = 1024 * 1024
_UTF_8 = ("utf-8", "utf8", "us-ascii")
_PROBLEM = "application/problem+json"
EXHAUSTED = "arbiter.exhausted"
"""Under which extension an app keeps what its process does once it lacked memory, if anything."""
_log = getLogger("service.problems")

_CODES = {
    400: "bad_request",
    401: "unauthorised",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    415: "content_type",
    429: "too_many_requests",
    503: "not_ready",
}
_SENTENCES = {
    404: "There is nothing at this address; /docs lists what there is.",
    405: "This address does not take this method; the header Allow names those it takes.",
}


def request_id() -> str:
    """What finds this request in the log."""
    identity: str = ASKING.get()[REQUEST_ID]
    return identity


def calling() -> Caller:
    """Who makes this call."""
    caller: Caller = ASKING.get()[CALLER]
    return caller


def json_body(limit: int = BODY_LIMIT) -> Any:
    """The body of the request, which must be JSON in UTF-8."""
    environ = ASKING.get()
    _media_type(environ)
    return read_json(_body(environ, limit))


def game_body() -> Any:
    """A game as JSON, or as the bytes of a GCG file."""
    environ = ASKING.get()
    kind, body = _media_type(environ, GCG), _body(environ, GAME_LIMIT)
    return body if kind == GCG else read_json(body)


def tournament_body() -> Any:
    """A tournament as JSON, or as a table."""
    environ = ASKING.get()
    kind, body = _media_type(environ, CSV), _body(environ, GAME_LIMIT)
    return read_table(body) if kind == CSV else read_json(body)


def any_body() -> bytes:
    """A file, whatever it is announced as."""
    return _body(ASKING.get(), GAME_LIMIT)


def asked(name: str, unless: str = "") -> str:
    """What the address says after its question mark."""
    query: str = ASKING.get().get("QUERY_STRING", "")
    return parse_qs(query, max_num_fields=20).get(name, [unless])[0]


def answer(fields: Fields, content_type: str = JSON) -> Response:
    """An answer in JSON, in the language that the caller asked for."""
    body, headers = _said(fields)
    response = respond(body, content_type)
    response.headers.extend(headers)
    return response


def _said(fields: Fields) -> tuple[bytes, Headers]:
    """Fields as JSON in the language that the caller asked for, and the headers that say so."""
    if accepted := ASKING.get().get("HTTP_ACCEPT_LANGUAGE"):
        known = current_app.extensions[SPOKEN]
        if language := _asked_language(accepted, tuple(known)):
            headers = [("Content-Language", language), ("Vary", "Accept-Language")]
            return write_json(spoken(fields, *known[language])), headers
    return write_json(fields), []


@lru_cache(maxsize=64)
def _asked_language(accepted: str, known: tuple[str, ...]) -> str | None:
    """The language that a caller would rather have than English, if we have it."""
    wanted = parse_accept_header(accepted, LanguageAccept)
    codes = (tag.partition("-")[0].lower() for tag, quality in wanted if quality)
    best = next((code for code in codes if code in known), FALLBACK)
    return None if best == FALLBACK else best


class Answered(NamedTuple):
    """A whole answer as a view may also return it: to make a response of it takes a while."""

    body: bytes
    headers: Headers


def as_sent(app: Flask, given: ResponseReturnValue) -> tuple[str, Headers, bytes]:
    """What a view gave, as WSGI has it."""
    if isinstance(given, Answered):
        return "200 OK", given.headers, given.body
    response = app.make_response(given)
    return response.status, list(response.headers), b"".join(response.iter_encoded())


def verdict(given: Verdict) -> Answered:
    """A verdict in JSON, with the identity of the lexicon that gave it."""
    body, told = _said(given.fields)
    headers = [("Content-Type", JSON), ("Content-Length", str(len(body))), *told]
    if given.lexicon is not None:
        headers.append(("Lexicon", given.lexicon.identity))
    return Answered(body, headers)


def answer_as(fields: Fields, as_table: Callable[[Fields], Table]) -> Response:
    """An answer in JSON, or as a table for who would rather have one."""
    if _prefers(CSV):
        return respond(write_table(as_table(fields)), f"{CSV}; charset=utf-8")
    return answer(fields)


def file_answer(written: Written) -> Response:
    """A file, with what it does not carry in the header `Remarks`."""
    response = respond(written.content, written.media)
    response.headers["Content-Disposition"] = f'attachment; filename="{written.name}"'
    if written.remarks:
        remarks = [remark._asdict() for remark in written.remarks]
        response.headers["Remarks"] = json.dumps(remarks)
    return response


def respond(body: bytes, content_type: str) -> Response:
    """An answer of any kind."""
    return Response(body, content_type=content_type)


def prefers_gcg() -> bool:
    """Whether the caller would rather have GCG than JSON."""
    return _prefers(GCG)


def _body(environ: WSGIEnvironment, limit: int) -> bytes:
    """All of the body, read once; the framework would cut one that comes in pieces at the limit."""
    announced = environ.get("CONTENT_LENGTH")
    if not announced and not environ.get("wsgi.input_terminated"):
        return b""
    size = int(announced) if announced else limit + 1
    if announced and size > limit:
        raise _too_large(limit)
    try:
        body: bytes = environ["wsgi.input"].read(size)
    except MemoryError:
        raise
    except Exception:  # A broken connection, or chunks that the server cannot read.
        raise BadRequest("The body could not be read.") from None
    if announced and len(body) < size:
        raise BadRequest("The body broke off.")
    if len(body) > limit:
        raise _too_large(limit)
    return body


def _too_large(limit: int) -> ProblemError:
    return ProblemError(413, "too_large", f"A body may have {limit} bytes here.")


def _media_type(environ: WSGIEnvironment, *others: str) -> str:
    """What the body is announced as: JSON in UTF-8, or one of the others in whatever it likes."""
    announced = environ.get("CONTENT_TYPE", "")
    if announced == JSON:
        return JSON
    written, options = parse_options_header(announced)
    kind, charset = written.lower(), options.get("charset", "utf-8").lower()
    if kind in others or (kind == JSON and charset in _UTF_8):
        return kind
    detail = f"Send {' or '.join((JSON, *others))} in UTF-8."
    raise ProblemError(415, "content_type", detail)


def _prefers(kind: str) -> bool:
    """Whether the caller would rather have this than JSON."""
    accepted = ASKING.get().get("HTTP_ACCEPT")
    return accepted is not None and _best(accepted, kind) == kind


@lru_cache(maxsize=64)
def _best(accepted: str, kind: str) -> str | None:
    return parse_accept_header(accepted, MIMEAccept).best_match((JSON, kind))


def install_problems(app: Flask) -> None:
    """Give every exception of the app its problem."""
    for refusal in REFUSALS:
        app.register_error_handler(refusal, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(MemoryError, _exhausted)
    app.register_error_handler(Exception, _unforeseen)


def refuse(problem: Problem) -> Response:
    """A problem as a response."""
    about = {
        "type": f"/docs#{problem.code}",
        "title": problem.code.replace("_", " ").capitalize(),
        "request_id": request_id(),
    }
    response = answer(about | write_problem(problem), _PROBLEM)
    response.status_code = problem.status
    return response


def _refused(fault: Refusal) -> Response:
    problem = problem_of(fault)
    response = refuse(problem)
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _http(fault: HTTPException) -> Response:
    """Refusals of the framework: no such path, wrong method, body too large."""
    if isinstance(getattr(fault, "original_exception", None), MemoryError):
        return _exhausted()  # Memory was missing even to say that it was.
    status = fault.code or 500
    detail = _SENTENCES.get(status) or fault.description or ""
    response = refuse(Problem(status, _CODES.get(status, "http"), detail))
    for name, value in fault.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _exhausted(fault: MemoryError | None = None) -> Response:
    """This worker has no memory for it; a proxy then asks another instance."""
    _log.error("out of memory", extra={"request_id": request_id()})
    if EXHAUSTED in current_app.extensions:
        current_app.extensions[EXHAUSTED]()
    return refuse(Problem(503, "not_ready", "There is no memory for this now; ask again."))


def _unforeseen(fault: Exception) -> Response:
    if isinstance(fault, OSError) and fault.errno == ENOMEM:
        return _exhausted()
    _log.error("unforeseen", extra=describe(fault) | {"request_id": request_id()})
    detail = "The service failed; the request id finds it in the log."
    return refuse(Problem(500, "internal", detail))
