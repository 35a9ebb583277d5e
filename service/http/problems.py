"""Every failure in one shape: RFC 9457 problem+json with a stable code.

The only place that turns an exception into HTTP. What is logged about a failure on our side is its
type and where it happened, never its message: a message may quote a word.
"""

from collections.abc import Iterable
from logging import getLogger

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from service.engine.errors import RuleError
from service.http.logs import describe
from service.http.telemetry import REQUEST_ID
from service.schemas.fields import Fault, ShapeError
from service.schemas.text import JsonError, write_json

MIMETYPE = "application/problem+json"
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


class RefusedError(Exception):
    """A refusal that is neither about the rules nor about the shape of a body."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        """Refuse with a status, a stable code and a sentence."""
        super().__init__(detail)
        self.status = status
        self.code = code


def install_problems(app: Flask) -> None:
    """Give every exception of the app its problem."""
    app.register_error_handler(RuleError, _broken_rule)
    app.register_error_handler(ShapeError, _wrong_shape)
    app.register_error_handler(JsonError, _unreadable)
    app.register_error_handler(RefusedError, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(MemoryError, _exhausted)
    app.register_error_handler(Exception, _unforeseen)


def problem(status: int, code: str, detail: str, faults: Iterable[Fault] = ()) -> Response:
    """A problem as a response."""
    body: dict[str, object] = {
        "type": f"/docs#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": request.environ[REQUEST_ID],
    }
    errors = [fault._asdict() for fault in faults]
    if errors:
        body["errors"] = errors
    return Response(write_json(body), status, content_type=MIMETYPE)


def _broken_rule(fault: RuleError) -> Response:
    return problem(422, fault.code, str(fault))


def _wrong_shape(fault: ShapeError) -> Response:
    return problem(422, fault.code, str(fault), fault.faults)


def _unreadable(fault: JsonError) -> Response:
    return problem(400, "json", str(fault))


def _refused(fault: RefusedError) -> Response:
    response = problem(fault.status, fault.code, str(fault))
    if fault.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _http(fault: HTTPException) -> Response:
    """Refusals of the framework: no such path, wrong method, body too large."""
    status = fault.code or 500
    detail = _SENTENCES.get(status) or fault.description or ""
    response = problem(status, _CODES.get(status, "http"), detail)
    for name, value in fault.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _exhausted(fault: MemoryError) -> Response:
    """This worker has no memory for it; a proxy then asks another instance."""
    _log.error("out of memory", extra={"request_id": request.environ[REQUEST_ID]})
    return problem(503, "not_ready", "There is no memory for this now; ask again.")


def _unforeseen(fault: Exception) -> Response:
    _log.error("unforeseen", extra=describe(fault) | {"request_id": request.environ[REQUEST_ID]})
    return problem(500, "internal", "The service failed; the request id finds it in the log.")
