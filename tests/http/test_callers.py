"""Many callers of a real gunicorn: who answers them, and that none holds up another."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from chaos.processes import children
from tests.serving import Server, serve

CALLERS = 20


@contextmanager
def callers(server: Server) -> Iterator[list[int]]:
    """Callers who come one by one and stay; gives how many of them each worker then has."""
    workers = wait_for_workers(server)
    before = [sockets(pid) for pid in workers]
    with ExitStack() as connected:
        for _ in range(CALLERS):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=10)
            connected.enter_context(connection)
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK")
        yield [sockets(pid) - then for pid, then in zip(workers, before, strict=True)]


def wait_for_workers(server: Server, gone: int = 0) -> list[int]:
    """The two workers of a server, both listening and without one that is gone."""
    deadline = time.monotonic() + 20
    while len(found := children(server.process.pid)) < 2 or gone in found:
        assert time.monotonic() < deadline, server.log
        time.sleep(0.1)
    time.sleep(0.5)
    return found


def sockets(pid: int) -> int:
    files = Path(f"/proc/{pid}/fd").iterdir()
    return sum(os.readlink(file).startswith("socket:") for file in files)


def test_workers_share_their_callers(lexicons: Path, tmp_path: Path) -> None:
    with serve(tmp_path / "log", LEXICONS_PATH=str(lexicons), WORKERS="2") as server:
        with callers(server) as first:
            assert min(first) >= CALLERS // 4
        oldest = wait_for_workers(server)[0]
        os.kill(oldest, signal.SIGKILL)
        wait_for_workers(server, gone=oldest)
        with callers(server) as second:
            assert min(second) >= CALLERS // 4
