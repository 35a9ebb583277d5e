"""When a request is whole, when it is short, and how an answer leaves."""

import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from gunicorn.config import Config
from gunicorn.http import RequestParser
from gunicorn.http.errors import ParseException
from hypothesis import example, given
from hypothesis import strategies as st

from bench import questions
from service.framing import is_short, is_whole
from service.sending import Together

HEAD = b"POST / HTTP/1.1\r\nHost: x\r\n"

WHOLE = {
    "no body": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "a body of the length it names": HEAD + b"Content-Length: 2\r\n\r\n{}",
    "more than it names": HEAD + b"content-length:2\r\n\r\n{}GET /",
    "no bytes named": HEAD + b"Content-Length: 0\r\n\r\n",
    "the last of its pieces": HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "a question whether to go on": HEAD + b"Expect: 100-continue\r\nContent-Length: 9\r\n\r\n",
    "a length that cannot be read": HEAD + b"Content-Length: -2\r\n\r\n",
    "as much as is waited for": HEAD + b"X: " + b"a" * 16 * 1024,
    "a length behind the head is no length": HEAD + b"\r\nContent-Length: 900\r\n\r\n",
}
PARTS = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": HEAD,
    "half a body": HEAD + b"Content-Length: 3\r\n\r\n{}",
    "half of its pieces": HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}",
}


@pytest.mark.parametrize("data", WHOLE.values(), ids=WHOLE.keys())
def test_a_request_is_whole_with(data: bytes) -> None:
    assert is_whole(data)


@pytest.mark.parametrize("data", PARTS.values(), ids=PARTS.keys())
def test_a_request_is_not_whole_with(data: bytes) -> None:
    assert not is_whole(data)


SHORT = ("no body", "a body of the length it names", "no bytes named")


@pytest.mark.parametrize("name", WHOLE)
def test_only_one_request_with_a_known_short_body_is_short(name: str) -> None:
    assert is_short(WHOLE[name]) is (name in SHORT)


@pytest.mark.parametrize("data", PARTS.values(), ids=PARTS.keys())
def test_a_part_of_a_request_is_not_short_with(data: bytes) -> None:
    assert not is_short(data)


@pytest.mark.parametrize(("size", "short"), [(4096, True), (4097, False)])
def test_a_body_is_short_up_to_the_size_of_an_ordinary_game(size: int, short: bool) -> None:
    assert len(questions.body(questions.recorded_game(99))) < 4096
    assert is_short(HEAD + b"Content-Length: %d\r\n\r\n" % size + b" " * size) is short


PIECES = (
    *(b"GET / HTTP/1.1", b"POST / HTTP/1.0", b"\r\n", b"\n", b"\r", b" ", b"\t", b"\0", b"+", b","),
    *(b"Host: x", b"Content-Length", b"content_length", b":", b": ", b"0", b"2", b"9" * 19, b"{}"),
    *(b"Transfer-Encoding: chunked", b"Expect: 100-continue", b"Upgrade: h2c", b"X: "),
)


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join))
@example(b"\r\n\r\n")
@example(HEAD + b"Content-Length: " + b"9" * 19 + b"\r\n\r\n")
@example(HEAD + b"Content-Length: 0\r\nContent-Length: 9\r\n\r\n")
@example(HEAD + b"Content-Length:\t9\r\n\r\n")
def test_gunicorn_never_waits_for_more_of_a_short_request(data: bytes) -> None:
    def arriving() -> Iterator[bytes]:
        yield data
        pytest.fail("it waits for more")

    if is_short(data):
        with suppress(ParseException):
            body = next(RequestParser(Config(), arriving(), ("127.0.0.1", 1))).body
            assert body is not None
            body.read()


class Line:
    """Keeps what is sent, one entry for each time."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def sendall(self, data: bytes) -> None:
        self.sent.append(data)


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ((b"head", b"body"), [b"headbody"]),
        ((b"head",), [b"head"]),
        ((b"head", b"body", b"more"), [b"headbody", b"more"]),
        ((), []),
    ],
)
def test_the_head_of_an_answer_leaves_with_its_body(
    written: tuple[bytes, ...], sent: list[bytes]
) -> None:
    line = Line()
    together = Together(line)
    for data in written:
        together.sendall(data)
    together.finish()
    assert line.sent == sent


def test_what_a_caller_does_not_take_at_once_is_put_aside() -> None:
    answer = b"head" + b"body" * 1_000_000 + b"more"
    unsent = bytearray()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        together = Together(ours, unsent)
        for data in (b"head", b"body" * 1_000_000, b"more"):
            together.sendall(data)
        together.finish()
        ours.close()
        received = b"".join(iter(lambda: theirs.recv(1 << 20), b""))
    assert 0 < len(unsent) < len(answer)
    assert received + unsent == answer
