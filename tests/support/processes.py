"""Processes of our own: started, watched, and ended by their ids, whatever happens between."""

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import SystemRandom
from typing import IO, Any

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
_SYSTEM = ("HOME", "LANG", "LC_ALL", "PATH", "TMPDIR", "VIRTUAL_ENV")
_START = 30.0
_STOP = 40.0


class ToolMissingError(Exception):
    """A program that a fault needs is not installed."""


def find_tool(name: str, package: str) -> str:
    """Where a program is; Debian keeps servers in sbin, which is not on everybody's path."""
    found = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
    if found is None:
        raise ToolMissingError(f"{name} is not installed (Debian: {package})")
    return found


def free_port() -> int:
    """A port that nobody listens on, below those that systems give to connections."""
    while True:
        port = SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((HOST, port))
            return port


@contextmanager
def running(
    command: Sequence[str], log: Path, **variables: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A process with these variables, and nothing else of ours; it is ended afterwards."""
    environ = {name: os.environ[name] for name in _SYSTEM if name in os.environ}
    with log.open("ab") as file:
        process = start(command, file, {**environ, **variables})
    try:
        yield process
    finally:
        end(process)


def start(
    command: Sequence[str], output: IO[bytes], environ: dict[str, str]
) -> subprocess.Popen[bytes]:
    """Start a process in the repository's root."""
    return subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output)


def ended(command: Sequence[str | Path], **given: Any) -> subprocess.CompletedProcess[str]:
    """A command that came to its end, well or not, and what it printed."""
    given = {"cwd": ROOT, "timeout": 600, **given}
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, **given)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, and make it if it does not."""
    if process.poll() is not None:
        return
    process.send_signal(signal.SIGCONT)
    process.terminate()
    try:
        process.wait(_STOP)
    except subprocess.TimeoutExpired:
        kill(process.pid)
        process.wait(_STOP)


def children(pid: int) -> list[int]:
    """The processes that a process has started, oldest first."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return sorted(found)


def kill(*pids: int) -> None:
    """Kill processes at once."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue


def wait_until(true: Callable[[], bool], seconds: float = _START) -> bool:
    """Whether it became true in time."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if true():
            return True
        time.sleep(0.05)
    return False


def listens(port: int) -> bool:
    """Whether anybody listens on this port."""
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def is_ready(port: int, host: str = HOST) -> bool:
    """Whether a service on this port has its lexicons."""
    connection = HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()
