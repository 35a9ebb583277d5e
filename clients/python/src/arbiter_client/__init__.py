"""A client of Arbiter, the judge for tournament Scrabble: ask it without writing HTTP.

    from arbiter_client import Client

    with Client("http://127.0.0.1:8000") as arbiter:
        arbiter.challenge("frs", ["CASA"])["valid"]

Start reading at client.py: one method for each operation of the contract. An answer is the JSON
of the contract, typed (answers.py, catalogue.py); a question that cannot be answered raises an
`ArbiterError` (errors.py). Only requests and the standard library are needed.
"""

from arbiter_client.client import Client
from arbiter_client.errors import (
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
from arbiter_client.transport import Patience

__version__ = "0.2.0"

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
