"""Callers who hold connections, fill them with noise, or send what costs more than it looks."""

import resource
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from math import inf
from statistics import median
from time import monotonic, sleep

from chaos import crowd
from chaos.fault import Fault, Scale
from chaos.grounds import KEYS, Ground, behind_nginx, direct
from chaos.soak import MEGABYTE, sample
from tests.support.processes import HOST

HEAD = b"POST /v1/frs/challenge HTTP/1.1\r\nHost: arbiter\r\nContent-Type: application/json\r\n"
KEYED = HEAD + f"Authorization: Bearer {KEYS['device']}\r\n".encode()
"""A good key, without which nobody would look at a body."""
SLOW = HEAD + b"Content-Length: 400\r\n\r\n" + b" " * 400
BEGUN = HEAD + b'Content-Length: 40\r\n\r\n{"words'
ASKED = KEYED + b'%sContent-Length: 19\r\n\r\n{"words": ["casa"]}'
PAGES = b"GET /openapi.yaml HTTP/1.1\r\nHost: arbiter\r\n\r\n" * 20
HONEST = 40
NEIGHBOURS = 600
"""More than nginx lets one address without a key hold."""
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
PROBLEM, PLAIN = "application/problem+json", "text/plain"
"""The latter is what the server itself says of what is no HTTP, without nginx before it."""
STORM = (">A: 8H A" + "\u0301" * 250_000 + "\u0323" * 250_000 + "\n").encode()
"""A play with half a million combining marks, not in order."""
RACK = b">A: " + b"A" * 1_000_000 + b" 8H AA +4 4\n"
"""A rack of a million tiles."""
AT_ONCE, LONGEST, HEAVIEST = 4, 5.0, 200 * MEGABYTE
"""Seconds that one of these may wait for its refusal, and memory that an instance may gain."""


def speak_slowly(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a tenth of the crowd dictate requests, and others break off in the middle."""
    callers = scale.crowd // 10
    with crowd.slow(ground.port, callers, SLOW, 0.3):
        sleep(scale.quiet)
        crowd.vanish(ground.port, callers, BEGUN)
        with crowd.holding(ground.port, callers, BEGUN):
            sleep(scale.quiet)
    yield from ()


def say_nothing(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a crowd connect and say nothing."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with crowd.holding(ground.port, scale.crowd) as calls:
        sleep(scale.quiet)
        if len(calls) != scale.crowd:
            yield f"only {len(calls)} of {scale.crowd} could connect"


def besiege(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let many say nothing and as many stop in the middle, and look how long others wait."""
    calm, siege = _waiting(ground), scale.siege
    with crowd.holding(ground.port, siege), crowd.holding(ground.port, siege, BEGUN):
        sleep(scale.quiet / 2)
        yield from _complain(calm, _waiting(ground), scale.median)


def read_nothing(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let many ask for long pages that they never read, and look how long others wait."""
    calm = _waiting(ground)
    with crowd.deaf(ground.port, scale.siege, PAGES):
        sleep(scale.quiet)
        # Their pages must be written before it shows that nobody reads them.
        yield from _complain(calm, _waiting(ground), 5 * scale.median)


def _waiting(ground: Ground) -> float:
    """How long half of the honest callers wait for a verdict, each on a connection of its own."""
    return median(_verdict_time(ground) for _ in range(HONEST))


def _verdict_time(ground: Ground) -> float:
    began = monotonic()
    status, _ = crowd.shout(ground.port, ASKED % b"")
    return monotonic() - began if status == 200 else inf


def _complain(calm: float, waited: float, bound: float) -> Iterator[str]:
    """Complain of a wait that is long, unless the machine is so busy that it was before."""
    if waited > max(bound, 3 * calm):
        yield f"half of the honest callers waited {waited * 1000:.1f} ms, {calm * 1000:.1f} before"


def shout(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send everything that is no question, and questions that came by odd ways."""
    for said in ODD_ADDRESSES:
        status, _ = crowd.shout(ground.port, ASKED % (b"X-Forwarded-For: %s\r\n" % said))
        if status != 200:
            yield f"X-Forwarded-For: {said[:40]!r} was answered with {status}"
    complaints = set()
    kinds = {PROBLEM} if len(ground.instances) > 1 else {PROBLEM, PLAIN}
    until = monotonic() + 2 * scale.quiet
    while monotonic() < until:
        for noise in NOISE:
            status, kind = crowd.shout(ground.port, noise)
            if status and (status < 400 or status >= 500 or kind not in kinds):
                complaints.add(f"{noise[:40]!r}... was answered with {status} {kind}")
    yield from sorted(complaints)


def share_an_address(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a neighbour behind the same address hold more connections than it may, and flood."""
    for head in (HEAD, HEAD + b"Authorization: Bearer made-up\r\n"):
        with crowd.holding(ground.port, NEIGHBOURS, head + b"Content-Length: 40\r\n\r\n{", HOST):
            until = monotonic() + scale.quiet
            statuses = set()
            while monotonic() < until:
                flood = (head + b"Content-Length: 2\r\n\r\n{}") * 40
                statuses.add(crowd.shout(ground.port, flood, HOST)[0])
        if 429 not in statuses:
            yield f"the neighbour was answered {sorted(statuses)} and never refused"


def storm(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send marks, then racks without end, from several callers at once, many times."""
    before = [sample(instance).memory for instance in ground.instances]
    bodies = (STORM, RACK) * AT_ONCE * scale.times

    def post(body: bytes) -> tuple[int, float]:
        began = monotonic()
        posted = ground.post(ground.port, "/v1/frs/replay", body, "arbiter", "text/plain")
        return posted.status, monotonic() - began

    with ThreadPoolExecutor(AT_ONCE) as pool:
        answers = list(pool.map(post, bodies))
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
    Fault("slow and half-open callers, nginx", behind_nginx, speak_slowly),
    Fault("slow and half-open callers, direct", direct, speak_slowly),
    Fault("a crowd that says nothing, nginx", behind_nginx, say_nothing),
    Fault("a crowd that says nothing, direct", direct, say_nothing),
    Fault("silent and half-sent callers in the way", direct, besiege),
    Fault("callers who ask and do not read", direct, read_nothing),
    Fault("noise and odd ways, nginx", behind_nginx, shout),
    Fault("noise and odd ways, direct", direct, shout),
)
