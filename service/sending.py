"""How an answer leaves: head and body in one piece, so that nobody gets one without the other.

gunicorn sends them one after the other. A worker that dies between the two has begun an answer, so
no proxy can ask another instance any more. In one piece the answer is sent or it is not, and there
is one system call less.
"""

from copy import copy
from typing import Any, cast

from gunicorn.http import Request
from gunicorn.workers.gthread import TConn, ThreadWorker
from gunicorn.workers.sync import SyncWorker


class Together:
    """A socket that holds back the first bytes, the head, until the next, or until `finish`."""

    def __init__(self, sock: Any) -> None:
        """Send through this socket."""
        self._sock = sock
        self._head: bytes | None = None

    def sendall(self, data: bytes) -> None:
        """Keep the head, or send it with what follows."""
        if self._head is None:
            self._head = data
        else:
            self._sock.sendall(self._head + data)
            self._head = b""

    def finish(self) -> None:
        """Send a head that nothing follows."""
        if self._head:
            self.sendall(b"")

    def __getattr__(self, name: str) -> Any:
        """Everything else is as with the socket itself."""
        return getattr(self._sock, name)


class WholeThreadWorker(ThreadWorker):
    """A worker with threads that sends answers in one piece."""

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Answer a request."""
        whole = copy(conn)
        whole.sock = cast(Any, together := Together(conn.sock))
        kept = super().handle_request(req, whole)
        together.finish()
        return kept


class WholeSyncWorker(SyncWorker):
    """A worker that sends answers in one piece."""

    def handle_request(self, listener: Any, req: Request, client: Any, addr: Any) -> bool:
        """Answer a request."""
        together = Together(client)
        kept = super().handle_request(listener, req, cast(Any, together), addr)
        together.finish()
        return kept
