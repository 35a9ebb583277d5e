"""`python -m chaos.soak`: half of what the service can do, for minutes; nothing may grow.

First the peak is measured, with callers who ask again as soon as they are answered; then the
service is asked half as often, whether it answers or not. With `--rate` the peak is not measured
and the service is asked just that often, which may go on for an hour beside other work. Memory is
what the processes would free by ending (PSS), so that pages they share are counted once. At the
end come tournaments as large as they may be, several at once: what they took must be given back.
"""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

from bench.questions import document, season
from chaos.grounds import Ground, Instance, direct
from chaos.load import Tally
from service.rulebook import load_rulebook

WITHOUT_PAUSE = 1e9
MEGABYTE = 1024 * 1024
SETTLING = 2.5
"""Seconds until connections that were left are closed."""
KEPT = 1.5
"""How much of its memory an instance may hold after the largest tournaments: it keeps some pages
in which little is left, and answers the next ones out of them."""


class Sample(NamedTuple):
    """What an instance holds at a moment."""

    memory: int
    files: int


class Soak(NamedTuple):
    """What a soak has shown; a peak of 0 was not measured."""

    peak: float
    rate: float
    tally: Tally
    first: Sample
    last: Sample
    after: Sample
    """What it held after the tournaments."""

    def median(self, *, late: bool) -> float:
        """How long half of the answers took at most, in the first or the last tenth."""
        outcomes = sorted(self.tally.outcomes)
        tenth = max(1, len(outcomes) // 10)
        return Tally(outcomes[-tenth:] if late else outcomes[:tenth]).took(0.5)

    def complaints(self) -> list[str]:
        """What has grown, was wrong or was lost."""
        held = {
            "not every answer came and was right": self.tally.is_whole,
            "memory has grown": self.last.memory <= 1.05 * self.first.memory + 2 * MEGABYTE,
            "open files have grown": self.last.files <= self.first.files + 2,
            # The median: whatever else the machine does shows in the slowest answers first.
            "answers have become slower": self.median(late=True)
            <= 3 * self.median(late=False) + 0.02,
            "memory was not given back": self.after.memory <= KEPT * self.last.memory,
        }
        return [fault for fault, good in held.items() if not good]

    def __str__(self) -> str:
        """The figures as a row of the table in deploy/README.md."""
        memory = " → ".join(
            f"{one.memory / MEGABYTE:.1f}" for one in (self.first, self.last, self.after)
        )
        times = " → ".join(f"{self.median(late=late) * 1000:.1f}" for late in (False, True))
        return (
            f"| {datetime.now(UTC):%Y-%m-%d} | {self.rate:.0f}/s | {self.tally.sent}"
            f" | {self.tally.sent - self.tally.answered} | {self.tally.longest_gap:.2f} s"
            f" | {memory} MiB | {self.first.files} → {self.last.files} | {times} ms |"
        )


def soak(ground: Ground, seconds: float, *, warm: float, rate: float = 0.0) -> Soak:
    """Ask an instance for so long; without a rate, half as often as it answers at its peak."""
    load, instance = ground.load(WITHOUT_PAUSE), ground.instances[0]
    peak = 0.0 if rate else load.ask_for(warm).answered / warm
    steady = replace(load, rate=rate or peak / 2)
    ask_for_standings(ground, 16, 4)
    steady.ask_for(warm)
    sleep(SETTLING)
    first = sample(instance)
    tally = steady.ask_for(seconds)
    sleep(SETTLING)
    last = sample(instance)
    ask_for_standings(ground, 1000, 20)
    sleep(SETTLING)
    return Soak(peak, steady.rate, tally, first, last, sample(instance))


def ask_for_standings(ground: Ground, players: int, rounds: int, times: int = 8) -> None:
    """Ask for the standings of a tournament, from several callers at once."""
    body = document(season(players, rounds, load_rulebook().editions["frs-2019"]))
    path, role = "/v1/frs/tournament/standings", "arbiter"
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(ground.post, ground.port, path, body, role) for _ in range(times)]
    if {call.result().status for call in calls} != {200}:
        raise RuntimeError("the standings of a tournament were not counted")


def sample(instance: Instance) -> Sample:
    """Memory and open files of all processes of an instance."""
    processes = [Path(f"/proc/{pid}") for pid in (instance.pid, *instance.workers)]
    return Sample(
        sum(_pss(process) for process in processes),
        sum(len(list((process / "fd").iterdir())) for process in processes),
    )


def _pss(process: Path) -> int:
    lines = (process / "smaps_rollup").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def main() -> int:
    """Soak and print; 1 if something has grown."""
    parser = argparse.ArgumentParser(prog="chaos.soak", description="Ask for a long time.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    about = "questions a second (half of the measured peak)"
    parser.add_argument("--rate", type=float, default=0.0, help=about)
    options = parser.parse_args()
    if not 0.1 <= options.minutes <= 600:
        parser.error("--minutes: from 0.1 to 600")
    if options.rate and not 1 <= options.rate <= 10_000:
        parser.error("--rate: from 1 to 10000")
    with TemporaryDirectory(prefix="arbiter-") as folder, direct(Path(folder)) as ground:
        shown = soak(ground, options.minutes * 60, warm=30, rate=options.rate)
    print(shown)
    for complaint in shown.complaints():
        print(complaint, file=sys.stderr)
    return 1 if shown.complaints() else 0


if __name__ == "__main__":
    sys.exit(main())
