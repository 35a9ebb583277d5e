"""Whether the time of a verdict tells more than the verdict: which word failed, or how many.

One keep-alive connection asks every kind of challenge once a block, in random order, for thousands
of blocks. All words have the same length, so the requests differ in letters only. Kinds of sample
are compared by the test of Mann and Whitney; the shift is what an observer could measure.
"""

import gc
import socket
from collections.abc import Callable
from time import perf_counter_ns

from bench.lexicons import editions
from bench.questions import Vocabulary, body
from bench.report import Section, Table
from bench.samples import compare
from bench.serving import Server
from bench.setting import Setting

MOST_WORDS = 8
_WARM_UP = 50  # blocks
_PAIRS = (
    ("bad word first", "bad word last"),
    ("bad word first", "all bad"),
    ("bad word last", "all bad"),
    ("bad word last", "8 words, nonsense"),
    ("all good", "all bad"),
    ("1 word, hit", "1 word, miss"),
    ("1 word, hit", "1 word, nonsense"),
    ("1 word, miss", "1 word, nonsense"),
)
_COLUMNS = ("kinds", "p", "p × tests", "chance", "shift µs", "95 % interval µs")
_NOTE = (
    "p: Mann-Whitney, two-sided; × tests: Bonferroni. Chance: how often the second kind takes"
    " longer (a half: no difference). Shift: median difference of pairs, second minus first."
)

Maker = Callable[[], list[str]]


def measure(setting: Setting) -> Section:
    """Take the samples in turns and compare the kinds."""
    words = Vocabulary(editions()["figs"], setting.lexicons)
    with setting.ours() as server:
        samples = _take(server, words, setting.scale.samples)
    rows = []
    for first, second in _PAIRS:
        found = compare(samples[first], samples[second])
        shift = found.shift
        interval = f"{shift.low:+.1f} to {shift.high:+.1f}"
        adjusted = min(1.0, found.p * len(_PAIRS))
        kinds = f"{first} / {second}"
        rows.append((kinds, found.p, adjusted, found.chance, shift.middle, interval))
    title = f"Time of a verdict, {setting.scale.samples} samples of each kind"
    return Section((Table(title, _COLUMNS, tuple(rows), _NOTE),))


def _kinds(words: Vocabulary) -> dict[str, Maker]:
    def good(number: int) -> list[str]:
        return [words.good() for _ in range(number)]

    def bad(number: int) -> list[str]:
        return [words.bad() for _ in range(number)]

    return {
        "bad word first": lambda: bad(1) + good(MOST_WORDS - 1),
        "bad word last": lambda: good(MOST_WORDS - 1) + bad(1),
        "all bad": lambda: bad(MOST_WORDS),
        "8 words, nonsense": lambda: [words.nonsense() for _ in range(MOST_WORDS)],
        "all good": lambda: good(MOST_WORDS),
        "1 word, hit": lambda: good(1),
        "1 word, miss": lambda: bad(1),
        "1 word, nonsense": lambda: [words.nonsense()],
    }


def _take(server: Server, words: Vocabulary, number: int) -> dict[str, list[float]]:
    """Microseconds of each kind, one sample of each a block."""
    kinds = _kinds(words)
    samples: dict[str, list[float]] = {name: [] for name in kinds}
    order = list(kinds)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for block in range(number + _WARM_UP):
            words.random.shuffle(order)
            for name, request in [(name, _request(kinds[name]())) for name in order]:
                taken = _ask(connection, request)
                if block >= _WARM_UP:
                    samples[name].append(taken)
    return samples


def _request(words: list[str]) -> bytes:
    content = body({"words": words})
    head = (
        "POST /v1/figs/challenge HTTP/1.1\r\nHost: localhost\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
    )
    return head.encode("ascii") + content


def _ask(connection: socket.socket, request: bytes) -> float:
    """Microseconds from the question to the end of the answer, which is a JSON object."""
    gc.disable()
    started = perf_counter_ns()
    connection.sendall(request)
    answer = connection.recv(65536)
    while not answer.endswith(b"}"):
        answer += connection.recv(65536)
    taken = perf_counter_ns() - started
    gc.enable()
    return taken / 1000
