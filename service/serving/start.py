"""Becomes the server that was chosen; what cannot be served is one line before anything runs."""

import os
import signal
import socket
import sys
from errno import EADDRINUSE
from importlib.util import find_spec
from runpy import run_module

from service.http.logs import log_settings
from service.serving.counters import counters
from service.settings import Server, Settings
from service.variables import StartError

APPLICATION = "service.serving.application:create"
SERVING = (sys.executable, "-m", "service.serving")
GUNICORN = ("--config", "python:service.serving.gunicorn_conf")
GRACE = 2
"""Seconds to finish what was accepted once the service is told to stop."""
KEPT = 75
"""Seconds for which a connection is kept without a request."""
_UNREAD = 128 * 1024  # Bytes of answers that the system keeps for a caller who does not read.
_READ_WITHIN = 15  # Seconds after which such a caller is hung up on.


def start(settings: Settings) -> None:
    """Serve until stopped."""
    check(settings)
    match settings.server:
        case Server.GUNICORN:
            _gunicorn(settings)
        case Server.UVICORN:
            with counters():
                _uvicorn(settings)
        case Server.GRANIAN:
            with counters():
                _granian(settings)


def start_afresh() -> None:
    """Serve in a process without the caller's modules: the workers would take them along."""
    _hold_interrupt()
    os.execv(sys.executable, SERVING)


def check(settings: Settings) -> None:
    """Refuse a server that is not installed and an address that cannot be had."""
    if find_spec(settings.server) is None:
        extra = f"pip install -e '.[{settings.server}]'"
        raise StartError(f"SERVER: install {settings.server} first: {extra} in the checkout")
    listen(settings).close()


def listen(settings: Settings) -> socket.socket:
    """The address, taken; whoever asks and does not read can hold only little there, and briefly.

    What is set on the listener holds for every connection that it accepts.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        listener = socket.create_server((settings.host, settings.port), family=family)
    except OSError as fault:
        other = f"; choose another, for example PORT={settings.port % 65535 + 1}"
        advice = other if fault.errno == EADDRINUSE else ""
        said = os.strerror(fault.errno or 0)
        raise StartError(f"PORT: cannot listen on {settings.bind}: {said}{advice}") from None
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _UNREAD)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Elsewhere than on Linux such a caller may stay.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _READ_WITHIN * 1000)
    return listener


def _gunicorn(settings: Settings) -> None:
    """As `python -m gunicorn` does, without starting Python once more."""
    listener = listen(settings)
    _hold_interrupt()
    sys.argv[1:] = *GUNICORN, "--bind", f"fd://{listener.fileno()}"
    run_module("gunicorn", run_name="__main__", alter_sys=True)


def _hold_interrupt() -> None:
    """Let a Ctrl-C wait until gunicorn listens: Python may drop it while modules load."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


def _uvicorn(settings: Settings) -> None:
    import uvicorn

    uvicorn.run(
        APPLICATION,
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        ssl_certfile=settings.tls_cert,
        ssl_keyfile=settings.tls_key,
        ws="none",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=log_settings(settings.log_level, "uvicorn", text=settings.text_log),
        timeout_keep_alive=KEPT,
        timeout_graceful_shutdown=GRACE,
    )


def _granian(settings: Settings) -> None:
    """Without the bridge: its threads are quickest, and nginx before it sends whole requests."""
    from granian import Granian
    from granian.constants import Interfaces

    alone = settings.rate_limit_storage == "memory://"
    Granian(
        "service.http.app:create_app",
        factory=True,
        interface=Interfaces.WSGI,
        blocking_threads=1 if alone else settings.threads,  # Others may wait for Redis.
        address=settings.host,
        port=settings.port,
        workers=settings.workers,
        ssl_cert=settings.tls_cert,
        ssl_key=settings.tls_key,
        websockets=False,
        log_dictconfig=log_settings(settings.log_level, "_granian", text=settings.text_log),
        respawn_failed_workers=True,
        workers_kill_timeout=GRACE,
    ).serve()
