"""Yes or no only: nothing that is answered, logged or counted tells a word."""

import json
import logging
import re
import socket
from typing import Any

import pytest
import requests
from flask.testing import FlaskClient

from service.http.logs import JsonFormatter
from tests.data import TESTS
from tests.support.serving import Server

DATA = json.loads((TESTS / "http/leaks.json").read_text(encoding="utf-8"))
SECRETS: list[str] = DATA["secrets"]
"""Found nowhere but in these tests."""


def tells(text: str) -> list[str]:
    """The secrets that a text gives away, however they are written in it."""
    spoken = (
        text.lower()
        + json.dumps(text).lower()
        + text.encode().decode("unicode_escape", "replace").lower()
    )
    return [secret for secret in SECRETS if secret.lower() in spoken]


def test_the_check_itself_finds_a_word() -> None:
    assert tells("... ZUZZURELLONE ...") == ["zuzzurellone"]
    assert tells(json.dumps({"word": "ŝtrabica"})) == ["ŝtrabica"]


@pytest.mark.parametrize("words", DATA["noes"], ids=lambda words: f"{len(words)} words")
def test_every_no_is_the_same_no(client: FlaskClient, words: list[str]) -> None:
    same = {"X-Request-Id": "same"}
    first = client.post("/v1/figs/challenge", json={"words": ["qqqq"]}, headers=same)
    other = client.post("/v1/figs/challenge", json={"words": words}, headers=same)
    assert first.data == other.data == b'{"valid":false}'
    assert list(first.headers) == list(other.headers)


def test_yes_and_no_have_the_same_headers(client: FlaskClient) -> None:
    yes, no = (
        client.post("/v1/figs/challenge", json={"words": [word]}) for word in ("casa", "qqqq")
    )
    assert list(yes.headers.keys()) == list(no.headers.keys())
    assert yes.headers["Lexicon"] == no.headers["Lexicon"]


def test_a_running_server_tells_no_word(server: Server) -> None:
    with requests.Session() as session:
        for path, body in DATA["requests"]:
            answer = session.post(f"{server.url}/v1/figs/{path}", json=body, timeout=10)
            assert answer.status_code in (200, 422)
        session.post(f"{server.url}/v1/figs/challenge", data='{"words": ["zuzzurellone', timeout=10)
        metrics = session.get(f"{server.url}/metrics", timeout=10).text
    assert (
        'arbiter_requests_total{edition="figs-75min",route="/v1/<rules>/challenge",status="200"}'
        in metrics
    )
    assert tells(metrics) == []
    assert '"route": "/v1/<rules>/challenge"' in server.log
    assert tells(server.log) == []


# What a client with a wrong Content-Length sends as its next request, and worse.
NO_HTTP = [
    b'zuzzurellone"]}\r\n\r\n',
    b"POST zuzzurellone xilofonista\r\n\r\n",
    b"POST /v1/figs/challenge HTTP/9.9zuzzurellone\r\n\r\n",
    b"POST /v1/figs/challenge HTTP/1.1\r\nzuzzurellone xilofonista\r\n\r\n",
    b"POST /v1/figs/challenge HTTP/1.1\r\nHost: x\r\nContent-Length: zuzzurellone\r\n\r\n",
    b"GET /" + b"zuzzurellone" * 1000 + b" HTTP/1.1\r\n\r\n",
    b"POST /v1/figs/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzuzzurellone\r\n",
]


@pytest.mark.parametrize("sent", NO_HTTP)
def test_what_is_not_http_is_refused_and_not_logged(server: Server, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    assert re.match(rb"HTTP/1\.1 4\d\d ", received)
    assert tells(server.log) == []


def test_a_word_in_an_address_is_not_logged(server: Server) -> None:
    for path in (
        "/zuzzurellone",
        "/v1/figs/zuzzurellone",
        "/v1/zuzzurellone/challenge?a=xilofonista",
    ):
        assert requests.get(f"{server.url}{path}", timeout=10).status_code in (404, 405)
    assert tells(server.log) == []


@pytest.mark.parametrize(
    ("message", "args"),
    [
        ("failed: %s", (ValueError("zuzzurellone"),)),
        (ValueError("zuzzurellone"), ()),
        ("plain", ()),
        ("%(kind)s", ({"kind": "mapping"},)),
    ],
)
def test_an_exception_is_logged_by_its_type(message: Any, args: Any) -> None:
    record = logging.LogRecord("any", logging.ERROR, __file__, 1, message, args, None)
    line = json.loads(JsonFormatter().format(record))
    assert tells(json.dumps(line)) == []
    assert line["message"] in ("failed: ValueError", "ValueError", "plain", "mapping")


def test_a_traceback_is_logged_without_its_message() -> None:
    try:
        raise ValueError("zuzzurellone")
    except ValueError as fault:
        info = (type(fault), fault, fault.__traceback__)
    record = logging.LogRecord("any", logging.ERROR, __file__, 1, "failed", (), info)
    line = json.loads(JsonFormatter().format(record))
    assert line["exception"] == "ValueError"
    assert "test_leaks.py" in line["frames"][0]
    assert tells(json.dumps(line)) == []
