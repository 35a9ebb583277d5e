"""Which worker takes a new caller: one that has the fewest.

All workers wake for a new caller, and the one that is awake already would take nearly everybody. So
the number of callers of each worker stands in memory that the master and all workers share.
"""

import socket
from mmap import mmap
from time import sleep
from typing import Any

from gunicorn.workers.gthread import ThreadWorker

_WORKERS = 512  # As many as may live at once while a reload replaces them.
_GONE = 2**32 - 1
_COURTESY = 0.001  # Seconds in which a worker with one caller fewer may be quicker.
_ENOUGH = 0.004  # Seconds, however few the other has: our own callers wait meanwhile.

_callers = memoryview(mmap(-1, 4 * _WORKERS)).cast("I")


for _place in range(_WORKERS):
    _callers[_place] = _GONE


class SharingWorker(ThreadWorker):
    """A worker that lets those with fewer callers take the new ones."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Take a place that no living worker has; this happens in the master."""
        self.place = _callers.tolist().index(_GONE)
        super().__init__(*args, **kwargs)

    def strike_off(self) -> None:
        """Let nobody wait for this worker any longer."""
        _callers[self.place] = _GONE

    @property
    def nr_conns(self) -> int:
        """How many callers it has; gunicorn counts them here."""
        return _callers[self.place]

    @nr_conns.setter
    def nr_conns(self, callers: int) -> None:
        _callers[self.place] = callers

    def accept(self, listener: socket.socket) -> None:
        """Take a new caller, unless a worker with fewer callers is quicker."""
        more = self.nr_conns - min(_callers)
        if more:
            sleep(min(more * _COURTESY, _ENOUGH))
        super().accept(listener)
