"""Callers who hold connections, fill them with noise, or send what costs more than it looks."""

import resource
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from math import inf
from statistics import median
from time import monotonic, sleep

from chaos.grounds import KEYS, Fault, Ground, Scale, behind_nginx, direct
from chaos.soak import MEGABYTE, sample
from tests.support.processes import HOST
from tests.support.strangers import holding, say

HEAD = b"POST /v1/frs/challenge HTTP/1.1\r\nHost: arbiter\r\nContent-Type: application/json\r\n"
KEYED = HEAD + f"Authorization: Bearer {KEYS['device']}\r\n".encode()
"""A good key, without which nobody would look at a body."""
SLOW = HEAD[:40]
BEGUN = HEAD + b'Content-Length: 40\r\n\r\n{"words'
ASKED = KEYED + b'%sContent-Length: 19\r\n\r\n{"words": ["casa"]}'
PAGES = b"GET /openapi.yaml HTTP/1.1\r\nHost: arbiter\r\n\r\n" * 20
ENDLESS = HEAD + b"X-Long: a\r\n" * 2300
"""25 KB of headers that never end."""
EXPECTANT = HEAD + b"Expect: 100-continue\r\nContent-Length: 100\r\n\r\n"
LATE = 0.7
"""Seconds that every word to Redis takes where it is slow: no error, only time."""
HONEST, NEIGHBOURS = 40, 600
"""The latter are more than nginx lets one address without a key hold."""
ODD_ADDRESSES = (b"1.2.3.4:5678", b"[2001:db8::1]:443", b"::g", b"a" * 300, b"\xff\xfe", b"%s%n")
"""What proxies and others write into X-Forwarded-For."""
NOISE = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    b"GET  HTTP/9\r\n\r\n",
    b"POST /v1/frs/challenge HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    KEYED + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n",
    KEYED + b"X-Long: " + b"a" * 40_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    KEYED + b"Content-Length: 3\r\n\r\n\xff\xfe\x00",
    KEYED + b"Content-Length: 50000\r\n\r\n" + b"[" * 50_000,
    KEYED + b"Content-Length: 99999999\r\n\r\n" + b"a" * 100_000,
)
"""No HTTP, half HTTP, no JSON, and too much of everything."""
STORM = (">A: 8H A" + "\u0301" * 250_000 + "\u0323" * 250_000 + "\n").encode()
"""A play with half a million combining marks, not in order."""
RACK = b">A: " + b"A" * 1_000_000 + b" 8H AA +4 4\n"
AT_ONCE, LONGEST, HEAVIEST = 4, 5.0, 200 * MEGABYTE
"""Seconds that one of these may wait for its refusal, and memory that an instance may gain."""


def stand_in_the_way(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a crowd be silent, stop in the middle, dictate and break off; do others wait for it?

    Where there is a way to Redis it is slow meanwhile.
    """
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    calm = _waiting(ground)
    if ground.line:
        ground.line.delay = LATE
    with ExitStack() as held:
        held.enter_context(holding(ground.port, scale.crowd))
        for text in (BEGUN, ENDLESS, EXPECTANT):
            held.enter_context(holding(ground.port, scale.siege, text))
        slow = held.enter_context(holding(ground.port, scale.siege))
        for letter in SLOW:
            for one in slow:
                one.send(bytes([letter]))
            sleep(scale.quiet / len(SLOW))
        yield from _complain(calm, _waiting(ground), scale.median)
        for one in slow:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    if ground.line:
        ground.line.delay = 0.0


def read_nothing(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let many ask for long pages that they never read, and look how long others wait."""
    calm = _waiting(ground)
    with holding(ground.port, scale.siege, PAGES):
        sleep(scale.quiet)
        # Their pages must be written before it shows that nobody reads them.
        yield from _complain(calm, _waiting(ground), 5 * scale.median)


def _waiting(ground: Ground) -> float:
    """How long half of the honest callers wait for a verdict, each on a connection of its own."""
    times = []
    for _ in range(HONEST):
        began = monotonic()
        status, _ = say(ground.port, ASKED % b"")
        times.append(monotonic() - began if status == 200 else inf)
    return median(times)


def _complain(calm: float, waited: float, bound: float) -> Iterator[str]:
    """Complain of a wait that is long, unless the machine is so busy that it was before."""
    if waited > max(bound, 3 * calm):
        yield f"half of the honest callers waited {waited * 1000:.1f} ms, {calm * 1000:.1f} before"


def make_noise(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send everything that is no question, and questions that came by odd ways."""
    for said in ODD_ADDRESSES:
        status, _ = say(ground.port, ASKED % (b"X-Forwarded-For: %s\r\n" % said))
        if status != 200:
            yield f"X-Forwarded-For: {said[:40]!r} was answered with {status}"
    # A line of text is what the server itself says of what is no HTTP, without nginx before it.
    kinds = {"application/problem+json", *(["text/plain"] if len(ground.instances) == 1 else [])}
    complaints, until = set(), monotonic() + 2 * scale.quiet
    while monotonic() < until:
        for noise in NOISE:
            status, kind = say(ground.port, noise)
            if status and (status < 400 or status >= 500 or kind not in kinds):
                complaints.add(f"{noise[:40]!r}... was answered with {status} {kind}")
    yield from sorted(complaints)


def share_an_address(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a neighbour behind the same address hold more connections than it may, and flood."""
    for head in (HEAD, HEAD + b"Authorization: Bearer made-up\r\n"):
        with holding(ground.port, NEIGHBOURS, head + b"Content-Length: 40\r\n\r\n{", HOST):
            began, statuses = monotonic(), set()
            # On a busy machine nginx needs longer until it has heard all neighbours.
            while monotonic() < began + (scale.quiet if 429 in statuses else LONGEST):
                flood = (head + b"Content-Length: 2\r\n\r\n{}") * 40
                statuses.add(say(ground.port, flood, HOST)[0])
        if 429 not in statuses:
            yield f"the neighbour was answered {sorted(statuses)} and never refused"


def storm(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send marks, then racks without end, from several callers at once, many times."""
    before = [sample(instance).memory for instance in ground.instances]

    def post(body: bytes) -> tuple[int, float]:
        began = monotonic()
        status, _ = ground.post(ground.port, "/v1/frs/replay", body, "arbiter")
        return status, monotonic() - began

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(post, (STORM, RACK) * AT_ONCE * scale.times))
    if (statuses := {status for status, _ in answers}) != {422}:
        yield f"the answers were {sorted(statuses)}"
    if (longest := max(took for _, took in answers)) > LONGEST:
        yield f"one of them took {longest:.1f} s"
    for instance, memory in zip(ground.instances, before, strict=True):
        if (gained := sample(instance).memory - memory) > HEAVIEST:
            yield f"an instance gained {gained / MEGABYTE:.0f} MiB"


CALLERS = (
    Fault("a storm of marks and racks, nginx", behind_nginx, storm),
    Fault("a storm of marks and racks, direct", direct, storm),
    Fault("a neighbour floods from the same address", behind_nginx, share_an_address),
    Fault("silent, slow and half-sent callers, nginx", behind_nginx, stand_in_the_way),
    Fault("silent, slow and half-sent callers, direct", direct, stand_in_the_way),
    Fault("callers who ask and do not read", direct, read_nothing),
    Fault("noise and odd ways, nginx", behind_nginx, make_noise),
    Fault("noise and odd ways, direct", direct, make_noise),
)
