"""What a service leans on and cannot choose: a disk for its logs, the clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chaos.fault import Fault, Scale
from chaos.faults.lexicons import roll_out
from chaos.faults.workers import kill_workers
from chaos.grounds import ENOUGH, Ground, behind_nginx

FULL_DISK = Path("/dev/full")
"""Every write to it fails as on a full disk."""
GENEROUS = {"RATE_LIMIT": ENOUGH, "CHALLENGE_LIMIT": ENOUGH}
"""For a load with a client's key."""
HOUR = 3600


@contextmanager
def on_a_full_disk(folder: Path) -> Iterator[Ground]:
    """Two instances that log every request, and cannot."""
    with behind_nginx(folder, {"ACCESS_LOG": "1"}, FULL_DISK) as ground:
        yield ground


def work_on(ground: Ground, scale: Scale) -> Iterator[str]:
    """Do with a full disk what is done without: lose workers, take a new lexicon."""
    yield from kill_workers(ground, scale)
    yield from roll_out(ground, scale)


CLOCK = '''"""A clock that is wrong by as many seconds as a file says; Python loads this first."""

import pathlib
import time

_true = time.time
_wrong = pathlib.Path(__file__).with_name("clock")
time.time = lambda: _true() + float(_wrong.read_text())
'''


@contextmanager
def with_false_clock(folder: Path) -> Iterator[Ground]:
    """Two instances whose time of day is wrong; time that only runs on stays true, as it does."""
    _set_clock(folder, 0)
    (folder / "sitecustomize.py").write_text(CLOCK, encoding="utf-8")
    with behind_nginx(folder, {"PYTHONPATH": str(folder), **GENEROUS}) as ground:
        yield ground


def turn_clock(ground: Ground, scale: Scale) -> Iterator[str]:
    """Set the clock forward and back, and let workers start and die meanwhile."""
    for hours in (1, -2, 24 * 365):
        _set_clock(ground.folder, hours * HOUR)
        yield from kill_workers(ground, scale)
    log = ground.instances[0].log.read_text(encoding="utf-8")
    years = {line.partition('"time": "')[2][:4] for line in log.splitlines()} - {""}
    if len(years) < 2:
        yield "the clock of the instances did not move"


def _set_clock(folder: Path, seconds: int) -> None:
    new = folder / "clock.new"
    new.write_text(str(seconds), encoding="utf-8")
    new.replace(folder / "clock")


SURROUNDINGS = (
    Fault("no room for logs", on_a_full_disk, work_on),
    Fault("the clock jumps", with_false_clock, turn_clock, role="client"),
)
