"""A bar for whatever takes more than a second, on a person's terminal only."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from service.command.console import Console

_SILENT_SECONDS = 1.0
_STEP_SECONDS = 0.2
_BAR = 20


@contextmanager
def waiting(console: Console, what: str, most: float) -> Iterator[None]:
    """Show how long something has taken, against the longest that it may take."""
    if not console.lively:
        yield
        return
    done = threading.Event()
    thread = threading.Thread(target=_draw, args=(console, what, most, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _draw(console: Console, what: str, most: float, done: threading.Event) -> None:
    start = time.monotonic()
    if done.wait(_SILENT_SECONDS):
        return
    while not done.wait(_STEP_SECONDS):
        seconds = time.monotonic() - start
        filled = min(_BAR, int(_BAR * seconds / most))
        bar = "█" * filled + "░" * (_BAR - filled)
        print(f"\r{what} {bar} {seconds:.0f} s", end="", file=console.err, flush=True)
    print("\r\x1b[K", end="", file=console.err, flush=True)
