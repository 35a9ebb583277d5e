"""FIDE's tournament report (TRF16, and of TRF26 the number of rounds in record 142).

It holds who won and who began, never game scores: read back, a game is a win by one point.
"""

from service.command.tournament.file import Document
from service.command.tournament.numbered import Cell, Line, document_of, lines_of
from service.engine.tournament.report import (
    FIRST_ROUND,
    HALVES,
    ROUND_WIDTH,
    report_line,
    round_cell,
)

_SCORES = {2: 301, 1: 300, 0: 299}


def write_trf(document: Document) -> str:
    """A document as a report."""
    lines = lines_of(document)
    rounds = document["rounds"]
    rows = [
        f"012 {document.get('name', '')}",
        f"062 {len(lines)}",
        f"142 {rounds}",
        f"XXR {rounds}",
    ]
    for number, line in enumerate(lines, 1):
        cells = [_write(cell, lines, n) for n, cell in enumerate(line.cells)]
        rows.append(report_line(number, line.name, line.rating, cells))
    return "\n".join([*rows, ""])


def read_trf(text: str) -> Document:
    """The document of a report."""
    name, rounds, lines = "", 0, []
    for row in text.splitlines():
        match row[:3]:
            case "012":
                name = row[4:].strip()
            case "142" | "XXR":
                rounds = int(row[4:].split()[0])
            case "001":
                lines.append(_read(row))
    if not lines:
        raise ValueError("it has no player (record 001)")
    return document_of(name, lines, rounds)


def _write(cell: Cell, lines: list[Line], number: int) -> str:
    if cell.opponent == 0:
        result = " " if cell.score is None else "U" if cell.score > 0 else "Z"
        return round_cell(0, "-", result)
    colour = "-" if cell.first is None else "w" if cell.first else "b"
    other = lines[cell.opponent - 1].cells[number].score
    if cell.score is None or other is None:
        return round_cell(cell.opponent, colour, " ")
    result = "1" if cell.score > other else "=" if cell.score == other else "0"
    return round_cell(cell.opponent, colour, result)


def _read(row: str) -> Line:
    rating = row[48:52].strip()
    cells = []
    for start in range(FIRST_ROUND, len(row.rstrip()), ROUND_WIDTH):
        opponent, colour, result = (
            row[start : start + 4],
            row[start + 5],
            row[start + 7 : start + 8],
        )
        number = int(opponent) if opponent.strip() else 0
        points = HALVES.get(result)
        score = None if points is None else _SCORES[points]
        if number == 0:
            score = None if points is None else 50 if points else -50
        cells.append(Cell(number, score, {"w": True, "b": False}.get(colour)))
    return Line(row[14:47].strip(), int(rating) if rating else None, cells)
