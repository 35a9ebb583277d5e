"""A real service for tests: `arbiter serve` in a process of its own, ended by its id."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from chaos.processes import free_port
from service.client import ArbiterError, Client

ARBITER = (sys.executable, "-c", "import sys; from service.terminal import main; sys.exit(main())")
"""The installed command does the same; this one needs no installation."""

OURS = ("ARBITER_", "API_KEYS", "LEXICONS", "RULEBOOK_PATH", "RATE_LIMIT", "HOST", "PORT")
_SECONDS_TO_START = 20


def environment(**changes: str) -> dict[str, str]:
    """The environment of a command, without settings of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(OURS)}
    return kept | {"PYTHONUTF8": "1", "COLUMNS": "80"} | changes


@contextmanager
def served(folder: Path, log: Path, settings: Mapping[str, str]) -> Iterator[str]:
    """The address of a service that judges with the lexicons of a folder."""
    port = str(free_port())
    env = environment(LEXICONS_PATH=str(folder), RATE_LIMIT="off", WORKERS="1", **settings)
    command = (*ARBITER, "serve", "--port", port)
    with log.open("wb") as out:
        process = subprocess.Popen(command, env=env, stdout=out, stderr=out)
    try:
        url = f"http://127.0.0.1:{port}"
        _wait_until_ready(url, process, log)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def _wait_until_ready(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + _SECONDS_TO_START
    with Client(url) as client:
        while time.monotonic() < deadline and process.poll() is None:
            try:
                client.readyz()
            except ArbiterError:
                time.sleep(0.1)
            else:
                return
    raise AssertionError(f"the service did not start: {log.read_text()[-2000:]}")
