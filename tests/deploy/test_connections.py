"""When a request is whole, and how an answer leaves."""

import pytest

from service.connections import is_whole
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
