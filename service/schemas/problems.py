"""What went wrong, as the members of a problem document (RFC 9457).

The only place that knows which refusal has which status and code; HTTP sends them, and the command
raises them as the client would.
"""

from collections.abc import Mapping
from typing import NamedTuple

from service.engine.errors import RuleError, Value
from service.schemas.fields import PART, Fault, Fields, ShapeError, shortened, write_reason
from service.schemas.text import JsonError


class ProblemError(Exception):
    """A refusal that is neither about the rules nor about the shape of a body."""

    def __init__(self, status: int, code: str, detail: str) -> None:
        """Refuse with a status, a stable code and a sentence."""
        super().__init__(detail)
        self.status = status
        self.code = code


_SENTENCE = 1200  # The longest that anybody reads, in characters.

REFUSALS = (RuleError, ShapeError, JsonError, ProblemError)
Refusal = RuleError | ShapeError | JsonError | ProblemError


_NOTHING: Mapping[str, Value] = {}


class Problem(NamedTuple):
    """A refusal in the terms of RFC 9457: status, stable code, sentence, faults by pointer.

    `reason` and `values` are what the sentence is made of, for who says it in another language.
    """

    status: int
    code: str
    detail: str
    faults: tuple[Fault, ...] = ()
    reason: str = ""
    values: Mapping[str, Value] = _NOTHING


def problem_of(fault: Refusal) -> Problem:
    """The problem that a refusal is."""
    match fault:
        case RuleError():
            return Problem(422, fault.code, str(fault), (), fault.reason, fault.values)
        case ShapeError():
            first = fault.faults[0]
            return Problem(422, fault.code, str(fault), fault.faults, first.reason, first.values)
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
            {"pointer": shortened(fault.pointer, PART), "detail": shortened(fault.detail, PART)}
            for fault in problem.faults
        ]
    return members | write_reason(problem)
