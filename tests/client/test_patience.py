"""What the client asks again, how long it waits, and when it gives up."""

import time

import pytest
from arbiter_client import (
    ArbiterError,
    Client,
    Patience,
    ProblemError,
    RefusedError,
    TooManyRequestsError,
    UnavailableError,
    UnreachableError,
)

from tests.client.scripted import Reply, problem, scripted

QUICK = Patience(seconds=2, attempts=3, first_wait=0.01, longest_wait=0.05)
VALID = Reply(body='{"valid": true}')
HANG_UP = Reply(None)


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (HANG_UP, UnreachableError),
        (problem(503, "not_ready"), UnavailableError),
        (problem(429, "too_many_requests"), TooManyRequestsError),
    ],
)
def test_the_client_gives_up_after_its_attempts(reply: Reply, kind: type[ArbiterError]) -> None:
    with scripted([reply]) as script, Client(script.url, patience=QUICK) as client:
        with pytest.raises(kind):
            client.rules()
        assert len(script.asked) == QUICK.attempts


def test_retry_after_is_honoured() -> None:
    patience = Patience(attempts=2, first_wait=0.0, longest_wait=5.0)
    busy = problem(429, "too_many_requests", **{"Retry-After": "1"})
    with scripted([busy, VALID]) as script, Client(script.url, patience=patience) as client:
        start = time.monotonic()
        client.challenge("frs", ["CASA"])
        assert time.monotonic() - start >= 1.0
        assert len(script.asked) == 2


@pytest.mark.parametrize(
    ("busy", "kind"),
    [
        (problem(429, "too_many_challenges", **{"Retry-After": "47"}), TooManyRequestsError),
        (problem(503, "not_ready", **{"Retry-After": "47"}), UnavailableError),
    ],
)
def test_a_wait_that_is_too_long_is_told_at_once(busy: Reply, kind: type[ProblemError]) -> None:
    with scripted([busy, VALID]) as script, Client(script.url) as client:
        with pytest.raises(kind) as raised:
            client.challenge("frs", ["CASA"])
        assert len(script.asked) == 1
        assert raised.value.retry_after == 47


def test_a_wait_that_is_short_enough_is_kept_and_told_in_the_end() -> None:
    patience = Patience(attempts=2, first_wait=0.0, longest_wait=1.0)
    busy = problem(429, "too_many_requests", **{"Retry-After": "1"})
    with scripted([busy]) as script, Client(script.url, patience=patience) as client:
        with pytest.raises(TooManyRequestsError) as raised:
            client.rules()
        assert len(script.asked) == 2
        assert raised.value.retry_after == 1


def test_who_is_not_told_when_to_come_back_knows_no_time() -> None:
    with scripted([problem(429, "no")]) as script, Client(script.url, patience=QUICK) as client:
        with pytest.raises(TooManyRequestsError) as raised:
            client.rules()
        assert raised.value.retry_after is None


def test_a_date_in_retry_after_is_no_fault() -> None:
    busy = problem(503, "not_ready", **{"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"})
    with scripted([busy, VALID]) as script, Client(script.url, patience=QUICK) as client:
        assert client.challenge("frs", ["CASA"])["valid"]


def test_waits_double() -> None:
    patience = Patience(attempts=4, first_wait=0.1, longest_wait=5.0)
    with scripted([HANG_UP]) as script, Client(script.url, patience=patience) as client:
        start = time.monotonic()
        with pytest.raises(UnreachableError):
            client.rules()
        assert time.monotonic() - start >= 0.7
        assert len(script.asked) == 4


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
