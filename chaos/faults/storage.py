"""What is kept elsewhere: counts in Redis, devices on a disk; tables do not notice either."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

from chaos import crowd
from chaos.fault import Fault, Scale
from chaos.faults.callers import HEAD, PAGES
from chaos.grounds import ENOUGH, Ground, behind_nginx, direct
from service.devices import Devices, Place
from service.http.rates import BUDGET
from tests.support.delaying import slow_line
from tests.support.processes import (
    HOST,
    ToolMissingError,
    find_tool,
    free_port,
    is_ready,
    running,
)

GENEROUS = {"RATE_LIMIT": ENOUGH, "CHALLENGE_LIMIT": ENOUGH}
"""For a load with a client's key."""
SLOW = 0.7
"""Seconds that every word to Redis takes: no error, only time."""
ENDLESS = HEAD + b"X-Long: a\r\n" * 2300
"""25 KB of headers that never end."""
EXPECTANT = HEAD + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n"
STRANGERS = 20  # a second
SLOW_DISK = '''"""A disk that takes its time; Python loads this first."""

import os
import time

_sync = os.fsync
os.fsync = lambda number: (time.sleep(0.7), _sync(number))[1]
'''
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


@contextmanager
def on_a_slow_disk(folder: Path) -> Iterator[Ground]:
    """A box whose devices lie on a stick that is full of pictures."""
    devices = folder / "devices"
    devices.mkdir()
    (folder / "sitecustomize.py").write_text(SLOW_DISK, encoding="utf-8")
    given = {"DEVICES_PATH": str(devices), "PYTHONPATH": str(folder)}
    with direct(folder, given) as ground:
        yield ground


@contextmanager
def on_a_small_disk(folder: Path) -> Iterator[Ground]:
    """A box whose devices lie on a disk that is soon full."""
    devices = folder / "devices"
    devices.mkdir()
    mounted = ("-t", "tmpfs", "-o", "size=256k,nr_inodes=64", "tmpfs", str(devices))
    if subprocess.run(("mount", *mounted), capture_output=True, check=False).returncode:
        raise ToolMissingError("only root may mount a small disk")
    try:
        with direct(folder, {"DEVICES_PATH": str(devices)}) as ground:
            yield ground
    finally:
        subprocess.run(("umount", str(devices)), check=True)


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
            held.enter_context(crowd.holding(ground.port, scale.siege, text))
        held.enter_context(crowd.deaf(ground.port, scale.siege, PAGES))
        for _ in range(4):
            sleep(scale.quiet / 2)
            if not is_ready(ground.port):
                yield "a probe had no answer within five seconds"
    ground.line.delay = 0.0


def enrol(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let devices come with their codes; nobody waits for the disk but they."""
    statuses = [_come(ground, f"AAAAAA{number:02}") for number in range(8 * scale.times)]
    if set(statuses) != {200}:
        yield f"the devices were answered {statuses}"


def fill_disk(ground: Ground, scale: Scale) -> Iterator[str]:
    """Fill the disk: who was in stays in, nobody else gets in until there is room again."""
    full, number = ground.folder / "devices/full", 0
    for _ in range(scale.times):
        before, after = (f"BBBB{number + at:04}" for at in (0, 1))
        number += 2
        _issue(ground, after)
        pictures = [full]
        with suppress(OSError):
            full.write_bytes(bytes(10**6))
        with suppress(OSError):
            for at in range(100):
                pictures.append(full.with_name(f"full-{at}"))
                pictures[-1].touch()
        statuses = {_come(ground, after, give=False)}
        for picture in pictures:
            picture.unlink(missing_ok=True)
        if statuses != {503} or _come(ground, before) != 200:
            yield f"on a full disk a device was answered {statuses}"
        sleep(scale.quiet / 2)


def _issue(ground: Ground, code: str) -> None:
    Devices(ground.folder / "devices").issue(Place(code, "device", code, {"table": code}))


def _come(ground: Ground, code: str, *, give: bool = True) -> int:
    """What a device is answered that comes with a code."""
    if give:
        _issue(ground, code)
    body = b'{"code": "%s", "key": "%s"}' % (code.encode(), code.encode() * 5)
    return ground.post(ground.port, "/v1/devices", body, "device").status


STORAGE = (
    Fault("Redis hangs, then dies", two_with_redis, lose_redis, role="client"),
    Fault("Redis is slow, strangers are counted", one_with_slow_redis, slow_down_redis),
    Fault("strangers hold all they can, Redis slow", one_with_slow_redis, hold_every_thread),
    Fault("devices come, the disk is slow", on_a_slow_disk, enrol),
    Fault("devices come, the disk is full", on_a_small_disk, fill_disk),
)
