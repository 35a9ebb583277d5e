"""How WSGI describes a request and gives an answer; ASGI describes the same otherwise."""

import sys
from collections.abc import MutableMapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes
from wsgiref.types import WSGIApplication, WSGIEnvironment


class Answer(NamedTuple):
    """A whole answer as an application gives it."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


def environment(scope: MutableMapping[str, Any]) -> WSGIEnvironment:
    """An ASGI request as WSGI describes it, still without its body."""
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


@lru_cache(maxsize=256)
def _variable(name: bytes) -> str:
    """How WSGI calls a header; nothing for one that could pass for another (`X_Forwarded-For`)."""
    text = name.decode("latin-1").upper()
    if "_" in text:
        return ""
    text = text.replace("-", "_")
    return text if text in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{text}"
