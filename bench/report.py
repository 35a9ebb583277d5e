"""What a run says: tables of figures, targets reached or missed, as text and as JSON."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from bench.samples import Spread

Cell = str | float | int | Spread | None


@dataclass(frozen=True, slots=True)
class Table:
    """Figures in rows; the first column names the row."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Target:
    """A figure and what it should be: at most the bound, or at least."""

    name: str
    value: Spread | float
    bound: float
    stretch: float | None = None
    at_least: bool = False

    @property
    def verdict(self) -> str:
        """Whether the bound and the stretch are reached."""
        value = self.value.middle if isinstance(self.value, Spread) else self.value
        if self.stretch is not None and self._reaches(value, self.stretch):
            return "stretch"
        return "reached" if self._reaches(value, self.bound) else "MISSED"

    def row(self) -> tuple[Cell, ...]:
        """The target as a row of a table."""
        sign = "≥" if self.at_least else "≤"
        stretch = "" if self.stretch is None else f"{sign} {_number(self.stretch)}"
        return (self.name, self.value, f"{sign} {_number(self.bound)}", stretch, self.verdict)

    def _reaches(self, value: float, bound: float) -> bool:
        return value >= bound if self.at_least else value <= bound


@dataclass(frozen=True, slots=True)
class Section:
    """What one part of a run found."""

    tables: tuple[Table, ...]
    targets: tuple[Target, ...] = field(default=())


def targets_table(targets: Iterable[Target]) -> Table:
    """All targets in one table."""
    columns = ("what", "measured", "target", "stretch", "verdict")
    note = "Ratios are medians of interleaved rounds with their quartiles."
    return Table("Targets", columns, tuple(target.row() for target in targets), note)


def write_table(table: Table) -> str:
    """The table as text, columns aligned."""
    lines = [table.columns, *(tuple(map(cell, row)) for row in table.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.columns))]
    text = [table.title, "=" * len(table.title)]
    for line in lines:
        first = line[0].ljust(widths[0])
        rest = [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        text.append("  ".join((first, *rest)).rstrip())
    return "\n".join([*text, table.note] if table.note else text) + "\n"


def table_fields(table: Table) -> dict[str, Any]:
    """The table as JSON has it."""
    rows = [dict(zip(table.columns, map(_plain, row), strict=True)) for row in table.rows]
    return {"title": table.title, "note": table.note, "rows": rows}


def target_fields(target: Target) -> dict[str, Any]:
    """The target as JSON has it."""
    return {**asdict(target), "value": _plain(target.value), "verdict": target.verdict}


def _plain(cell: Cell) -> Any:
    if isinstance(cell, Spread):
        return {name: float(f"{value:.4g}") for name, value in asdict(cell).items()}
    return float(f"{cell:.4g}") if isinstance(cell, float) else cell


def cell(value: Cell) -> str:
    """A cell as people read it."""
    match value:
        case None:
            return "-"
        case Spread():
            return f"{_number(value.middle)} ({_number(value.low)}–{_number(value.high)})"
        case float():
            return _number(value)
        case _:
            return str(value)


def _number(value: float) -> str:
    """Three figures, as many as the machine's noise lets one believe."""
    if value and abs(value) < 0.001:
        return f"{value:.1e}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
