"""Elsewhere than on Linux: what only Linux has, or only Unix, is taken away, and it runs.

These are Linux and Python still; what is shown is that nothing of ours needs those calls. Windows
and macOS themselves were not at hand.
"""

import subprocess
from pathlib import Path

import pytest
import requests

from tests.support.processes import HOST
from tests.support.serving import ARBITER, environment, serve

# Put before everything that a process imports, as the interpreter offers to.
TAKEN_AWAY = """
import os, select, signal, socket, sys
LINUX = {
    os: "sched_getaffinity sched_setaffinity memfd_create pidfd_open splice prlimit",
    select: "epoll",
    socket: "TCP_USER_TIMEOUT TCP_DEFER_ACCEPT",
}
UNIX = {
    os: "fork forkpty getpgid killpg setsid chown fchmod mkfifo",
    select: "poll",
    signal: "pthread_sigmask SIGHUP SIGUSR1 SIGUSR2 SIGQUIT SIGCHLD alarm setitimer",
    socket: "SO_REUSEPORT",
}
everywhere = os.environ["WITHOUT"] == "unix"
for names in (LINUX, UNIX) if everywhere else (LINUX,):
    for module, listed in names.items():
        for name in listed.split():
            vars(module).pop(name, None)
if everywhere:
    missing = ("resource", "pty", "tty", "termios", "grp", "gunicorn", "uvloop")
    sys.modules |= dict.fromkeys(missing)
stat = os.stat
os.stat = lambda path, **named: stat("/nowhere" if str(path) == "/dev/shm" else path, **named)
"""


@pytest.fixture(params=["linux", "unix"])
def elsewhere(request: pytest.FixtureRequest, tmp_path: Path, lexicons: Path) -> dict[str, str]:
    """The variables of a process without the calls of Linux, or of any Unix."""
    (tmp_path / "sitecustomize.py").write_text(TAKEN_AWAY, encoding="utf-8")
    return {
        "PYTHONPATH": str(tmp_path),
        "LEXICONS_PATH": str(lexicons),
        "WITHOUT": request.param,
        "WORKERS": "1",
    }


def test_it_serves(elsewhere: dict[str, str], tmp_path: Path) -> None:
    with serve(tmp_path / "log", "serve", command=ARBITER, **elsewhere) as server:
        answer = requests.post(
            f"{server.url}/v1/frs/challenge", json={"words": ["casă"]}, timeout=9
        )
        assert answer.json() == {"valid": True}
        uses_uvicorn = "uvicorn" in server.log.lower()
        assert uses_uvicorn is (elsewhere["WITHOUT"] == "unix")


def test_it_judges_without_a_service(elsewhere: dict[str, str]) -> None:
    asked = (*ARBITER, "challenge", "--offline", "--rules", "frs")
    for word, code in (("casă", 0), ("casăz", 1)):
        done = subprocess.run(
            (*asked, word), env=environment(**elsewhere), capture_output=True, check=False
        )
        assert done.returncode == code, done.stderr


def test_the_box_opens(elsewhere: dict[str, str], tmp_path: Path) -> None:
    options = ("--rules", "frs", "--tables", "2", "--host", HOST, "--folder", str(tmp_path / "box"))
    with serve(tmp_path / "log", "box", *options, command=ARBITER, **elsewhere) as server:
        assert (tmp_path / "box" / "sheet.html").is_file()
        assert requests.get(f"{server.url}/tablet", timeout=9).status_code == 200
