"""A short soak: nothing grows, and a caller who never finishes is refused meanwhile."""

import socket
import time
from pathlib import Path

from chaos.grounds import direct
from chaos.soak import soak
from service.serving.bridge import PATIENCE

SECONDS = 6
UNFINISHED = b"POST /v1/frs/challenge HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{"


def test_nothing_grows_and_what_large_tournaments_took_is_given_back(tmp_path: Path) -> None:
    with direct(tmp_path) as ground:
        with socket.create_connection(("127.0.0.1", ground.port), timeout=1) as caller:
            caller.sendall(UNFINISHED)
            began = time.monotonic()
            shown = soak(ground, SECONDS, warm=1.5)
            assert time.monotonic() - began > PATIENCE
            assert caller.recv(100).startswith(b"HTTP/1.1 408 ")
        assert not shown.complaints(), str(shown)
        assert shown.tally.sent > SECONDS * shown.rate / 2
