"""Which connections get a thread: only those on which a whole request has arrived.

gunicorn's threads read from the network themselves. A caller who connects and says nothing holds
one for five seconds, a caller who sends a letter a minute for ever, and there are only a few; a
caller who does not hang up stops the whole worker for two seconds. Here a connection waits in the
poller, where it costs next to nothing, until its request lies complete in the kernel's buffer, and
again until the caller has hung up. `SO_RCVLOWAT` tells the kernel when to wake us.

A short request, a challenge or an ordinary game, is answered by the poller itself: to wake a thread
and to be woken by it takes as long as a verdict, and two threads that count take turns five
milliseconds at a time. Whatever may take longer than that still gets a thread.
"""

import socket
from concurrent.futures import Future, wait
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from threading import Barrier
from time import monotonic
from typing import cast

from gunicorn.http import RequestParser
from gunicorn.workers.gthread import TConn

from service.framing import ENOUGH, is_short, is_whole
from service.sending import WholeThreadWorker

PATIENCE = 10.0
"""Seconds from the first byte of a request to the end of its answer."""
_FAREWELL = 2.0  # Seconds for the caller to hang up, before unread bytes are thrown away.


class WaitingWorker(WholeThreadWorker):
    """A worker whose threads are never held by a caller who is slow, silent or gone."""

    waits_for_others = False
    """Whether an answer may wait for another server; then none is given by the poller."""

    def init_process(self) -> None:
        """Prepare to remember who has begun to speak: how much came, and until when we wait."""
        self._begun: dict[TConn, tuple[int, float]] = {}
        self._leaving: dict[TConn, float] = {}
        self._stopping = False
        self._notified = 0.0
        super().init_process()

    def run(self) -> None:
        """Start every thread now: one that cannot be started later would stop the whole worker."""
        together = Barrier(self.cfg.threads)
        wait([self.tpool.submit(together.wait) for _ in range(self.cfg.threads)])
        super().run()

    def notify(self) -> None:
        """Show the master that we live, once a second: gunicorn does so after every event."""
        now = monotonic()
        if now > self._notified + 1.0:
            self._notified = now
            super().notify()

    def enqueue_req(self, conn: TConn) -> None:
        """Give a connection with a request a thread, and a new one a place in the poller."""
        if conn in self.unsent:
            self._answer_now(conn)
            return
        if conn.data_ready:
            super().enqueue_req(conn)
            return
        conn.sock.setblocking(False)
        conn.timeout = monotonic() + self.cfg.keepalive
        self.pending_conns.append(conn)
        readable = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, EVENT_READ, readable)

    def on_pending_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """Go on with a new connection once its request is there."""
        if self._has_request(conn):
            super().on_pending_socket_readable(conn, client)

    def on_client_socket_readable(self, conn: TConn, client: socket.socket) -> None:
        """Go on with a kept connection once its next request is there."""
        if self._has_request(conn):
            super().on_client_socket_readable(conn, client)

    def finish_request(self, conn: TConn, fs: "Future[bool]") -> None:
        """Keep the connection, or say goodbye without waiting for the caller to do the same."""
        self._begun.pop(conn, None)
        kept = not fs.exception() and fs.result()
        if kept and self.alive:
            parser = cast(RequestParser, conn.parser)
            if parser.unreader.buf.getvalue():  # The next request came with this one.
                self._begun[conn] = 0, monotonic() + PATIENCE
            super().finish_request(conn, fs)
            return
        conn.sock.setblocking(False)
        if kept:  # So the answer said, just before the worker was told to stop.
            conn.set_timeout()
            self.keepalived_conns.append(conn)
            listen = self.on_client_socket_readable
        else:
            self._leaving[conn] = monotonic() + _FAREWELL
            listen = self._hear_out
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_WR)
        self.poller.register(conn.sock, EVENT_READ, partial(listen, conn))

    def murder_keepalived(self, force: bool = False) -> None:
        """Close what was kept too long; when the worker stops, let everybody ask once more.

        gunicorn would close kept connections at once, also one on which a request has just been
        sent; now the answer to that request says that the connection ends.
        """
        deadline = monotonic() + _FAREWELL
        while force and self.keepalived_conns and monotonic() < deadline:
            self.notify()
            self.wait_for_and_dispatch_events(timeout=0.1)
        super().murder_keepalived(force)  # type: ignore[call-arg]  # Missing in the stubs.

    def murder_pending(self) -> None:
        """Hang up on those whose time is over; when the worker stops, everybody's soon is."""
        now = monotonic()
        if not (self.alive or self._stopping):
            self._stopping = True
            for conn in self.pending_conns:
                conn.timeout = min(conn.timeout or now, now + _FAREWELL)
        super().murder_pending()
        for conn in [conn for conn, (_, deadline) in self._begun.items() if deadline < now]:
            del self._begun[conn]
            # Whoever reads from it, the poller or a thread, now finds its end.
            with suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RDWR)
        for conn in [conn for conn, deadline in self._leaving.items() if deadline < now]:
            self._let_go(conn)

    def _has_request(self, conn: TConn) -> bool:
        """Whether to read on: all is there, or nothing more will come."""
        seen, deadline = self._begun.get(conn, (0, monotonic() + PATIENCE))
        try:
            data = conn.sock.recv(ENOUGH, socket.MSG_PEEK)
        except OSError:
            data = b""
        self._begun[conn] = len(data), deadline
        ready = len(data) <= seen or is_whole(data)
        if seen or not ready:  # Otherwise the kernel wakes us for every byte already.
            wanted = 1 if ready else len(data) + 1
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, wanted)
        if ready and is_short(data) and not self.waits_for_others:
            self.unsent[conn] = bytearray()
        return ready

    def _answer_now(self, conn: TConn) -> None:
        """Answer without a thread; only a caller who does not take the answer at once gets one."""
        answered: Future[bool] = Future()
        try:
            answered.set_result(self.handle(conn))
        except Exception as fault:
            answered.set_exception(fault)
        unsent = self.unsent.pop(conn)
        if unsent and not answered.exception():
            sending = self.tpool.submit(self._send_rest, conn, unsent, answered)
            sending.add_done_callback(partial(self.method_queue.defer, self.finish_request, conn))
        else:
            self.finish_request(conn, answered)

    def _send_rest(self, conn: TConn, unsent: bytearray, answered: "Future[bool]") -> bool:
        conn.sock.sendall(unsent)
        return answered.result()

    def _hear_out(self, conn: TConn, client: socket.socket) -> None:
        """Read what nobody wants until the caller has hung up: then our answer has arrived."""
        try:
            gone = not client.recv(65536)
        except OSError:
            gone = True
        if gone:
            self._let_go(conn)

    def _let_go(self, conn: TConn) -> None:
        del self._leaving[conn]
        self.poller.unregister(conn.sock)
        self.nr_conns -= 1
        conn.close()
