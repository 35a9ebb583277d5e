"""What went wrong, as the members of a problem document (RFC 9457).

The only place that knows which refusal has which status and code; HTTP sends them, and the command
raises them as the client would.
"""

from typing import NamedTuple

from service.engine.errors import RuleError
from service.schemas.fields import Fault, Fields, ShapeError
from service.schemas.text import JsonError


class ProblemError(Exception):
    """A refusal that is neither about the rules nor about the shape of a body."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        """Refuse with a status, a stable code and a sentence."""
        super().__init__(detail)
        self.status = status
        self.code = code


_SENTENCE, _PART = 1200, 200  # The longest that anybody reads, in characters.

REFUSALS = (RuleError, ShapeError, JsonError, ProblemError)
Refusal = RuleError | ShapeError | JsonError | ProblemError


class Problem(NamedTuple):
    """A refusal in the terms of RFC 9457: status, stable code, sentence, faults by pointer."""

    status: int
    code: str
    detail: str
    faults: tuple[Fault, ...] = ()


def problem_of(fault: Refusal) -> Problem:
    """The problem that a refusal is."""
    match fault:
        case RuleError():
            return Problem(422, fault.code, str(fault))
        case ShapeError():
            return Problem(422, fault.code, str(fault), fault.faults)
        case JsonError():
            return Problem(400, "json", str(fault))
        case ProblemError():
            return Problem(fault.status, fault.code, str(fault))


def write_problem(problem: Problem) -> Fields:
    """The members of a problem document; what was sent is quoted, but never at length."""
    detail = shortened(problem.detail, _SENTENCE)
    members: Fields = {"status": problem.status, "detail": detail, "code": problem.code}
    if problem.faults:
        members["errors"] = [
            {"pointer": shortened(pointer, _PART), "detail": shortened(told, _PART)}
            for pointer, told in problem.faults
        ]
    return members


def shortened(text: str, most: int) -> str:
    """The text, with its end left out if it is longer."""
    return text if len(text) <= most else f"{text[:most]}…"
