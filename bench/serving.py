"""Servers on free loopback ports: started, watched in /proc, and ended by their process ids."""

import os
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.processes import ROOT, free_port, is_ready
from tests.support.serving import environment

_TICKS = os.sysconf("SC_CLK_TCK")
_PATIENCE = 60  # seconds


class BenchError(Exception):
    """Something that a run needs is missing or broken; the message is one line."""


@dataclass(frozen=True, slots=True)
class Server:
    """A server that answers on a port of this machine."""

    name: str
    port: int
    process: subprocess.Popen[bytes]
    start_seconds: float

    def workers(self) -> list[int]:
        """The processes that the master started."""
        pid = self.process.pid
        return [int(child) for child in _read(f"/proc/{pid}/task/{pid}/children").split()]

    def cpu_seconds(self) -> float:
        """What the master and its workers have used so far."""
        return sum(_cpu_seconds(pid) for pid in (self.process.pid, *self.workers()))

    def worker_seconds(self) -> list[float]:
        """What each worker has used so far."""
        return [_cpu_seconds(pid) for pid in self.workers()]

    def pss(self) -> float:
        """MiB of the master and its workers; a page that several share counts in parts."""
        return sum(_mebibytes(pid, "Pss") for pid in (self.process.pid, *self.workers()))

    def private(self) -> float:
        """MiB that a worker shares with nobody, on average."""
        workers = self.workers()
        kinds = ("Private_Clean", "Private_Dirty")
        return sum(_mebibytes(pid, kind) for pid in workers for kind in kinds) / len(workers)


@contextmanager
def serve(
    name: str, command: Sequence[str], variables: Mapping[str, str], log: Path
) -> Iterator[Server]:
    """A server that answers /readyz; `{port}` in its command is the port it gets."""
    port = free_port()
    environ = environment(**{"PORT": str(port), "RATE_LIMIT": "off", **variables})
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # Nobody compiles at every start.
    started = time.perf_counter()
    with log.open("wb") as file:
        process = subprocess.Popen(
            [part.replace("{port}", str(port)) for part in command],
            cwd=ROOT,
            env=environ,
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(name, port, process, log)
        yield Server(name, port, process, time.perf_counter() - started)
    finally:
        process.terminate()
        try:
            process.wait(timeout=_PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(name: str, port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        if is_ready(port):
            return
        time.sleep(0.002)
    said = log.read_text(encoding="utf-8", errors="replace").strip().splitlines()
    raise BenchError(f"{name} did not start: {said[-1] if said else 'it said nothing'}")


def _cpu_seconds(pid: int) -> float:
    user, system = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / _TICKS


def _mebibytes(pid: int, kind: str) -> float:
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith(f"{kind}:"):
            return int(line.split()[1]) / 1024
    return 0.0


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError:
        return ""
