r"""The files of three programs that name opponents by number: tsh, AUPAIR and FIDE's report.

tsh has a line a player: opponents, scores, then fields with a name each, of which two are known
here; a rating may have a second one behind a plus sign. Opponent 0 is a bye or a missed round, with
a score of 0 one before the player came.

    Pop, Ana            1520 2 0; 412 50; p12 1 0; team Argus

AUPAIR puts a 2 in front of a score for a win, a 1 for a draw and nothing for a loss; + before an
opponent's number means that the player began, and one's own number a round without an opponent.
Numbers begin again in every division, so that a file may hold one.

    *M01.02.2026 Cupa Dunării
    *A
                                          0
    Ana Pop              2412  +2 2050   1
    *** END OF FILE ***

FIDE's report (TRF16, and of TRF26 the number of rounds in record 142) holds who won and who began,
never game scores: read back, a game is a win by one point. Players have starting numbers, which
need not be those of their lines.
"""

import re
from collections.abc import Iterator

from service.engine.tournament.document import (
    FIRST_ROUND,
    HALVES,
    ROUND_WIDTH,
    report_line,
    round_cell,
)
from service.interchange.document import Document, Remark, printable
from service.interchange.numbered import (
    BYE,
    LATE,
    MISSED,
    NOTHING,
    Cell,
    Line,
    document_of,
    lines_of,
)

_NUMBERS = r"(?P<rating>-?\d+)(?:[+/]\S*)?(?P<opponents>(?:\s+\d+)*)\s*$"
_PLAYERS = [
    re.compile(name + _NUMBERS) for name in (r"(?P<name>.*?\S)\s{2,}", r"(?P<name>.*?\D)\s+")
]
"""A wide gap ends a name, which may then end with a number."""
_TSH_FIELDS = {"p12", "team"}

TOU_NAME = 20
_TOU_CELL = re.compile(r"(?P<score>-?\d+)(?:\s*(?P<began>\+)\s*|\s+)(?P<opponent>\d+)")

TRF_NAME = 33
_TRF_RECORDS = {"001", "012", "062", "142", "XXR"}
_HIGHEST_RATING = 9999
_SCORES = {2: 301, 1: 300, 0: 299}
_TRF_CELL = re.compile(r"\s*(?P<opponent>\d*)\s+(?P<colour>[wbWB-]?)\s*(?P<result>\S?)\s*")


def read_tsh(text: str) -> Document:
    """The document of a division file of tsh."""
    lines = _tsh_lines(text)
    if not lines:
        raise ValueError("it has no player")
    return document_of("", [_tsh_line(line) for line in lines])


def is_tsh(text: str) -> bool:
    """Whether a text without a telling name looks like a division file: lines with opponents."""
    heads = [line.partition(";") for line in _tsh_lines(text)]
    found = [scores and _tsh_player(head) for head, scores, _ in heads]
    return bool(found) and all(player and player["opponents"] for player in found)


def remark_tsh(text: str) -> Iterator[Remark]:
    """The fields of a division file that are not read."""
    named = {
        part.split()[0] for line in _tsh_lines(text) for part in line.split(";")[2:] if part.split()
    }
    if other := sorted(named - _TSH_FIELDS):
        yield Remark(None, "fields", f"the fields {', '.join(other)} are not read"[:200])


def write_tsh(document: Document) -> str:
    """A document as a division file."""
    written = []
    for line in lines_of(document):
        cells = [_unplayed(cell) if cell.forfeit else cell for cell in line.cells]
        opponents = [str(cell.opponent) for cell in cells]
        # An open game ends the scores: they are counted from the first round on.
        scores = [cell.score for cell in cells]
        known = scores[: scores.index(None)] if None in scores else scores
        p12 = [str(_begins(cell)) for cell in cells]
        head = " ".join([f"{line.name:<23} ", f"{line.rating or 0:>4}", *opponents])
        club = f"; team {line.club.replace(';', ',')}" if line.club else ""
        written.append(f"{head}; {' '.join(map(str, known))}; p12 {' '.join(p12)}{club}\n")
    return "".join(written)


def _tsh_lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip() and not line.startswith("#")]


def _tsh_player(head: str) -> re.Match[str] | None:
    return next(filter(None, (player.match(head) for player in _PLAYERS)), None)


def _tsh_line(line: str) -> Line:
    head, *parts = line.split(";")
    found = _tsh_player(head)
    if found is None:
        raise ValueError(f"{head.strip()[:40]!r} is no name with a rating")
    name = found["name"].strip()
    opponents = [int(number) for number in found["opponents"].split()]
    scores = _tsh_scores(parts[0], name) if parts else []
    fields = {part.split()[0]: part.split()[1:] for part in parts[1:] if part.split()}
    p12 = fields.get("p12", [])
    cells = []
    for number, opponent in enumerate(opponents):
        score = scores[number] if number < len(scores) else None
        began = {"1": True, "2": False}.get(p12[number]) if number < len(p12) else None
        cells.append(Cell(opponent, score, began))
    rating = int(found["rating"])
    club = " ".join(fields.get("team", []))
    return Line(name, rating if rating > 0 else None, cells, club=club)


def _tsh_scores(text: str, name: str) -> list[int]:
    try:
        return [int(score) for score in text.split()]
    except ValueError:
        raise ValueError(f"the scores of {name} are {text.strip()[:40]!r}, no numbers") from None


def _unplayed(cell: Cell) -> Cell:
    """A game that one did not come to: tsh keeps it as a round without an opponent."""
    return Cell(0, BYE if cell.halves else MISSED, None, cell.halves)


def _begins(cell: Cell) -> int:
    if cell.opponent == 0:
        return 0
    return 3 if cell.first is None else 1 if cell.first else 2


def read_tou(text: str) -> Document:
    """The document of AUPAIR's file."""
    name, rows, divisions = "", [], 0
    for line in text.splitlines():
        if line.startswith("*M"):
            name = line.partition(" ")[2].strip()
        elif re.fullmatch(r"\*[A-Z]\s*", line):
            divisions += 1
        elif line.strip() and not line.startswith("*") and not line[:TOU_NAME].isspace():
            rows.append(line)
    if divisions > 1:
        raise ValueError(f"it holds {divisions} divisions: give each a file of its own")
    if not rows:
        raise ValueError("it has no player")
    return document_of(name, [_tou_line(line, number) for number, line in enumerate(rows, 1)])


def write_tou(document: Document) -> str:
    """A document as AUPAIR's file; rounds that are not played yet are left out."""
    name = printable(str(document.get("name", "")))
    rows = [f"*M01.01.2000 {name}", "*A", " " * 38 + "0"]
    for number, line in enumerate(lines_of(document, TOU_NAME), 1):
        played = [cell == LATE or cell.halves is not None for cell in line.cells]
        known = line.cells[: played.index(False)] if False in played else line.cells
        rows.append(f"{line.name:<{TOU_NAME}}" + "".join(_tou_cell(c, number) for c in known))
    return "\n".join([*rows, "*** END OF FILE ***", ""])


def _tou_cell(cell: Cell, own: int) -> str:
    won = cell.halves or 0
    if cell == LATE:
        score, opponent, first = 0, own, False
    elif cell.opponent == 0 or cell.forfeit or cell.score is None:
        score, opponent, first = abs(BYE if won else MISSED), own, False
    else:
        score, opponent, first = abs(cell.score), cell.opponent, bool(cell.first)
    return f"{won * 1000 + score:>6}{'+' if first else ' '}{opponent:>3}"


def _tou_line(line: str, own: int) -> Line:
    cells = []
    rest = line[TOU_NAME:]
    for found in _TOU_CELL.finditer(rest):
        number, points = int(found["opponent"]), int(found["score"])
        halves = max(0, points) // 1000
        if number == own and points == 0:
            cells.append(LATE)
        elif number == own:
            cells.append(Cell(0, BYE if halves else MISSED, None, halves))
        else:
            cells.append(Cell(number, points % 1000, bool(found["began"]), halves))
    if left := _TOU_CELL.sub("", rest).strip():
        raise ValueError(f"{line[:TOU_NAME].strip()}: {left[:20]!r} is no score with an opponent")
    return Line(line[:TOU_NAME].strip(), None, cells)


def read_trf(text: str) -> Document:
    """The document of FIDE's report."""
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
    return document_of(name, [_trf_line(row, places) for row in rows.values()], rounds)


def remark_trf(text: str) -> Iterator[Remark]:
    """What a report lacks, and what else it holds."""
    yield Remark(None, "scores", "a report holds no game scores: a win is read as 301 to 299")
    records = {row[:3] for row in text.splitlines() if row.strip() and row[:3] != "###"}
    if other := sorted(map(printable, records - _TRF_RECORDS)):
        yield Remark(None, "fields", f"the records {', '.join(other)} are not read"[:200])


def write_trf(document: Document) -> str:
    """A document as FIDE's report."""
    lines = lines_of(document, TRF_NAME)
    rounds = document["rounds"]
    rows = [
        f"012 {printable(str(document.get('name', '')))}",
        f"062 {len(lines)}",
        f"142 {rounds}",
        f"XXR {rounds}",
    ]
    for number, line in enumerate(lines, 1):
        rating = line.rating and min(line.rating, _HIGHEST_RATING)
        rows.append(report_line(number, line.name, rating, map(_trf_cell, line.cells)))
    return "\n".join([*rows, ""])


def _trf_cell(cell: Cell) -> str:
    if cell in (NOTHING, LATE):
        return round_cell(0, "-", " ")
    if cell.opponent == 0:
        return round_cell(0, "-", "U" if cell.halves else "Z")
    colour = "-" if cell.first is None else "w" if cell.first else "b"
    if cell.halves is None:
        return round_cell(cell.opponent, colour, " ")
    return round_cell(cell.opponent, colour, ("-?+" if cell.forfeit else "0=1")[cell.halves])


def _trf_line(row: str, places: dict[int, int]) -> Line:
    name, rating = row[14:47].strip(), row[48:52].strip()
    cells: list[Cell] = []
    half: list[int] = []
    for start in range(FIRST_ROUND, len(row.rstrip()), ROUND_WIDTH):
        where = f"round {len(cells) + 1} of {name}"
        found = _TRF_CELL.fullmatch(row[start : start + ROUND_WIDTH].ljust(ROUND_WIDTH))
        letter = found["result"].upper() if found else "?"
        if found is None or (letter and letter not in HALVES):
            raise ValueError(f"{where}: {row[start : start + ROUND_WIDTH].strip()!r} is no result")
        number = int(found["opponent"] or 0)
        if number and number not in places:
            raise ValueError(f"{where} is against number {number}, whom there is not")
        half += [len(cells)] if letter == "H" else []
        first = {"w": True, "b": False}.get(found["colour"].lower())
        cells.append(_read_trf_cell(places.get(number, 0), first, letter))
    joined = 1 + next((at for at, cell in enumerate(cells) if cell.opponent), 0)
    if half and half[-1] >= joined:
        raise ValueError(f"round {half[-1] + 1} of {name} is half a point without a game")
    late = joined if half or cells[: joined - 1] == [NOTHING] * (joined - 1) else 1
    return Line(name, _number(rating, f"the rating of {name}") if rating else None, cells, late)


def _read_trf_cell(opponent: int, first: bool | None, letter: str) -> Cell:
    halves = HALVES.get(letter)
    if opponent == 0:
        return Cell(0, None if halves is None else BYE if halves else MISSED, None, halves)
    score = None if halves is None else _SCORES[halves]
    return Cell(opponent, score, first, halves, forfeit=letter in ("+", "-"))


def _number(text: str, what: str) -> int:
    if not text.strip().isdecimal():
        raise ValueError(f"{what} is {text.strip()!r}, no number")
    return int(text)
