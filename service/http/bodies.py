"""How a body is taken in and an answer handed out: media types, sizes, bytes."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qs
from wsgiref.types import WSGIEnvironment

from flask import Response
from werkzeug.datastructures import Headers, MIMEAccept
from werkzeug.exceptions import BadRequest
from werkzeug.http import parse_accept_header, parse_options_header

from service.http.context import answering
from service.interchange.files import Written
from service.interchange.tables import Table, read_table, write_table
from service.judge import Verdict
from service.schemas.fields import Fields
from service.schemas.problems import ProblemError
from service.schemas.text import read_json, write_json

JSON = "application/json"
GCG = "text/plain"
CSV = "text/csv"
BODY_LIMIT = 64 * 1024
GAME_LIMIT = 1024 * 1024
_UTF_8 = ("utf-8", "utf8", "us-ascii")


def json_body(limit: int = BODY_LIMIT) -> Any:
    """The body of the request, which must be JSON in UTF-8."""
    _media_type()
    return read_json(_body(limit))


def game_body() -> Any:
    """A game as JSON, or as the bytes of a GCG file."""
    kind = _media_type(GCG)
    body = _body(GAME_LIMIT)
    return body if kind == GCG else read_json(body)


def tournament_body() -> Any:
    """A tournament as JSON, or as a table."""
    kind = _media_type(CSV)
    body = _body(GAME_LIMIT)
    return read_table(body) if kind == CSV else read_json(body)


def any_body() -> bytes:
    """A file, whatever it is announced as."""
    return _body(GAME_LIMIT)


def asked(name: str, unless: str = "") -> str:
    """What the address says after its question mark."""
    query: str = answering.get().get("QUERY_STRING", "")
    return parse_qs(query, max_num_fields=20).get(name, [unless])[0]


class Answer(Response):
    """A whole answer: its length is known and it leads nowhere, so its headers stay as they are."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        """The headers; to work them out again takes a tenth of a challenge's time here."""
        return self.headers


def answer(fields: Fields) -> Response:
    """An answer in JSON."""
    return respond(write_json(fields), JSON)


def verdict(given: Verdict) -> Response:
    """A verdict in JSON, with the identity of the lexicon that gave it."""
    if given.lexicon is None:
        return answer(given.fields)
    return _verdict(write_json(given.fields), given.lexicon.identity)


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
    return Answer(body, content_type=content_type, direct_passthrough=True)


@lru_cache(maxsize=64)
def _verdict(body: bytes, identity: str) -> Response:
    """One answer for all who get the same: a challenge has two, and nothing is put into them."""
    response = respond(body, JSON)
    response.headers["Lexicon"] = identity
    return response


def prefers_gcg() -> bool:
    """Whether the caller would rather have GCG than JSON."""
    return _prefers(GCG)


def _body(limit: int) -> bytes:
    """All of the body, read once; the framework would cut one that comes in pieces at the limit."""
    environ = answering.get()
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


def _media_type(*others: str) -> str:
    """What the body is announced as: JSON in UTF-8, or one of the others in whatever it likes."""
    announced = answering.get().get("CONTENT_TYPE", "")
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
    accepted = answering.get().get("HTTP_ACCEPT")
    return accepted is not None and _best(accepted, kind) == kind


@lru_cache(maxsize=64)
def _best(accepted: str, kind: str) -> str | None:
    return parse_accept_header(accepted, MIMEAccept).best_match((JSON, kind))
