"""FIDE's tournament report (TRF16, and of TRF26 the number of rounds in record 142).

It holds who won and who began, never game scores: read back, a game is a win by one point. Players
have starting numbers, which need not be those of their lines; lines end as any system ends them.
"""

import re

from service.command.tournament.entries import printable
from service.command.tournament.file import Document
from service.command.tournament.numbered import (
    BYE,
    LATE,
    MISSED,
    NOTHING,
    Cell,
    Line,
    document_of,
    lines_of,
)
from service.engine.tournament.report import (
    FIRST_ROUND,
    HALVES,
    ROUND_WIDTH,
    report_line,
    round_cell,
)

LONGEST_NAME = 33
_HIGHEST_RATING = 9999
_SCORES = {2: 301, 1: 300, 0: 299}
_CELL = re.compile(r"\s*(?P<opponent>\d*)\s+(?P<colour>[wbWB-]?)\s*(?P<result>\S?)\s*")


def write_trf(document: Document) -> str:
    """A document as a report."""
    lines = lines_of(document, LONGEST_NAME)
    rounds = document["rounds"]
    rows = [
        f"012 {printable(str(document.get('name', '')))}",
        f"062 {len(lines)}",
        f"142 {rounds}",
        f"XXR {rounds}",
    ]
    for number, line in enumerate(lines, 1):
        rating = line.rating and min(line.rating, _HIGHEST_RATING)
        rows.append(report_line(number, line.name, rating, map(_write, line.cells)))
    return "\n".join([*rows, ""])


def read_trf(text: str) -> Document:
    """The document of a report."""
    name, rounds, rows = "", 0, {}
    for row in text.splitlines():
        match row[:3]:
            case "012":
                name = row[4:].strip()
            case "142" | "XXR":
                rounds = _number(row[4:].strip(), f"record {row[:3]} (the number of rounds)")
            case "001":
                number = _number(row[4:8], "record 001 (a starting number)")
                if number in rows:
                    raise ValueError(f"two players have the starting number {number}")
                rows[number] = row
    if not rows:
        raise ValueError("it has no player (record 001)")
    places = {number: at for at, number in enumerate(rows, 1)}
    return document_of(name, [_read(row, places) for row in rows.values()], rounds)


def _write(cell: Cell) -> str:
    if cell in (NOTHING, LATE):
        return round_cell(0, "-", " ")
    if cell.opponent == 0:
        return round_cell(0, "-", "U" if cell.halves else "Z")
    colour = "-" if cell.first is None else "w" if cell.first else "b"
    if cell.halves is None:
        return round_cell(cell.opponent, colour, " ")
    return round_cell(cell.opponent, colour, ("-?+" if cell.forfeit else "0=1")[cell.halves])


def _read(row: str, places: dict[int, int]) -> Line:
    name, rating = row[14:47].strip(), row[48:52].strip()
    cells: list[Cell] = []
    half: list[int] = []
    for start in range(FIRST_ROUND, len(row.rstrip()), ROUND_WIDTH):
        where = f"round {len(cells) + 1} of {name}"
        found = _CELL.fullmatch(row[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH))
        letter = found["result"].upper() if found else "?"
        if found is None or (letter and letter not in HALVES):
            raise ValueError(f"{where}: {row[start : start + ROUND_WIDTH].strip()!r} is no result")
        number = int(found["opponent"] or 0)
        if number and number not in places:
            raise ValueError(f"{where} is against number {number}, whom there is not")
        half += [len(cells)] if letter == "H" else []
        first = {"w": True, "b": False}.get(found["colour"].lower())
        cells.append(_cell(places.get(number, 0), first, letter))
    joined = 1 + next((at for at, cell in enumerate(cells) if cell.opponent), 0)
    if half and half[-1] >= joined:
        raise ValueError(f"round {half[-1] + 1} of {name} is half a point without a game")
    late = joined if half or cells[: joined - 1] == [NOTHING] * (joined - 1) else 1
    return Line(name, _number(rating, f"the rating of {name}") if rating else None, cells, late)


def _cell(opponent: int, first: bool | None, letter: str) -> Cell:
    halves = HALVES.get(letter)
    if opponent == 0:
        return Cell(0, None if halves is None else BYE if halves else MISSED, None, halves)
    score = None if halves is None else _SCORES[halves]
    return Cell(opponent, score, first, halves, forfeit=letter in ("+", "-"))


def _number(text: str, what: str) -> int:
    if not text.strip().isdecimal():
        raise ValueError(f"{what} is {text.strip()!r}, no number")
    return int(text)
