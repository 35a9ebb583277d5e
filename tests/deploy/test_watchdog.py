"""systemd hears from the service while it answers, and only then."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chaos.grounds import WORKERS, Instance, direct
from tests.support.processes import wait_until

SECONDS = 1.0


@contextmanager
def watched(folder: Path) -> Iterator[tuple[Instance, socket.socket]]:
    """An instance, and the socket on which it reports as to systemd."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(folder / "notify"))
        systemd.settimeout(2 * SECONDS)
        reports = {
            "NOTIFY_SOCKET": str(folder / "notify"),
            "WATCHDOG_USEC": str(int(SECONDS * 1_000_000)),
        }
        with direct(folder, reports) as ground:
            yield ground.instances[0], systemd


def test_it_reports_that_it_is_ready_and_then_that_it_answers(tmp_path: Path) -> None:
    with watched(tmp_path) as (_, systemd):
        assert systemd.recv(100).startswith(b"READY=1")
        assert [systemd.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3


def test_it_is_silent_while_it_does_not_answer(tmp_path: Path) -> None:
    with watched(tmp_path) as (instance, systemd):
        assert wait_until(lambda: len(instance.workers) == 1 + WORKERS)
        watchdog, *workers = instance.workers
        _signal(workers, signal.SIGSTOP)
        time.sleep(SECONDS)
        _empty(systemd)
        time.sleep(SECONDS)
        heard = _empty(systemd)
        _signal(workers, signal.SIGCONT)
        assert heard == 0
        assert systemd.recv(100) == b"WATCHDOG=1"
        instance.stop()
        assert wait_until(lambda: not Path(f"/proc/{watchdog}").exists(), 10 * SECONDS)


def _signal(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        os.kill(process, number)


def _empty(systemd: socket.socket) -> int:
    """How many reports were waiting."""
    count = 0
    systemd.setblocking(False)
    try:
        while systemd.recv(100):
            count += 1
    except BlockingIOError:
        systemd.settimeout(2 * SECONDS)
    return count
