"""Tries the service under the oldest of each server that it allows and under the newest there is.

For each: start, one challenge over a connection that is kept, then Ctrl-C and TERM, each within
three seconds. `python .ci/servers.py` from the environment of the tests; further versions may be
named, such as `uvicorn==0.40.0`.
"""

import os
import re
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.support.processes import HOST  # noqa: E402  # found by the line above
from tests.support.serving import Server, serve  # noqa: E402  # found by the line above
from tests.support.small_lexicons import small_lexicons  # noqa: E402  # found by the line above

SERVERS = ("gunicorn", "uvicorn")
SECONDS = 3.0


def main() -> int:
    """Try the versions; 1 if one fails."""
    pinned = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = sys.argv[1:]
    for name in SERVERS:
        (oldest,) = set(re.findall(rf'"{name}>=([\d.]+)', pinned))
        wanted += [f"{name}=={oldest}", name]
    failed = [one for one in wanted if not tried(one)]
    return 1 if failed else 0


def tried(wanted: str) -> bool:
    """Whether the service runs under this server, installed beside everything else."""
    with TemporaryDirectory(prefix="arbiter-") as name:
        folder = Path(name)
        install = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target")
        subprocess.run((*install, str(folder / "packages"), wanted), check=True)
        small_lexicons(folder / "lexicons")
        faults = [
            fault
            for number in (signal.SIGINT, signal.SIGTERM)
            if (fault := run(folder, wanted.partition("==")[0], number))
        ]
    print(f"{wanted}: {'; '.join(faults) or 'runs'}", flush=True)
    return not faults


def run(folder: Path, name: str, number: signal.Signals) -> str:
    """What is wrong with a run of a server that this signal ends."""
    places = {"PYTHONPATH": str(folder / "packages"), "LEXICONS_PATH": str(folder / "lexicons")}
    try:
        with serve(folder / "log", SERVER=name, **places) as server:
            return ask_and_stop(server, number)
    except AssertionError as fault:
        return f"does not start: {str(fault)[-300:]}"


def ask_and_stop(server: Server, number: signal.Signals) -> str:
    """What is wrong with an answer, or with the end."""
    kept = HTTPConnection(HOST, server.port, timeout=10)
    headers = {"Content-Type": "application/json"}
    kept.request("POST", "/v1/figs/challenge", b'{"words": ["casa"]}', headers)
    answer = kept.getresponse().read()
    began = time.monotonic()
    os.kill(server.process.pid, number)
    try:
        server.process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        return f"does not end on {number.name}"
    took = time.monotonic() - began
    kept.close()
    if answer != b'{"valid":true}':
        return f"answers {answer!r}"
    return "" if took < SECONDS else f"ends {took:.1f} s after {number.name}"


if __name__ == "__main__":
    sys.exit(main())
