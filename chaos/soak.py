"""`python -m chaos.soak`: half of what the service can do, for minutes; nothing may grow.

First the peak is measured, with callers who ask again as soon as they are answered; then the
service is asked half as often, whether it answers or not. With `--rate` the peak is not measured
and the service is asked just that often, which may go on for an hour beside other work. Memory is
what the processes would free by ending (PSS), so that pages they share are counted once.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from chaos.grounds import Ground, Instance, direct
from chaos.load import Tally, ask_for

WITHOUT_PAUSE = 1e9
MEGABYTE = 1024 * 1024
SETTLING = 2.5
"""Seconds until connections that were left are closed."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What an instance holds at a moment."""

    memory: int
    files: int


@dataclass(frozen=True, slots=True)
class Soak:
    """What a soak has shown."""

    peak: float
    """Answers a second without a pause; 0 if that was not measured."""
    rate: float
    seconds: float
    tally: Tally
    first: Sample
    last: Sample

    def latency(self, share: float, *, late: bool) -> float:
        """How long the given share of answers took at most, in the first or the last tenth."""
        answers = sorted(self.tally.answers)
        tenth = max(1, len(answers) // 10)
        times = sorted(took for _, took in (answers[-tenth:] if late else answers[:tenth]))
        return times[min(len(times) - 1, int(share * len(times)))]

    def complaints(self) -> list[str]:
        """What has grown, was wrong or was lost."""
        found = []
        if self.tally.wrong or self.tally.lost or not self.tally.sent:
            found.append(f"{self.tally.wrong} wrong, {self.tally.lost} lost")
        if self.last.memory > 1.05 * self.first.memory + 2 * MEGABYTE:
            found.append("memory has grown")
        if self.last.files > self.first.files + 2:
            found.append("open files have grown")
        # The median: whatever else the machine does shows in the slowest answers first.
        if self.latency(0.5, late=True) > 3 * self.latency(0.5, late=False) + 0.02:
            found.append("answers have become slower")
        return found


def soak(ground: Ground, seconds: float, *, warm: float, rate: float = 0.0) -> Soak:
    """Ask an instance for so long; without a rate, half as often as it answers at its peak."""
    load = ground.load(WITHOUT_PAUSE)
    peak = 0.0 if rate else ask_for(load, warm).answered / warm
    steady = replace(load, rate=rate or peak / 2)
    ask_for(steady, warm)
    sleep(SETTLING)
    first = sample(ground.instances[0])
    tally = ask_for(steady, seconds)
    sleep(SETTLING)
    return Soak(peak, steady.rate, seconds, tally, first, sample(ground.instances[0]))


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


def describe(shown: Soak) -> Sequence[str]:
    """The figures, one a line."""
    early = [shown.latency(share, late=False) * 1000 for share in (0.5, 0.99)]
    late = [shown.latency(share, late=True) * 1000 for share in (0.5, 0.99)]
    tally = shown.tally
    peak = f"peak {shown.peak:.0f} answers a second; " if shown.peak else ""
    return (
        f"load          {peak}asked {shown.rate:.0f} a second",
        f"questions     {tally.sent} sent, {tally.answered} answered,"
        f" {tally.wrong} wrong, {tally.lost} lost, longest gap {tally.longest_gap * 1000:.0f} ms",
        f"memory (PSS)  {shown.first.memory / MEGABYTE:.1f} MiB at the start,"
        f" {shown.last.memory / MEGABYTE:.1f} MiB at the end",
        f"open files    {shown.first.files} at the start, {shown.last.files} at the end",
        f"p50 / p99     {early[0]:.1f} / {early[1]:.1f} ms in the first tenth,"
        f" {late[0]:.1f} / {late[1]:.1f} ms in the last",
    )


def row(shown: Soak) -> str:
    """The figures as a row of the table in deploy/README.md."""
    tally, first, last = shown.tally, shown.first, shown.last
    times = [
        f"{shown.latency(0.5, late=late) * 1000:.1f} / {shown.latency(0.99, late=late) * 1000:.1f}"
        for late in (False, True)
    ]
    return (
        f"| {datetime.now(UTC):%Y-%m-%d} | {shown.seconds / 60:.0f} min | {shown.rate:.0f}/s"
        f" | {tally.sent} | {tally.wrong} | {tally.lost} | {tally.longest_gap:.2f} s"
        f" | {first.memory / MEGABYTE:.1f} → {last.memory / MEGABYTE:.1f} MiB"
        f" | {first.files} → {last.files} | {times[0]} → {times[1]} ms |"
    )


def main() -> int:
    """Soak and print; 1 if something has grown."""
    parser = argparse.ArgumentParser(prog="chaos.soak", description="Ask for a long time.")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    parser.add_argument(
        "--rate", type=float, default=0.0, help="questions a second (half of the measured peak)"
    )
    options = parser.parse_args()
    if not 0.1 <= options.minutes <= 600:
        parser.error("--minutes: from 0.1 to 600")
    if options.rate and not 1 <= options.rate <= 10_000:
        parser.error("--rate: from 1 to 10000")
    with TemporaryDirectory(prefix="arbiter-") as folder, direct(Path(folder)) as ground:
        shown = soak(ground, options.minutes * 60, warm=30, rate=options.rate)
    for line in (*describe(shown), row(shown)):
        print(line)
    for complaint in shown.complaints():
        print(complaint, file=sys.stderr)
    return 1 if shown.complaints() else 0


if __name__ == "__main__":
    sys.exit(main())
