"""Callers who hold connections, or fill them with what nobody can read."""

import resource
from collections.abc import Iterator
from math import inf
from statistics import median
from time import monotonic, sleep

from chaos import crowd
from chaos.fault import Fault, Scale
from chaos.grounds import Ground, behind_nginx, direct
from tests.support.processes import HOST

HEAD = b"POST /v1/frs/challenge HTTP/1.1\r\nHost: arbiter\r\nContent-Type: application/json\r\n"
SLOW = HEAD + b"Content-Length: 400\r\n\r\n" + b" " * 400
BEGUN = HEAD + b'Content-Length: 40\r\n\r\n{"words'
ASKED = HEAD + b'Content-Length: 19\r\n\r\n{"words": ["casa"]}'
PAGE = b"GET /openapi.yaml HTTP/1.1\r\nHost: arbiter\r\n\r\n"
PAGES = 20
HONEST = 40
NEIGHBOURS = 600
"""More than nginx lets one address without a key hold."""
ODD_ADDRESSES = (
    b"1.2.3.4:5678",
    b"[2001:db8::1]:443",
    b"unknown",
    b"::g",
    b"1.2.3.4, junk",
    b"a" * 300,
    b"\xff\xfe",
    b"%s%n",
    b"1.2.3.4%eth0",
)
"""What proxies and others write into X-Forwarded-For."""
PROBLEM = "application/problem+json"
PLAIN = "text/plain"
"""What the server itself says of something that is no HTTP, without nginx before it."""


def _with_body(body: bytes) -> bytes:
    return HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body


def _with_key(request: bytes, key: str) -> bytes:
    """The request with a good key, without which nobody would look at its body."""
    return request.replace(HEAD, HEAD + b"Authorization: Bearer %s\r\n" % key.encode())


NOISE: tuple[bytes, ...] = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    b"HELO arbiter\r\n\r\n",
    b"GET  HTTP/9\r\n\r\n",
    b"POST /v1/frs/challenge HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n",
    HEAD + b"X-Long: " + b"a" * 40_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    _with_body(b"{"),
    _with_body(b"\xff\xfe\x00"),
    _with_body(b"[" * 50_000),
    _with_body(b'{"words": [' + b'"casa",' * 20_000 + b'"casa"]}'),
    HEAD + b"Content-Length: 99999999\r\n\r\n" + b"a" * 100_000,
)
"""No HTTP, half HTTP, no JSON, and too much of everything."""


def speak_slowly(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a tenth of the crowd dictate requests, and others break off in the middle."""
    callers = scale.crowd // 10
    pause = 0.3
    with crowd.slow(ground.port, callers, SLOW, pause):
        sleep(scale.quiet)
        crowd.vanish(ground.port, callers, BEGUN)
        with crowd.slow(ground.port, callers, BEGUN, 0):
            sleep(scale.quiet)
    yield from ()


def say_nothing(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a crowd connect and say nothing."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with crowd.silent(ground.port, scale.crowd) as calls:
        sleep(scale.quiet)
        if len(calls) != scale.crowd:
            yield f"only {len(calls)} of {scale.crowd} could connect"


def besiege(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let many say nothing and as many stop in the middle, and look how long others wait."""
    calm = _waiting(ground)
    with (
        crowd.silent(ground.port, scale.siege),
        crowd.slow(ground.port, scale.siege, BEGUN, 0),
    ):
        sleep(scale.quiet / 2)
        yield from _complain(calm, _waiting(ground), scale.median)


def read_nothing(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let many ask for long pages that they never read, and look how long others wait."""
    calm = _waiting(ground)
    with crowd.deaf(ground.port, scale.siege, PAGE * PAGES):
        sleep(scale.quiet)
        # Their pages must be written before it shows that nobody reads them.
        yield from _complain(calm, _waiting(ground), 5 * scale.median)


def _waiting(ground: Ground) -> float:
    """How long half of the honest callers wait for a verdict, each on a connection of its own."""
    return median(_verdict_time(ground) for _ in range(HONEST))


def _verdict_time(ground: Ground) -> float:
    began = monotonic()
    status, _ = crowd.shout(ground.port, _with_key(ASKED, ground.keys["device"]))
    return monotonic() - began if status == 200 else inf


def _complain(calm: float, waited: float, bound: float) -> Iterator[str]:
    """Complain of a wait that is long, unless the machine is so busy that it was before."""
    if waited > max(bound, 3 * calm):
        yield f"half of the honest callers waited {waited * 1000:.1f} ms, {calm * 1000:.1f} before"


def shout(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send everything that is no question, again and again for a while."""
    complaints = set()
    kinds = {PROBLEM} if len(ground.instances) > 1 else {PROBLEM, PLAIN}
    until = monotonic() + 2 * scale.quiet
    while monotonic() < until:
        for noise in NOISE:
            status, kind = crowd.shout(ground.port, _with_key(noise, ground.keys["device"]))
            if status and (status < 400 or status >= 500 or kind not in kinds):
                complaints.add(f"{noise[:40]!r}... was answered with {status} {kind}")
    yield from sorted(complaints)


def share_an_address(ground: Ground, scale: Scale) -> Iterator[str]:
    """Let a neighbour behind the same address hold more connections than it may, and flood."""
    for head in (HEAD, HEAD + b"Authorization: Bearer made-up\r\n"):
        with crowd.silent(ground.port, NEIGHBOURS, HOST) as held:
            for one in held:
                one.sendall(head + b"Content-Length: 40\r\n\r\n{")
            until = monotonic() + scale.quiet
            statuses = set()
            while monotonic() < until:
                flood = (head + b"Content-Length: 2\r\n\r\n{}") * 40
                statuses.add(crowd.shout(ground.port, flood, HOST)[0])
        if 429 not in statuses:
            yield f"the neighbour was answered {sorted(statuses)} and never refused"


def come_by_odd_ways(ground: Ground, scale: Scale) -> Iterator[str]:
    """Send headers such as other proxies write, and worse, to every instance."""
    for said in ODD_ADDRESSES:
        for port in (ground.port, *(instance.port for instance in ground.instances)):
            asked = _with_key(ASKED, ground.keys["device"])
            text = asked.replace(HEAD, HEAD + b"X-Forwarded-For: %s\r\n" % said)
            status, _ = crowd.shout(port, text)
            if status != 200:
                yield f"X-Forwarded-For: {said[:40]!r} was answered with {status}"
    sleep(scale.quiet / 2)


CONNECTIONS = (
    Fault("a neighbour floods from the same address", behind_nginx, share_an_address),
    Fault("odd addresses in X-Forwarded-For", behind_nginx, come_by_odd_ways),
    Fault("slow and half-open callers, nginx", behind_nginx, speak_slowly),
    Fault("slow and half-open callers, direct", direct, speak_slowly),
    Fault("a crowd that says nothing, nginx", behind_nginx, say_nothing),
    Fault("a crowd that says nothing, direct", direct, say_nothing),
    Fault("silent and half-sent callers in the way", direct, besiege),
    Fault("callers who ask and do not read", direct, read_nothing),
    Fault("noise and too much of everything, nginx", behind_nginx, shout),
    Fault("noise and too much of everything, direct", direct, shout),
)
