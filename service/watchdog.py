"""systemd's watchdog: it hears from us for as long as the service answers.

gunicorn tells systemd when it is ready and nothing after that. A process of its own, forked from
gunicorn's master, asks `/healthz` as any caller would and reports each good answer. It is not a
thread, because the master forks; and if it dies or hangs itself, systemd hears nothing either, so
every fault ends in a restart.
"""

import os
import signal
import socket
from collections.abc import Callable
from time import sleep
from typing import Any

QUESTION = b"GET /healthz HTTP/1.0\r\nHost: watchdog\r\n\r\n"
GOOD = (b"HTTP/1.0 200 ", b"HTTP/1.1 200 ")


def start_watchdog(listener: socket.socket, seconds: float, report: Callable[[], None]) -> None:
    """Fork a process that reports while the service answers, for as long as the master lives."""
    family, address = listener.family, listener.getsockname()
    master = os.getpid()
    if os.fork():
        return
    try:
        _be_nobody_else()
        while os.getppid() == master:
            if is_answering(family, address, seconds / 4):
                report()
            sleep(seconds / 4)
    finally:
        os._exit(0)


def is_answering(family: int, address: str | tuple[Any, ...], timeout: float) -> bool:
    """Whether the service says that it is well."""
    try:
        with socket.socket(family) as caller:
            caller.settimeout(timeout)
            caller.connect(address)
            caller.sendall(QUESTION)
            return caller.recv(64).startswith(GOOD)
    except OSError:
        return False


def _be_nobody_else() -> None:
    """Let go of what belongs to the master: its signals and every file but the standard three."""
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGQUIT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    os.closerange(3, 65536)
