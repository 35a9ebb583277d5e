"""A server that says what a test tells it to say, and remembers what it was asked."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer to send; `None` as status hangs up instead."""

    status: int | None = 200
    body: str = "{}"
    headers: dict[str, str] = field(default_factory=dict)


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
    """Where the server listens, and what it was asked so far."""

    url: str
    asked: list[Asked]


@contextmanager
def scripted(replies: Sequence[Reply]) -> Iterator[Script]:
    """A server that gives these replies in turn, the last one for ever."""
    asked: list[Asked] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked.append(Asked(self.command, self.path, dict(self.headers), body))
            reply = replies[min(len(asked), len(replies)) - 1]
            if reply.status is None:
                return
            data = reply.body.encode()
            self.send_response(reply.status)
            for name, value in ({"Content-Type": "application/json"} | reply.headers).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PUT = answer  # noqa: N815  # http.server looks for these names

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield Script(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
