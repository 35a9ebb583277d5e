"""The power of a laptop, which may go in the middle of whatever is put on record."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest


class PowerCutError(BaseException):
    """The laptop went dark in the middle of something."""


@contextmanager
def on_disk(writes: Callable[[str], None], lots: Random) -> Iterator[None]:
    """Tell `writes` of every file that is made, settled or put in its place; it may raise.

    What was written to a file since it was settled may be there in part when the power goes.
    """
    settled: dict[int, int] = {}
    rename, opened = os.replace, os.open

    def replace(source: Any, target: Any) -> None:
        writes(str(target))
        rename(source, target)
        writes(str(target))

    def open_file(path: Any, flags: int, *mode: int) -> int:
        if flags & os.O_CREAT:
            writes(str(path))
        return opened(path, flags, *mode)

    def settle(number: int) -> None:
        status = os.fstat(number)
        try:
            writes(os.readlink(f"/proc/self/fd/{number}"))
        except PowerCutError:
            if stat.S_ISREG(status.st_mode):
                begin = min(settled.get(status.st_ino, 0), status.st_size)
                os.ftruncate(number, lots.randint(begin, status.st_size))
            raise
        settled[status.st_ino] = status.st_size

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", replace)
        patch.setattr(os, "open", open_file)
        patch.setattr(os, "fsync", settle)
        yield
