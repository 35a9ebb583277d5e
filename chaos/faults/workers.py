"""Processes that die: a worker, an instance, a worker without memory."""

import resource
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import sleep

from chaos.fault import Fault, Scale
from chaos.grounds import WORKERS as PER_INSTANCE
from chaos.grounds import Ground, Instance, behind_nginx
from tests.support.processes import HOST, is_ready, kill, wait_until

HEAVY = b'{"players":["Ana","Bo"],"events":[' + b",".join([b'{"":{}}'] * 120_000) + b"]}"
"""A megabyte that takes forty to read."""
HUNG_UP = 0
"""In place of a status: where there is no memory even to read, the connection ends."""


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
    statuses = {_post_heavy(instance.port, ground) for _ in range(4 * scale.times)}
    if not statuses <= {503, HUNG_UP, 422}:  # The last from a worker that has taken over.
        yield f"without memory the instance answered {statuses}"
    statuses = {_post_heavy(ground.port, ground) for _ in range(4 * scale.times)}
    if statuses != {422}:
        yield f"nginx answered {statuses}, not what the other instance says"
    kill(*instance.workers)
    if not wait_until(lambda: is_ready(instance.port), 10):
        yield "the instance did not recover"


def _post_heavy(port: int, ground: Ground) -> int:
    """Ask for a recount of a record that is far too long, which shows only once it is read."""
    connection = HTTPConnection(HOST, port, timeout=15)
    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Bearer {ground.keys['arbiter']}",
    }
    try:
        connection.request("POST", "/v1/frs/replay", HEAVY, headers)
        return connection.getresponse().status
    except (OSError, HTTPException):
        return HUNG_UP
    finally:
        connection.close()


def _replaced(instance: Instance, gone: int) -> bool:
    workers = instance.workers
    return len(workers) == PER_INSTANCE and gone not in workers


WORKERS = (
    Fault("a worker is killed", behind_nginx, kill_workers),
    Fault("one of two instances is killed", behind_nginx, kill_instance),
    Fault("a worker runs out of memory", behind_nginx, exhaust_memory),
)
