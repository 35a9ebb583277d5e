"""Lists of players as people have them: pasted columns, a spreadsheet's table, one name a line.

The first row is one of headings if it has a name's heading, in any language that players write in,
and no number. Without headings come the name, the rating, the club and the pair; the rating may
also stand behind the club, and a number of the line before the name.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from service.engine.errors import UnreadableError
from service.engine.tiles import LONGEST_TEXT, folded
from service.engine.tournament.document import MOST_PLAYERS, MOST_ROUNDS
from service.interchange.document import (
    Document,
    Player,
    Remark,
    latest_round,
    make_id,
    printable,
    shown_name,
)
from service.interchange.tables import table_rows

Row = tuple[int, Sequence[str]]
"""A row of a table with the number of its line."""

_HEADS = {
    said: head
    for head, names in {
        "id": "id",
        "given": "prenume, prenome, first name, given name",
        "name": "name, player, nume, nume si prenume, numele, jucator, nom, nom i cognoms, "
        "jugador, nome, nome e cognome, cognome e nome, giocatore",
        "surname": "surname, last name, cognom, cognoms, cognome, nume de familie",
        "rating": "rating, elo, coeficient, coeficient elo, rasccat, barruf, punteggio",
        "club": "club, clubul, circolo, societate, societat, societa, entitat",
        "team": "team, pair, pereche, parella, coppia",
    }.items()
    for said in names.split(", ")
}
"""What heads a column, without capitals and marks."""
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")
_LINE_NUMBER = re.compile(r"[0-9]+[.)]?")
_THOUSANDS = re.compile(r"[0-9]{1,3}[.,][0-9]{3}")
_NONE = ("", "-", "–", "—")
_HIGHEST_RATING = 10_000
MOST_ROWS, _MOST_COLUMNS = 20_000, 1_000
_LONGEST = {"name": 200, "club": 200, "team": 64}
_COLUMNS = ("id", "name", "rating", "club", "team")


@dataclass
class Entries:
    """Entrants with the lines they stand in, and what was read in another way than it stands."""

    entrants: list[tuple[int, Player]] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def remark(self, line: int | None, code: str, detail: str) -> None:
        """Note what was read in another way."""
        self.remarks.append(Remark(line, code, detail[:300]))


def read_list(text: str) -> Entries:
    """Entrants from a table in text; tabs part its columns, or else semicolons, or else commas."""
    try:
        rows = table_rows(text, _separator(text))
        return read_rows((line, _parted(cells)) for line, cells in rows)
    except csv.Error as fault:
        raise UnreadableError(str(fault)) from None


def read_rows(rows: Iterable[Row]) -> Entries:
    """Entrants from the rows of a table."""
    entries = Entries()
    filled = [(line, cells) for line, cells in rows if any(cells)]
    if len(filled) > MOST_ROWS or any(len(cells) > _MOST_COLUMNS for _, cells in filled):
        told = f"it has more than {MOST_ROWS} rows, or {_MOST_COLUMNS} columns"
        raise UnreadableError(told, "too_large")
    heads = _heads(filled[0], entries) if filled else None
    for line, cells in filled[1:] if heads else filled:
        if heads:
            _enter_row(line, _under_heads(heads, line, cells, entries), entries)
        else:
            _enter_row(line, _in_order(line, cells, entries), entries)
    if not heads and any(_numbered(cells) for _, cells in filled):
        entries.remark(None, "numbers", "the numbers before the names are left out")
    return entries


def write_list(entrants: Iterable[Player]) -> str:
    """Entrants as lines that are read the same again."""
    players = list(entrants)
    columns = _COLUMNS if any("id" in player for player in players) else _COLUMNS[1:]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerows([columns] if "id" in columns else [])
    for player in players:
        cells = ["" if player.get(c) is None else str(player[c]) for c in columns]
        while len(cells) > 1 and not cells[-1]:
            cells.pop()
        writer.writerow(cells)
    return out.getvalue()


def enter(document: Document, entries: Entries) -> Entries:
    """Put entrants into the document, each with an id; those left out are given back, remarked.

    Nobody is entered twice: a namesake needs an id of their own. Who comes when rounds are paired
    plays from the next one on.
    """
    left = Entries(remarks=list(entries.remarks))
    names = {folded(shown_name(player)) for player in document["players"]}
    taken = {player["id"] for player in document["players"]}
    latest = latest_round(document)
    late = {"joined": latest + 1} if latest else {}
    for line, entrant in entries.entrants:
        if fault := _fault(entrant, names, taken):
            left.entrants.append((line, entrant))
            left.remark(line, *fault)
            continue
        if latest == MOST_ROUNDS:
            told = f"nobody can join after round {latest}, which is the last"
            raise UnreadableError(told, "document")
        if len(document["players"]) == MOST_PLAYERS:
            told = f"there are more players than {MOST_PLAYERS}, which are the most"
            raise UnreadableError(told, "too_many", most=MOST_PLAYERS)
        player: Player = {"id": make_id(entrant["name"], taken), **late, **entrant}
        document["players"].append(player)
        names.add(folded(player["name"]))
        taken.add(player["id"])
    return left


def _fault(entrant: Player, names: set[str], taken: set[str]) -> tuple[str, str] | None:
    """Why somebody cannot be entered."""
    name, own = entrant["name"], entrant.get("id")
    if not name:
        return "no_name", "a player needs a name"
    if folded(name) in names and own is None:
        namesake = "a namesake needs an id of their own, in a column id"
        return "twice", f"{name!r} is entered already: {namesake}"
    if own is not None and printable(own) != own:
        return "id", f"the id {own!r} cannot be printed as it is"
    return ("id", f"the id {own!r} is taken") if own in taken else None


def _separator(text: str) -> str:
    """What parts the cells of the first line that has any of the signs."""
    for line in text.splitlines():
        bare = re.sub(r'"[^"]*"', "", line)
        if found := next((sign for sign in "\t;," if sign in bare), None):
            return found
    return ","


def _parted(cells: Sequence[str]) -> Sequence[str]:
    """The cells of a row; one that was typed with other signs than those before it has its own."""
    for sign in "\t;," if len(cells) == 1 else "":
        own = [cell.strip() for cell in cells[0].split(sign)]
        if len(own) > 1 and (sign == "\t" or any(map(_NUMBER.fullmatch, own))):
            return own
    return cells


def _head(cell: str) -> str | None:
    """Which column a cell heads; what is longer than any text may be heads none."""
    return _HEADS.get(" ".join(folded(cell).split())) if len(cell) <= LONGEST_TEXT else None


def is_head(cells: Sequence[str]) -> bool:
    """Whether a row is one of headings: it has a name's, and no number."""
    named = not {"name", "surname"}.isdisjoint(map(_head, cells))
    return named and not any(map(_NUMBER.fullmatch, cells))


def _heads(row: Row, entries: Entries) -> list[str | None] | None:
    """Which column is which, if the row is one of headings; a column that is not known is told."""
    line, cells = row
    heads = list(map(_head, cells))
    if not is_head(cells):
        return None
    for at, (head, cell) in enumerate(zip(heads, cells, strict=True)):
        if cell and (head is None or head in heads[:at]):
            entries.remark(line, "column", f"the column {printable(cell)!r} is not read")
    return [None if head in heads[:at] else head for at, head in enumerate(heads)]


def _under_heads(
    heads: list[str | None], line: int, cells: Sequence[str], entries: Entries
) -> dict[str, str]:
    """The cells of a row by their headings; a given name stands before the rest of it."""
    if over := [cell for cell in cells[len(heads) :] if cell]:
        entries.remark(line, "cells", f"there is no heading over {printable(' '.join(over))!r}")
    said = {head: cell for head, cell in zip(heads, cells, strict=False) if head}
    names = [said.pop(part, "") for part in ("given", "name", "surname")]
    return said | {"name": " ".join(filter(None, names))}


def _numbered(cells: Sequence[str]) -> bool:
    """Whether a row begins with its number."""
    return len(cells) > 1 and bool(_LINE_NUMBER.fullmatch(cells[0]) and cells[1])


def _in_order(line: int, cells: Sequence[str], entries: Entries) -> dict[str, str]:
    """The cells of a row without headings: the first number behind the name is the rating."""
    name, *more = cells[1:] if _numbered(cells) else cells
    at = next((at for at, cell in enumerate(more) if _NUMBER.fullmatch(cell)), 0)
    found = at < len(more) and (more[at] in _NONE or _NUMBER.fullmatch(more[at]))
    rating = more.pop(at) if found else ""
    club, team, *over = [*more, "", ""]
    if any(over):
        entries.remark(line, "cells", f"{printable(' '.join(over))!r} is not read")
    return {"name": name, "rating": rating, "club": club, "team": team}


def _enter_row(line: int, said: dict[str, str], entries: Entries) -> None:
    """One entrant, with a remark for whatever could not be taken as it stands."""
    entrant: Player = {"id": said["id"]} if said.get("id") else {}
    for head, most in _LONGEST.items():
        text = printable(said.get(head, ""))
        if len(text) > most:
            entries.remark(line, "long", f"{text[:40]!r}... is cut: {most} signs are the most")
        if text:
            entrant[head] = text[:most].strip()
    if "name" not in entrant:
        entries.remark(line, "no_name", "a line without a name is left out")
        return
    if (rating := said.get("rating", "")) not in _NONE:
        entrant |= _rating(line, rating, entries)
    entries.entrants.append((line, {c: entrant[c] for c in _COLUMNS if c in entrant}))


def _rating(line: int, cell: str, entries: Entries) -> dict[str, int]:
    """A rating as a whole number, halves up; what is none is left out."""
    if not _NUMBER.fullmatch(cell) or _THOUSANDS.fullmatch(cell) or len(cell) > 12:
        entries.remark(
            line, "rating", f"the rating {printable(cell)[:40]!r} is no number: left out"
        )
        return {}
    whole, _, part = cell.replace(",", ".").partition(".")
    rating = int(whole) + (part[:1] >= "5" and not whole.startswith("-"))
    if not 0 <= rating <= _HIGHEST_RATING:
        told = f"the rating {cell} is not between 0 and {_HIGHEST_RATING}: left out"
        entries.remark(line, "rating", told)
        return {}
    if part.strip("0"):
        entries.remark(line, "rounded", f"the rating {cell} is read as {rating}")
    return {"rating": rating}
