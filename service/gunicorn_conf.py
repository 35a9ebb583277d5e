"""How gunicorn serves the application.

The application is loaded once before the workers fork, so the lexicons are verified once and their
pages shared. gunicorn keeps that application on HUP; `on_reload` makes a new one, so that a newly
built lexicon comes into force while the old workers finish what they accepted.
"""

import gc
import os
import resource
import shutil
import signal
import tempfile
from functools import partial
from logging import getLogger
from pathlib import Path
from typing import Any

from gunicorn.systemd import sd_notify

from service.counters import make_folder
from service.settings import WorkerClass, check_exposure, read_settings
from service.sharing import SharingWorker
from service.variables import StartError
from service.watchdog import start_watchdog

_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
_WORKERS = {
    WorkerClass.GTHREAD: "service.server.GthreadWorker",
    WorkerClass.SYNC: "service.server.OneAtATimeWorker",
}
_FILES = 65536
_settings = read_settings()
_log = getLogger("service.gunicorn")

# Read by prometheus-client when it is first imported; each worker counts in a file in there.
_metrics = make_folder(Path(_MEMORY or tempfile.gettempdir()))
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_metrics)

wsgi_app = "service.http.app:create_app()"
bind = _settings.bind
workers = _settings.workers
threads = _settings.threads
worker_class = _WORKERS[_settings.worker_class]
worker_tmp_dir = _MEMORY
preload_app = True
sendfile = False
keepalive = 75
timeout = 30
graceful_timeout = 30
# A worker that has answered so much starts afresh, not all at once: nothing that leaks gets far.
max_requests = 500_000
max_requests_jitter = 100_000
logger_class = "service.server.JsonLogger"
loglevel = _settings.log_level.value
control_socket_disable = True


def _open_files() -> int:
    """How many files a worker may open, after asking for more if there are few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= soft < _FILES:
        soft = _FILES if hard == resource.RLIM_INFINITY else min(hard, _FILES)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return _FILES if soft == resource.RLIM_INFINITY else min(soft, _FILES)


# A worker that runs out of files dies; one that is full lets new callers wait.
worker_connections = _open_files() // 2


def on_starting(server: Any) -> None:
    """Hold the addresses that are really bound, also those given to gunicorn, to the settings."""
    hosts = [address[0] for address in server.cfg.address if isinstance(address, tuple)]
    check_exposure(hosts, _settings)
    if _settings.keys is None:
        _log.warning("open access: no API keys are set, everybody who can connect may ask")


def when_ready(server: Any) -> None:
    """Share what was loaded, and let systemd hear from us if it wants to."""
    _freeze()
    if _settings.watchdog:
        listener = server.LISTENERS[0].sock
        report = partial(sd_notify, "WATCHDOG=1", server.log)
        start_watchdog(listener, _settings.watchdog, report)


def post_fork(server: Any, worker: Any) -> None:
    """Let a worker stop at once before it listens to signals; say whether its answers may wait."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # Rates that are counted elsewhere, in Redis, are asked for over the network.
    worker.waits_for_others = _settings.rate_limit_storage != "memory://"


def child_exit(server: Any, worker: Any) -> None:
    """Let no worker leave new callers to one that has ended, however it ended."""
    if isinstance(worker, SharingWorker):
        worker.strike_off()


def _freeze() -> None:
    """Keep what was loaded out of the garbage collector's way, so that workers share its pages."""
    gc.collect()
    gc.freeze()


def on_reload(server: Any) -> None:
    """Load rules and lexicons anew; if anything is wrong with them, go on with the old ones."""
    serving = server.app.callable
    server.app.callable = None
    gc.unfreeze()
    try:
        server.app.wsgi()
    except (Exception, StartError) as fault:  # The latter is a SystemExit.
        server.app.callable = serving
        _log.exception("reload refused, the old rules and lexicons stay: %s", str(fault))
    del serving
    _freeze()


def on_exit(server: Any) -> None:
    """Remove what the workers counted in."""
    shutil.rmtree(_metrics, ignore_errors=True)
