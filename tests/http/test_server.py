"""A real server: how it starts, what it refuses, adds up its workers and ends."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import requests

from service.serving.start import COUNTED, GUNICORN
from tests.http.test_settings import KEY
from tests.support.processes import end, free_port, is_ready, wait_until
from tests.support.serving import SERVER, Server, environment, refusal, serve

CASA = {"words": ["casa"]}
RENEWED = 1
"""Of a few kept connections one may end, so that workers share their callers."""


def test_it_says_that_it_is_open(server: Server) -> None:
    assert "open access" in server.log
    for line in server.log.splitlines():
        assert {"time", "level", "logger", "message"} <= set(json.loads(line))


def test_connections_are_kept(server: Server) -> None:
    with requests.Session() as session:
        answers = [session.get(f"{server.url}/healthz", timeout=10) for _ in range(3)]
    assert sum("Connection" in answer.headers for answer in answers) <= RENEWED


JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize("pieces", [1, 30])
def test_a_large_body_is_refused_in_words_however_it_comes(server: Server, pieces: int) -> None:
    body = (b" " * (3_000_000 // pieces) for _ in range(pieces)) if pieces > 1 else b" " * 3_000_000
    url = f"{server.url}/v1/figs/challenge"
    answer = requests.post(url, data=body, headers=JSON, timeout=10)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


@pytest.mark.parametrize("path", ["/v1/figs/challenge", "/nowhere", "/healthz"])
@pytest.mark.parametrize(("size", "said"), [(1_000_000, None), (1_100_000, "close")])
def test_an_answer_says_whether_the_connection_survives_a_body_that_nobody_read(
    server: Server, path: str, size: int, said: str | None
) -> None:
    with requests.Session() as session:
        url = f"{server.url}{path}"
        answers = [session.post(url, data=b" " * size, timeout=10) for _ in range(3)]
    assert sum(answer.headers.get("Connection") != said for answer in answers) <= RENEWED


TOO_MUCH = {
    "a long address": (f"/v1/{'a' * 4200}", {}, 414),
    "a long query": (f"/healthz?{'a' * 4200}", {}, 414),
    "a long header": ("/healthz", {"X-Long": "a" * 17_000}, 431),
    "long headers": ("/healthz", {f"X-{number}": "a" * 2000 for number in range(9)}, 431),
}


@pytest.mark.parametrize(("path", "headers", "status"), TOO_MUCH.values(), ids=TOO_MUCH.keys())
def test_a_head_longer_than_any_of_ours_is_refused_in_words(
    server: Server, path: str, headers: dict[str, str], status: int
) -> None:
    answer = requests.get(f"{server.url}{path}", headers=headers, timeout=10)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["request_id"] == answer.headers["X-Request-Id"]


def test_a_body_may_come_in_pieces(server: Server) -> None:
    pieces = iter([b'{"words": ', b'["casa"]}'])
    url = f"{server.url}/v1/figs/challenge"
    answer = requests.post(url, data=pieces, headers=JSON, timeout=10)
    assert answer.json() == {"valid": True}


def test_a_caller_who_leaves_harms_nobody(server: Server) -> None:
    head = b"POST /v1/figs/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(head + b'Content-Length: 999\r\n\r\n{"words"')
    assert requests.get(f"{server.url}/healthz", timeout=10).ok


def test_the_figures_of_all_workers_are_added_up(lexicons: Path, tmp_path: Path) -> None:
    given = {"LEXICONS_PATH": str(lexicons), "WORKERS": "3"}
    with serve(tmp_path / "log", **given) as server:
        for number in range(30):
            word = "casa" if number % 3 else "qqqq"
            requests.post(f"{server.url}/v1/figs/challenge", json={"words": [word]}, timeout=10)
        metrics = requests.get(f"{server.url}/metrics", timeout=10).text
    verdicts = 'arbiter_verdicts_total{edition="figs-75min",verdict="'
    assert f'{verdicts}valid"}} 20.0' in metrics
    assert f'{verdicts}invalid"}} 10.0' in metrics
    route = 'edition="figs-75min",route="/v1/<rules>/challenge"'
    assert f"arbiter_request_seconds_count{{{route}}} 30.0" in metrics
    assert 'arbiter_lexicon_words{language="ca",lexicon="ca",' in metrics


def test_an_answer_comes_though_its_figures_have_no_file(lexicons: Path, tmp_path: Path) -> None:
    counted = tmp_path / "counted"
    counted.mkdir()
    given = {"LEXICONS_PATH": str(lexicons), COUNTED: str(counted), "API_KEYS": KEY}
    with serve(tmp_path / "log", HOST="0.0.0.0", **given) as server:
        assert "open access" not in server.log
        shutil.rmtree(counted)
        url, key = f"{server.url}/v1/figs/challenge", {"Authorization": "Bearer secret"}
        assert requests.post(url, json=CASA, timeout=10).status_code == 401
        assert requests.post(url, json=CASA, headers=key, timeout=10).json() == {"valid": True}


def test_closing_the_window_ends_a_service_that_was_started_there(
    lexicons: Path, tmp_path: Path
) -> None:
    port, (window, terminal) = free_port(), os.openpty()
    process = subprocess.Popen(
        SERVER,
        env=environment(PORT=str(port), LEXICONS_PATH=str(lexicons), WORKERS="1"),
        stdin=terminal,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(terminal)
    try:
        assert wait_until(lambda: is_ready(port))
        process.send_signal(signal.SIGHUP)
        time.sleep(1)
        assert process.poll() is None, "the window is still there: a reload"
        os.close(window)
        process.send_signal(signal.SIGHUP)
        assert process.wait(20) == 0
    finally:
        end(process)


def test_what_was_accepted_is_finished_before_the_end(lexicons: Path, tmp_path: Path) -> None:
    body = b'{"words": ["casa"]}'
    head = (
        "POST /v1/figs/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    ).encode()
    with (
        serve(tmp_path / "log", LEXICONS_PATH=str(lexicons)) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=20) as connection,
    ):
        connection.sendall(head + body[:5])
        time.sleep(0.5)
        server.signal(signal.SIGTERM)
        time.sleep(0.5)
        connection.sendall(body[5:])
        received = b"".join(iter(lambda: connection.recv(65536), b""))
        assert received.startswith(b"HTTP/1.1 200 OK")
        assert received.endswith(b'{"valid":true}')
        assert server.process.wait(timeout=20) == 0


REFUSALS = {
    "a wrong number": ({"PORT": "no"}, "PORT: 'no' is not a number from 1 to 65535"),
    "no lexicons": (
        {"LEXICONS_PATH": "tests/http"},
        "lexicon ca: there is no ca.json in tests/http",
    ),
    "open to others": ({"HOST": "0.0.0.0"}, "HOST: 0.0.0.0 can be reached by others"),
    "a key that is none": ({"API_KEYS": "x"}, "API_KEYS: entry 1 is not role:sha256"),
}


@pytest.mark.parametrize(("given", "message"), REFUSALS.values(), ids=REFUSALS.keys())
def test_a_start_that_must_not_be_ends_with_one_line(given: dict[str, str], message: str) -> None:
    ended = refusal(**given)
    assert ended.returncode != 0
    assert message in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1, ended.stderr


def test_an_address_given_to_gunicorn_itself_is_held_to_the_same_rule(lexicons: Path) -> None:
    ended = refusal(
        (sys.executable, "-m", "gunicorn", *GUNICORN, "--bind", "0.0.0.0:0"),
        LEXICONS_PATH=str(lexicons),
    )
    assert ended.returncode != 0
    assert "HOST: 0.0.0.0 can be reached by others" in ended.stderr
