"""What is to be broken: one instance that tablets reach directly, or two behind nginx.

Two releases of small lexicons lie there, and a link names the one in force, as deploy/README.md
tells operators to do it. They differ, so a verdict shows which of them gave it.
"""

import hashlib
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from chaos.load import Load, Question
from service.serving.start import THRIFTY
from tests.support.delaying import Line
from tests.support.processes import (
    HOST,
    ROOT,
    children,
    end,
    find_tool,
    free_port,
    is_ready,
    running,
    wait_until,
)
from tests.support.serving import SERVER
from tests.support.small_lexicons import WORDS, small_lexicons

WORKERS = 2
ENOUGH = "900000/minute"
"""Counted, but not refused: one load asks six questions more often than a hall of tables."""
KEYS = {role: f"the key of a {role}" for role in ("device", "client", "arbiter")}
JSON = "application/json"
HUNG_UP = 0
"""In place of a status: where there is no memory even to read, the connection ends."""
RELEASES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "old": {**WORDS, "ro": ["casă", "masă", "vechi"]},
    "new": {**WORDS, "ro": ["casă", "masă", "nou"]},
}
ASKED = (
    ("frs", "ro", ("casă",)),
    ("frs", "ro", ("vechi", "masă")),
    ("frs", "ro", ("nou",)),
    ("frs", "ro", ("casă", "masă", "nimic")),
    ("fisc", "ca", ("col·legi", "canya")),
    ("figs", "it", ("gatto", "nessuno")),
)


@dataclass(frozen=True, slots=True)
class Releases:
    """Two releases of the lexicons, and the link to the one in force."""

    folder: Path

    @property
    def current(self) -> Path:
        """What the service is told to read."""
        return self.folder / "current"

    def put_in_force(self, name: str) -> None:
        """Point to a release, in one step."""
        link = self.folder / "next"
        link.unlink(missing_ok=True)
        link.symlink_to(self.folder / name)
        link.replace(self.current)

    def sha256(self, release: str, lexicon: str) -> str:
        """The hash of a lexicon of a release."""
        content = (self.folder / release / f"{lexicon}.marisa").read_bytes()
        return hashlib.sha256(content).hexdigest()

    def questions(self) -> list[Question]:
        """Questions and their right answers under both releases."""
        return [
            Question(
                rules,
                words,
                {
                    self.sha256(release, lexicon): set(words) <= set(listed[lexicon])
                    for release, listed in RELEASES.items()
                },
            )
            for rules, lexicon, words in ASKED
        ]


def make_releases(folder: Path) -> Releases:
    """Both releases, the old one in force."""
    for release, words in RELEASES.items():
        small_lexicons(folder / release, words, version=release)
    releases = Releases(folder)
    releases.put_in_force("old")
    return releases


class Posted(NamedTuple):
    """What was answered: a status, and the lexicon that it names."""

    status: int
    lexicon: str


@dataclass(slots=True)
class Instance:
    """A server of ours, which writes into its log or elsewhere."""

    port: int
    log: Path
    variables: Mapping[str, str]
    output: Path
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; `wait` waits until it answers."""
        with self.output.open("ab") as file:
            environ = {"PATH": os.environ["PATH"], "PORT": str(self.port), **self.variables}
            self.process = subprocess.Popen(SERVER, cwd=ROOT, env=environ, stdout=file, stderr=file)

    def wait(self) -> None:
        """Wait until it answers, with all its workers."""
        if not wait_until(lambda: len(self.workers) >= WORKERS and is_ready(self.port)):
            raise RuntimeError(f"an instance did not start: {self.log.read_text()[-500:]}")

    @property
    def pid(self) -> int:
        """The master's process."""
        assert self.process is not None
        return self.process.pid

    @property
    def workers(self) -> list[int]:
        """The processes that answer."""
        return children(self.pid)

    def signal_all(self, number: signal.Signals) -> None:
        """Send all its processes a signal."""
        for pid in (self.pid, *self.workers):
            os.kill(pid, number)

    def stop(self) -> None:
        """End it."""
        if self.process:
            end(self.process)


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

    def post(self, port: int, path: str, body: bytes, role: str, kind: str = JSON) -> Posted:
        """Send a body to an instance or to nginx."""
        connection = HTTPConnection(HOST, port, timeout=15)
        headers = {"Content-Type": kind, "Authorization": f"Bearer {KEYS[role]}"}
        try:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            return Posted(response.status, response.getheader("Lexicon", ""))
        except (OSError, HTTPException):
            return Posted(HUNG_UP, "")
        finally:
            connection.close()

    def add(self, port: int, variables: Mapping[str, str], output: Path | None) -> Instance:
        """One more instance, started."""
        log = self.folder / f"instance-{len(self.instances)}.log"
        digests = {role: hashlib.sha256(key.encode()).hexdigest() for role, key in KEYS.items()}
        settings = {
            "LEXICONS_PATH": str(self.releases.current),
            "WORKERS": str(WORKERS),
            "DEVICE_LIMIT": ENOUGH,
            "HALL_LIMIT": ENOUGH,
            **THRIFTY,
            "API_KEYS": ",".join(f"{role}:{digest}" for role, digest in digests.items()),
        }
        made = Instance(port, log, {**settings, **variables}, output or log)
        self.instances.append(made)
        made.start()
        return made


@contextmanager
def direct(
    folder: Path, variables: Mapping[str, str] | None = None, line: Line | None = None
) -> Iterator[Ground]:
    """One instance as in the tournament box, and nothing before it."""
    port = free_port()
    ground = Ground(folder, port, make_releases(folder / "lexicons"), line=line)
    instance = ground.add(port, variables or {}, None)
    with ExitStack() as stack:
        stack.callback(instance.stop)
        instance.wait()
        yield ground


@contextmanager
def behind_nginx(
    folder: Path, variables: Mapping[str, str] | None = None, output: Path | None = None
) -> Iterator[Ground]:
    """Two instances behind nginx, as in deploy/compose.yaml."""
    ground = Ground(folder, free_port(), make_releases(folder / "lexicons"))
    nginx = find_tool("nginx", "nginx-light")
    with ExitStack() as stack:
        for _ in range(2):
            instance = ground.add(free_port(), {"PROXIES": "1", **(variables or {})}, output)
            stack.callback(instance.stop)
        configuration = write_nginx(folder, ground.port, [one.port for one in ground.instances])
        mode = "daemon off; user root;" if os.geteuid() == 0 else "daemon off;"
        command = (nginx, "-p", str(folder), "-c", str(configuration), "-g", mode)
        stack.enter_context(running(command, folder / "nginx.log"))
        for instance in ground.instances:
            instance.wait()
        if not wait_until(lambda: is_ready(ground.port)):
            raise RuntimeError(f"nginx did not start: {(folder / 'nginx.log').read_text()[-500:]}")
        yield ground


def write_nginx(folder: Path, port: int, ports: Sequence[int]) -> Path:
    """The configuration that we ship, with the addresses of this machine in it."""
    one, two = (f"{HOST}:{instance}" for instance in ports)
    places = {
        "nginx.conf": {"listen 8080;": f"listen {HOST}:{port};", "/tmp/nginx": f"{folder}/nginx"},
        "upstream.conf": {"one:8000": one, "two:8000": two},
    }
    for name, pairs in places.items():
        text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
        for ours, theirs in pairs.items():
            if ours not in text:
                raise RuntimeError(f"{ours!r} is not in the configuration any more")
            text = text.replace(ours, theirs)
        (folder / name).write_text(text, encoding="utf-8")
    return folder / "nginx.conf"
