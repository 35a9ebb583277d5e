"""What gunicorn is told.

The application is loaded once before the workers fork, so that the lexicons are verified once and
their pages shared, and again on HUP: a newly built lexicon comes into force while the old workers
finish what they accepted.
"""

import atexit
import os
import resource
import signal
import sys
import time
from contextlib import ExitStack
from errno import EIO
from logging import getLogger
from logging.config import dictConfig
from typing import Any

from service.http.logs import log_settings
from service.serving.start import GRACE, KEPT, MEMORY, counters, load
from service.settings import StartError, check_exposure, read_settings

_FILES = 65536
_settings = read_settings()
_log = getLogger("service.gunicorn")
_made = ExitStack()
atexit.register(_made.close)  # Also after a start that is refused.
getLogger("gunicorn.error").disabled = True  # Until its lines are JSON, when it starts.

wsgi_app = f"{load.__module__}:loaded()"
bind = _settings.bind
workers = _settings.workers
worker_class = "asgi"
# Even beside uvloop, which takes 0.94 of the time and four mebibytes a worker.
asgi_loop = "asyncio"
worker_tmp_dir = str(MEMORY) if MEMORY.is_dir() else None
certfile = str(_settings.tls_cert) if _settings.tls_cert else None
keyfile = str(_settings.tls_key) if _settings.tls_key else None
keepalive = KEPT
timeout = 30
graceful_timeout = GRACE
# The bridge refuses what is longer than half of this, in JSON; gunicorn what is longer still.
limit_request_line = 8190
limit_request_field_size = 32768
loglevel = _settings.log_level.value
control_socket_disable = True


def on_starting(server: Any) -> None:
    """Load the service, and hold the addresses that gunicorn was given to the settings."""
    _set_up_log()
    check_exposure(filter(None, map(_host, server.cfg.bind)), _settings)
    _allow_files()
    _made.enter_context(counters())
    # Only now: prometheus-client looks for the folder of the counters when it is imported.
    load(_replace_worker)
    if _settings.keys is None:
        _log.warning("open access: no API keys are set, everybody who can connect may ask")


def when_ready(server: Any) -> None:
    """Stop at once if a Ctrl-C was held back while the service started; take the next ones."""
    if signal.SIGINT in signal.sigpending():
        sys.exit(0)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _log.info("open %s", _settings.url)


def on_reload(server: Any) -> None:
    """Load rules and lexicons anew; if anything is wrong with them, go on with the old ones.

    A window that was closed sends the same signal, and then nobody is left to serve for.
    """
    _set_up_log()  # gunicorn has just set its own form again.
    if _terminal_is_closed():
        os.kill(os.getpid(), signal.SIGTERM)
        return
    try:
        load(_replace_worker)
    except (Exception, StartError) as fault:  # The latter is a SystemExit.
        _log.exception("reload refused, the old rules and lexicons stay: %s", str(fault))


def post_fork(server: Any, worker: Any) -> None:
    """Let a worker stop at once before it listens to signals."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, lambda *_: sys.exit(0))


def pre_request(worker: Any, request: Any) -> None:
    """Say nothing: a path may hold a word, and gunicorn would log it with LOG_LEVEL=debug."""


def _set_up_log() -> None:
    dictConfig(log_settings(_settings.log_level, "gunicorn.error", text=_settings.text_log))


def _replace_worker() -> None:
    """End this worker, so that one with memory takes its place; soon, whatever becomes of it."""
    signal.alarm(GRACE + 1)  # The system does this: it needs none of our memory.
    os.kill(os.getpid(), signal.SIGTERM)


def _terminal_is_closed() -> bool:
    """Whether this was started at a terminal that is gone, or is going: the signal comes first."""
    for _ in range(10):
        try:
            os.tcgetpgrp(0)
        except OSError as fault:
            return fault.errno == EIO
        time.sleep(0.05)
    return False


def _host(address: str) -> str:
    """The host of an address that was given to gunicorn; none of a file's or a socket's."""
    return "" if address.startswith(("unix:", "fd:")) else address.rpartition(":")[0].strip("[]")


def _allow_files() -> None:
    """Ask for as many open files as there may be callers."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < _FILES:
        wanted = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
