"""Runs the real service for a test and ends it by its process id."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.processes import HOST, ROOT, end, ended, free_port, is_ready, wait_until

ARBITER = (sys.executable, "-c", "import sys; from service.terminal import main; sys.exit(main())")
"""The installed command does the same; this one needs no installation."""
SERVER = (sys.executable, "-m", "service.serving")
"""What `arbiter serve` becomes, without a look at the lexicons first."""

OURS = (
    *("ARBITER_", "HOST", "PORT", "SERVER", "WORKERS", "THREADS", "TLS_", "RULEBOOK_PATH"),
    *("LEXICONS", "API_KEYS", "OFFICIAL", "OPEN_ACCESS", "RATE_LIMIT", "CHALLENGE_LIMIT"),
    *(
        "DEVICE_LIMIT",
        "HALL_LIMIT",
        "DEVICES_PATH",
        "EVENT_PATH",
        "PROXIES",
        "CORS_ORIGINS",
        "LOG_",
        "ACCESS_LOG",
    ),
    "PROMETHEUS_MULTIPROC_DIR",
)
"""How settings of the service and of the command begin."""


@dataclass(frozen=True, slots=True)
class Server:
    """A service that answers."""

    port: int
    process: subprocess.Popen[bytes]
    log_file: Path

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{HOST}:{self.port}"

    @property
    def log(self) -> str:
        """Everything it has said so far."""
        return self.log_file.read_text(encoding="utf-8")

    def signal(self, number: signal.Signals) -> None:
        """Send the first of its processes a signal."""
        os.kill(self.process.pid, number)


@contextmanager
def serve(
    log: Path, *options: str, command: Sequence[str] = SERVER, **variables: str
) -> Iterator[Server]:
    """The service under these variables, ready to answer; it is ended afterwards."""
    port = int(variables.pop("PORT", 0)) or free_port()
    with log.open("wb") as file:
        process = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env=environment(PORT=str(port), **variables),
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    server = Server(port, process, log)
    try:
        wait_until(lambda: process.poll() is not None or is_ready(port))
        assert process.poll() is None, server.log
        assert is_ready(port), f"not ready: {server.log}"
        yield server
    finally:
        end(process)


def refusal(command: Sequence[str] = SERVER, **variables: str) -> subprocess.CompletedProcess[str]:
    """A start that should fail: what it printed and its exit status."""
    return ended(command, env=environment(**{"PORT": str(free_port()), **variables}))


def environment(**variables: str) -> dict[str, str]:
    """Our own environment with these variables, and no others of the service or the command."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return {**clean, "PYTHONUTF8": "1", "COLUMNS": "80", **variables}


@contextmanager
def served(folder: Path, log: Path, settings: Mapping[str, str]) -> Iterator[str]:
    """The address of one uncounted worker that judges with the lexicons of a folder."""
    given = {"LEXICONS_PATH": str(folder), "RATE_LIMIT": "off", "WORKERS": "1", **settings}
    with serve(log, "serve", command=ARBITER, **given) as server:
        yield server.url
