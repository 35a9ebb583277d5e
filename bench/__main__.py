"""`python -m bench`: one run, one table, and whether each target was reached.

Contenders take turns, each round beginning with another; a ratio is taken within a round, and the
median of the rounds stands in the table with its quartiles. A target is reached or missed only
where the quartiles lie on one side of it, so that a busy machine does not say the contrary.
"""

import argparse
import hashlib
import os
import platform
import resource
import secrets
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import linear_regression, median, quantiles
from tempfile import TemporaryDirectory

from bench import asking, instructions, questions
from bench.asking import Asked, BenchError, Running
from bench.peers import LEXICON
from bench.questions import Question
from tests.support.processes import ROOT
from tests.support.serving import ARBITER, SERVER

WORKERS = 2
BASE = "Flask hello, gunicorn threads"
FASTAPI = "FastAPI, uvicorn"
EIGHT = "challenge"
KEY = secrets.token_urlsafe(24)


@dataclass(frozen=True, slots=True)
class Contender:
    """A server, and what it is asked."""

    name: str
    server: Running
    question: Question


@dataclass(frozen=True, slots=True)
class Run:
    """Where the files of a run are, and how often and how long everybody is asked."""

    folder: Path
    rounds: int
    running: ExitStack
    seconds: float = 0.6
    lexicons: Path = field(init=False)

    def __post_init__(self) -> None:
        """Copy the lexicons, so that a build meanwhile changes nothing."""
        object.__setattr__(self, "lexicons", self.folder / "lexicons")
        self.lexicons.mkdir()
        for path in (ROOT / "lexicons").glob("*.marisa"):
            shutil.copy(path, self.lexicons)
            shutil.copy(path.with_suffix(".json"), self.lexicons)
        if not (self.lexicons / "it.marisa").is_file():
            raise BenchError("build the lexicons first: make lexicons")

    def ours(self, name: str, **variables: str) -> Running:
        """The service as it is deployed, with other variables if need be."""
        given = {"LEXICONS_PATH": str(self.lexicons), "WORKERS": str(WORKERS), "RATE_LIMIT": "off"}
        return self._start(name, SERVER, {**given, **variables})

    def peer(self, maker: str, server: str, workers: int = WORKERS) -> Running:
        """One of the others, under a server as anybody would start it."""
        options = f"--workers={workers}", f"bench.peers:{maker}"
        match server:
            case "gthread":
                given = ("gunicorn", "--bind=127.0.0.1:{port}", "--preload", "--threads=4")
                options = (options[0], f"{options[1]}()")
            case "uvicorn":
                given = ("uvicorn", "--port={port}", "--no-access-log", "--factory")
            case _:
                given = ("granian", "--port={port}", "--interface=wsgi", "--factory")
        command, variables = (sys.executable, "-m", *given, *options), {LEXICON: str(self.lexicons)}
        return self._start(f"{maker} {server}", command, variables)

    def _start(self, name: str, command: Sequence[str], variables: Mapping[str, str]) -> Running:
        log = self.folder / f"{name}.log"
        return self.running.enter_context(asking.served(command, log, variables))

    def take_turns(self, contenders: Sequence[Contender]) -> dict[str, list[Asked]]:
        """Everybody asked once a round, after a while that is not counted."""
        for one in contenders:
            asking.ask(one.server, one.question, self.seconds / 2)
        found: dict[str, list[Asked]] = {one.name: [] for one in contenders}
        for number in range(self.rounds):
            first = number % len(contenders)
            for one in (*contenders[first:], *contenders[:first]):
                found[one.name].append(asking.ask(one.server, one.question, self.seconds))
        return found


@dataclass(frozen=True, slots=True)
class Target:
    """What a cost may be, as a part of another one."""

    cost: str
    base: str
    most: float

    def verdict(self, costs: Sequence[float], bases: Sequence[float]) -> str:
        """A row that says whether it was reached in these rounds."""
        low, _, high = quartiles(costs, bases)
        said = "reached" if high <= self.most else "MISSED" if low > self.most else "too close"
        about = f"{self.cost} / {self.base}"
        return f"| {about} | ≤ {self.most} | {ratio(costs, bases)} | {said} |"


RECOUNT, STANDINGS = "recount of 25 plays", "standings, 40 players, 8 rounds"
LARGE = "standings, 1000 players, 20 rounds"
KEYED, OF_MANY = f"{EIGHT}, device key and rates", f"{EIGHT}, one of 10 000 keys"
TARGETS = (
    Target(EIGHT, BASE, 0.6),
    Target(EIGHT, FASTAPI, 1.0),
    Target(f"{EIGHT}, without the shortcut", BASE, 1.05),
    Target(f"{EIGHT}, uvicorn", FASTAPI, 0.6),
    Target(KEYED, EIGHT, 1.1),
    Target(OF_MANY, KEYED, 1.02),
    # On two quiet processors, where the hello took 187 µs: 450 µs, 450 µs and 35 ms.
    Target(RECOUNT, BASE, 2.4),
    Target(STANDINGS, BASE, 2.4),
    Target(LARGE, BASE, 187),
)
COMMANDS = ("--help", "score --offline --rules figs 8F MICIO", "check --offline --rules figs")


def contenders(run: Run) -> Iterator[Contender]:
    """Ours first, then those who do the same job."""
    eight = questions.challenges("figs", run.lexicons, 8)
    ours = run.ours("arbiter")
    yield Contender(EIGHT, ours, eight)
    digest = hashlib.sha256(KEY.encode()).hexdigest()
    often = "1000000/minute"
    limits = dict.fromkeys(("RATE_LIMIT", "DEVICE_LIMIT", "HALL_LIMIT", "CHALLENGE_LIMIT"), often)
    keyed = run.ours("arbiter with a key", API_KEYS=f"device:{digest}", **limits)
    bearing = replace(eight, header=f"Authorization: Bearer {KEY}")
    yield Contender(KEYED, keyed, bearing)
    others = (hashlib.sha256(str(number).encode()).hexdigest() for number in range(9999))
    file = run.folder / "keys"
    file.write_text("".join(f"device:{one}\n" for one in (*others, digest)), encoding="utf-8")
    many = run.ours("arbiter with many keys", API_KEYS_FILE=str(file), **limits)
    yield Contender(OF_MANY, many, bearing)
    plain = run.ours("arbiter without the shortcut", SHORTCUT="0")
    yield Contender(f"{EIGHT}, without the shortcut", plain, eight)
    behind = run.ours("uvicorn", SERVER="uvicorn", PROXIES="1")  # Where it reads by httptools.
    yield Contender(f"{EIGHT}, uvicorn", behind, eight)
    yield Contender("score", ours, questions.score("figs"))
    yield Contender(RECOUNT, ours, questions.replay("figs", 25))
    yield Contender(STANDINGS, ours, questions.standings("fisc", 40, 8))
    yield Contender(LARGE, run.ours("arbiter alone"), questions.standings("fisc", 1000, 20))
    yield Contender(BASE, run.peer("flask_hello", "gthread"), eight)
    yield Contender("Flask, gunicorn threads", run.peer("flask_words", "gthread"), eight)
    yield Contender(FASTAPI, run.peer("fastapi_words", "uvicorn"), eight)
    yield Contender("Falcon, granian", run.peer("falcon_words", "granian"), eight)
    yield Contender("BlackSheep, uvicorn", run.peer("blacksheep_words", "uvicorn"), eight)
    yield Contender("raw WSGI, granian (floor)", run.peer("raw_wsgi", "granian"), eight)
    yield Contender("raw ASGI, uvicorn (floor)", run.peer("raw_asgi", "uvicorn"), eight)


def quartiles(costs: Sequence[float], bases: Sequence[float]) -> Sequence[float]:
    """What the rounds say of a ratio."""
    found = [one / base for one, base in zip(costs, bases, strict=True)]
    return quantiles(found, n=4) if len(found) > 1 else found * 3


def ratio(costs: Sequence[float], bases: Sequence[float]) -> str:
    """The median of what the rounds say, with its quartiles."""
    low, middle, high = quartiles(costs, bases)
    return f"{middle:.2f} ({low:.2f}–{high:.2f})"


def print_costs(run: Run) -> None:
    """The table, and under it the targets."""
    found = run.take_turns(list(contenders(run)))
    costs = {name: [one.micros for one in asked] for name, asked in found.items()}
    counted = instructions.counted(run.folder, run.lexicons)
    print("| what (a challenge has eight words) | CPU µs | to hello | answers/s | 1000 instr. |")
    print("|---|---:|---:|---:|---:|")
    for name, asked in found.items():
        rate = median(one.rate for one in asked)
        thousands = counted.get(name.partition(", g")[0].partition(" (")[0])
        shown = f"{thousands:.0f}" if thousands else ""
        own = costs[name]
        print(f"| {name} | {median(own):.0f} | {ratio(own, costs[BASE])} | {rate:.0f} | {shown} |")
    print("\n| cost | target | measured | |\n|---|---:|---:|---|")
    for target in TARGETS:
        if target.cost in costs:
            print(target.verdict(costs[target.cost], costs[target.base]))
    print_waits(run)
    print_commands(run)


def print_waits(run: Run) -> None:
    """How much longer callers of challenges wait beside four who have whole games counted."""
    ours = run.ours("beside")
    eight, games = questions.challenges("figs", run.lexicons, 8), [questions.replay("figs", 33)] * 4
    alone, beside = (
        [asking.ask(ours, eight, run.seconds, beside=others).wait for _ in range(run.rounds)]
        for others in ((), games)
    )
    about = "wait for a challenge beside four callers of whole games"
    print(Target(about, "wait alone", 2.0).verdict(beside, alone))


def print_commands(run: Run) -> None:
    """What a command costs, from its start to its end."""
    given = {**os.environ, "LEXICONS_PATH": str(run.lexicons)}
    for command in COMMANDS:
        used = []
        for _ in range(run.rounds):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run((*ARBITER, *command.split()), env=given, check=True, capture_output=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            used.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        target = Target(f"arbiter {command}", "a second", 0.15)
        print(target.verdict(used, [1.0] * run.rounds))


def print_growth(run: Run) -> None:
    """What one more of something costs: by least squares."""
    ours, lexicons = run.ours("growing"), run.lexicons
    words = {n: questions.challenges("figs", lexicons, n) for n in (1, 4, 8)}
    plays = {n: questions.replay("figs", n) for n in (5, 15, 25, 33)}
    players = {n: questions.standings("fisc", n, 8) for n in (20, 40, 80)}
    kinds = {"word of a challenge": words, "play of a recount": plays, "player": players}
    all_of = [(what, n, asked[n]) for what, asked in kinds.items() for n in asked]
    found = run.take_turns([Contender(f"{what} {n}", ours, one) for what, n, one in all_of])
    print("\n| one more | µs |\n|---|---:|")
    for what, asked in kinds.items():
        costs = [median(one.micros for one in found[f"{what} {n}"]) for n in asked]
        print(f"| {what} | {linear_regression(list(asked), costs).slope:.1f} |")


def print_memory(run: Run) -> None:
    """Mebibytes once all have answered, and after large tournaments."""
    eight = questions.challenges("figs", run.lexicons, 8)
    large = questions.standings("fisc", 500, 10)
    print("\n| workers | MiB | after tournaments of 500 |\n|---|---:|---:|")
    for workers in (1, 4):
        ours = run.ours(f"{workers} workers", WORKERS=str(workers))
        asking.ask(ours, eight, run.seconds)
        before = ours.mebibytes()
        asking.ask(ours, large, run.seconds * 2)
        print(f"| {workers} | {before:.0f} | {ours.mebibytes():.0f} |")


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser("python -m bench", description="What does an answer cost?")
    parser.add_argument("--rounds", type=int, default=7, help="how often each takes its turn")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    cores, load = len(os.sched_getaffinity(0)), os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {cores} processors, load {load:.1f}\n", flush=True)
    try:
        for section in (print_costs, print_growth, print_memory):
            with TemporaryDirectory(prefix="arbiter-bench-") as name, ExitStack() as running:
                section(Run(Path(name), options.rounds, running))
    except BenchError as fault:
        sys.exit(f"bench: {fault}")


if __name__ == "__main__":
    main()
