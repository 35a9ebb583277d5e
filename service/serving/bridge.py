"""A WSGI application behind ASGI, the public interface of servers with an event loop.

The loop waits for slow callers, which costs next to nothing: the application is called only once a
whole request is there. A short request, such as a challenge or one play, is answered in
the loop, because to wake a thread takes as long as a verdict; what may take longer gets a thread.
All that is large waits for one and the same thread, and what it took is given back to the system.
"""

import ctypes
import gc
import json
import re
import sys
from asyncio import AbstractEventLoop, get_running_loop, sleep, timeout
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from errno import EMFILE, ENFILE
from functools import lru_cache
from io import BytesIO
from itertools import count
from logging import getLogger
from threading import Barrier
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.http.logs import new_request_id

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATIENCE = 10.0
"""Seconds for the rest of a body that has begun, and for an answer that a thread works on."""
LARGEST = 1024 * 1024
"""Bytes of a body; the application refuses a longer one, or a shorter one where it takes less."""
_SHORT = 4 * 1024  # Bytes of a body that is answered in the loop, unless told otherwise.
_LONG = 16 * 1024  # Bytes of an answer that took its time: as many as some games recounted.
_LARGE = 64 * 1024  # Bytes of a body that is answered after all others of that size.
_FAREWELL = 2.0  # Seconds for a caller to finish a body that nobody wants, before we hang up.
_LAST_CALL = 0.2  # Seconds in which whoever was accepted just before the end is still answered.
_ONE_MORE = 512  # Bytes of a body that are as much work as a challenge,
_AT_MOST = 16 * 1024  # as far as they are counted: threads answer what is longer.
_IN_A_ROW = 8  # Answers that one caller may get before others have a turn.
_LINE, _HEAD = 4094, 16 * 1024  # Bytes of a path with its query, and of all header values.
_SAID_AGAIN = 60.0  # Seconds until it is said again that there are no file descriptors.
_HOST = rb"(?:\[[\da-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?"  # RFC 9110 7.2, RFC 3986 3.2.2
_ABSOLUTE = re.compile(rb"https?://(%b)(?=[/?#]|$)" % _HOST, re.IGNORECASE)
_WHY = {
    400: (
        "http",
        "The request could not be read: it has no Host, or several, or none that can be.",
    ),
    408: ("http", "The request could not be read: it took too long."),
    414: ("http", "The request could not be read: URI Too Long."),
    431: ("http", "The request could not be read: Request Header Fields Too Large."),
    503: ("not_ready", "There is no time or memory for this now; ask again."),
}
_log = getLogger("service.serving")


class Answer(NamedTuple):
    """A whole answer as an application gives it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


class GoneError(Exception):
    """The caller hung up, or so the server says of one for whom it waited too long."""


class Bridge:
    """An ASGI application that answers as a WSGI application does."""

    def __init__(
        self,
        app: WSGIApplication,
        threads: int = 4,
        at_once: Callable[[WSGIEnvironment], int] = lambda environ: _SHORT,
        renewed: int = 0,
        exhausted: Callable[[], None] = lambda: None,
    ) -> None:
        """Answer as this application does, with so many threads for what takes long.

        `at_once` tells how many bytes of a request's body are answered in the loop.
        One in `renewed` answers ends its connection: the next one goes to the idlest worker. A
        long body counts as several, so that callers who came all at once to one worker spread in
        the same time whatever they ask for.
        `exhausted` is called where memory was missing, for an answer or in the server itself.
        """
        self._app = app
        self._at_once = at_once
        self._many = threads
        self._threads = ThreadPoolExecutor(threads)
        self._for_large = ThreadPoolExecutor(1)
        self._renewed = renewed
        self._since_renewed = 0
        self._exhausted = exhausted
        self._answers = count(1)
        self._say_again = 0.0

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one scope: a request, or the life of the server."""
        if scope["type"] == "http":
            try:
                await self._serve(scope, receive, send)
            except MemoryError:
                self._exhausted()
                with suppress(Exception):  # The server's, if the answer has begun.
                    await hand_out(refusal(503), send, ends=True)
        elif scope["type"] == "lifespan":
            while (await receive())["type"] == "lifespan.startup":
                self._start_threads()
                get_running_loop().set_exception_handler(self._unhandled)
                await send({"type": "lifespan.startup.complete"})
            await sleep(_LAST_CALL)
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await send({"type": "websocket.close"})

    def _start_threads(self) -> None:
        """Start every thread now: where memory is short, to start one later may hang for ever."""
        together = Barrier(self._many)
        for _ in range(self._many):
            self._threads.submit(together.wait)
        self._for_large.submit(_give_back)

    def _unhandled(self, loop: AbstractEventLoop, fault: dict[str, Any]) -> None:
        """A server that cannot accept another caller says so thousands of times a second."""
        error = fault.get("exception")
        if isinstance(error, MemoryError):
            self._exhausted()
        elif not isinstance(error, OSError) or error.errno not in (EMFILE, ENFILE):
            loop.default_exception_handler(fault)
        elif monotonic() >= self._say_again:
            self._say_again = monotonic() + _SAID_AGAIN
            _log.error("out of file descriptors: new callers wait until others hang up")

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request once it is whole, or refuse it."""
        answer, whole, size = refused_head(scope), False, 0
        if answer is None:
            try:
                environ = environment(scope)
                whole = await read_body(environ, receive)
                size = int(environ["CONTENT_LENGTH"])
                answer = await self._answer(environ)
            except (GoneError, TimeoutError):  # Whoever is gone does not hear it.
                answer = refusal(503 if whole else 408)
        number = next(self._answers)
        await hand_out(answer, send, ends=not whole or self._renews(size))
        if not whole:
            await hear_out(receive)
        elif number % _IN_A_ROW == 0 or len(answer.body) > _LONG:
            await sleep(0)  # Let others have a turn, should this caller have sent many at once.

    def _renews(self, size: int) -> bool:
        """Whether the caller of an answer to so many bytes is to connect anew."""
        self._since_renewed += 1 + min(size, _AT_MOST) // _ONE_MORE
        renews = 0 < self._renewed <= self._since_renewed
        if renews:
            self._since_renewed = 0
        return renews

    async def _answer(self, environ: WSGIEnvironment) -> Answer:
        try:
            size = int(environ["CONTENT_LENGTH"])
            if size <= self._at_once(environ):
                return call(self._app, environ)
            async with timeout(PATIENCE):
                loop = get_running_loop()
                if size <= _LARGE:
                    return await loop.run_in_executor(self._threads, call, self._app, environ)
                try:
                    return await loop.run_in_executor(self._for_large, call, self._app, environ)
                finally:
                    loop.run_in_executor(self._for_large, _give_back)
        except RuntimeError:  # No thread can be started.
            raise MemoryError from None


def refused_head(scope: Message) -> Answer | None:
    """The refusal of a request whose head is longer than any of ours, or names no one host."""
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    lacks = not hosts and scope["http_version"] == "1.1"
    if lacks or len(hosts) > 1 or not all(map(_is_host, hosts)):
        return refusal(400)
    if len(scope["raw_path"]) + len(scope["query_string"]) > _LINE:
        return refusal(414)
    return refusal(431) if sum(len(value) for _, value in scope["headers"]) > _HEAD else None


@lru_cache(maxsize=64)
def _is_host(value: bytes) -> bool:
    return re.fullmatch(_HOST, value, re.IGNORECASE) is not None


async def read_body(environ: WSGIEnvironment, receive: Receive) -> bool:
    """Put the body into the environment; whether that is all of it.

    Of one that is announced as too long nothing is read, of one that becomes so not much more.
    """
    body, whole = b"", False
    if int(environ.get("CONTENT_LENGTH") or 0) <= LARGEST:
        message = await _next(receive)
        body, whole = message.get("body", b""), not message.get("more_body")
        if not whole:
            body, whole = await _rest(body, receive)
        environ["CONTENT_LENGTH"] = str(len(body))
    environ["wsgi.input"] = BytesIO(body)
    return whole


async def _rest(begun: bytes, receive: Receive) -> tuple[bytes, bool]:
    """A body that comes in parts, as far as it is read, and whether that is all of it."""
    body, whole = bytearray(begun), False
    async with timeout(PATIENCE):
        while not whole and len(body) <= LARGEST:
            message = await _next(receive)
            body += message.get("body", b"")
            whole = not message.get("more_body")
    return bytes(body), whole


async def hear_out(receive: Receive) -> None:
    """Let a caller finish a body that nobody wants: whoever still sends would miss the answer."""
    with suppress(TimeoutError, GoneError):
        async with timeout(_FAREWELL):
            while (await _next(receive)).get("more_body"):
                pass


async def _next(receive: Receive) -> Message:
    message = await receive()
    if message["type"] == "http.disconnect":
        raise GoneError
    return message


async def hand_out(answer: Answer, send: Send, *, ends: bool) -> None:
    """Send an answer, its head and its body one right after the other."""
    headers = [(_lower(name), value.encode("latin-1")) for name, value in answer.headers]
    if ends:
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    await send({"type": "http.response.body", "body": answer.body})


@lru_cache(maxsize=256)
def _lower(name: str) -> bytes:
    return name.lower().encode("latin-1")


def environment(scope: MutableMapping[str, Any]) -> WSGIEnvironment:
    """An ASGI request as WSGI describes it, still without its body.

    A path is put in order here, before anybody asks where it leads: an absolute address loses its
    scheme and host, as RFC 9112 has it, and however many slashes a path begins with, it has one.
    """
    host, port = scope.get("server") or ("localhost", 80)
    absolute = _ABSOLUTE.match(scope["raw_path"])
    path = scope["raw_path"][absolute.end() :] if absolute else scope["raw_path"]
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": "/" + unquote_to_bytes(path).decode("latin-1").lstrip("/"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 80),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("",))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if variable := _variable(name):
            text = value.decode("latin-1")
            environ[variable] = f"{environ[variable]},{text}" if variable in environ else text
    if absolute:
        environ["HTTP_HOST"] = absolute[1].decode("latin-1")
    return environ


def call(app: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """The whole answer of an application."""
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> Any:
        started[:] = status, headers
        return started.append

    parts = app(environ, start_response)
    try:
        body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    return Answer(int(started[0][:3]), started[1], body)


def _give_back() -> None:
    """Return what is not used any more to the system, as far as its library has a call for that."""
    gc.collect()  # Which also empties Python's own stores of small values.
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@lru_cache(maxsize=256)
def _variable(name: bytes) -> str:
    """How WSGI calls a header; nothing for one that could pass for another (`X_Forwarded-For`)."""
    text = name.decode("latin-1").upper()
    if "_" in text:
        return ""
    text = text.replace("-", "_")
    return text if text in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{text}"


def refusal(status: int) -> Answer:
    """What is refused before the application sees it: the problem that it would write."""
    code, detail = _WHY[status]
    identity = new_request_id()
    problem = {
        "type": f"/docs#{code}",
        "title": code.replace("_", " ").capitalize(),
        "status": status,
        "detail": detail,
        "code": code,
        "request_id": identity,
    }
    body = json.dumps(problem, separators=(",", ":")).encode("ascii")
    headers = [
        ("Content-Type", "application/problem+json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("X-Request-Id", identity),
    ]
    return Answer(status, headers, body)
