"""A short soak: nothing grows, and a caller who never finishes is refused meanwhile."""

import socket
import time
from pathlib import Path

from chaos.grounds import direct
from chaos.soak import describe, row, soak
from service.serving.bridge import PATIENCE

SECONDS = 6
UNFINISHED = b"POST /v1/frs/challenge HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n{"


def test_nothing_grows_under_half_of_the_peak(tmp_path: Path) -> None:
    with direct(tmp_path) as ground:
        with socket.create_connection(("127.0.0.1", ground.port), timeout=1) as caller:
            caller.sendall(UNFINISHED)
            began = time.monotonic()
            shown = soak(ground, SECONDS, warm=1.5)
            assert time.monotonic() - began > PATIENCE
            assert caller.recv(100).startswith(b"HTTP/1.1 408 ")
        assert not shown.complaints(), describe(shown)
        assert shown.tally.sent > SECONDS * shown.rate / 2


def test_a_fixed_rate_is_kept_without_looking_for_the_peak(tmp_path: Path) -> None:
    with direct(tmp_path) as ground:
        shown = soak(ground, 3, warm=0.5, rate=40)
    assert (shown.peak, shown.rate) == (0, 40)
    assert 100 <= shown.tally.sent <= 130
    assert not shown.complaints(), describe(shown)
    assert row(shown).count("|") == 11
