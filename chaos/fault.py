"""What a fault is: a ground, a strike, and how hard it strikes."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from chaos.grounds import Ground


@dataclass(frozen=True, slots=True)
class Scale:
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


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that goes wrong in real life."""

    name: str
    ground: Callable[[Path], AbstractContextManager[Ground]]
    strike: Strike
    role: str = "device"
    """Whose key the questions carry: only those of a client are counted."""
