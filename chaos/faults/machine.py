"""What a service stands on: processes that die or freeze, memory, the clock, its lexicons."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from resource import RLIMIT_DATA, RLIMIT_NOFILE, prlimit
from time import sleep

from chaos.faults.callers import ASKED
from chaos.faults.storage import GENEROUS
from chaos.grounds import HUNG_UP, WORKERS, Fault, Ground, Scale, behind_nginx, direct
from tests.support.processes import end, is_ready, kill, wait_until
from tests.support.serving import refusal
from tests.support.strangers import holding, say

HEAVY = b'{"players":["Ana","Bo"],"events":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}"
"""A megabyte that takes forty to read, of a record so long that it is refused only then."""
FROZEN, LATEST = 4.0, 3.0
"""Seconds that an instance is frozen, and within which all have an answer all the same."""
DAMAGES: dict[str, Callable[[bytes, bytes], bytes]] = {
    "cut": lambda own, _: own[:-64],
    "of another language": lambda _, other: other,
    "one bit": lambda own, _: own[:900] + bytes([own[900] ^ 1]) + own[901:],
}
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
        if not wait_until(lambda: len({*instance.workers} - {victim}) == WORKERS, 5):  # noqa: B023  # awaited here
            yield f"worker {victim} was not replaced"
        sleep(scale.quiet / 2)


def stop_instances(ground: Ground, scale: Scale) -> Iterator[str]:
    """End an instance politely, by its master alone, and with all its workers; start it again."""
    for turn in range(3 * scale.times):
        instance = ground.instances[turn % 2]
        workers = instance.workers
        if turn % 3:
            kill(instance.process.pid, *(workers if turn % 3 == 1 else ()))
        end(instance.process)
        if not wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), 10):  # noqa: B023  # awaited here
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
            for number, seconds in ((signal.SIGSTOP, FROZEN), (signal.SIGCONT, scale.quiet)):
                for pid in (instance.process.pid, *instance.workers):
                    os.kill(pid, number)
                sleep(seconds)
        if tally.took(1.0) > LATEST or not tally.is_whole:
            yield f"an answer came after {tally.took(1.0):.1f} s; {tally.remarks[:2]}"


def exhaust_memory(ground: Ground, scale: Scale) -> Iterator[str]:
    """Forbid workers of one instance more memory than they have, and send what needs more."""
    instance = ground.instances[0]
    for victim in instance.workers:
        status = Path(f"/proc/{victim}/status").read_text(encoding="utf-8")
        used = int(status.partition("VmData:")[2].split()[0]) * 1024
        prlimit(victim, RLIMIT_DATA, (used, used))

    def recounts(port: int) -> set[int]:
        times = range(4 * scale.times)
        return {ground.post(port, "/v1/frs/replay", HEAVY, "arbiter")[0] for _ in times}

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
    limits = {pid: prlimit(pid, RLIMIT_NOFILE) for pid in instance.workers}
    for pid, (_, most) in limits.items():
        prlimit(pid, RLIMIT_NOFILE, (len(os.listdir(f"/proc/{pid}/fd")) + 8, most))
    with holding(instance.port, scale.siege):
        sleep(scale.quiet)
    if not wait_until(lambda: say(instance.port, ASKED % b"")[0] == 200, 10):
        yield "the instance does not answer though there are descriptors again"
    if (said := instance.log.read_text(encoding="utf-8").count("descriptors")) > WORKERS:
        yield f"that there are none was said {said} times"
    for pid, limit in limits.items():
        prlimit(pid, RLIMIT_NOFILE, limit)


def roll_out(ground: Ground, scale: Scale) -> Iterator[str]:
    """Put a new release in force, one instance after the other, then roll back."""
    for release in ("new", "old") * scale.times:
        ground.releases.put_in_force(release)
        wanted = f"sha256={ground.releases.sha256(release, 'ro')}"
        for instance in ground.instances:
            os.kill(instance.process.pid, signal.SIGHUP)
            ask = partial(
                ground.post, instance.port, "/v1/frs/challenge", b'{"words":["casa"]}', "device"
            )
            if not wait_until(lambda: ask()[1].endswith(wanted), 15):  # noqa: B023  # awaited here
                yield f"the {release} release did not come into force"
        sleep(scale.quiet / 2)


def damage(folder: Path, how: str) -> None:
    """Spoil the Romanian lexicon of a release."""
    path = folder / "ro.marisa"
    path.write_bytes(DAMAGES[how](path.read_bytes(), (folder / "ca.marisa").read_bytes()))


def reload_damaged(ground: Ground, scale: Scale) -> Iterator[str]:
    """Put damaged releases in force: nobody may judge with them, and nobody may start with them."""
    instance = ground.instances[0]
    for number, how in enumerate(DAMAGES, 1):
        bad = ground.releases.folder / how
        shutil.copytree(ground.releases.folder / "new", bad)
        damage(bad, how)
        ground.releases.put_in_force(how)
        os.kill(instance.process.pid, signal.SIGHUP)
        if not wait_until(lambda: instance.log.read_text().count("reload refused") >= number, 15):  # noqa: B023  # awaited here
            yield f"{how}: a damaged lexicon was not refused"
        kill(instance.workers[0])
        start = refusal(LEXICONS_PATH=str(bad))
        if start.returncode == 0 or "its SHA-256 is" not in start.stderr:
            yield f"{how}: the start ended with {start.returncode}: {start.stderr[-300:]}"
    ground.releases.put_in_force("old")


def write_over(ground: Ground, scale: Scale) -> Iterator[str]:
    """Damage the files of the release in force, in place, under the running service."""
    folder = ground.releases.folder / "old"
    whole = {path: path.read_bytes() for path in folder.glob("*.marisa")}
    for how in DAMAGES:
        damage(folder, how)
        kill(ground.instances[0].workers[0])
        sleep(scale.quiet / 2)
        for path, content in whole.items():
            path.write_bytes(content)
    yield from ()


def on_a_full_disk(folder: Path) -> AbstractContextManager[Ground]:
    """Two instances that log every request, and cannot."""
    return behind_nginx(folder, Path("/dev/full"), ACCESS_LOG="1")


def work_on(ground: Ground, scale: Scale) -> Iterator[str]:
    """Do with a full disk what is done without: lose workers, take a new lexicon."""
    yield from kill_workers(ground, scale)
    yield from roll_out(ground, scale)


def with_false_clocks(folder: Path) -> AbstractContextManager[Ground]:
    """Two instances whose time of day is wrong; time that only runs on stays true, as it does."""
    (folder / "sitecustomize.py").write_text(CLOCK, encoding="utf-8")
    return behind_nginx(folder, PYTHONPATH=str(folder), **GENEROUS)


def turn_clocks(ground: Ground, scale: Scale) -> Iterator[str]:
    """Set the clocks forward and back, never both alike, while workers start and die."""
    for hours in (1, -2, 24 * 365):
        for part, instance in enumerate(ground.instances, 1):
            new = ground.folder / "clock.new"
            new.write_text(str(hours * 3600 * part), encoding="utf-8")
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
    Fault("HUP with a new lexicon and back, nginx", behind_nginx, roll_out),
    Fault("HUP with a new lexicon and back, direct", direct, roll_out),
    Fault("HUP with a damaged lexicon", behind_nginx, reload_damaged),
    Fault("a lexicon is damaged in place", behind_nginx, write_over),
)
