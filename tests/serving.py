"""Runs a real gunicorn for a test and ends it by its process id."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import requests

from chaos.processes import free_port

ROOT = Path(__file__).parents[1]
OURS = [
    "HOST",
    "PORT",
    "WORKERS",
    "THREADS",
    "WORKER_CLASS",
    "RULEBOOK_PATH",
    "LEXICONS_PATH",
    "LEXICONS",
    "API_KEYS",
    "API_KEYS_FILE",
    "OPEN_ACCESS",
    "RATE_LIMIT",
    "CHALLENGE_LIMIT",
    "RATE_LIMIT_STORAGE",
    "PROXIES",
    "CORS_ORIGINS",
    "LOG_LEVEL",
    "ACCESS_LOG",
    "WATCHDOG_USEC",
]
COMMAND = [sys.executable, "-m", "gunicorn", "-c", "python:service.gunicorn_conf"]


@dataclass(frozen=True, slots=True)
class Server:
    """A gunicorn that answers."""

    url: str
    port: int
    process: subprocess.Popen[bytes]
    log_file: Path

    @property
    def log(self) -> str:
        """Everything it has said so far."""
        return self.log_file.read_text(encoding="utf-8")

    def signal(self, number: signal.Signals) -> None:
        """Send the master a signal."""
        os.kill(self.process.pid, number)


@contextmanager
def serve(log: Path, *options: str, **variables: str) -> Iterator[Server]:
    """A gunicorn under these variables, ready to answer; it is ended afterwards."""
    port = free_port()
    with log.open("wb") as file:
        process = subprocess.Popen(
            [*COMMAND, *options],
            cwd=ROOT,
            env=environment(PORT=str(port), **variables),
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    server = Server(f"http://127.0.0.1:{port}", port, process, log)
    try:
        _wait_until_ready(server)
        yield server
    finally:
        process.terminate()
        process.wait(timeout=40)


def refusal(*options: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A start that should fail: what it printed and its exit status."""
    return subprocess.run(
        [*COMMAND, *options],
        cwd=ROOT,
        env=environment(**{"PORT": str(free_port()), **variables}),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def environment(**variables: str) -> dict[str, str]:
    """Our own environment with these variables and none of the service's others."""
    clean = {name: value for name, value in os.environ.items() if name not in OURS}
    return {**clean, **variables}


def _wait_until_ready(server: Server) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        assert server.process.poll() is None, server.log
        try:
            if requests.get(f"{server.url}/readyz", timeout=5).ok:
                return
        except requests.ConnectionError:
            time.sleep(0.1)
    raise AssertionError(f"not ready: {server.log}")
