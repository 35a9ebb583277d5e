"""What an input costs: memory at its highest, calls of functions, marks brought into order.

Memory and calls are counted, not timed, so a busy machine changes nothing. What C does inside one
call is not seen by either; of that, bringing combining marks into order takes the square of their
number, so the runs of marks that are given to it are measured by themselves.
"""

import sys
import tracemalloc
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from types import FrameType
from unittest.mock import patch

from tests.data import table

MOST_MARKS = 30
"""The longest run of combining marks that any writing has (Unicode's stream-safe format)."""


PARTS: dict[str, str] = table("laws/places.toml")["texts"]


@dataclass(slots=True)
class Weight:
    """What was spent."""

    memory: int = 0
    calls: int = 0
    marks: int = 0


@contextmanager
def weighed() -> Iterator[Weight]:
    """Weighs what is done inside; the weight is there afterwards."""
    weight = Weight()
    with patch.object(unicodedata, "normalize", _watching(weight)):
        tracemalloc.start()
        sys.setprofile(_counting(weight))
        try:
            yield weight
        finally:
            sys.setprofile(None)
            weight.memory = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()


def _counting(weight: Weight) -> Callable[[FrameType, str, object], None]:
    def count(_frame: FrameType, event: str, _argument: object) -> None:
        weight.calls += event in ("call", "c_call")

    return count


def _watching(weight: Weight) -> Callable[[str, str], str]:
    real = unicodedata.normalize

    def watched(form: str, text: str) -> str:
        runs = groupby(text, key=lambda c: unicodedata.combining(c) != 0)
        longest = max((sum(1 for _ in run) for marks, run in runs if marks), default=0)
        weight.marks = max(weight.marks, longest)
        return real(form, text[:4000])  # type: ignore[arg-type]  # A failure need not take minutes.

    return watched


def texts(length: int) -> dict[str, str]:
    """The worst texts of a length, by what is bad about them."""
    made = {name: (part * length)[:length] for name, part in PARTS.items()}
    return {name: "A" + text[1:] if "marks" in name else text for name, text in made.items()}
