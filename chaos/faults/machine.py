"""What a service stands on and cannot choose: processes that die, memory, a disk, the clock."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import sleep

from chaos.fault import Fault, Scale
from chaos.faults.lexicons import roll_out
from chaos.grounds import ENOUGH, HUNG_UP, Ground, Instance, behind_nginx
from chaos.grounds import WORKERS as PER_INSTANCE
from tests.support.processes import is_ready, kill, wait_until

HEAVY = b'{"players":["Ana","Bo"],"events":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}"
"""A megabyte that takes forty to read, of a record so long that it is refused only then."""
FULL_DISK = Path("/dev/full")
"""Every write to it fails as on a full disk."""
GENEROUS = {"RATE_LIMIT": ENOUGH, "CHALLENGE_LIMIT": ENOUGH}
"""For a load with a client's key."""
HOUR = 3600
CLOCK = '''"""A clock that is wrong by as many seconds as a file says; Python loads this first."""

import pathlib
import time

_true = time.time
_wrong = pathlib.Path(__file__).with_name("clock")
time.time = lambda: _true() + float(_wrong.read_text())
'''


def kill_workers(ground: Ground, scale: Scale) -> Iterator[str]:
    """Kill one worker after the other, in turn in both instances."""
    for turn in range(2 * scale.times):
        instance = ground.instances[turn % 2]
        victim = instance.workers[0]
        kill(victim)
        if not wait_until(partial(_replaced, instance, victim), 5):
            yield f"worker {victim} was not replaced"
        sleep(scale.quiet / 2)


def kill_instance(ground: Ground, scale: Scale) -> Iterator[str]:
    """Kill an instance with all its workers, and later start it again."""
    for turn in range(scale.times):
        instance = ground.instances[turn % 2]
        kill(instance.pid, *instance.workers)
        instance.stop()
        sleep(scale.quiet)
        instance.start()
        instance.wait()
        sleep(scale.quiet / 2)
    if not all(is_ready(instance.port) for instance in ground.instances):
        yield "an instance did not come back"


def exhaust_memory(ground: Ground, scale: Scale) -> Iterator[str]:
    """Forbid workers of one instance more memory than they have, and send what needs more."""
    instance = ground.instances[0]
    for victim in instance.workers:
        status = Path(f"/proc/{victim}/status").read_text(encoding="utf-8")
        used = int(status.partition("VmData:")[2].split()[0]) * 1024
        resource.prlimit(victim, resource.RLIMIT_DATA, (used, used))

    def recount(port: int) -> int:
        return ground.post(port, "/v1/frs/replay", HEAVY, "arbiter").status

    statuses = {recount(instance.port) for _ in range(4 * scale.times)}
    if not statuses <= {503, HUNG_UP, 422}:  # The last from a worker that has taken over.
        yield f"without memory the instance answered {statuses}"
    statuses = {recount(ground.port) for _ in range(4 * scale.times)}
    if statuses != {422}:
        yield f"nginx answered {statuses}, not what the other instance says"
    kill(*instance.workers)
    if not wait_until(lambda: is_ready(instance.port), 10):
        yield "the instance did not recover"


def _replaced(instance: Instance, gone: int) -> bool:
    workers = instance.workers
    return len(workers) == PER_INSTANCE and gone not in workers


@contextmanager
def on_a_full_disk(folder: Path) -> Iterator[Ground]:
    """Two instances that log every request, and cannot."""
    with behind_nginx(folder, {"ACCESS_LOG": "1"}, FULL_DISK) as ground:
        yield ground


def work_on(ground: Ground, scale: Scale) -> Iterator[str]:
    """Do with a full disk what is done without: lose workers, take a new lexicon."""
    yield from kill_workers(ground, scale)
    yield from roll_out(ground, scale)


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


MACHINE = (
    Fault("a worker is killed", behind_nginx, kill_workers),
    Fault("one of two instances is killed", behind_nginx, kill_instance),
    Fault("a worker runs out of memory", behind_nginx, exhaust_memory),
    Fault("no room for logs", on_a_full_disk, work_on),
    Fault("the clock jumps", with_false_clock, turn_clock, role="client"),
)
