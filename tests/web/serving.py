"""A real service for the browser: gunicorn on a free loopback port, ended by its process id."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEVICE_KEY = "a-device-key-for-tests"
ARBITER_KEY = "an-arbiter-key-for-tests"
PATIENCE = 30  # seconds


@contextmanager
def service(lexicons: Path) -> Iterator[str]:
    """Serve the lexicons of a folder; the value is the address, without a slash at its end."""
    port = _free_port()
    keys = [f"device:{_digest(DEVICE_KEY)}", f"arbiter:{_digest(ARBITER_KEY)}"]
    environ = os.environ | {
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "WORKERS": "1",
        "LEXICONS_PATH": str(lexicons),
        "API_KEYS": ",".join(keys),
        "RATE_LIMIT": "off",
    }
    command = [sys.executable, "-m", "gunicorn", "-c", "service/gunicorn_conf.py"]
    log = lexicons / "gunicorn.log"
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output)
        try:
            _wait_until_ready(f"http://127.0.0.1:{port}", process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def _wait_until_ready(base: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{base}/readyz", timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise RuntimeError(f"the service did not start:\n{log.read_text(errors='replace')}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()
