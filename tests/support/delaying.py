"""A server behind a slow line: everything passes, later."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from time import sleep

from tests.support.processes import HOST


@dataclass(slots=True)
class Line:
    """A way to another port of this machine; whoever holds it says how slow it is."""

    port: int
    delay: float = 0.0
    calls: int = 0
    """How many times something was sent to the server."""


@contextmanager
def slow_line(target: int) -> Iterator[Line]:
    """A port of its own from which everything goes to another one and back."""
    with socket.create_server((HOST, 0)) as listener:
        line = Line(listener.getsockname()[1])
        Thread(target=_accept, args=(listener, target, line), daemon=True).start()
        yield line


def _accept(listener: socket.socket, target: int, line: Line) -> None:
    with suppress(OSError):
        while True:
            caller, _ = listener.accept()
            Thread(target=_connect, args=(caller, target, line), daemon=True).start()


def _connect(caller: socket.socket, target: int, line: Line) -> None:
    with caller, suppress(OSError), socket.create_connection((HOST, target)) as server:
        back = Thread(target=_pass_on, args=(server, caller), daemon=True)
        back.start()
        while part := caller.recv(65536):
            line.calls += 1
            sleep(line.delay)
            server.sendall(part)


def _pass_on(server: socket.socket, caller: socket.socket) -> None:
    with suppress(OSError):
        while part := server.recv(65536):
            caller.sendall(part)
