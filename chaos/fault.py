"""What a fault is: a ground, a strike, how hard it strikes, and what became of the questions."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import sleep
from typing import NamedTuple

from chaos.grounds import Ground
from chaos.load import Tally


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

Strike = Callable[[Ground, Scale], Iterator[str]]
"""Breaks something and yields a complaint for everything that did not go as promised."""


class Fault(NamedTuple):
    """Something that goes wrong in real life."""

    name: str
    ground: Callable[[Path], AbstractContextManager[Ground]]
    strike: Strike
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
