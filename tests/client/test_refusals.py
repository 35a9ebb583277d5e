"""One tree of exceptions: what each answer comes to, what is asked again, and for how long."""

import time
from pathlib import Path

import pytest
from arbiter_client import (
    ArbiterError,
    Client,
    KeyRefusedError,
    NotFoundError,
    Patience,
    ProblemError,
    RefusedError,
    TooManyRequestsError,
    UnavailableError,
    UnexpectedAnswerError,
    UnreachableError,
)

from tests.client.scripted import Reply, problem, scripted

ONCE = Patience(seconds=2, attempts=1)
QUICK = Patience(seconds=2, attempts=3, first_wait=0.01, longest_wait=0.05)
WAITS = Patience(attempts=2, first_wait=0.0, longest_wait=1.0)
DATE = "Wed, 21 Oct 2026 07:28:00 GMT"
ELSEWHERE = {"Location": "http://127.0.0.1:9/"}
PROBLEM = {"Content-Type": "application/problem+json"}


def busy(wait: str, status: int = 429) -> Reply:
    return problem(status, "busy", **{"Retry-After": wait})


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        *((status, RefusedError) for status in (400, 405, 413, 415, 422)),
        *((status, KeyRefusedError) for status in (401, 403)),
        (404, NotFoundError),
        (429, TooManyRequestsError),
        *((status, UnavailableError) for status in (500, 503)),
    ],
)
def test_a_status_has_its_exception(status: int, kind: type[ProblemError]) -> None:
    with scripted([problem(status, "why")]) as script:
        client = Client(script.url, patience=ONCE)
        with client, pytest.raises(kind) as raised:
            client.rules()
    fault = raised.value
    assert (fault.code, fault.detail, fault.request_id) == ("why", "why it is.", "r-1")
    assert (fault.status, str(fault)) == (status, "why it is.")


@pytest.mark.parametrize(
    ("replies", "patience", "kind", "asked", "told"),
    [
        (
            [Reply(302, "", ELSEWHERE)],
            QUICK,
            UnexpectedAnswerError,
            1,
            None,
        ),
        ([Reply(503, "no problem", PROBLEM)], ONCE, UnexpectedAnswerError, 1, None),
        ([Reply(422, '["a list"]', PROBLEM)], QUICK, UnexpectedAnswerError, 1, None),
        ([Reply(None)], QUICK, UnreachableError, 3, None),
        ([problem(503, "not_ready")], QUICK, UnavailableError, 3, None),
        ([problem(429, "too_many_requests")], QUICK, TooManyRequestsError, 3, None),
        ([busy("47"), Reply()], WAITS, TooManyRequestsError, 1, 47),
        ([busy("47", 503), Reply()], WAITS, UnavailableError, 1, 47),
        ([busy("1")], WAITS, TooManyRequestsError, 2, 1),
        ([busy(DATE, 503)], QUICK, UnavailableError, 3, None),
    ],
    ids=[
        *("a redirect", "no JSON", "a list", "nobody", "not ready", "too many"),
        *("too long a wait", "too long until ready", "a wait that is kept", "a date"),
    ],
)
def test_what_is_asked_again_and_what_is_said_in_the_end(
    replies: list[Reply], patience: Patience, kind: type[ArbiterError], asked: int, told: int | None
) -> None:
    with scripted(replies) as script, Client(script.url, patience=patience) as client:
        with pytest.raises(kind) as raised:
            client.challenge("frs", ["CASA"])
        assert len(script.asked) == asked
        assert getattr(raised.value, "retry_after", None) == told


def test_waits_are_as_long_as_was_said_and_double_otherwise() -> None:
    doubling = Patience(attempts=4, first_wait=0.1, longest_wait=5.0)
    for reply, patience, seconds in ((busy("1"), WAITS, 1.0), (Reply(None), doubling, 0.7)):
        with scripted([reply]) as script, Client(script.url, patience=patience) as client:
            start = time.monotonic()
            with pytest.raises(ArbiterError):
                client.rules()
            assert time.monotonic() - start >= seconds
            assert len(script.asked) == patience.attempts


def test_whether_the_service_is_ready_is_asked_once() -> None:
    with scripted([problem(503, "not_ready")]) as script, Client(script.url) as client:
        with pytest.raises(UnavailableError):
            client.readyz()
        assert len(script.asked) == 1


def test_one_connection_serves_many_questions() -> None:
    with scripted([problem(422, "no")]) as script, Client(script.url) as client:
        for _ in range(3):
            with pytest.raises(RefusedError):
                client.spell("frs", ["CASA"])
        assert {asked.headers["Connection"] for asked in script.asked} == {"keep-alive"}


@pytest.mark.parametrize(
    ("url", "key"),
    [
        *((url, "") for url in ("http://127.0.0.1:9", "not an address", "http://", "ftp://x")),
        *(("http://127.0.0.1:9", key) for key in ("ключ", "two words", "line\n")),
    ],
)
def test_nobody_there_or_a_key_that_no_header_carries_is_one_exception(url: str, key: str) -> None:
    with Client(url, key, ONCE) as client, pytest.raises(UnreachableError):
        client.rules()


def test_the_key_goes_along_whatever_netrc_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password else\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with scripted([Reply(body='{"rules": []}')]) as script, Client(script.url, "secret") as client:
        client.rules()
    assert script.asked[0].headers["Authorization"] == "Bearer secret"
