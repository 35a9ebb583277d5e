"""A WSGI application behind ASGI, the public interface of servers with an event loop.

The loop waits for slow callers, which costs next to nothing: the application is called only once a
whole request is there. A short request, such as a challenge or an ordinary game, is answered in
the loop, because to wake a thread takes as long as a verdict; what may take longer gets a thread.
"""

import sys
from asyncio import get_running_loop, sleep, timeout
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from itertools import count
from typing import Any
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment

from service.serving.refusals import Answer, refusal

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

PATIENCE = 10.0
"""Seconds from the head of a request to its answer."""
LARGEST = 1024 * 1024
"""Bytes of a body; the application refuses a longer one, or a shorter one where it takes less."""
_SHORT = 4096  # Bytes of a body: a challenge, a play with those before it, or an ordinary game.
_FAREWELL = 2.0  # Seconds for a caller to finish a body that nobody wants, before we hang up.
_LAST_CALL = 0.2  # Seconds in which whoever was accepted just before the end is still answered.
_IN_A_ROW = 8  # Answers that one caller may get before others have a turn.
_LINE, _HEAD = 4094, 16 * 1024  # Bytes of a path with its query, and of all header values.


class GoneError(Exception):
    """The caller hung up."""


class Bridge:
    """An ASGI application that answers as a WSGI application does."""

    def __init__(
        self,
        app: WSGIApplication,
        threads: int = 4,
        takes_long: Callable[[WSGIEnvironment], bool] = lambda environ: False,
        renewed: int = 0,
    ) -> None:
        """Answer as this application does, with so many threads for what takes long.

        One in `renewed` answers ends its connection: the next one goes to the idlest worker.
        """
        self._app = app
        self._takes_long = takes_long
        self._threads = ThreadPoolExecutor(threads)
        self._renewed = renewed
        self._answers = count(1)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Serve one scope: a request, or the life of the server."""
        if scope["type"] == "http":
            with suppress(GoneError):
                await self._serve(scope, receive, send)
        elif scope["type"] == "lifespan":
            while (await receive())["type"] == "lifespan.startup":
                await send({"type": "lifespan.startup.complete"})
            await sleep(_LAST_CALL)
            await send({"type": "lifespan.shutdown.complete"})
        else:
            await send({"type": "websocket.close"})

    async def _serve(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request once it is whole, or refuse it."""
        answer, whole = too_much(scope), False
        if answer is None:
            try:
                async with timeout(PATIENCE):
                    environ = environment(scope)
                    whole = await read_body(environ, receive)
                    answer = await self._answer(environ)
            except TimeoutError:
                answer = refusal(503 if whole else 408)
        number = next(self._answers)
        renews = self._renewed > 0 and number % self._renewed == 0
        await hand_out(answer, send, ends=not whole or renews)
        if not whole:
            await hear_out(receive)
        elif number % _IN_A_ROW == 0 or len(answer.body) > _SHORT:
            await sleep(0)  # Let others have a turn, should this caller have sent many at once.

    async def _answer(self, environ: WSGIEnvironment) -> Answer:
        try:
            if len(environ["wsgi.input"].getbuffer()) <= _SHORT and not self._takes_long(environ):
                return self._call(environ)
            return await get_running_loop().run_in_executor(self._threads, self._call, environ)
        except (MemoryError, RuntimeError):  # The latter where no thread can be started.
            return refusal(503)

    def _call(self, environ: WSGIEnvironment) -> Answer:
        started: list[Any] = []

        def start_response(status: str, headers: list[tuple[str, str]], *_: object) -> Any:
            started[:] = status, headers
            return started.append

        parts = self._app(environ, start_response)
        try:
            body = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return Answer(int(started[0][:3]), started[1], body)


def too_much(scope: Message) -> Answer | None:
    """The refusal of a request whose head is longer than any of ours."""
    if len(scope["raw_path"]) + len(scope["query_string"]) > _LINE:
        return refusal(414)
    return refusal(431) if sum(len(value) for _, value in scope["headers"]) > _HEAD else None


def environment(scope: Message) -> WSGIEnvironment:
    """A request as WSGI describes it, still without its body."""
    host, port = scope.get("server") or ("localhost", 80)
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
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
    return environ


@lru_cache(maxsize=256)
def _variable(name: bytes) -> str:
    """How WSGI calls a header; nothing for one that could pass for another (`X_Forwarded-For`)."""
    text = name.decode("latin-1").upper()
    if "_" in text:
        return ""
    text = text.replace("-", "_")
    return text if text in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{text}"


async def read_body(environ: WSGIEnvironment, receive: Receive) -> bool:
    """Put the body into the environment; whether that is all of it.

    Of one that is announced as too long nothing is read, of one that becomes so not much more.
    """
    parts: list[bytes] = []
    size, whole = 0, False
    if int(environ.get("CONTENT_LENGTH") or 0) <= LARGEST:
        while not whole and size <= LARGEST:
            message = await _next(receive)
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            whole = not message.get("more_body", False)
        environ["CONTENT_LENGTH"] = str(size)
    environ["wsgi.input"] = BytesIO(b"".join(parts))
    return whole


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
