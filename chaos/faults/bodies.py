"""Bodies that cost more than they look: marks to bring into order, racks without end."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from time import monotonic, sleep

from chaos.fault import Fault, Scale
from chaos.grounds import Ground, behind_nginx, direct
from chaos.soak import MEGABYTE, sample

AT_ONCE = 4
STORM = (">A: 8H A" + "\u0301" * 250_000 + "\u0323" * 250_000 + "\n").encode()
"""A play with half a million combining marks, not in order."""
RACK = b">A: " + b"A" * 1_000_000 + b" 8H AA +4 4\n"
"""A rack of a million tiles."""
LONGEST, HEAVIEST = 5.0, 200 * MEGABYTE
"""Seconds that one of these may wait for its refusal, and memory that an instance may gain."""


def storm(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send marks from several callers at once, many times."""
    yield from _send(ground, STORM, scale)


def pile_up(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send racks from several callers at once, many times."""
    yield from _send(ground, RACK, scale)


def _send(ground: Ground, body: bytes, scale: Scale) -> Iterator[str]:
    before = [sample(instance).memory for instance in ground.instances]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        calls = [pool.submit(_post, ground, body) for _ in range(AT_ONCE * (1 + scale.times))]
        while not all(call.done() for call in calls):
            sleep(0.1)
    statuses = {call.result()[0] for call in calls}
    if statuses != {422}:
        yield f"the answers were {sorted(statuses)}"
    if (longest := max(call.result()[1] for call in calls)) > LONGEST:
        yield f"one of them took {longest:.1f} s"
    for instance, memory in zip(ground.instances, before, strict=True):
        if sample(instance).memory - memory > HEAVIEST:
            yield f"an instance gained {(sample(instance).memory - memory) / MEGABYTE:.0f} MiB"


def _post(ground: Ground, body: bytes) -> tuple[int, float]:
    began = monotonic()
    posted = ground.post(ground.port, "/v1/frs/replay", body, "arbiter", "text/plain")
    return posted.status, monotonic() - began


BODIES = (
    Fault("a storm of combining marks, direct", direct, storm),
    Fault("a storm of combining marks, nginx", behind_nginx, storm),
    Fault("racks of a million tiles, direct", direct, pile_up),
)
