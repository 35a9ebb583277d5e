"""What is kept elsewhere: counts in Redis, devices on a disk; tables do not notice either."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from time import sleep

from chaos.faults.callers import LATE, stand_in_the_way
from chaos.grounds import ENOUGH, Fault, Ground, Scale, direct
from service.devices import Devices, Place
from service.http.rates import BUDGET
from tests.support.delaying import slow_line
from tests.support.processes import (
    HOST,
    ToolMissingError,
    find_tool,
    free_port,
    running,
)

GENEROUS = {"RATE_LIMIT": ENOUGH, "CHALLENGE_LIMIT": ENOUGH}
"""For a load with a client's key."""
SLOW_DISK = '''"""A disk that takes its time; Python loads this first."""

import os
import time

_sync = os.fsync
os.fsync = lambda number: (time.sleep(0.7), _sync(number))[1]
'''


@contextmanager
def with_redis(folder: Path) -> Iterator[Ground]:
    """One instance without a proxy that counts in a Redis which can be made slow."""
    port, program = free_port(), find_tool("redis-server", "redis-server")
    options = ("--port", str(port), "--bind", HOST, "--save", "", "--dir", str(folder))
    with running((program, *options), folder / "redis.log") as process, slow_line(port) as line:
        (folder / "redis.pid").write_text(str(process.pid), encoding="utf-8")
        storage = f"redis://{HOST}:{line.port}"
        with direct(folder, line, RATE_LIMIT_STORAGE=storage, **GENEROUS) as ground:
            yield ground


def on_a_slow_disk(folder: Path) -> AbstractContextManager[Ground]:
    """A box whose devices lie on a stick that is full of pictures."""
    (folder / "devices").mkdir()
    (folder / "sitecustomize.py").write_text(SLOW_DISK, encoding="utf-8")
    return direct(folder, DEVICES_PATH=f"{folder}/devices", PYTHONPATH=str(folder))


@contextmanager
def on_a_small_disk(folder: Path) -> Iterator[Ground]:
    """A box whose devices lie on a disk that is soon full."""
    devices = folder / "devices"
    devices.mkdir()
    mounted = ("mount", "-t", "tmpfs", "-o", "size=256k,nr_inodes=64", "tmpfs", str(devices))
    if subprocess.run(mounted, capture_output=True, check=False).returncode:
        raise ToolMissingError("only root may mount a small disk")
    try:
        with direct(folder, DEVICES_PATH=str(devices)) as ground:
            yield ground
    finally:
        subprocess.run(("umount", str(devices)), check=True)


def lose_redis(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let Redis hang, come back, and die."""
    process = int((ground.folder / "redis.pid").read_text(encoding="utf-8"))
    for number in (signal.SIGSTOP, signal.SIGCONT, signal.SIGKILL):
        os.kill(process, number)
        sleep(2 * scale.quiet)
    yield from ()


def slow_down_redis(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let Redis answer late, and clients be counted there meanwhile."""
    assert ground.line
    with ground.load(20, "client").asking() as tally:
        sleep(scale.quiet / 2)
        ground.line.delay = LATE
        sleep(2 * scale.quiet)
    ground.line.delay = 0.0
    # A worker gives up once: with two of them two calls wait, and those that came with them.
    waited = [outcome for outcome in tally.outcomes if outcome.took > BUDGET]
    if not tally.is_whole or len(waited) > 8 or tally.took(1.0) > 2.0:
        yield f"{len(waited)} of {tally.sent} clients waited, one for {tally.took(1.0):.1f} s"


def enrol(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let devices come with their codes; nobody waits for the disk but they."""
    codes = [issue(ground, f"AAAAAA{number:02}") for number in range(8 * scale.times)]
    if (statuses := {come(ground, code) for code in codes}) != {200}:
        yield f"the devices were answered {statuses}"


def fill_disk(ground: Ground, scale: Scale) -> Iterator[str]:
    """Fill the disk: who was in stays in, nobody else gets in until there is room again."""
    folder = ground.folder / "devices"
    for number in range(scale.times):
        code = issue(ground, f"BBBB{number:04}")
        with suppress(OSError):
            (folder / "full").write_bytes(bytes(10**6))
        with suppress(OSError):
            for at in range(100):
                (folder / f"full-{at}").touch()
        status = come(ground, code)
        for picture in folder.glob("full*"):
            picture.unlink()
        if (status, come(ground, code)) != (503, 200):
            yield f"on a full disk a device was answered {status}"
        sleep(scale.quiet / 2)


def issue(ground: Ground, code: str) -> str:
    """Give out a code for a table."""
    Devices(ground.folder / "devices").issue(Place(code, "device", code, {"table": code}))
    return code


def come(ground: Ground, code: str) -> int:
    """What a device is answered that comes with a code."""
    body = b'{"code": "%s", "key": "%s"}' % (code.encode(), code.encode() * 5)
    return ground.post(ground.port, "/v1/devices", body, "device")[0]


STORAGE = (
    Fault("Redis hangs, then dies", with_redis, lose_redis, role="client"),
    Fault("Redis is slow, clients are counted", with_redis, slow_down_redis),
    Fault("strangers hold all they can, Redis slow", with_redis, stand_in_the_way),
    Fault("devices come, the disk is slow", on_a_slow_disk, enrol),
    Fault("devices come, the disk is full", on_a_small_disk, fill_disk),
)
