"""The one function through which every call goes: connection, key, patience and errors.

Every operation of the service is pure (the same question gives the same answer and changes
nothing), so each may be asked again when the network or a proxy failed. `Patience` says how often;
nothing waits longer than it allows: who is told to come back later than that hears it at once.
"""

import re
import time
from dataclasses import dataclass
from typing import Any, TypeVar

import requests

from arbiter_client.errors import UnexpectedAnswerError, UnreachableError, problem_error

T = TypeVar("T")

_TRY_AGAIN = frozenset({429, 502, 503, 504})
_KEY = re.compile(r"[!-~]*")
_PROBLEM = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to wait: for an answer, before the second attempt (then twice as long), at most.

    A service that says itself when to come back (`Retry-After`) is asked again just then, or not
    at all if that is longer than `longest_wait`.
    """

    seconds: float = 10.0
    attempts: int = 4
    first_wait: float = 0.2
    longest_wait: float = 5.0


@dataclass(frozen=True, slots=True)
class Key(requests.auth.AuthBase):
    """An API key; as `auth`, so that no .netrc puts another in its place."""

    text: str

    def __call__(self, request: requests.PreparedRequest) -> requests.PreparedRequest:
        """The request with the key on it, if there is one."""
        if not _KEY.fullmatch(self.text):
            raise ValueError("a key is made of plain letters, digits and signs")
        if self.text:
            request.headers["Authorization"] = f"Bearer {self.text}"
        return request


def ask(
    session: requests.Session, request: requests.Request, patience: Patience
) -> requests.Response:
    """The answer to a request, or an `ArbiterError`."""
    try:
        prepared = session.prepare_request(request)
    except (requests.RequestException, ValueError) as fault:
        raise UnreachableError("cannot_ask", f"{request.url} cannot be asked: {fault}") from None
    for attempt in range(1, patience.attempts):
        response = _once(session, prepared, patience)
        if response is not None and not _may_be_better_soon(response, patience):
            return _checked(response)
        time.sleep(_wait(response, attempt, patience))
    response = _once(session, prepared, patience)
    if response is None:
        raise UnreachableError("unreachable", f"no answer from {_origin(prepared)}")
    return _checked(response)


def read_answer(response: requests.Response, kind: type[T]) -> T:
    """The answer as a type of the contract; one that lacks a part of it is somebody else's."""
    answer = _read_json(response)
    required: frozenset[str] = getattr(kind, "__required_keys__", frozenset())
    if not isinstance(answer, dict) or not required <= answer.keys():
        raise _unexpected(response, "did not answer as the contract says")
    return answer  # type: ignore[return-value]  # mypy cannot tell a TypedDict from its keys


def _once(
    session: requests.Session, prepared: requests.PreparedRequest, patience: Patience
) -> requests.Response | None:
    """One attempt; nothing if there was no answer."""
    assert prepared.url is not None
    settings = session.merge_environment_settings(prepared.url, {}, None, None, None)
    try:
        return session.send(prepared, timeout=patience.seconds, allow_redirects=False, **settings)
    except (requests.ConnectionError, requests.Timeout):
        return None
    except requests.RequestException as fault:
        raise UnreachableError("unreachable", f"{_origin(prepared)}: {fault}") from None


def _may_be_better_soon(response: requests.Response, patience: Patience) -> bool:
    """Whether it is worth asking again within the longest wait."""
    wait = _retry_after(response)
    return response.status_code in _TRY_AGAIN and (wait is None or wait <= patience.longest_wait)


def _wait(response: requests.Response | None, attempt: int, patience: Patience) -> float:
    asked = None if response is None else _retry_after(response)
    usual = min(patience.first_wait * 2 ** (attempt - 1), patience.longest_wait)
    return usual if asked is None else asked


def _retry_after(response: requests.Response) -> int | None:
    """The seconds that the answer asks to wait; a date, which is allowed too, is not read."""
    asked = response.headers.get("Retry-After", "")
    return int(asked) if re.fullmatch("[0-9]{1,9}", asked) else None


def _checked(response: requests.Response) -> requests.Response:
    """The response if it is an answer."""
    if response.status_code in (200, 202):
        return response
    if response.headers.get("Content-Type", "").startswith(_PROBLEM):
        match _read_json(response):
            case {"status": int(), "code": str(), "detail": str()} as problem:
                raise problem_error(problem, _retry_after(response))
    raise _unexpected(response, f"answered {response.status_code} {response.reason}")


def _read_json(response: requests.Response) -> Any:
    try:
        return response.json()
    except requests.JSONDecodeError:
        raise _unexpected(response, "sent something that is not JSON") from None


def _unexpected(response: requests.Response, fault: str) -> UnexpectedAnswerError:
    request_id = response.headers.get("X-Request-Id", "")
    return UnexpectedAnswerError("unexpected_answer", f"{response.url} {fault}", request_id)


def _origin(prepared: requests.PreparedRequest) -> str:
    return (prepared.url or "").removesuffix(prepared.path_url)
