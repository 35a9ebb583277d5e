"""Every server runs the same service: it answers alike, stops in time and can speak HTTPS."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest
import requests

from service.command.box.certificate import make_certificate
from tests.support.boxes import accepts_tls
from tests.support.processes import HOST, free_port, running, wait_until
from tests.support.serving import ARBITER, Server, environment, refusal, serve
from tests.support.tools import do_without

ORIGIN = "https://club.example"
SECONDS = 3.0
KEPT = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
BEGUN = (
    b"POST /v1/figs/challenge HTTP/1.1\r\nHost: x\r\n"
    b"Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
)
CASA = {"words": ["casa"]}
# Run by the process that becomes gunicorn, before anything else: a Ctrl-C that Python only reports.
INTERRUPTED_IN_A_CALLBACK = """
import os, signal, sys
class Callback:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
if "service.serving" in sys.orig_argv:
    Callback()
"""


@pytest.fixture(scope="module", params=["gunicorn", "uvicorn"])
def name(request: pytest.FixtureRequest) -> str:
    """What a server is called."""
    found: str = request.param
    if find_spec(found) is None:
        do_without(f"{found} is not installed (requirements/bench.lock)")
    return found


@contextmanager
def served_by(name: str, lexicons: Path, log: Path, **variables: str) -> Iterator[Server]:
    given = {"SERVER": name, "LEXICONS_PATH": str(lexicons), "WORKERS": "2", **variables}
    with serve(log, **given) as server:
        yield server


@pytest.fixture(scope="module")
def server(name: str, lexicons: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One that pages of another origin may ask."""
    log = tmp_path_factory.mktemp(name) / "log"
    with served_by(name, lexicons, log, LOG_LEVEL="debug", CORS_ORIGINS=ORIGIN) as server:
        yield server


def test_a_server_judges_counts_and_refuses(server: Server) -> None:
    url = f"{server.url}/v1/figs/challenge"
    for _ in range(10):
        assert requests.post(url, json=CASA, timeout=10).json() == {"valid": True}
    large = requests.post(url, data=b" " * 70_000, timeout=10)
    assert (large.status_code, large.json()["code"]) == (415, "content_type")
    json = {"Content-Type": "application/json"}
    large = requests.post(url, data=b" " * 70_000, headers=json, timeout=10)
    assert (large.status_code, large.json()["code"]) == (413, "too_large")
    assert requests.get(f"{server.url}/zuzzurellone", timeout=10).status_code == 404
    assert requests.head(f"{server.url}/healthz", timeout=10).status_code == 200
    metrics = requests.get(f"{server.url}/metrics", timeout=10).text
    assert 'arbiter_verdicts_total{edition="figs-75min",verdict="valid"} 10.0' in metrics
    assert "zuzzurellone" not in server.log


def test_silent_callers_hold_up_nobody(server: Server) -> None:
    with ExitStack() as silent:
        for _ in range(100):
            caller = socket.create_connection((HOST, server.port), timeout=10)
            silent.enter_context(caller).sendall(BEGUN)
        for _ in range(20):
            asked = {"words": ["qqqq"]}
            answer = requests.post(f"{server.url}/v1/figs/challenge", json=asked, timeout=5)
            assert answer.json() == {"valid": False}


def test_a_path_means_the_same_however_it_is_written(server: Server) -> None:
    for target in ("/v1/rules", "//v1/rules", "/%2fv1/rules", "http://x/v1/rules"):
        answer = raw(server, f"GET {target} HTTP/1.1\r\nHost: x\r\nOrigin: {ORIGIN}\r\n")
        assert answer.startswith(b"HTTP/1.1 200"), target
        assert b"access-control-allow-origin" in answer.lower(), target
    for head in ("", "Host: a b<script>\r\n", "Host: x:y\r\n", "Host: x\r\nHost: x\r\n"):
        assert raw(server, f"GET /v1/rules HTTP/1.1\r\n{head}").startswith(b"HTTP/1.1 400"), head
    for host in ("[::1]:8000", "arbiter.local:", ""):
        answer = raw(server, f"GET /v1/rules HTTP/1.1\r\nHost: {host}\r\n")
        assert answer.startswith(b"HTTP/1.1 200"), host


def raw(server: Server, head: str) -> bytes:
    """The beginning of an answer to a request that is sent as it is."""
    with socket.create_connection((HOST, server.port), timeout=10) as caller:
        caller.sendall(f"{head}Connection: close\r\n\r\n".encode())
        return caller.recv(65536)


def test_a_head_without_end_is_refused_before_it_is_long(server: Server) -> None:
    with socket.create_connection((HOST, server.port), timeout=10) as caller:
        caller.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + b"X-A: b\r\n" * 12_500)
        assert caller.recv(65536).startswith((b"HTTP/1.1 400", b"HTTP/1.1 431"))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "TERM"])
def test_a_server_ends_in_time_though_connections_are_kept(
    name: str, number: signal.Signals, lexicons: Path, tmp_path: Path
) -> None:
    with (
        served_by(name, lexicons, tmp_path / "log") as server,
        socket.create_connection((HOST, server.port), timeout=10) as kept,
    ):
        kept.sendall(KEPT)
        assert kept.recv(65536).startswith(b"HTTP/1.1 200")
        began = time.monotonic()
        server.signal(number)
        server.process.wait(timeout=30)
        assert time.monotonic() - began < SECONDS, server.log


def test_ctrl_c_reaches_the_whole_group_at_once_and_all_of_it_ends(
    lexicons: Path, tmp_path: Path
) -> None:
    for turn in range(3):
        environ = environment(PORT=str(free_port()), LEXICONS_PATH=str(lexicons))
        with (tmp_path / "log").open("wb") as log:
            process = subprocess.Popen(
                (*ARBITER, "serve"), env=environ, stdout=log, stderr=log, start_new_session=True
            )
        time.sleep(0.5 + turn / 2)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=30)
        assert time.monotonic() - began < SECONDS


def test_ctrl_c_is_not_lost_in_a_callback_while_gunicorn_starts(
    lexicons: Path, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED_IN_A_CALLBACK, encoding="utf-8")
    environ = environment(
        PORT=str(free_port()), LEXICONS_PATH=str(lexicons), PYTHONPATH=str(tmp_path)
    )
    with (tmp_path / "log").open("wb") as log:
        began = subprocess.run(
            (*ARBITER, "serve"), env=environ, stdout=log, stderr=log, timeout=30, check=False
        )
    assert began.returncode == 0
    assert "Booting worker" not in (tmp_path / "log").read_text(encoding="utf-8")


def test_a_taken_port_is_one_line_that_says_what_to_do(name: str, lexicons: Path) -> None:
    with socket.create_server((HOST, 0)) as other:
        port = other.getsockname()[1]
        given = {"SERVER": name, "PORT": str(port), "LEXICONS_PATH": str(lexicons)}
        for command in ((*ARBITER, "serve"), None):
            ended = refusal(command, **given) if command else refusal(**given)
            assert ended.returncode != 0
            assert f"cannot listen on {HOST}:{port}: Address already in use" in ended.stderr
            assert f"PORT={port % 65535 + 1}" in ended.stderr
            assert ended.stderr.count("\n") == 1


def test_a_server_that_is_not_installed_is_one_line() -> None:
    hidden = "import sys; sys.modules['uvicorn'] = None"
    program = f"{hidden}; from service.serving.start import *; start(Settings(server='uvicorn'))"
    ended = refusal((sys.executable, "-c", program))
    assert ended.returncode == 1
    how = "pip install -e '.[uvicorn]' in the checkout"
    assert ended.stderr == f"arbiter: SERVER: install uvicorn first: {how}\n"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a certificate of our own for this machine."""
    folder = tmp_path_factory.mktemp("tls")
    make_certificate(HOST, folder, folder / "authority")
    return folder


def test_a_server_speaks_https(
    name: str, lexicons: Path, certificate: Path, tmp_path: Path
) -> None:
    port = free_port()
    given = {
        "SERVER": name,
        "PORT": str(port),
        "LEXICONS_PATH": str(lexicons),
        "TLS_CERT": str(certificate / "tls.crt"),
        "TLS_KEY": str(certificate / "tls.key"),
    }
    with running((*ARBITER, "serve"), tmp_path / "log", **environment(**given)):
        assert wait_until(lambda: accepts_tls(port))
        with requests.Session() as session:
            session.trust_env = False  # Which may name authorities of the machine's own.
            session.verify = str(certificate / "ca.crt")
            for _ in range(20):
                url = f"https://{HOST}:{port}/v1/figs/challenge"
                assert session.post(url, json=CASA, timeout=10).json() == {"valid": True}
