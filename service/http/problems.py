"""Every failure in one shape: RFC 9457 problem+json with a stable code.

The only place that turns an exception into HTTP; which refusal has which status and code is said in
schemas/problems.py. What is logged about a failure on our side is its
type and where it happened, never its message: a message may quote a word.
"""

from logging import getLogger

from flask import Flask, Response, current_app
from werkzeug.exceptions import HTTPException

from service.http.bodies import in_language, request_id
from service.http.logs import describe
from service.schemas.problems import REFUSALS, Problem, Refusal, problem_of, write_problem

MIMETYPE = "application/problem+json"
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


def install_problems(app: Flask) -> None:
    """Give every exception of the app its problem."""
    for refusal in REFUSALS:
        app.register_error_handler(refusal, _refused)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(MemoryError, _exhausted)
    app.register_error_handler(Exception, _unforeseen)


def respond(problem: Problem) -> Response:
    """A problem as a response."""
    about = {
        "type": f"/docs#{problem.code}",
        "title": problem.code.replace("_", " ").capitalize(),
        "request_id": request_id(),
    }
    response = in_language(about | write_problem(problem), MIMETYPE)
    response.status_code = problem.status
    return response


def _refused(fault: Refusal) -> Response:
    problem = problem_of(fault)
    response = respond(problem)
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _http(fault: HTTPException) -> Response:
    """Refusals of the framework: no such path, wrong method, body too large."""
    if isinstance(getattr(fault, "original_exception", None), MemoryError):
        return _exhausted()  # Memory was missing even to say that it was.
    status = fault.code or 500
    detail = _SENTENCES.get(status) or fault.description or ""
    response = respond(Problem(status, _CODES.get(status, "http"), detail))
    for name, value in fault.get_headers():
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _exhausted(fault: MemoryError | None = None) -> Response:
    """This worker has no memory for it; a proxy then asks another instance."""
    _log.error("out of memory", extra={"request_id": request_id()})
    if EXHAUSTED in current_app.extensions:
        current_app.extensions[EXHAUSTED]()
    return respond(Problem(503, "not_ready", "There is no memory for this now; ask again."))


def _unforeseen(fault: Exception) -> Response:
    _log.error("unforeseen", extra=describe(fault) | {"request_id": request_id()})
    detail = "The service failed; the request id finds it in the log."
    return respond(Problem(500, "internal", detail))
