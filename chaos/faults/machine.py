"""What a service stands on and cannot choose: processes that die or freeze, memory, the clock."""

import os
import resource
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import sleep

from chaos import crowd
from chaos.fault import Fault, Scale
from chaos.faults.callers import ASKED
from chaos.faults.lexicons import roll_out
from chaos.faults.storage import GENEROUS
from chaos.grounds import HUNG_UP, WORKERS, Ground, behind_nginx
from tests.support.processes import is_ready, kill, wait_until

HEAVY = b'{"players":["Ana","Bo"],"events":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}"
"""A megabyte that takes forty to read, of a record so long that it is refused only then."""
FULL_DISK = Path("/dev/full")
"""Every write to it fails as on a full disk."""
FROZEN, LATEST = 4.0, 3.0
"""Seconds that an instance is frozen, and within which all have an answer all the same."""
HOUR = 3600
CLOCK = '''"""A clock that is wrong by as many seconds as a file says; Python loads this first."""

import os
import pathlib
import time

_true = time.time
_wrong = pathlib.Path(__file__).with_name(f"clock-{os.environ['PORT']}")
time.time = lambda: _true() + float(_wrong.read_text() if _wrong.exists() else 0)
'''


def kill_workers(ground: Ground, scale: Scale) -> Iterator[str]:
    """Kill one worker after the other, in turn in both instances."""
    for turn in range(2 * scale.times):
        instance = ground.instances[turn % 2]
        victim = instance.workers[0]
        kill(victim)

        def replaced(gone: int = victim) -> bool:
            return len(workers := instance.workers) == WORKERS and gone not in workers  # noqa: B023

        if not wait_until(replaced, 5):
            yield f"worker {victim} was not replaced"
        sleep(scale.quiet / 2)


def stop_instances(ground: Ground, scale: Scale) -> Iterator[str]:
    """End an instance politely, by its master alone, and with all its workers; start it again."""
    for turn in range(3 * scale.times):
        instance = ground.instances[turn % 2]
        workers = instance.workers
        if turn % 3 == 0:
            instance.stop()
        else:
            kill(instance.pid, *(workers if turn % 3 == 1 else ()))
            instance.stop()
        if not wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), 10):  # noqa: B023
            yield "workers go on without their master"
        sleep(scale.quiet)
        instance.start()
        instance.wait()
        sleep(scale.quiet / 2)


def freeze(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let all processes of an instance stand still for a while."""
    for turn in range(scale.times):
        instance = ground.instances[turn % 2]
        with ground.load(scale.rate).asking() as tally:
            instance.signal_all(signal.SIGSTOP)
            sleep(FROZEN)
            instance.signal_all(signal.SIGCONT)
            sleep(scale.quiet)
        if tally.took(1.0) > LATEST or not tally.is_whole:
            yield f"an answer came after {tally.took(1.0):.1f} s; {tally.remarks[:2]}"


def exhaust_memory(ground: Ground, scale: Scale) -> Iterator[str]:
    """Forbid workers of one instance more memory than they have, and send what needs more."""
    instance = ground.instances[0]
    for victim in instance.workers:
        status = Path(f"/proc/{victim}/status").read_text(encoding="utf-8")
        used = int(status.partition("VmData:")[2].split()[0]) * 1024
        resource.prlimit(victim, resource.RLIMIT_DATA, (used, used))

    def recounts(port: int) -> set[int]:
        times = range(4 * scale.times)
        return {ground.post(port, "/v1/frs/replay", HEAVY, "arbiter").status for _ in times}

    statuses = recounts(instance.port)
    if not statuses <= {503, HUNG_UP, 422}:  # The last from a worker that has taken over.
        yield f"without memory the instance answered {statuses}"
    if (statuses := recounts(ground.port)) != {422}:
        yield f"nginx answered {statuses}, not what the other instance says"
    kill(*instance.workers)
    if not wait_until(lambda: is_ready(instance.port), 10):
        yield "the instance did not recover"


def exhaust_files(ground: Ground, scale: Scale) -> Iterator[str]:
    """Leave the workers of one instance no file descriptors, then some again."""
    instance = ground.instances[0]
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    for pid in instance.workers:
        held = len(os.listdir(f"/proc/{pid}/fd"))
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (held + 8, limits[1]))
    with crowd.holding(instance.port, scale.siege):
        sleep(scale.quiet)
    if not wait_until(lambda: crowd.shout(instance.port, ASKED % b"")[0] == 200, 10):
        yield "the instance does not answer though there are descriptors again"
    if (said := instance.log.read_text(encoding="utf-8").count("descriptors")) > WORKERS:
        yield f"that there are none was said {said} times"
    for pid in instance.workers:
        resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)


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
def with_false_clocks(folder: Path) -> Iterator[Ground]:
    """Two instances whose time of day is wrong; time that only runs on stays true, as it does."""
    (folder / "sitecustomize.py").write_text(CLOCK, encoding="utf-8")
    with behind_nginx(folder, {"PYTHONPATH": str(folder), **GENEROUS}) as ground:
        yield ground


def turn_clocks(ground: Ground, scale: Scale) -> Iterator[str]:
    """Set the clocks forward and back, never both alike, while workers start and die."""
    for hours in (1, -2, 24 * 365):
        for part, instance in enumerate(ground.instances, 1):
            new = ground.folder / "clock.new"
            new.write_text(str(hours * HOUR * part), encoding="utf-8")
            new.replace(ground.folder / f"clock-{instance.port}")
        yield from kill_workers(ground, scale)
    log = ground.instances[0].log.read_text(encoding="utf-8")
    if len({line.partition('"time": "')[2][:4] for line in log.splitlines()} - {""}) < 2:
        yield "the clock of the instances did not move"


MACHINE = (
    Fault("a worker is killed", behind_nginx, kill_workers),
    Fault("an instance is stopped or killed", behind_nginx, stop_instances),
    Fault("an instance freezes", behind_nginx, freeze),
    Fault("a worker runs out of memory", behind_nginx, exhaust_memory),
    Fault("a worker runs out of descriptors", behind_nginx, exhaust_files),
    Fault("no room for logs", on_a_full_disk, work_on),
    Fault("the clocks jump and differ", with_false_clocks, turn_clocks, role="client"),
)
