"""Runs faults one after the other and prints what became of the questions."""

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep

from chaos.fault import Fault, Scale
from chaos.grounds import Ground
from chaos.load import Tally
from tests.support.processes import ToolMissingError

HEAD = (
    f"{'fault':<44} {'sent':>7} {'answered':>8} {'wrong':>6} {'lost':>6} {'longest gap':>12}"
    f" {'p50 / p99':>17}"
)


@dataclass(frozen=True, slots=True)
class Row:
    """What became of the questions during a fault."""

    name: str
    tally: Tally
    complaints: tuple[str, ...]

    @property
    def is_good(self) -> bool:
        """Whether nothing was wrong or lost, and everything went as promised."""
        return not (self.tally.wrong or self.tally.lost or self.complaints) and self.tally.sent > 0

    def __str__(self) -> str:
        """The row as it is printed."""
        tally, gap = self.tally, f"{self.tally.longest_gap * 1000:.0f} ms"
        half, most = (tally.took(share) * 1000 for share in (0.5, 0.99))
        counts = f"{tally.sent:>7} {tally.answered:>8} {tally.wrong:>6} {tally.lost:>6} {gap:>12}"
        return f"{self.name:<44} {counts} {f'{half:.1f} / {most:.0f} ms':>17}"


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


def print_table(faults: Iterable[Fault], scale: Scale) -> bool:
    """Print a row for each fault; whether all were good."""
    good = True
    print(HEAD, flush=True)
    for fault in faults:
        try:
            row = run_fault(fault, scale)
        except ToolMissingError as missing:
            print(f"{fault.name:<44} not run: {missing}", flush=True)
            continue
        print(row, flush=True)
        for remark in [*row.complaints[:9], *row.tally.remarks[:3]]:
            print(f"    {remark}", file=sys.stderr, flush=True)
        good = good and row.is_good
    return good
