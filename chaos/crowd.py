"""Callers who behave badly: those who say nothing, those who speak slowly, those who shout.

They come from another address of this machine than the questions, as they do in real life: what
nginx allows one address must not be what it takes from another. A neighbour has the same address.
"""

import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Event, Thread

from tests.support.processes import HOST

STRANGER = "127.0.0.2"
_TIMEOUT = 15.0
_LITTLE = 4096  # Bytes that the system takes in for somebody who does not read.
_RESET = struct.pack("ii", 1, 0)


def call(port: int, address: str = STRANGER) -> socket.socket:
    """A connection of a stranger."""
    return socket.create_connection((HOST, port), _TIMEOUT, source_address=(address, 0))


@contextmanager
def holding(
    port: int, callers: int, text: bytes = b"", address: str = STRANGER
) -> Iterator[list[socket.socket]]:
    """Connections on which nothing is said, or only this."""
    with ExitStack() as stack:
        calls = [stack.enter_context(call(port, address)) for _ in range(callers)]
        for one in calls:
            one.sendall(text)
        yield calls


@contextmanager
def deaf(port: int, callers: int, text: bytes) -> Iterator[None]:
    """Connections on which something is asked, and nothing of the answers is ever read."""
    with ExitStack() as calls:
        for _ in range(callers):
            one = calls.enter_context(socket.socket())
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _LITTLE)
            one.settimeout(_TIMEOUT)
            one.bind((STRANGER, 0))
            one.connect((HOST, port))
            one.sendall(text)
        yield


@contextmanager
def slow(port: int, callers: int, text: bytes, pause: float) -> Iterator[None]:
    """Connections on which a request is sent letter by letter."""
    with holding(port, callers) as calls:
        stop = Event()
        thread = Thread(target=_dictate, args=(calls, text, pause, stop), daemon=True)
        thread.start()
        try:
            yield
        finally:
            stop.set()
            thread.join(_TIMEOUT)


def _dictate(calls: list[socket.socket], text: bytes, pause: float, stop: Event) -> None:
    for letter in text:
        for one in calls:
            with suppress(OSError):
                one.send(bytes([letter]))
        if stop.wait(pause):
            return


def vanish(port: int, callers: int, text: bytes) -> None:
    """Begin a request and break the connection off, many times."""
    for _ in range(callers):
        with call(port) as one:
            one.sendall(text)
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)


def shout(port: int, text: bytes, address: str = STRANGER) -> tuple[int, str]:
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
