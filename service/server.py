"""gunicorn in our manner: logs as JSON, and problem+json where gunicorn would answer in HTML.

What gunicorn refuses itself, because it is no HTTP, never reaches the application. Its own workers
answer that with a page, and log the bytes that they could not read; ours do neither.
"""

import json
from contextlib import suppress
from logging import getLogger
from typing import Any

from gunicorn.glogging import Logger
from gunicorn.http import errors
from gunicorn.util import write_nonblock

from service.connections import WaitingWorker
from service.http.logs import JsonFormatter, new_request_id
from service.sending import WholeSyncWorker
from service.sharing import SharingWorker

_REFUSALS: tuple[tuple[type[Exception], int, str], ...] = (
    (errors.LimitRequestLine, 414, "URI Too Long"),
    (errors.LimitRequestHeaders, 431, "Request Header Fields Too Large"),
    (errors.ExpectationFailed, 417, "Expectation Failed"),
    (errors.UnsupportedTransferCoding, 501, "Not Implemented"),
    (errors.ForbiddenProxyRequest, 403, "Forbidden"),
    (errors.ParseException, 400, "Bad Request"),
    (OSError, 400, "Bad Request"),
    (MemoryError, 503, "Service Unavailable"),
)


class JsonLogger(Logger):
    """Writes gunicorn's messages and the service's own in the same form."""

    def setup(self, cfg: Any) -> None:
        """Give every handler the one format, and the service the same handlers."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(JsonFormatter())
        for name in ("service", "flask-limiter"):
            logger = getLogger(name)
            logger.handlers = list(self.error_log.handlers)
            logger.setLevel(self.loglevel)
            logger.propagate = False


class _Refusing:
    """What both kinds of worker do with a request that is no HTTP."""

    log: Any

    def handle_error(self, req: object, client: Any, addr: object, exc: BaseException) -> None:
        """Answer with a problem; log the kind of fault without the bytes."""
        found = ((status, why) for kind, status, why in _REFUSALS if isinstance(exc, kind))
        status, reason = next(found, (500, "Internal Server Error"))
        self.log.warning("refused before the application: %s", type(exc).__name__)
        with suppress(OSError):
            write_nonblock(client, _problem(status, reason))


def _problem(status: int, reason: str) -> bytes:
    identity = new_request_id()
    body = json.dumps(
        {
            "type": "/docs#http",
            "title": "Http",
            "status": status,
            "detail": f"The request could not be read: {reason}.",
            "code": "http",
            "request_id": identity,
        }
    )
    lines = (
        f"HTTP/1.1 {status} {reason}",
        "Connection: close",
        "Content-Type: application/problem+json",
        f"Content-Length: {len(body)}",
        f"X-Request-Id: {identity}",
        "",
        body,
    )
    return "\r\n".join(lines).encode("ascii")


class GthreadWorker(_Refusing, SharingWorker, WaitingWorker):
    """Threads that keep connections open: for tablets that connect directly."""


class OneAtATimeWorker(_Refusing, WholeSyncWorker):
    """One request after the other: the steadiest behind a proxy."""
