"""nginx as it is shipped: whatever it says itself is a problem in JSON, and it logs no word."""

import re
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
import requests

from service.command.box.certificate import make_certificate
from tests.data import table
from tests.support.nginx import nginx_command, write_nginx
from tests.support.processes import (
    HOST,
    ROOT,
    ended,
    free_port,
    listens,
    running,
    wait_until,
)
from tests.support.serving import Server, serve
from tests.support.small_lexicons import small_lexicons
from tests.support.tools import tool

CONFIGURATION = ROOT / "deploy/nginx.conf"
PROBLEM = "application/problem+json"
DATA = table("deploy/nginx.toml")


def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    command = configured(tmp_path, free_port(), free_port(), free_port())[:-2]
    done = ended((*command, "-t"))
    assert done.returncode == 0, done.stderr
    assert "[warn]" not in done.stderr.replace('the "user" directive', "")


def configured(folder: Path, port: int, *ports: int) -> tuple[str, ...]:
    """The command of an nginx before what listens on these ports."""
    write_nginx(folder, port, [f"{HOST}:{one}" for one in ports])
    return nginx_command(tool("nginx", "nginx-light"), folder)


@contextmanager
def nginx_before(folder: Path, *ports: int) -> Iterator[str]:
    """The address of an nginx before what listens on these ports."""
    port = free_port()
    command = configured(folder, port, *ports)
    with running(command, folder / "log"):
        assert wait_until(lambda: listens(port), 10)
        yield f"http://{HOST}:{port}"


@pytest.fixture
def lonely_nginx(tmp_path: Path) -> Iterator[str]:
    """The address of an nginx behind which nobody answers."""
    with nginx_before(tmp_path, free_port(), free_port()) as url:
        yield url


def test_tablets_that_ask_at_once_whether_all_is_well_cost_an_instance_one_answer(
    tmp_path: Path,
) -> None:
    with (
        serve(tmp_path / "log of ours", LEXICONS_PATH=str(small_lexicons(tmp_path))) as server,
        nginx_before(tmp_path, server.port, server.port) as url,
    ):
        before = _asked(server)
        told = [requests.get(f"{url}/readyz", timeout=10) for _ in range(40)]
        assert {answer.json()["status"] for answer in told} == {"ready"}
        assert len({answer.headers["X-Request-Id"] for answer in told}) == 40
        assert 0 < _asked(server) - before < 20
    (elsewhere := tmp_path / "elsewhere").mkdir()
    with nginx_before(elsewhere, free_port(), free_port()) as url:
        assert requests.get(f"{url}/readyz", timeout=10).status_code == 503


def _asked(server: Server) -> float:
    """How often an instance was asked whether all is well."""
    text = requests.get(f"{server.url}/metrics", timeout=10).text
    counts = re.findall(r'^arbiter_requests_total\{.*route="/readyz".*\} (.+)$', text, re.MULTILINE)
    return sum(map(float, counts))


@pytest.mark.parametrize(("path", "size", "status", "code"), DATA["calls"])
def test_nginx_refuses_in_json_when_nobody_answers(
    lonely_nginx: str, path: str, size: int, status: int, code: str
) -> None:
    answer = requests.post(f"{lonely_nginx}/v1/frs/{path}", data=b" " * size, timeout=10)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == code
    assert answer.json()["request_id"] == answer.headers["X-Request-Id"]
    assert answer.headers.get("Retry-After") == ("1" if status == 503 else None)


HOSTED = b"Host: x\r\n\r\n"
RAW = {
    **{k: "\r\n".join([*v, "", ""]).encode() for k, v in DATA["raw"].items()},
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64),
    "chunks that are none": b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n"
    + HOSTED
    + b"x\r\n",
    "a long address": b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n" + HOSTED,
    "a long header": b"GET / HTTP/1.1\r\nX: " + b"a" * 9000 + b"\r\n" + HOSTED,
    "many headers": b"GET / HTTP/1.1\r\n" + b"X: %s\r\n" % (b"a" * 999) * 60 + HOSTED,
}


@pytest.mark.parametrize("sent", RAW.values(), ids=RAW.keys())
def test_nginx_refuses_in_json(lonely_nginx: str, sent: bytes) -> None:
    answer = said(int(lonely_nginx.rpartition(":")[2]), sent)
    assert answer.startswith(b"HTTP/1.1 "), answer[:200]
    assert f"Content-Type: {PROBLEM}".encode() in answer
    assert b"<html" not in answer


def said(port: int, sent: bytes) -> bytes:
    """Everything that comes back before nginx hangs up, or has nothing more to say."""
    received = b""
    with socket.create_connection((HOST, port), timeout=1) as connection:
        connection.sendall(sent)
        try:
            while part := connection.recv(65536):
                received += part
        except (TimeoutError, ConnectionResetError):
            pass
    return received


def test_every_status_that_nginx_gives_itself_has_a_page() -> None:
    """Those of its documentation, but for what only other modules give."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    listed = re.findall(r"error_page ([\d ]+)=", text.partition("location @anybody")[0])
    pages = {int(number) for line in listed for number in line.split()}
    own = {400, 403, 404, 405, 408, 411, 412, 413, 414, 416, 421, 429}
    assert own | {494, 495, 496, 497, 500, 501, 502, 503, 504, 505, 507} == pages


def test_a_flood_of_long_games_is_refused_as_a_flood(lonely_nginx: str) -> None:
    body = b" " * 100_000

    def post(_: int) -> tuple[int, str, str | None]:
        answer = requests.post(f"{lonely_nginx}/v1/frs/replay", data=body, timeout=10)
        heads = answer.headers
        return answer.status_code, heads["Content-Type"], heads.get("Retry-After")

    with ThreadPoolExecutor(16) as pool:
        statuses = set(pool.map(post, range(2500)))
    assert statuses == {(503, PROBLEM, "1"), (429, PROBLEM, "1")}


@pytest.mark.parametrize(
    ("path", "status"),
    [("frs/tournament/check", 503), ("event/document", 503), ("frs/score", 413)],
)
def test_as_much_passes_as_the_service_takes(lonely_nginx: str, path: str, status: int) -> None:
    answer = requests.put(f"{lonely_nginx}/v1/{path}", data=b" " * 100_000, timeout=10)
    assert answer.status_code == status


def test_nginx_logs_no_word_of_a_path(lonely_nginx: str, tmp_path: Path) -> None:
    port = int(lonely_nginx.rpartition(":")[2])
    for sent in (*RAW.values(), b"GET /zuzzurellone HTTP/1.1\r\n" + HOSTED):
        said(port, sent.replace(b" / ", b" /zuzzurellone "))
    for _ in range(300):
        requests.get(f"{lonely_nginx}/v1/zuzzurellone?a=xilofonista", timeout=10)
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert "zuzzurellone" not in log
    assert "xilofonista" not in log


@pytest.fixture
def nginx_with_tls(tmp_path: Path) -> Iterator[tuple[int, int]]:
    """A plain port and one with TLS, as the first lines of the configuration tell to."""
    make_certificate(HOST, tmp_path, tmp_path / "authority")
    (tmp_path / "tls.key").rename(tmp_path / "key.pem")
    (tmp_path / "tls.crt").rename(tmp_path / "fullchain.pem")
    plain, secure = free_port(), free_port()
    command = configured(tmp_path, plain, free_port(), free_port())
    path = tmp_path / "nginx.conf"
    text = path.read_text(encoding="utf-8").replace("#tls ", "")
    text = text.replace("listen 8443", f"listen {HOST}:{secure}").replace(
        "/etc/nginx/tls", str(tmp_path)
    )
    path.write_text(text, encoding="utf-8")
    with running(command, tmp_path / "log"):
        assert wait_until(lambda: listens(secure), 10), (tmp_path / "log").read_text()
        yield plain, secure


def test_with_tls_nothing_is_served_without_it(
    nginx_with_tls: tuple[int, int], tmp_path: Path
) -> None:
    plain, secure = nginx_with_tls
    moved = requests.post(
        f"http://{HOST}:{plain}/v1/frs/challenge", json={}, timeout=10, allow_redirects=False
    )
    assert moved.status_code == 308, "the method stays"
    assert moved.headers["Location"] == f"https://{HOST}/v1/frs/challenge"
    for path, size, status in (
        ("challenge", 2, 503),
        ("challenge", 70_000, 413),
        ("replay", 2, 503),
    ):
        answer = requests.post(
            f"https://{HOST}:{secure}/v1/frs/{path}",
            data=b" " * size,
            timeout=10,
            verify=str(tmp_path / "ca.crt"),
        )
        assert answer.status_code == status
        assert answer.headers["Content-Type"] == PROBLEM
        assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    lost = said(secure, b"GET / HTTP/1.1\r\nConnection: close\r\n" + HOSTED)
    assert b"Location: https://x/" in lost, "plain words on the port of TLS are sent there too"
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    with pytest.warns(DeprecationWarning, match="TLSv1_1"):
        old.maximum_version = ssl.TLSVersion.TLSv1_1
    with socket.create_connection((HOST, secure), timeout=5) as line, pytest.raises(ssl.SSLError):
        old.wrap_socket(line)
