"""A page for the person at this machine: who may open it, and how it is served and shown.

It listens on the loopback address alone. A call that came through a proxy, under another name (a
page elsewhere may have its own resolved to this machine) or from another page is refused.
"""

import os
import sys
import webbrowser
from contextlib import suppress
from typing import Any

from flask import Flask, abort, request
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

HOST = "127.0.0.1"
_FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")


class _Quiet(WSGIRequestHandler):
    """Says nothing of requests: the terminal is for whoever sits at it."""

    def log(self, type: str, message: str, *args: object) -> None:  # as it is named
        """Keep it to oneself."""


def guard() -> None:
    """Let nobody in but this machine's browser, and nothing be done by any page but ours."""
    if request.remote_addr != HOST or any(name in request.headers for name in _FORWARDED):
        abort(403)
    if request.host.partition(":")[0] not in (HOST, "localhost"):
        abort(403)
    if request.method not in ("GET", "HEAD") and request.origin != f"http://{request.host}":
        abort(403)


def application(**options: Any) -> Flask:
    """An application for such a page: it lets nobody else in."""
    page = Flask("page", **options)
    page.before_request(guard)
    return page


def server(page: Flask, port: int = 0, *, threaded: bool = False) -> BaseWSGIServer:
    """A server for it, at any port that is free unless one is named; one call after another."""
    return make_server(HOST, port, page, threaded=threaded, request_handler=_Quiet)


def shown(address: str) -> bool:
    """Show a page, where there is a screen; a browser of a terminal would take the terminal."""
    if not (
        os.environ.get("DISPLAY")
        or os.environ.get("WAYLAND_DISPLAY")
        or sys.platform in ("darwin", "win32")
    ):
        return False
    with suppress(webbrowser.Error):
        return webbrowser.open(address)
    return False
