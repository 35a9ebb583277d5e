"""The files (`.tou`) of AUPAIR: results as rating offices take them.

    *M01.02.2026 Cupa Dunării
    *A
                                          0
    Ana Pop              2412  +2 2050   1
    *** END OF FILE ***

A score has a 2 in front of it for a win, a 1 for a draw and nothing for a loss; + before an
opponent's number means that the player began, and one's own number a round without an opponent
(with a score of 0 one before the player came).
Numbers begin again in every division, so that a file may hold one.
"""

import re

from service.command.tournament.entries import printable
from service.command.tournament.file import Document
from service.command.tournament.numbered import (
    BYE,
    LATE,
    MISSED,
    Cell,
    Line,
    document_of,
    lines_of,
)

LONGEST_NAME = 20
_CELL = re.compile(r"(?P<score>-?\d+)(?:\s*(?P<began>\+)\s*|\s+)(?P<opponent>\d+)")


def write_tou(document: Document) -> str:
    """A document as AUPAIR's file; rounds that are not played yet are left out."""
    name = printable(str(document.get("name", "")))
    rows = [f"*M01.01.2000 {name}", "*A", " " * 38 + "0"]
    for number, line in enumerate(lines_of(document, LONGEST_NAME), 1):
        played = [cell == LATE or cell.halves is not None for cell in line.cells]
        known = line.cells[: played.index(False)] if False in played else line.cells
        rows.append(f"{line.name:<{LONGEST_NAME}}" + "".join(_write(c, number) for c in known))
    return "\n".join([*rows, "*** END OF FILE ***", ""])


def read_tou(text: str) -> Document:
    """The document of AUPAIR's file."""
    name, rows, divisions = "", [], 0
    for line in text.splitlines():
        if line.startswith("*M"):
            name = line.partition(" ")[2].strip()
        elif re.fullmatch(r"\*[A-Z]\s*", line):
            divisions += 1
        elif line.strip() and not line.startswith("*") and not line[:LONGEST_NAME].isspace():
            rows.append(line)
    if divisions > 1:
        raise ValueError(f"it holds {divisions} divisions: give each a file of its own")
    if not rows:
        raise ValueError("it has no player")
    return document_of(name, [_read(line, number) for number, line in enumerate(rows, 1)])


def _write(cell: Cell, own: int) -> str:
    won = cell.halves or 0
    if cell == LATE:
        score, opponent, first = 0, own, False
    elif cell.opponent == 0 or cell.forfeit or cell.score is None:
        score, opponent, first = abs(BYE if won else MISSED), own, False
    else:
        score, opponent, first = abs(cell.score), cell.opponent, bool(cell.first)
    return f"{won * 1000 + score:>6}{'+' if first else ' '}{opponent:>3}"


def _read(line: str, own: int) -> Line:
    cells = []
    rest = line[LONGEST_NAME:]
    for found in _CELL.finditer(rest):
        number, points = int(found["opponent"]), int(found["score"])
        halves = max(0, points) // 1000
        if number == own and points == 0:
            cells.append(LATE)
        elif number == own:
            cells.append(Cell(0, BYE if halves else MISSED, None, halves))
        else:
            cells.append(Cell(number, points % 1000, bool(found["began"]), halves))
    if _CELL.sub("", rest).strip():
        left = _CELL.sub("", rest).strip()
        raise ValueError(
            f"{line[:LONGEST_NAME].strip()}: {left[:20]!r} is no score with an opponent"
        )
    return Line(line[:LONGEST_NAME].strip(), None, cells)
