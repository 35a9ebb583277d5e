"""The bridge: what an ASGI server asks of it, without a server."""

import asyncio
import fcntl
import os
from collections.abc import Iterable
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest

from service.serving import bridge
from service.serving.bridge import Bridge
from service.serving.counters import COUNTED, counters, remove_abandoned

HEAD: dict[str, Any] = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "https",
    "raw_path": b"/v1/figs/a%20b%C3%A8",
    "query_string": b"c=d",
    "headers": [(b"content-type", b"text/plain")],
    "server": ("192.0.2.1", 443),
    "client": ("192.0.2.7", 4321),
}
LAST = {"type": "http.request", "body": b"", "more_body": False}


class Caller:
    """Sends these messages, then nothing for ever; keeps what is answered."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        self.messages = list(messages)
        self.answers: list[Any] = []

    async def receive(self) -> dict[str, Any]:
        if not self.messages:
            await asyncio.sleep(60)
        return self.messages.pop(0)

    async def send(self, message: Any) -> None:
        self.answers.append(message)

    @property
    def headers(self) -> dict[bytes, bytes]:
        return dict(self.answers[0]["headers"])


class Application:
    """Remembers how it was asked, and answers with the body."""

    environ: WSGIEnvironment
    thread: object = None
    closed = False

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        self.environ, self.thread = environ, current_thread()
        start_response("418 I'm a teapot", [("X-Colour", "brown"), ("Set-Cookie", "none")])
        return self

    def __iter__(self) -> Any:
        yield self.environ["wsgi.input"].read()
        yield b"!"

    def close(self) -> None:
        self.closed = True


def ask(caller: Caller, **changes: Any) -> Application:
    app = Application()
    made = Bridge(
        app, threads=1, at_once=lambda environ: -1 if environ["PATH_INFO"] == "/long" else 4096
    )
    asyncio.run(made({**HEAD, **changes}, caller.receive, caller.send))
    return app


def part(body: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_request_is_described_as_wsgi_has_it() -> None:
    headers = [(b"content-type", b"a/b"), (b"x-one", b"1"), (b"x-one", b"2"), (b"host", b"h")]
    environ = ask(Caller(LAST), headers=headers).environ
    assert environ["PATH_INFO"] == "/v1/figs/a b\xc3\xa8"
    told = {name: environ[name] for name in ("REQUEST_METHOD", "QUERY_STRING", "REMOTE_ADDR")}
    assert told == {"REQUEST_METHOD": "POST", "QUERY_STRING": "c=d", "REMOTE_ADDR": "192.0.2.7"}
    assert (environ["CONTENT_TYPE"], environ["HTTP_X_ONE"]) == ("a/b", "1,2")
    assert (environ["HTTP_HOST"], environ["wsgi.url_scheme"]) == ("h", "https")
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("192.0.2.1", "443")


def test_no_header_passes_for_another() -> None:
    forged = [(b"x_forwarded_for", b"192.0.2.9"), (b"content_length", b"9")]
    environ = ask(Caller(LAST), headers=forged).environ
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert environ["CONTENT_LENGTH"] == "0"


def test_an_answer_is_handed_out_as_it_was_made() -> None:
    caller = Caller(part(b"a"), part(b"bc", more=False))
    app = ask(caller)
    start, body = caller.answers
    assert start["status"] == 418
    assert (b"x-colour", b"brown") in start["headers"]
    assert body["body"] == b"abc!"
    assert app.environ["CONTENT_LENGTH"] == "3"
    assert app.closed


@pytest.mark.parametrize(
    ("path", "size", "in_loop"),
    [(b"/short", 4096, True), (b"/short", 4097, False), (b"/long", 0, False)],
)
def test_only_short_requests_are_answered_in_the_loop(
    path: bytes, size: int, in_loop: bool
) -> None:
    app = ask(Caller(part(b"a" * size, more=False)), raw_path=path)
    assert (app.thread is main_thread()) is in_loop


def test_of_a_body_announced_as_too_long_nothing_is_read_before_the_answer() -> None:
    announced = str(bridge.LARGEST + 1).encode()
    caller = Caller(part(b"a"), part(b"b", more=False))
    app = ask(caller, headers=[(b"content-length", announced)])
    assert caller.answers[1]["body"] == b"!"
    assert app.environ["CONTENT_LENGTH"] == announced.decode()
    assert caller.headers[b"connection"] == b"close"
    assert caller.messages == []  # Afterwards it is heard out.


def test_a_body_that_becomes_too_long_is_read_no_further() -> None:
    caller = Caller(part(b"a" * bridge.LARGEST), part(b"b"), part(b"c"), LAST)
    app = ask(caller)
    assert app.environ["CONTENT_LENGTH"] == str(bridge.LARGEST + 1)
    assert caller.headers[b"connection"] == b"close"


def test_what_a_caller_who_hangs_up_has_sent_is_not_asked() -> None:
    gone = {"type": "http.disconnect"}
    for sent in ((gone,), (part(b"a"), gone)):
        caller = Caller(*sent, gone)
        assert ask(caller).thread is None
        assert caller.answers[0]["status"] == 408  # Which the server drops.


def test_a_body_that_does_not_come_is_refused_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "PATIENCE", 0.05)
    monkeypatch.setattr(bridge, "_FAREWELL", 0.05)
    caller = Caller(part(b"a"))
    ask(caller)
    assert caller.answers[0]["status"] == 408
    assert caller.headers[b"content-type"] == b"application/problem+json"
    assert caller.headers[b"connection"] == b"close"


def test_the_life_of_a_server_is_acknowledged() -> None:
    caller = Caller({"type": "lifespan.startup"}, {"type": "lifespan.shutdown"})
    ask(caller, type="lifespan")
    assert [answer["type"] for answer in caller.answers] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


def test_nobody_gets_a_socket_of_their_own() -> None:
    caller = Caller()
    ask(caller, type="websocket")
    assert caller.answers == [{"type": "websocket.close"}]


def test_one_in_so_many_answers_ends_its_connection() -> None:
    made = Bridge(Application(), renewed=3)
    ended = []
    for _ in range(6):
        caller = Caller(LAST)
        asyncio.run(made(HEAD, caller.receive, caller.send))
        ended.append(caller.headers.get(b"connection") == b"close")
    assert ended == [False, False, True, False, False, True]


def test_long_questions_end_their_connections_sooner() -> None:
    made = Bridge(Application(), renewed=6)
    ended = []
    for _ in range(4):
        caller = Caller({"type": "http.request", "body": b"x" * 1024, "more_body": False})
        asyncio.run(made(HEAD, caller.receive, caller.send))
        ended.append(caller.headers.get(b"connection") == b"close")
    assert ended == [False, True, False, True]


def test_counters_lie_in_a_folder_that_ends_with_the_server(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(COUNTED, "")
    with counters():
        folder = Path(os.environ[COUNTED])
        assert folder.is_dir()
    assert not folder.exists()


def test_counters_may_lie_where_the_operator_wants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COUNTED, str(tmp_path))
    with counters():
        assert os.environ[COUNTED] == str(tmp_path)
    assert tmp_path.is_dir()


def test_the_folder_of_a_server_that_was_killed_is_removed_by_the_next(tmp_path: Path) -> None:
    folders = {
        name: tmp_path / f"arbiter-counters-{name}" for name in ("killed", "running", "starting")
    }
    for folder in (*folders.values(), tmp_path / "other"):
        folder.mkdir()
        os.utime(folder, (0, 0))
    os.utime(folders["starting"])
    running = os.open(folders["running"], os.O_RDONLY)
    fcntl.flock(running, fcntl.LOCK_EX)
    remove_abandoned(tmp_path)
    os.close(running)
    assert {path.name for path in tmp_path.iterdir()} == {
        "arbiter-counters-running",
        "arbiter-counters-starting",
        "other",
    }
