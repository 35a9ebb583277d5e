"""A server that says what a test tells it to say, and remembers what it was asked."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from time import sleep


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to send; `None` as status hangs up instead."""

    status: int | None = 200
    body: str | bytes = "{}"
    headers: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    """How long it takes."""


def problem(status: int, code: str, **headers: str) -> Reply:
    """A problem as the service reports it."""
    body = {"status": status, "code": code, "detail": f"{code} it is.", "request_id": "r-1"}
    kind = {"Content-Type": "application/problem+json"}
    return Reply(status, json.dumps(body), kind | headers)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Script:
    """Where the server listens, what it was asked so far, and what it says."""

    url: str
    asked: list[Asked]
    replies: list[Reply]

    def send(self, body: str | bytes, status: int = 200, **headers: str) -> None:
        """Say this from now on."""
        self.replies[:] = [Reply(status, body, headers)]


@contextmanager
def scripted(replies: Sequence[Reply], port: int = 0) -> Iterator[Script]:
    """A server that gives these replies in turn, the last one for ever."""
    asked: list[Asked] = []
    said = list(replies)

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked.append(Asked(self.command, self.path, dict(self.headers), body))
            reply = said[min(len(asked), len(said)) - 1]
            sleep(reply.seconds)
            if reply.status is None:
                return
            data = reply.body.encode() if isinstance(reply.body, str) else reply.body
            usual = {"Content-Type": "application/json", "Content-Length": str(len(data))}
            self.send_response(reply.status)
            for name, value in (usual | reply.headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = answer  # noqa: N815  # http.server looks for these names

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield Script(f"http://127.0.0.1:{server.server_port}", asked, said)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
