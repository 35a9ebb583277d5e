"""What was read from a federation's list: its words, and what became of every other line."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

MOST_LINES = 40  # lines of one kind that are told


@dataclass(frozen=True, slots=True)
class Line:
    """A line that holds something."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Rejected:
    """A line that gives no word, and why."""

    line: Line
    reason: str

    def __str__(self) -> str:
        """As a maintainer reads it."""
        return f"line {self.line.number}: {self.line.text!r}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Listing:
    """What was read from a list; keys, rejected, repeated and merged make up its lines."""

    encoding: str
    lines: int
    keys: Sequence[str]
    rejected: Sequence[Rejected]
    repeated: Sequence[Rejected]
    merged: int  # words with the tiles of an earlier one
    unfinished: Line | None = None  # the last line, if nothing ends it

    def summary(self) -> str:
        """The sum of the lines."""
        return (
            f"{len(self.keys)} words + {self.merged} spelled with the same tiles + "
            f"{len(self.rejected)} rejected + {len(self.repeated)} repeated = {self.lines} lines"
            f" ({self.encoding})"
        )

    def notes(self) -> list[str]:
        """The lines that gave no word, how often each reason rejected one, and what looks odd."""
        kinds = Counter(line.reason.partition(" in ")[0] for line in self.rejected)
        reasons = [f"rejected: {count} × {kind}" for kind, count in kinds.most_common(MOST_LINES)]
        notes = [*_some(self.rejected), *_some(self.repeated), *reasons]
        if self.unfinished is not None:
            last = f"line {self.unfinished.number}, {self.unfinished.text!r}"
            notes.append(f"nothing ends the last line ({last}): is the list whole?")
        return notes


def _some(lines: Sequence[Rejected]) -> list[str]:
    more = len(lines) - MOST_LINES
    return [*map(str, lines[:MOST_LINES]), *([f"and {more} more"] if more > 0 else [])]
