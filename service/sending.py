"""How an answer leaves: head and body in one piece, so that nobody gets one without the other.

gunicorn sends them one after the other. A worker that dies between the two has begun an answer, so
no proxy can ask another instance any more. In one piece the answer is sent or it is not, and there
is one system call less.
"""

import socket
from copy import copy
from typing import Any, cast

from gunicorn.http import Request
from gunicorn.workers.gthread import TConn, ThreadWorker
from gunicorn.workers.sync import SyncWorker


class Together:
    """A socket that holds back the first bytes, the head, until the next, or until `finish`."""

    def __init__(self, sock: Any, unsent: bytearray | None = None) -> None:
        """Send through this socket; what it does not take at once is put aside if there is room."""
        self._sock = sock
        self._unsent = unsent
        self._head: bytes | None = None

    def sendall(self, data: bytes) -> None:
        """Keep the head, or send it with what follows."""
        if self._head is None:
            self._head = data
        else:
            self._send(self._head + data)
            self._head = b""

    def _send(self, data: bytes) -> None:
        if self._unsent is None:
            self._sock.sendall(data)
        else:
            sent = 0 if self._unsent else send_now(self._sock, data)
            self._unsent += data[sent:]

    def finish(self) -> None:
        """Send a head that nothing follows."""
        if self._head:
            self.sendall(b"")

    def __getattr__(self, name: str) -> Any:
        """Everything else is as with the socket itself."""
        return getattr(self._sock, name)


def send_now(sock: socket.socket, data: bytes) -> int:
    """Send as much as the system takes without waiting for the caller; gives how much."""
    try:
        return sock.send(data, socket.MSG_DONTWAIT)
    except BlockingIOError:
        return 0


_DRAINED = 64 * 1024
"""How much of a body that nobody wanted gunicorn reads; from a longer one it hangs up."""


class WholeThreadWorker(ThreadWorker):
    """A worker with threads that sends answers in one piece."""

    def init_process(self) -> None:
        """Prepare to put aside what the callers of some connections do not take at once."""
        self.unsent: dict[TConn, bytearray] = {}
        super().init_process()

    def handle_request(self, req: Request, conn: TConn) -> bool:
        """Answer a request; the answer to one with a long body says that the connection ends."""
        if req.body and getattr(req.body.reader, "length", 0) > _DRAINED:
            req.force_close()
        whole = copy(conn)
        together = Together(conn.sock, self.unsent.get(conn))
        whole.sock = cast(Any, together)
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
