"""A client of Arbiter, the judge for tournament Scrabble: ask it without writing HTTP.

    from arbiter_client import Client

    with Client("http://127.0.0.1:8000") as arbiter:
        arbiter.challenge("frs", ["CASA"])["valid"]

Start reading at client.py: one method for each operation of the contract. An answer is the JSON
of the contract, typed (answers.py, catalogue.py); a question that cannot be answered raises an
`ArbiterError` (errors.py). Only requests and the standard library are needed.
"""

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from arbiter_client.client import Client
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


def __getattr__(name: str) -> object:
    """`Client` and `Patience` when they are first used: only who asks waits for requests."""
    if name not in ("Client", "Patience"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from arbiter_client import client

    found: object = getattr(client, name)
    return found
