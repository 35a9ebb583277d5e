"""The bridge: what an ASGI server asks of it, without a server."""

import asyncio
import errno
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
from service.serving.start import COUNTED, counters, remove_abandoned

HEAD: dict[str, Any] = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "scheme": "https",
    "raw_path": b"/v1/figs/a%20b%C3%A8",
    "query_string": b"c=d",
    "headers": [(b"content-type", b"text/plain"), (b"host", b"h")],
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


def ask(caller: Caller, *headers: tuple[bytes, bytes], **changes: Any) -> Application:
    app = Application()
    changes = {"headers": [*HEAD["headers"], *headers], **changes}
    made = Bridge(
        app, threads=1, at_once=lambda environ: -1 if environ["PATH_INFO"] == "/long" else 4096
    )
    asyncio.run(made({**HEAD, **changes}, caller.receive, caller.send))
    return app


def part(body: bytes, *, more: bool = True) -> dict[str, Any]:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_request_is_described_as_wsgi_has_it() -> None:
    headers = ((b"x-one", b"1"), (b"x-one", b"2"))
    environ = ask(Caller(LAST), *headers).environ
    assert environ["PATH_INFO"] == "/v1/figs/a b\xc3\xa8"
    told = {name: environ[name] for name in ("REQUEST_METHOD", "QUERY_STRING", "REMOTE_ADDR")}
    assert told == {"REQUEST_METHOD": "POST", "QUERY_STRING": "c=d", "REMOTE_ADDR": "192.0.2.7"}
    assert (environ["CONTENT_TYPE"], environ["HTTP_X_ONE"]) == ("text/plain", "1,2")
    assert (environ["HTTP_HOST"], environ["wsgi.url_scheme"]) == ("h", "https")
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("192.0.2.1", "443")


def test_no_header_passes_for_another() -> None:
    forged = [(b"x_forwarded_for", b"192.0.2.9"), (b"content_length", b"9")]
    environ = ask(Caller(LAST), *forged).environ
    assert "HTTP_X_FORWARDED_FOR" not in environ
    assert environ["CONTENT_LENGTH"] == "0"


@pytest.mark.parametrize(
    "raw",
    [
        *(b"/v1/rules", b"//v1/rules", b"/%2fv1/rules", b"/%2F/v1/rules"),
        *(b"http://club.example/v1/rules", b"HTTPS://club.example//v1/rules"),
    ],
)
def test_a_path_is_put_in_order_before_anybody_asks_where_it_leads(raw: bytes) -> None:
    environ = ask(Caller(LAST), raw_path=raw).environ
    assert environ["PATH_INFO"] == "/v1/rules"
    assert environ["HTTP_HOST"] == ("club.example" if b":" in raw else "h")


@pytest.mark.parametrize(
    ("headers", "version", "refused"),
    [
        ([], "1.1", True),
        ([(b"host", b"a"), (b"host", b"b")], "1.1", True),
        ([(b"host", b"a"), (b"host", b"b")], "2", True),
        ([], "1.0", False),
        ([], "2", False),
        ([(b"host", b"")], "1.1", False),
    ],
)
def test_a_request_names_one_host(
    headers: list[tuple[bytes, bytes]], version: str, refused: bool
) -> None:
    caller = Caller(LAST)
    ask(caller, headers=headers, http_version=version)
    assert (caller.answers[0]["status"] == 400) is refused


class Poor(Caller):
    """A caller for whom there is no memory, when the body is read or when it is answered."""

    def __init__(self, *messages: dict[str, Any], missing: str) -> None:
        super().__init__(*messages)
        self.missing = missing

    async def receive(self) -> dict[str, Any]:
        self.lack("receive")
        return await super().receive()

    async def send(self, message: Any) -> None:
        self.lack("send")
        await super().send(message)

    def lack(self, part: str) -> None:
        if self.missing == part:
            self.missing = ""
            raise MemoryError


@pytest.mark.parametrize("missing", ["receive", "send"])
def test_memory_missing_anywhere_is_a_503_and_a_new_worker(missing: str) -> None:
    ended: list[str] = []
    made = Bridge(Application(), exhausted=lambda: ended.append(missing))
    caller = Poor(LAST, missing=missing)
    asyncio.run(made(HEAD, caller.receive, caller.send))
    assert caller.answers[0]["status"] == 503
    assert caller.headers[b"connection"] == b"close"
    assert ended == [missing]


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


def test_what_is_large_is_answered_one_after_the_other() -> None:
    """Several at once would take several times the memory, and no less time."""
    large = part(b"a" * 70_000, more=False)
    threads, callers = set(), [Caller(dict(large)) for _ in range(8)]

    def app(environ: WSGIEnvironment, start_response: StartResponse) -> list[bytes]:
        threads.add(current_thread())
        start_response("200 OK", [])
        return [b""]

    async def come() -> None:
        made = Bridge(app, threads=4)
        await asyncio.gather(*(made(HEAD, one.receive, one.send) for one in callers))

    asyncio.run(come())
    assert [caller.answers[0]["status"] for caller in callers] == [200] * 8
    assert len(threads) == 1


def test_of_a_body_announced_as_too_long_nothing_is_read_before_the_answer() -> None:
    announced = str(bridge.LARGEST + 1).encode()
    caller = Caller(part(b"a"), part(b"b", more=False))
    app = ask(caller, (b"content-length", announced))
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


def test_no_file_descriptor_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    loop = asyncio.new_event_loop()
    made = Bridge(Application())

    class Life(Caller):
        async def send(self, message: Any) -> None:
            await super().send(message)
            full = {"message": "socket.accept()", "exception": OSError(errno.EMFILE, "full")}
            for _ in range(2048):
                asyncio.get_running_loop().call_exception_handler(full)

    caller = Life({"type": "lifespan.startup"}, {"type": "lifespan.shutdown"})
    with caplog.at_level("ERROR"):
        loop.run_until_complete(made({"type": "lifespan"}, caller.receive, caller.send))
    loop.close()
    told = ["lifespan.startup.complete", "lifespan.shutdown.complete"]
    assert [answer["type"] for answer in caller.answers] == told
    assert [record.getMessage() for record in caplog.records] == [
        "out of file descriptors: new callers wait until others hang up"
    ]


def test_nobody_gets_a_socket_of_their_own() -> None:
    caller = Caller()
    ask(caller, type="websocket")
    assert caller.answers == [{"type": "websocket.close"}]


@pytest.mark.parametrize(
    ("size", "ended"), [(0, [False, False, True]), (512, [False, True, False]), (2048, [True] * 3)]
)
def test_one_in_so_many_answers_ends_its_connection_and_long_ones_count_more(
    size: int, ended: list[bool]
) -> None:
    made, closed = Bridge(Application(), renewed=3), []
    for _ in ended:
        caller = Caller(part(b"x" * size, more=False))
        asyncio.run(made(HEAD, caller.receive, caller.send))
        closed.append(caller.headers.get(b"connection") == b"close")
    assert closed == ended


@pytest.mark.parametrize("named", [True, False])
def test_counters_lie_where_the_operator_wants_or_in_a_folder_that_ends_with_the_server(
    named: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(COUNTED, str(tmp_path) if named else "")
    with counters():
        folder = Path(os.environ[COUNTED])
        assert folder.is_dir()
        assert (folder == tmp_path) is named
    assert folder.exists() is named


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
