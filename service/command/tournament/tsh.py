"""The division files (`.t`) of tsh: a line a player, opponents, scores and who began.

    Pop, Ana            1520 2 0; 412 50; p12 1 0; team Argus

Players are numbered by their lines; opponent 0 is a bye or a missed round, with a score of 0 one
before the player came. After the scores come
fields with a name each, in any order, of which we know two; a rating may have a second one behind a
plus sign.
"""

import re

from service.command.tournament.file import Document
from service.command.tournament.numbered import BYE, MISSED, Cell, Line, document_of, lines_of

_NUMBERS = r"(?P<rating>-?\d+)(?:[+/]\S*)?(?P<opponents>(?:\s+\d+)*)\s*$"
_PLAYERS = [
    re.compile(name + _NUMBERS) for name in (r"(?P<name>.*?\S)\s{2,}", r"(?P<name>.*?\D)\s+")
]
"""A wide gap ends a name, which may then end with a number."""


def read_tsh(text: str) -> Document:
    """The document of a division file."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    if not lines:
        raise ValueError("it has no player")
    return document_of("", [_read_line(line) for line in lines])


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


def _unplayed(cell: Cell) -> Cell:
    """A game that one did not come to: tsh keeps it as a round without an opponent."""
    return Cell(0, BYE if cell.halves else MISSED, None, cell.halves)


def _begins(cell: Cell) -> int:
    if cell.opponent == 0:
        return 0
    return 3 if cell.first is None else 1 if cell.first else 2


def _read_line(line: str) -> Line:
    head, *parts = line.split(";")
    found = next(filter(None, (player.match(head) for player in _PLAYERS)), None)
    if found is None:
        raise ValueError(f"{head.strip()[:40]!r} is no name with a rating")
    name = found["name"].strip()
    opponents = [int(number) for number in found["opponents"].split()]
    scores = _scores(parts[0], name) if parts else []
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


def _scores(text: str, name: str) -> list[int]:
    try:
        return [int(score) for score in text.split()]
    except ValueError:
        raise ValueError(f"the scores of {name} are {text.strip()[:40]!r}, no numbers") from None
