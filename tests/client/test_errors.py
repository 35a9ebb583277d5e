"""One tree of exceptions, each with a code, a detail and the request's id."""

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

NO_RULES = '{"rules": []}'
ONCE = Patience(seconds=2, attempts=1)


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, RefusedError),
        (401, KeyRefusedError),
        (403, KeyRefusedError),
        (404, NotFoundError),
        (405, RefusedError),
        (413, RefusedError),
        (415, RefusedError),
        (422, RefusedError),
        (429, TooManyRequestsError),
        (500, UnavailableError),
        (503, UnavailableError),
    ],
)
def test_a_status_has_its_exception(status: int, kind: type[ProblemError]) -> None:
    with scripted([problem(status, "why")]) as script:
        client = Client(script.url, patience=ONCE)
        with client, pytest.raises(kind) as raised:
            client.rules()
    fault = raised.value
    assert (fault.code, fault.detail, fault.request_id) == ("why", "why it is.", "r-1")
    assert fault.status == status
    assert str(fault) == "why it is."


@pytest.mark.parametrize(
    "reply",
    [
        Reply(302, "", {"Location": "http://127.0.0.1:9/elsewhere"}),
        Reply(503, "not a problem", {"Content-Type": "application/problem+json"}),
        Reply(422, '["a list"]', {"Content-Type": "application/problem+json"}),
    ],
    ids=["redirect", "no JSON", "a list"],
)
def test_an_answer_of_somebody_else_is_told_apart(reply: Reply) -> None:
    with scripted([reply]) as script:
        client = Client(script.url, patience=ONCE)
        with client, pytest.raises(UnexpectedAnswerError) as raised:
            client.challenge("frs", ["CASA"])
    assert raised.value.code == "unexpected_answer"
    assert len(script.asked) == 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:9", "not an address", "http://", "ftp://x"])
def test_nobody_there_is_one_exception(url: str) -> None:
    with Client(url, patience=ONCE) as client, pytest.raises(UnreachableError):
        client.rules()


@pytest.mark.parametrize("key", ["ключ", "two words", "line\n"])
def test_a_key_that_no_header_can_carry_is_one_exception(key: str) -> None:
    with Client("http://127.0.0.1:9", key, ONCE) as client, pytest.raises(UnreachableError):
        client.rules()


def test_every_exception_is_an_arbiter_error() -> None:
    for kind in (ProblemError, UnexpectedAnswerError, UnreachableError):
        assert issubclass(kind, ArbiterError)


def test_the_key_goes_along_whatever_netrc_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password else\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with scripted([Reply(body=NO_RULES)]) as script, Client(script.url, key="secret") as client:
        client.rules()
    assert script.asked[0].headers["Authorization"] == "Bearer secret"
