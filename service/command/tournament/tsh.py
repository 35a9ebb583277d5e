"""The division files (`.t`) of tsh: a line a player, opponents, scores and who began.

    Pop, Ana            1520 2 0; 412 50; p12 1 0

Players are numbered by their lines; opponent 0 is a bye or a missed round.
"""

import re

from service.command.tournament.file import Document
from service.command.tournament.numbered import Cell, Line, document_of, lines_of

_PLAYER = re.compile(r"(?P<name>.*?\D)\s+(?P<rating>-?\d+)(?P<opponents>(?:\s+\d+)*)\s*$")


def read_tsh(text: str) -> Document:
    """The document of a division file."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return document_of("", [_read_line(line) for line in lines])


def write_tsh(document: Document) -> str:
    """A document as a division file."""
    written = []
    for line in lines_of(document):
        opponents = [str(cell.opponent) for cell in line.cells]
        scores = [str(cell.score) for cell in line.cells if cell.score is not None]
        p12 = [str(_begins(cell)) for cell in line.cells]
        head = " ".join([f"{line.name:<24}", f"{line.rating or 0:>4}", *opponents])
        written.append(f"{head}; {' '.join(scores)}; p12 {' '.join(p12)}\n")
    return "".join(written)


def _begins(cell: Cell) -> int:
    if cell.opponent == 0:
        return 0
    return 3 if cell.first is None else 1 if cell.first else 2


def _read_line(line: str) -> Line:
    head, *parts = line.split(";")
    found = _PLAYER.match(head)
    if found is None:
        raise ValueError(f"{head.strip()[:40]!r} is no name with a rating")
    opponents = [int(number) for number in found["opponents"].split()]
    scores = [int(score) for score in parts[0].split()] if parts else []
    p12 = next((part.split()[1:] for part in parts[1:] if part.split()[:1] == ["p12"]), [])
    cells = []
    for number, opponent in enumerate(opponents):
        score = scores[number] if number < len(scores) else None
        began = {"1": True, "2": False}.get(p12[number]) if number < len(p12) else None
        cells.append(Cell(opponent, score, began))
    rating = int(found["rating"])
    return Line(found["name"].strip(), rating if rating > 0 else None, cells)
