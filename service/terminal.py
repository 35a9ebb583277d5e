"""The entry point of the `arbiter` command; what it does is in service/command."""

import atexit
import gc
import hashlib  # noqa: F401  # First: short of memory, it would tell that itself, in many lines.
import signal
import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    gc.set_threshold(100_000)  # Most of what a command makes it keeps: rules, classes, modules.
    atexit.register(gc.freeze)  # All of it ends with the process: nobody need look through it.
    # Python drops an interrupt that falls into a callback while modules load, and would go on.
    usual = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from service.command.main import main as run

        signal.signal(signal.SIGINT, usual)
        return run(argv)
    except (MemoryError, SystemError):  # Python itself fails so where an import has no room.
        print("arbiter: there is not enough memory: close something else first", file=sys.stderr)
    except ModuleNotFoundError as missing:
        print(f"arbiter: {missing.name} is missing: install arbiter anew", file=sys.stderr)
    except ImportError as fault:  # As where the system has no memory for a library.
        print(f"arbiter: {fault}", file=sys.stderr)
    return 2
