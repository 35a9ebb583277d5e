"""`python -m service.command.box.server`: the server of a box, which ends when its box does.

The box holds the other end of the standard input. However it ends, even killed, the system closes
that end, and nothing stays behind on the port.
"""

import os
import signal
import sys
from threading import Thread

from service.serving.start import start
from service.settings import read_settings


def end_with_the_box() -> None:
    """Stop the server when nobody holds the other end of the standard input any more."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    Thread(target=end_with_the_box, daemon=True).start()
    start(read_settings())
