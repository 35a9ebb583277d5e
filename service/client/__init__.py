"""A Python client: ask the service without writing HTTP.

    from service.client import Client

    with Client("http://127.0.0.1:8000") as arbiter:
        arbiter.challenge("frs", ["CASA"])["valid"]

Start reading at operations.py: one method for each operation of the contract. An answer is the JSON
of the contract, typed (answers.py, catalogue.py); a question that cannot be answered raises an
`ArbiterError` (errors.py). Only requests and the standard library are needed.
"""

from service.client.errors import (
    ArbiterError,
    KeyRefusedError,
    NotFoundError,
    ProblemError,
    RefusedError,
    TooManyRequestsError,
    UnavailableError,
    UnexpectedAnswerError,
    UnreachableError,
)
from service.client.operations import Client
from service.client.transport import Patience

__all__ = [
    "ArbiterError",
    "Client",
    "KeyRefusedError",
    "NotFoundError",
    "Patience",
    "ProblemError",
    "RefusedError",
    "TooManyRequestsError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "UnreachableError",
]
