"""Everything that can go wrong between a question and its answer.

ArbiterError                 code, detail, request_id
├── UnreachableError         nobody answered: no connection, or not in time
├── UnexpectedAnswerError    somebody answered, but not this service
└── ProblemError             the service said no; status and errors (JSON pointers) say more
    ├── RefusedError         400, 405, 413, 415, 422: the question makes no sense
    ├── KeyRefusedError      401, 403: no key, a wrong one, or one that may not ask this
    ├── NotFoundError        404: no such edition
    ├── TooManyRequestsError 429; retry_after says in how many seconds to come back
    └── UnavailableError     5xx: not ready, or broken
"""

from typing import NotRequired, TypedDict


class ShapeFault(TypedDict):
    """One fault in the shape of a request, and the JSON pointer to it."""

    pointer: str
    detail: str


class Problem(TypedDict):
    """What the service sends instead of an answer (RFC 9457)."""

    status: int
    code: str
    detail: str
    type: NotRequired[str]
    title: NotRequired[str]
    request_id: NotRequired[str]
    errors: NotRequired[list[ShapeFault]]
    reason: NotRequired[str]
    values: NotRequired[dict[str, str | int]]


class ArbiterError(Exception):
    """A question without an answer; `code` is stable, `detail` is for people."""

    def __init__(self, code: str, detail: str, request_id: str = "") -> None:
        """Say what went wrong; the detail is one line that could be shown to an arbiter."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.request_id = request_id


class UnreachableError(ArbiterError):
    """No connection, or no answer in time."""


class UnexpectedAnswerError(ArbiterError):
    """An answer that does not come from this service."""


class ProblemError(ArbiterError):
    """A problem that the service reported; `retry_after` is how many seconds it asks to wait."""

    def __init__(self, problem: Problem, retry_after: int | None = None) -> None:
        """Take over what the service says."""
        super().__init__(problem["code"], problem["detail"], problem.get("request_id", ""))
        self.status = problem["status"]
        self.errors = problem.get("errors", [])
        self.reason = problem.get("reason", "")
        self.values = problem.get("values", {})
        self.retry_after = retry_after


class RefusedError(ProblemError):
    """A question that makes no sense."""


class KeyRefusedError(ProblemError):
    """No key, a wrong key, or a key that may not ask this."""


class NotFoundError(ProblemError):
    """An edition that the service does not have."""


class TooManyRequestsError(ProblemError):
    """More questions than this key may ask."""


class UnavailableError(ProblemError):
    """A service that is not ready, or broken."""


def problem_error(problem: Problem, retry_after: int | None = None) -> ProblemError:
    """The exception for a problem."""
    return _kind(problem["status"])(problem, retry_after)


def _kind(status: int) -> type[ProblemError]:
    match status:
        case 401 | 403:
            return KeyRefusedError
        case 404:
            return NotFoundError
        case 429:
            return TooManyRequestsError
        case _ if status >= 500:
            return UnavailableError
        case _:
            return RefusedError
