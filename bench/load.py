"""Asking: wrk keeps every connection busy (closed loop), h2load asks at a fixed rate (open)."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from bench.questions import Question
from bench.samples import quantile
from bench.serving import BenchError, Server
from tests.support.processes import ROOT

_SCRIPT = ROOT / "bench" / "ask.lua"
KEPT = {"KEEPALIVE_REQUESTS": "0"}
"""For `pace`: its generator waits for ever where a connection ends."""
_NEEDED = {"wrk": "wrk", "h2load": "nghttp2-client"}


@dataclass(frozen=True, slots=True)
class Load:
    """What came of asking for a while: answers a second, milliseconds, server µs an answer."""

    rate: float
    p50: float
    p90: float
    p99: float
    cpu: float
    errors: int


def check_tools() -> None:
    """Refuse to begin without the load generators."""
    missing = [package for tool, package in _NEEDED.items() if not shutil.which(tool)]
    if missing:
        raise BenchError(f"install the load generators first: apt-get install {' '.join(missing)}")


def warm_up(server: Server, question: Question, folder: Path) -> None:
    """A few hundred questions that are not counted."""
    file = folder / "body"
    file.write_bytes(question.bodies[0] if question.bodies else b"")
    command = ["h2load", "--h1", "-c8", "-n200", "-Hcontent-type: application/json"]
    command += [f"-d{file}"] if question.bodies else []
    _run([*command, f"http://127.0.0.1:{server.port}{question.path}"], 60)


def press(
    server: Server, question: Question, folder: Path, *, connections: int = 16, seconds: int = 1
) -> Load:
    """Closed loop: every connection asks again as soon as it is answered."""
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "10s", "-s"]
    command += [str(_SCRIPT), f"http://127.0.0.1:{server.port}{question.path}", "--"]
    if question.bodies:
        command.append(str(question.write(folder / "bodies")))
    before = server.cpu_seconds()
    said = json.loads(_run(command, seconds + 30).splitlines()[-1])
    used = server.cpu_seconds() - before
    answered = max(1, said["requests"])
    return Load(
        rate=answered / said["microseconds"] * 1e6,
        p50=said["p50"] / 1000,
        p90=said["p90"] / 1000,
        p99=said["p99"] / 1000,
        cpu=used / answered * 1e6,
        errors=said["errors"],
    )


def pace(
    server: Server, question: Question, folder: Path, *, connections: int, rate: float, seconds: int
) -> Load:
    """Open loop: each connection asks at its own fixed times, whether others wait or not.

    The connections are opened one after the other, so that their times do not coincide.
    """
    file, log = folder / "body", folder / "paced.log"
    file.write_bytes(question.bodies[0] if question.bodies else b"")
    command = ["h2load", "--h1", f"-c{connections}", f"-n{round(rate * seconds)}"]
    command += [f"--rps={rate / connections:.4f}", f"--log-file={log}", "-r1"]
    command += [f"--rate-period={max(1, round(1000 / rate))}ms", "-Hcontent-type: application/json"]
    command += [f"-d{file}"] if question.bodies else []
    log.unlink(missing_ok=True)
    before = server.cpu_seconds()
    _run([*command, f"http://127.0.0.1:{server.port}{question.path}"], seconds * 10 + 30)
    used = server.cpu_seconds() - before
    rows = [line.split() for line in log.read_text(encoding="ascii").splitlines()]
    times = sorted(int(row[2]) / 1000 for row in rows if row[1] == "200")
    if not times:
        raise BenchError(f"{server.name} answered nothing")
    lasted = (max(int(row[0]) for row in rows) - min(int(row[0]) for row in rows)) / 1e6
    return Load(
        rate=len(times) / max(lasted, 0.001),
        p50=quantile(times, 0.5),
        p90=quantile(times, 0.9),
        p99=quantile(times, 0.99),
        cpu=used / len(times) * 1e6,
        errors=round(rate * seconds) - len(times),
    )


def _run(command: list[str], patience: float) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)
    if done.returncode or not done.stdout.strip():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise BenchError(f"{command[0]} failed: {said[-1] if said else 'it said nothing'}")
    return done.stdout
