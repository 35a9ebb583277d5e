"""The folder in which the workers count, and the folders that killed servers left behind.

A server locks its folder. The system lets go of a lock when the last process that holds it is gone,
even after kill -9, and a lock means the same in every container that shares the place, which a
process id does not. A server that starts removes what nobody holds.
"""

import fcntl
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

_NAME = "arbiter-counters-"


def make_folder(place: Path) -> Path:
    """A new folder in this place, held for as long as this process or a child of it lives."""
    for folder in place.glob(f"{_NAME}*"):
        _remove_unless_held(folder)
    # Nobody looks for the hidden name, so nobody can find the folder before it is locked.
    hidden = Path(tempfile.mkdtemp(prefix=f".{_NAME}", dir=place))
    fcntl.flock(os.open(hidden, os.O_RDONLY), fcntl.LOCK_EX)
    return hidden.rename(place / hidden.name.removeprefix("."))


def _remove_unless_held(folder: Path) -> None:
    """Remove a folder that is ours and whose server is gone."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(handle)
