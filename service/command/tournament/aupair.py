"""The files (`.tou`) of AUPAIR: results as rating offices take them.

    *M01.02.2026 Cupa Dunării
    *A
                                          0
    Ana Pop              2412  +2 2050   1
    *** END OF FILE ***

A score has a 2 in front of it for a win, a 1 for a draw and nothing for a loss; + before an
opponent's number means that the player began, and one's own number a bye.
"""

import re

from service.command.tournament.file import Document
from service.command.tournament.numbered import Cell, Line, document_of, lines_of

_NAME = 20
_CELL = re.compile(r"(-?\d+)\s+(\+?)(\d+)")


def write_tou(document: Document) -> str:
    """A document as AUPAIR's file; rounds that are not played yet are left out."""
    lines = lines_of(document)
    rows = [f"*M01.01.2000 {document.get('name', '')}", "*A", " " * 38 + "0"]
    for number, line in enumerate(lines, 1):
        cells = [_write(cell, number, lines, n) for n, cell in enumerate(line.cells)]
        rows.append(f"{line.name[:_NAME]:<{_NAME}}" + "".join(cells))
    return "\n".join([*rows, "*** END OF FILE ***", ""])


def read_tou(text: str) -> Document:
    """The document of AUPAIR's file."""
    name, rows = "", []
    for line in text.splitlines():
        if line.startswith("*M"):
            name = line.partition(" ")[2].strip()
        elif line.strip() and not line.startswith("*") and not line[:_NAME].isspace():
            rows.append(line)
    return document_of(name, [_read(line, number) for number, line in enumerate(rows, 1)])


def _write(cell: Cell, own: int, lines: list[Line], number: int) -> str:
    if cell.score is None:
        return ""
    if cell.opponent == 0:
        won, opponent = (2 if cell.score > 0 else 0), own
    else:
        other = lines[cell.opponent - 1].cells[number].score or 0
        won = 2 if cell.score > other else 1 if cell.score == other else 0
        opponent = cell.opponent
    sign = "+" if cell.first else " "
    return f"{won * 1000 + abs(cell.score):>5}{sign}{opponent:>3}"


def _read(line: str, own: int) -> Line:
    cells = []
    for score, sign, opponent in _CELL.findall(line[_NAME:]):
        number, points = int(opponent), int(score)
        if number == own:
            cells.append(Cell(0, 50 if points >= 2000 else -50, None))
        else:
            cells.append(Cell(number, points % 1000, bool(sign)))
    return Line(line[:_NAME].strip(), None, cells)
