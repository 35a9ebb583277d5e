"""What is to be broken, and how hard: one instance, or two behind nginx.

A fault is a ground, a strike at it while questions are asked, and what became of the questions.
"""

import hashlib
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

import requests

from service.serving.start import THRIFTY
from tests.support.delaying import Line
from tests.support.load import Load, Releases, Tally, make_releases
from tests.support.nginx import nginx_command, write_nginx
from tests.support.processes import (
    HOST,
    children,
    end,
    find_tool,
    free_port,
    is_ready,
    running,
    start,
    wait_until,
)
from tests.support.serving import SERVER

WORKERS = 2
ENOUGH = "900000/minute"
"""Counted, but not refused: one load asks six questions more often than a hall of tables."""
KEYS = {role: f"the key of a {role}" for role in ("device", "client", "arbiter")}
HUNG_UP = 0
"""In place of a status: where there is no memory even to read, the connection ends."""


@dataclass(slots=True)
class Instance:
    """A server of ours."""

    port: int
    log: Path
    variables: Mapping[str, str]
    process: subprocess.Popen[bytes] = field(init=False)

    def start(self) -> None:
        """Start it; `wait` waits until it answers."""
        with self.log.open("ab") as file:
            environ = {"PATH": os.environ["PATH"], "PORT": str(self.port), **self.variables}
            self.process = start(SERVER, file, environ)

    def wait(self) -> None:
        """Wait until it answers, with all its workers."""
        if not wait_until(lambda: len(self.workers) >= WORKERS and is_ready(self.port)):
            raise RuntimeError(self.log.read_text("utf-8")[-500:] if self.log.is_file() else "")

    @property
    def workers(self) -> list[int]:
        """The processes that answer."""
        return children(self.process.pid)


@dataclass(frozen=True, slots=True)
class Ground:
    """What runs, and how it is asked; to Redis there may be a way that can be made slow."""

    folder: Path
    port: int
    releases: Releases
    instances: list[Instance] = field(default_factory=list)
    line: Line | None = None

    def load(self, rate: float, role: str = "device") -> Load:
        """The questions that are put to it."""
        return Load(HOST, self.port, self.releases.questions(), KEYS[role], rate)

    def post(self, port: int, path: str, body: bytes, role: str) -> tuple[int, str]:
        """Send JSON, or a game, to an instance or to nginx: a status, and a lexicon."""
        kind = "application/json" if body.startswith(b"{") else "text/plain"
        headers = {"Content-Type": kind, "Authorization": f"Bearer {KEYS[role]}"}
        try:
            answer = requests.post(f"http://{HOST}:{port}{path}", body, headers=headers, timeout=15)
        except requests.RequestException:
            return HUNG_UP, ""
        return answer.status_code, answer.headers.get("Lexicon", "")

    def add(self, port: int, log: Path | None, variables: Mapping[str, str]) -> Instance:
        """One more instance, started."""
        digests = {role: hashlib.sha256(key.encode()).hexdigest() for role, key in KEYS.items()}
        settings = {
            "LEXICONS_PATH": str(self.releases.current),
            "WORKERS": str(WORKERS),
            "DEVICE_LIMIT": ENOUGH,
            "HALL_LIMIT": ENOUGH,
            "API_KEYS": ",".join(f"{role}:{digest}" for role, digest in digests.items()),
        }
        log = log or self.folder / f"instance-{len(self.instances)}.log"
        self.instances.append(Instance(port, log, {**settings, **THRIFTY, **variables}))
        self.instances[-1].start()
        return self.instances[-1]


@contextmanager
def direct(folder: Path, line: Line | None = None, /, **variables: str) -> Iterator[Ground]:
    """One instance as in the tournament box, and nothing before it."""
    ground = Ground(folder, free_port(), make_releases(folder / "lexicons"), line=line)
    instance = ground.add(ground.port, None, variables)
    try:
        instance.wait()
        yield ground
    finally:
        end(instance.process)


@contextmanager
def behind_nginx(folder: Path, log: Path | None = None, /, **variables: str) -> Iterator[Ground]:
    """Two instances behind nginx, as in deploy/compose.yaml."""
    ground = Ground(folder, free_port(), make_releases(folder / "lexicons"))
    program = find_tool("nginx", "nginx-light")
    with ExitStack() as stack:
        for _ in range(2):
            instance = ground.add(free_port(), log, {"PROXIES": "1", **variables})
            stack.callback(lambda one: end(one.process), instance)
        write_nginx(folder, ground.port, [f"{HOST}:{one.port}" for one in ground.instances])
        stack.enter_context(running(nginx_command(program, folder), folder / "nginx.log"))
        for instance in ground.instances:
            instance.wait()
        if not wait_until(lambda: is_ready(ground.port)):
            raise RuntimeError((folder / "nginx.log").read_text("utf-8")[-500:])
        yield ground


class Scale(NamedTuple):
    """How hard a fault strikes."""

    quiet: float
    """Seconds of undisturbed questions before, between and after."""
    times: int
    """How often something is broken."""
    crowd: int
    """How many connections come at once."""
    rate: float
    """Questions a second."""
    siege: int
    """How many connections of each kind stay in the way of honest callers."""
    median: float
    """Seconds within which half of those must have their verdict."""


SHORT = Scale(quiet=0.5, times=1, crowd=300, rate=60, siege=40, median=1.0)
FULL = Scale(quiet=2.0, times=3, crowd=10_000, rate=100, siege=400, median=0.01)


class Fault(NamedTuple):
    """Something that goes wrong in real life."""

    name: str
    ground: Callable[[Path], AbstractContextManager[Ground]]
    strike: Callable[[Ground, Scale], Iterator[str]]
    """Breaks something and yields a complaint for everything that did not go as promised."""
    role: str = "device"
    """Whose key the questions carry: only those of a client are counted."""


class Row(NamedTuple):
    """What became of the questions during a fault."""

    name: str
    tally: Tally
    complaints: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        """Whether nothing was wrong or lost, and everything went as promised."""
        return self.tally.is_whole and not self.complaints

    def __str__(self) -> str:
        """The row as it is printed."""
        tally = self.tally
        counts = f"{tally.sent:>7} {tally.answered:>8} {tally.number('wrong'):>6}"
        half, most = (f"{tally.took(share) * 1000:.1f}" for share in (0.5, 0.99))
        gap = f"{tally.longest_gap * 1000:.0f} ms"
        return f"{self.name:<44} {counts} {tally.number('lost'):>6} {gap:>12} {half:>7} / {most} ms"


def run_fault(fault: Fault, scale: Scale) -> Row:
    """Set up what a fault breaks, and let it strike."""
    with TemporaryDirectory(prefix="arbiter-") as name, fault.ground(Path(name)) as ground:
        return strike(fault, ground, scale)


def strike(fault: Fault, ground: Ground, scale: Scale) -> Row:
    """Ask while the fault strikes; afterwards the ground is as it was."""
    with ground.load(scale.rate, fault.role).asking() as tally:
        sleep(scale.quiet)
        complaints = tuple(fault.strike(ground, scale))
        sleep(scale.quiet)
    return Row(fault.name, tally, complaints)
