"""Many callers of a real server: who answers them, and that none holds up another."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
import requests

from tests.support.processes import children
from tests.support.serving import Server, serve
from tests.support.strangers import call

CALLERS = 40


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


def crowds(server: Server) -> Iterator[list[int]]:
    """Several crowds: beside other programs, one may come while a worker has no processor."""
    for _ in range(5):
        with callers(server) as found:
            yield found


def wait_for_workers(server: Server, gone: int = 0) -> list[int]:
    """The two workers of a server, both listening and without one that is gone."""
    deadline = time.monotonic() + 20
    while (
        len(found := children(server.process.pid)) < 2
        or gone in found
        or not all(map(has_threads, found))
    ):
        assert time.monotonic() < deadline, server.log
        time.sleep(0.1)
    time.sleep(0.5)
    return found


def has_threads(pid: int) -> bool:
    """Whether a worker has started its threads: the last that it does before it listens."""
    return len(list(Path(f"/proc/{pid}/task").iterdir())) > 1


def sockets(pid: int) -> int:
    files = Path(f"/proc/{pid}/fd").iterdir()
    return sum(os.readlink(file).startswith("socket:") for file in files)


def test_workers_share_their_callers(lexicons: Path, tmp_path: Path) -> None:
    with serve(tmp_path / "log", LEXICONS_PATH=str(lexicons), WORKERS="2") as server:
        assert any(min(found) >= CALLERS // 4 for found in crowds(server))
        oldest = wait_for_workers(server)[0]
        os.kill(oldest, signal.SIGKILL)
        wait_for_workers(server, gone=oldest)
        assert any(min(found) >= CALLERS // 4 for found in crowds(server))


@pytest.fixture(scope="module")
def narrow(lexicons: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that has only one thread."""
    one = {"WORKERS": "1", "THREADS": "1"}
    log = tmp_path_factory.mktemp("narrow") / "log"
    with serve(log, LEXICONS_PATH=str(lexicons), **one) as running:
        yield running


def challenge(server: Server) -> object:
    asked = {"words": ["casa"]}
    return requests.post(f"{server.url}/v1/figs/challenge", json=asked, timeout=3).json()


def test_a_challenge_does_not_wait_for_the_only_thread(narrow: Server) -> None:
    head = b"POST /v1/figs/replay HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    with socket.create_connection(("127.0.0.1", narrow.port), timeout=10) as long:
        long.sendall(head + b"Content-Length: 30000\r\n\r\n" + b" " * 20_000)
        time.sleep(0.5)
        assert challenge(narrow) == {"valid": True}
        long.sendall(b" " * 10_000)
        assert long.recv(65536).startswith(b"HTTP/1.1 400 ")


def test_a_caller_who_does_not_read_holds_up_nobody(narrow: Server) -> None:
    question = b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
    with call(narrow.port) as deaf:
        for _ in range(200):
            deaf.sendall(question)
            time.sleep(0.005)
        assert challenge(narrow) == {"valid": True}
        wanted = requests.get(f"{narrow.url}/healthz", timeout=3)
        assert wanted.ok


def test_a_slow_reader_gets_all_of_a_long_answer(narrow: Server) -> None:
    question = b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    with call(narrow.port) as slow:
        slow.sendall(question)
        time.sleep(0.5)
        assert challenge(narrow) == {"valid": True}
        received = b"".join(iter(lambda: slow.recv(65536), b""))
    page = requests.get(f"{narrow.url}/openapi.yaml", timeout=10).content
    assert received.endswith(page)


def test_short_requests_may_come_all_at_once(narrow: Server) -> None:
    question = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    last = question.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n")
    with socket.create_connection(("127.0.0.1", narrow.port), timeout=10) as connection:
        connection.sendall(question * 4 + last)
        received = b"".join(iter(lambda: connection.recv(65536), b""))
    assert received.count(b"HTTP/1.1 200 OK") == 5


def test_half_a_request_behind_another_holds_up_nobody(narrow: Server) -> None:
    question = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    with socket.create_connection(("127.0.0.1", narrow.port), timeout=20) as connection:
        connection.sendall(question + question[:9])
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK")
        assert challenge(narrow) == {"valid": True}
        connection.sendall(question[9:])
        assert connection.recv(65536).startswith(b"HTTP/1.1 200 OK")
