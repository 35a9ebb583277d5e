"""Redis, which only counts clients: whatever becomes of it, tables do not notice."""

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

from chaos import crowd
from chaos.fault import Fault, Scale
from chaos.faults.connections import HEAD, PAGE, PAGES
from chaos.faults.machine import GENEROUS
from chaos.grounds import Ground, behind_nginx, direct
from service.http.rates import BUDGET
from tests.support.delaying import slow_line
from tests.support.processes import HOST, find_tool, free_port, is_ready, running

SLOW = 0.7
"""Seconds that every word to Redis takes: no error, only time."""
ENDLESS = HEAD + b"X-Long: a\r\n" * 2300
"""25 KB of headers that never end."""
EXPECTANT = HEAD + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n"
STRANGERS = 20  # a second
_PID = "redis.pid"


@contextmanager
def redis(folder: Path) -> Iterator[int]:
    """The port of a Redis; its process id lies in the folder."""
    port = free_port()
    program = find_tool("redis-server", "redis-server")
    options = ("--port", str(port), "--bind", HOST, "--save", "", "--dir", str(folder))
    with running((program, *options), folder / "redis.log") as process:
        (folder / _PID).write_text(str(process.pid), encoding="utf-8")
        yield port


@contextmanager
def two_with_redis(folder: Path) -> Iterator[Ground]:
    """Two instances behind nginx that count clients in Redis."""
    with redis(folder) as port:
        storage = {"RATE_LIMIT_STORAGE": f"redis://{HOST}:{port}", **GENEROUS}
        with behind_nginx(folder, storage) as ground:
            yield ground


@contextmanager
def one_with_slow_redis(folder: Path) -> Iterator[Ground]:
    """One instance without a proxy that counts in a Redis which can be made slow."""
    with redis(folder) as port, slow_line(port) as line:
        storage = {"RATE_LIMIT_STORAGE": f"redis://{HOST}:{line.port}", **GENEROUS}
        with direct(folder, storage, line) as ground:
            yield ground


def lose_redis(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let Redis hang, come back, and die."""
    redis = int((ground.folder / _PID).read_text(encoding="utf-8"))
    for number in (signal.SIGSTOP, signal.SIGCONT, signal.SIGKILL):
        os.kill(redis, number)
        sleep(2 * scale.quiet)
    yield from ()


def slow_down_redis(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let Redis answer late, and callers without a key be counted there meanwhile."""
    assert ground.line
    waits: list[float] = []
    stop = Event()
    strangers = Thread(target=_keep_calling, args=(ground.port, stop, waits), daemon=True)
    strangers.start()
    sleep(scale.quiet / 2)
    ground.line.delay = SLOW
    sleep(2 * scale.quiet)
    stop.set()
    strangers.join(20)
    ground.line.delay = 0.0
    # A worker gives up once: with two of them two calls wait, and those that came with them.
    waited = [wait for wait in waits if wait > BUDGET]
    if len(waited) > 8 or max(waits) > 2.0:
        yield f"{len(waited)} of {len(waits)} counted callers waited, one for {max(waits):.1f} s"


def _keep_calling(port: int, stop: Event, waits: list[float]) -> None:
    """Ask without a key so many times a second, and note how long each answer took."""
    while not stop.wait(1 / STRANGERS):
        began = monotonic()
        connection = HTTPConnection(HOST, port, timeout=15)
        connection.request("GET", "/v1/rules")
        connection.getresponse().read()
        connection.close()
        waits.append(monotonic() - began)


def hold_every_thread(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let callers without a key hold what they can in every way, beside a Redis that is slow."""
    assert ground.line
    ground.line.delay = SLOW
    with ExitStack() as held:
        for text in (ENDLESS, EXPECTANT):
            calls = held.enter_context(crowd.silent(ground.port, scale.siege))
            for one in calls:
                one.sendall(text)
        held.enter_context(crowd.deaf(ground.port, scale.siege, PAGE * PAGES))
        for _ in range(4):
            sleep(scale.quiet / 2)
            if not is_ready(ground.port):
                yield "a probe had no answer within five seconds"
    ground.line.delay = 0.0


STORAGE = (
    Fault("Redis hangs, then dies", two_with_redis, lose_redis, role="client"),
    Fault("Redis is slow, strangers are counted", one_with_slow_redis, slow_down_redis),
    Fault("strangers hold all they can, Redis slow", one_with_slow_redis, hold_every_thread),
)
