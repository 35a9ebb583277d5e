"""What is to be broken: one instance that tablets reach directly, or two behind nginx."""

import hashlib
import os
import secrets
import signal
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from chaos.load import Load
from chaos.releases import Releases, make_releases
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

WORKERS = 2
ENOUGH = "900000/minute"
"""Counted, but not refused: one load asks six questions more often than a hall of tables."""


JSON = "application/json"
HUNG_UP = 0
"""In place of a status: where there is no memory even to read, the connection ends."""


class Posted(NamedTuple):
    """What was answered: a status, and the lexicon that it names."""

    status: int
    lexicon: str


@dataclass(slots=True)
class Instance:
    """A server of ours."""

    port: int
    log: Path
    variables: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    output: Path | None = None
    """Where it writes, if not into its log."""

    def start(self) -> None:
        """Start it; `wait` waits until it answers."""
        with (self.output or self.log).open("ab") as file:
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

    def reload(self) -> None:
        """Make it read rules and lexicons anew."""
        os.kill(self.pid, signal.SIGHUP)

    def stop(self) -> None:
        """End it."""
        if self.process:
            end(self.process)


@dataclass(frozen=True, slots=True)
class Ground:
    """What runs, and how it is asked."""

    folder: Path
    port: int
    releases: Releases
    instances: list[Instance]
    keys: dict[str, str] = field(default_factory=dict)
    """A key for each role."""
    line: Line | None = None
    """The way to Redis, where there is one."""

    def load(self, rate: float, role: str = "device") -> Load:
        """The questions that are put to it."""
        return Load(HOST, self.port, self.releases.questions(), self.keys[role], rate)

    def post(self, port: int, path: str, body: bytes, role: str, kind: str = JSON) -> Posted:
        """Send a body to an instance or to nginx."""
        connection = HTTPConnection(HOST, port, timeout=15)
        headers = {"Content-Type": kind, "Authorization": f"Bearer {self.keys[role]}"}
        try:
            connection.request("POST", path, body, headers)
            response = connection.getresponse()
            return Posted(response.status, response.getheader("Lexicon", ""))
        except (OSError, HTTPException):
            return Posted(HUNG_UP, "")
        finally:
            connection.close()

    def instance(self, variables: Mapping[str, str]) -> Instance:
        """A further instance, not started."""
        log = self.folder / f"instance-{len(self.instances)}.log"
        settings = {
            "LEXICONS_PATH": str(self.releases.current),
            "WORKERS": str(WORKERS),
            "DEVICE_LIMIT": ENOUGH,
            "API_KEYS": ",".join(
                f"{role}:{hashlib.sha256(key.encode()).hexdigest()}"
                for role, key in self.keys.items()
            ),
        }
        made = Instance(free_port(), log, {**settings, **variables})
        self.instances.append(made)
        return made


def _ground(folder: Path, port: int) -> Ground:
    keys = {role: secrets.token_urlsafe(16) for role in ("device", "client", "arbiter")}
    return Ground(folder, port, make_releases(folder / "lexicons"), [], keys)


@contextmanager
def direct(
    folder: Path, variables: Mapping[str, str] | None = None, line: Line | None = None
) -> Iterator[Ground]:
    """One instance as in the tournament box, and nothing before it."""
    ground = _ground(folder, 0)
    instance = ground.instance(variables or {})
    with ExitStack() as stack:
        stack.callback(instance.stop)
        instance.start()
        instance.wait()
        yield Ground(folder, instance.port, ground.releases, ground.instances, ground.keys, line)


@contextmanager
def behind_nginx(
    folder: Path, variables: Mapping[str, str] | None = None, output: Path | None = None
) -> Iterator[Ground]:
    """Two instances behind nginx, as in deploy/compose.yaml."""
    settings = {"PROXIES": "1", **(variables or {})}
    ground = _ground(folder, free_port())
    nginx = find_tool("nginx", "nginx-light")
    with ExitStack() as stack:
        for _ in range(2):
            instance = ground.instance(settings)
            instance.output = output
            stack.callback(instance.stop)
            instance.start()
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
    text = (ROOT / "deploy/nginx.conf").read_text(encoding="utf-8")
    servers = (ROOT / "deploy/upstream.conf").read_text(encoding="utf-8")
    places = [("listen 8080;", f"listen {HOST}:{port};"), ("/tmp/nginx", f"{folder}/nginx")]
    hosts = list(zip(("one:8000", "two:8000"), (f"{HOST}:{one}" for one in ports), strict=True))
    (folder / "upstream.conf").write_text(_exchanged(servers, hosts), encoding="utf-8")
    configuration = folder / "nginx.conf"
    configuration.write_text(_exchanged(text, places), encoding="utf-8")
    return configuration


def _exchanged(text: str, pairs: Sequence[tuple[str, str]]) -> str:
    for ours, theirs in pairs:
        if ours not in text:
            raise RuntimeError(f"{ours!r} is not in the configuration any more")
        text = text.replace(ours, theirs)
    return text
