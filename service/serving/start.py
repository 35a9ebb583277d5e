"""Becomes the server that was chosen; what cannot be served is one line before anything runs.

Also what a server needs of us: the application behind the bridge, kept where forked workers find
it, and a folder in memory where workers count what they do, for as long as the server runs.
"""

import gc
import os
import shutil
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EADDRINUSE
from importlib.util import find_spec
from pathlib import Path
from runpy import run_module
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from service.http.logs import log_settings
from service.settings import Server, Settings, StartError, read_settings

if TYPE_CHECKING:
    from service.serving.bridge import Bridge

APPLICATION = f"{__name__}:create"
SERVING = (sys.executable, "-m", "service.serving")
GUNICORN = ("--config", "python:service.serving.gunicorn_conf")
THRIFTY = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "131072"}
"""How the system's library keeps little memory in reserve; deploy/ says the same."""
GRACE = 2
"""Seconds to finish what was accepted once the service is told to stop."""
KEPT = 75
"""Seconds for which a connection is kept without a request."""
COUNTED = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus-client looks, when it is first imported, for the folder of the counters."""
MEMORY = Path("/dev/shm")
_PREFIX = "arbiter-counters-"
_YOUNG = 50_000  # Objects more than before, until the collector looks for those left over.
_FRESH = 60.0  # Seconds in which a server that starts has surely locked its folder.
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


def start_afresh() -> None:
    """Serve in a process without the caller's modules: the workers would take them along."""
    _hold_interrupt()
    os.execve(sys.executable, SERVING, THRIFTY | os.environ)


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
        # httptools, twice as quick, takes in a head without end: for where a proxy bounds it.
        http="auto" if settings.proxies else "h11",
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


def create(exhausted: Callable[[], None] = lambda: None) -> "Bridge":
    """The service under the settings of the environment; a `StartError` if it must not run.

    `exhausted` is what a process does once it lacked memory: nothing, where none would replace it.
    """
    from service.http.access import at_once
    from service.http.app import create_app  # Only now: it looks for the folder of the counters.
    from service.http.bodies import EXHAUSTED
    from service.serving.bridge import Bridge

    gc.unfreeze()  # A service that this one takes the place of is to go.
    settings = read_settings()
    app = create_app(settings)
    app.extensions[EXHAUSTED] = exhausted
    renewed = settings.keepalive_requests
    # What was loaded is kept out of the garbage collector's way, so that workers share its pages.
    # What an answer is made of is gone when it was sent, so it seldom looks for the rest.
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG)
    return Bridge(app, settings.threads, at_once(settings), renewed, exhausted)


_loaded: "list[Bridge]" = []


def load(exhausted: Callable[[], None] = lambda: None) -> None:
    """Load the service in place of the one that was loaded before, if it may run."""
    _loaded[:] = [create(exhausted)]


def loaded() -> "Bridge":
    """The service that this process, or the one it was forked from, has loaded."""
    return _loaded[0]


@contextmanager
def counters() -> Iterator[None]:
    """A folder for the workers to count in, unless the operator named one; removed afterwards."""
    if os.environ.get(COUNTED):
        yield
        return
    memory = MEMORY if MEMORY.is_dir() else None
    if memory:
        remove_abandoned(memory)
    os.environ[COUNTED] = folder = mkdtemp(prefix=_PREFIX, dir=memory)
    held = _lock(Path(folder)) if memory else None
    owner = os.getpid()
    try:
        yield
    finally:
        if os.getpid() == owner:  # And not a worker that was forked from it.
            shutil.rmtree(folder, ignore_errors=True)
            if held is not None:
                os.close(held)


def remove_abandoned(memory: Path) -> None:
    """Remove the folders of servers that were killed: no process holds their lock any more."""
    for folder in memory.glob(f"{_PREFIX}*"):
        try:
            if time.time() - folder.stat().st_mtime < _FRESH:
                continue
            held = _lock(folder)
        except OSError:  # In use, somebody else's, or just gone.
            continue
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def _lock(folder: Path) -> int:
    """Hold the folder until this process and all that it forks have ended."""
    import fcntl  # Where there is such a folder there is this; Windows has neither.

    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(opened)
        raise
    return opened
