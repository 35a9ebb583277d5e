"""Callers by socket: they say what they like, and read what they like.

They come from another address of this machine than the tests, as they do in real life: what nginx
allows one address must not be what it takes from another. A neighbour has the same address.
"""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

from tests.support.processes import HOST

STRANGER, _TIMEOUT = "127.0.0.2", 15.0
_LITTLE = 4096  # Bytes that the system takes in for somebody who does not read.


def call(port: int, address: str = STRANGER) -> socket.socket:
    """A connection on which little can wait to be read."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _LITTLE)
    made.settimeout(_TIMEOUT)
    made.bind((address, 0))
    made.connect((HOST, port))
    return made


@contextmanager
def holding(
    port: int, callers: int, text: bytes = b"", address: str = STRANGER
) -> Iterator[list[socket.socket]]:
    """Connections on which nothing is said, or only this, and nothing is ever read."""
    with ExitStack() as stack:
        calls = [stack.enter_context(call(port, address)) for _ in range(callers)]
        for one in calls:
            one.sendall(text)
        yield calls


def say(port: int, text: bytes, address: str = STRANGER) -> tuple[int, str]:
    """Send something and read what comes back: a status and a content type, or 0 if nothing."""
    answer = b""
    with suppress(OSError), call(port, address) as one:
        with suppress(OSError):
            one.sendall(text)
        one.settimeout(3)
        while b"\r\n\r\n" not in answer and (part := one.recv(65536)):
            answer += part
    head = answer.partition(b"\r\n\r\n")[0].decode("latin-1")
    if not head.startswith("HTTP/1."):
        return 0, ""
    fields = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if ": " in line)
    return int(head.split(" ")[1]), fields.get("content-type", "")
