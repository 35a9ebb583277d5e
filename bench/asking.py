"""Servers on free ports of this machine, asked over kept connections, and what they used for it."""

import re
import select
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, cycle
from pathlib import Path
from random import Random
from statistics import median

from bench.questions import Question
from tests.support.processes import HOST, ROOT, children, end, free_port, is_ready, wait_until
from tests.support.serving import environment

CONNECTIONS = 16
_LENGTH = re.compile(rb"(?i)\r\ncontent-length: *(\d+)")


class BenchError(Exception):
    """Something that a run needs is missing or broken; the message is one line."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server that answers."""

    port: int
    process: subprocess.Popen[bytes]

    def _all(self) -> list[int]:
        found = [self.process.pid]
        for pid in found:
            found += children(pid)
        return found

    def seconds(self) -> float:
        """Processor time of all its processes so far, user and system."""
        tasks = [Path(f"/proc/{pid}/task").glob("*/schedstat") for pid in self._all()]
        return sum(int((read(path) or "0").split()[0]) for path in chain(*tasks)) / 1e9

    def mebibytes(self) -> float:
        """Memory of all its processes; a page that several share counts in parts."""
        rolled = "".join(read(Path(f"/proc/{pid}/smaps_rollup")) for pid in self._all())
        return sum(map(int, re.findall(r"^Pss: +(\d+)", rolled, re.MULTILINE))) / 1024


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of asking for a while."""

    answers: int
    lasted: float
    used: float
    wait: float  # The median time to an answer, in seconds.

    @property
    def micros(self) -> float:
        """Processor time of the server an answer, in millionths of a second."""
        return self.used / self.answers * 1e6

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.lasted


@contextmanager
def served(command: Sequence[str], log: Path, variables: Mapping[str, str]) -> Iterator[Running]:
    """A server that is ready; `{port}` in its command is the port it gets."""
    port = free_port()
    with log.open("wb") as output:
        process = subprocess.Popen(
            [part.replace("{port}", str(port)) for part in command],
            cwd=ROOT,
            env=environment(PORT=str(port), **variables),
            stdout=output,
            stderr=output,
        )
    try:
        wait_until(lambda: process.poll() is not None or is_ready(port))
        if not is_ready(port):
            said = read(log).strip().splitlines()
            raise BenchError(f"{log.stem} did not start: {said[-1] if said else 'it said nothing'}")
        yield Running(port, process)
    finally:
        end(process)


class Caller:
    """A kept connection on which one question after the other is asked."""

    def __init__(self, port: int, question: Question) -> None:
        """Connect, and put the first question."""
        head = f"POST {question.path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n"
        head += f"{question.header}\r\n" if question.header else ""
        bodies = list(question.bodies)
        Random(id(self)).shuffle(bodies)
        self._messages = cycle(
            f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body for body in bodies
        )
        self._port = port
        self._kept = b""
        self.waiting: socket.socket | None = None
        self._socket = self._connect()
        self.ask()

    def _connect(self) -> socket.socket:
        connection = socket.create_connection((HOST, self._port), timeout=30)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def ask(self) -> None:
        """Put the next question."""
        self.began = time.perf_counter()
        self._socket.sendall(next(self._messages))
        self.waiting = self._socket

    def answer(self) -> bytes | None:
        """The answer once the whole of it is there."""
        part = self._socket.recv(262144)
        if not part:
            raise BenchError("a server hung up without an answer")
        self._kept += part
        if not whole(self._kept):
            return None
        found, self._kept, self.waiting = self._kept, b"", None
        if b"connection: close" in found.lower():
            self.close()
            self._socket = self._connect()
        return found

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def ask(
    server: Running, question: Question, seconds: float, beside: Sequence[Question] = ()
) -> Asked:
    """What some callers get who ask for so long, until all are answered; others may ask beside."""
    own = [Caller(server.port, question) for _ in range(CONNECTIONS)]
    everybody = [*own, *(Caller(server.port, other) for other in beside)]
    waits = []
    before, began = server.seconds(), time.perf_counter()
    while waiting := {caller.waiting: caller for caller in everybody if caller.waiting}:
        for connection in select.select(list(waiting), [], [], 30)[0]:
            caller = waiting[connection]
            answer = caller.answer()
            if answer is None:
                continue
            if caller in own:
                waits.append(time.perf_counter() - caller.began)
                if b" 200 " not in answer[:16]:
                    raise BenchError(f"{question.path}: not answered: {answer[:200]!r}")
            if time.perf_counter() - began < seconds:
                caller.ask()
    lasted, used = time.perf_counter() - began, server.seconds() - before
    for caller in everybody:
        caller.close()
    return Asked(len(waits), lasted, used, median(waits))


def whole(answer: bytes) -> bool:
    """Whether an answer has arrived."""
    head, found, body = answer.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    if length:
        return len(body) >= int(length[1])
    return bool(found) and body.endswith(b"0\r\n\r\n")


def read(path: Path) -> str:
    """A file, or nothing where a process has just ended."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
