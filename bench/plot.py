"""Small charts as SVG: bars beside each other, and lines over a grid."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

_WIDTH, _HEIGHT = 720, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 20, 40, 60
_COLOURS = ("#0b6e4f", "#a4243b", "#7fc8a9", "#e39aa5")
_OURS, _OTHERS, _ONE = "#0b6e4f", "#b9c2c8", "#a4243b"
_BAR, _GAP, _NAMES = 20, 8, 300
_FIFTHS = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)
_STYLE = "font-family:sans-serif;font-size:13px;fill:#222"


@dataclass(frozen=True, slots=True)
class Line:
    """Points that belong together, and what they are."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn over what."""

    title: str
    across: str
    up: str
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True)
class Bar:
    """A name and how long its bar is; ours stand out."""

    name: str
    value: float
    ours: bool = False


def draw_bars(title: str, note: str, bars: Sequence[Bar]) -> str:
    """Bars under each other, the longest first, with a line where 1 is."""
    ordered = sorted(bars, key=lambda bar: -bar.value)
    height = _TOP + len(bars) * (_BAR + _GAP) + 34
    scale = (_WIDTH - _NAMES - 60) / ordered[0].value
    one, foot = _NAMES + scale, height - 32
    parts = [
        *_begin(title, height),
        _text(12, 24, title, "start"),
        *(part for at, bar in enumerate(ordered) for part in _bar(bar, at, scale)),
        f'<path d="M{one:.1f} {_TOP - 6}V{foot}" stroke="{_ONE}" stroke-dasharray="4 3"/>',
        _text(12, height - 12, note, "start"),
    ]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _bar(bar: Bar, at: int, scale: float) -> list[str]:
    top, width = _TOP + at * (_BAR + _GAP), bar.value * scale
    colour, middle = _OURS if bar.ours else _OTHERS, top + 15
    weight = ' font-weight="bold"' if bar.ours else ""
    value = f"{bar.value:.2g}" if bar.value < 10 else f"{bar.value:.0f}"
    return [
        f"<g{weight}>",
        _text(_NAMES - 10, middle, bar.name, "end"),
        f'<rect x="{_NAMES}" y="{top}" width="{width:.1f}" height="{_BAR}" fill="{colour}"/>',
        _text(_NAMES + width + 8, middle, value, "start"),
        "</g>",
    ]


def _begin(title: str, height: float) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"'
        f' role="img" style="{_STYLE}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="#fff"/>',
    ]


def draw(chart: Chart) -> str:
    """The chart as an SVG file."""
    most_across = _round_up(max(x for line in chart.lines for x, _ in line.points))
    most_up = _round_up(max(y for line in chart.lines for _, y in line.points))
    parts = [
        *_begin(chart.title, _HEIGHT),
        _text(_LEFT, 24, chart.title, "start"),
        _text((_LEFT + _WIDTH - _RIGHT) / 2, _HEIGHT - 14, chart.across),
        _text(_LEFT - 8, 24, chart.up, "end"),
        *_grid(most_across, most_up),
    ]
    for number, line in enumerate(chart.lines):
        parts += _line(line, number, most_across, most_up)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _grid(most_across: float, most_up: float) -> list[str]:
    parts = []
    for step in range(6):
        part = step / 5
        x, y = _place(part, part)
        parts.append(f'<path d="M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(_text(_LEFT - 8, y + 4, f"{most_up * part:g}", "end"))
        parts.append(_text(x, _HEIGHT - _BOTTOM + 18, f"{most_across * part:g}"))
    return parts


def _line(line: Line, number: int, most_across: float, most_up: float) -> list[str]:
    colour = _COLOURS[number % len(_COLOURS)]
    places = [_place(x / most_across, y / most_up) for x, y in line.points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    y = _TOP + 16 + 18 * number
    return [
        f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>',
        *(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in places),
        f'<path d="M{_LEFT + 12} {y - 4}h24" stroke="{colour}" stroke-width="3"/>',
        _text(_LEFT + 42, y, line.name, "start"),
    ]


def _place(across: float, up: float) -> tuple[float, float]:
    x = _LEFT + across * (_WIDTH - _LEFT - _RIGHT)
    return x, _HEIGHT - _BOTTOM - up * (_HEIGHT - _TOP - _BOTTOM)


def _text(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _round_up(value: float) -> float:
    """A number above the value whose fifths are easy to read."""
    step = value / 5
    unit: float = 10 ** floor(log10(step))
    return 5 * unit * next(part for part in _FIFTHS if part * unit >= step)
