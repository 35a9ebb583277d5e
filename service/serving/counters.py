"""Where the workers count what they do: a folder in memory for as long as the server runs."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

COUNTED = "PROMETHEUS_MULTIPROC_DIR"
"""Where prometheus-client looks, when it is first imported, for the folder of the counters."""
MEMORY = Path("/dev/shm")
_PREFIX = "arbiter-counters-"
_FRESH = 60.0  # Seconds in which a server that starts has surely locked its folder.


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
