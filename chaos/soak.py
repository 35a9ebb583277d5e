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
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

from bench.questions import standings
from chaos.grounds import Ground, Instance, direct
from tests.support.load import Tally

WITHOUT_PAUSE = 1e9
MEGABYTE = 1024 * 1024
SETTLING = 2.5
"""Seconds until connections that were left are closed."""
KEPT = 1.35
"""How much of its memory an instance may hold after the largest tournaments: it keeps some pages
in which little is left, and answers the next ones out of them."""


class Sample(NamedTuple):
    """What an instance holds at a moment."""

    memory: int
    files: int


class Soak(NamedTuple):
    """What a soak has shown: before, at the end, and after the tournaments."""

    rate: float
    tally: Tally
    first: Sample
    last: Sample
    after: Sample

    def medians(self) -> tuple[float, float]:
        """How long half of the answers took at most, in the first and in the last tenth."""
        outcomes = sorted(self.tally.outcomes)
        tenth = max(1, len(outcomes) // 10)
        return Tally(outcomes[:tenth]).took(0.5), Tally(outcomes[-tenth:]).took(0.5)

    def complaints(self) -> list[str]:
        """What has grown, was wrong or was lost."""
        # The median: whatever else the machine does shows in the slowest answers first.
        early, late = self.medians()
        held = {
            "not every answer came and was right": self.tally.is_whole,
            "memory has grown": self.last.memory <= 1.05 * self.first.memory + 2 * MEGABYTE,
            "open files have grown": self.last.files <= self.first.files + 2,
            "answers have become slower": late <= 3 * early + 0.02,
            "memory was not given back": self.after.memory <= KEPT * self.last.memory,
        }
        return [fault for fault, good in held.items() if not good]

    def __str__(self) -> str:
        """The figures in a line, each before and after."""
        held = (self.first, self.last, self.after)
        memory = " → ".join(f"{one.memory / MEGABYTE:.1f}" for one in held)
        times = " → ".join(f"{median * 1000:.1f}" for median in self.medians())
        return (
            f"{self.tally.sent} questions at {self.rate:.0f}/s, {self.tally.answered} answered,"
            f" longest gap {self.tally.longest_gap:.2f} s, memory {memory} MiB,"
            f" files {self.first.files} → {self.last.files}, median {times} ms"
        )


def soak(ground: Ground, seconds: float, *, warm: float, rate: float = 0.0) -> Soak:
    """Ask an instance for so long; without a rate, half as often as it answers at its peak."""
    load, instance = ground.load(WITHOUT_PAUSE), ground.instances[0]
    steady = replace(load, rate=rate or load.ask_for(warm).answered / warm / 2)
    ask_for_standings(ground, 16, 4)
    steady.ask_for(warm)
    sleep(SETTLING)
    first = sample(instance)
    tally = steady.ask_for(seconds)
    sleep(SETTLING)
    last = sample(instance)
    ask_for_standings(ground, 1000, 20)
    sleep(SETTLING)
    return Soak(steady.rate, tally, first, last, sample(instance))


def ask_for_standings(ground: Ground, players: int, rounds: int) -> None:
    """Ask eight times for the standings of a tournament, from several callers at once."""
    path, (body,) = (asked := standings("frs-2019", players, rounds)).path, asked.bodies
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(ground.post, ground.port, path, body, "arbiter") for _ in range(8)]
    if {call.result()[0] for call in calls} != {200}:
        raise RuntimeError("the standings of a tournament were not counted")


def sample(instance: Instance) -> Sample:
    """Memory and open files of all processes of an instance."""
    memory = files = 0
    for process in (Path(f"/proc/{pid}") for pid in (instance.process.pid, *instance.workers)):
        rollup = (process / "smaps_rollup").read_text(encoding="utf-8")
        memory += int(rollup.partition("\nPss:")[2].split()[0]) * 1024
        files += len(list((process / "fd").iterdir()))
    return Sample(memory, files)


def main() -> int:
    """Soak and print; 1 if something has grown."""
    parser = argparse.ArgumentParser(prog="chaos.soak", description="Ask for a long time.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    about = "questions a second (half of the measured peak)"
    parser.add_argument("--rate", type=float, default=0.0, help=about)
    options = parser.parse_args()
    if not (0.1 <= options.minutes <= 600 and 0 <= options.rate <= 10_000):
        parser.error("--minutes: from 0.1 to 600; --rate: up to 10000, 0 for half of the peak")
    with TemporaryDirectory(prefix="arbiter-") as folder, direct(Path(folder)) as ground:
        shown = soak(ground, options.minutes * 60, warm=30, rate=options.rate)
    print(shown)
    for complaint in shown.complaints():
        print(complaint, file=sys.stderr)
    return 1 if shown.complaints() else 0


if __name__ == "__main__":
    sys.exit(main())
