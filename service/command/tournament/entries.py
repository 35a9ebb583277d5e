"""Players and results as they are typed: who is meant, and what is put into the file."""

import csv
import io
import re
import unicodedata
from collections.abc import Container, Sequence
from pathlib import Path
from typing import Any

from service.command.base import CommandError
from service.command.texts import folded
from service.command.tournament.file import Document, read_foreign
from service.engine.tiles import streamable

Player = dict[str, Any]
Game = dict[str, Any]
_LONGEST_ID = 32
_HEADS = {
    said: head
    for head, others in {
        "id": "",
        "name": "nume nome nom player jucator giocatore jugador",
        "rating": "rasccat elo",
        "club": "circolo",
        "team": "pair pereche coppia parella",
    }.items()
    for said in (head, *others.split())
}
"""What heads a column, also in the federations' languages, without capitals and marks."""


def make_id(name: str, taken: Container[str]) -> str:
    """A short id for a name: its letters without marks, a number where that is taken."""
    letters = unicodedata.normalize("NFD", streamable(name))
    plain = letters.encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain) or ["player"]
    short = (words[0] if words[0] not in taken else "-".join(words))[:_LONGEST_ID]
    number, wanted = 2, short
    while wanted in taken:
        wanted, number = f"{short}-{number}", number + 1
    return wanted


def find_player(document: Document, text: str) -> Player:
    """The player with this id or name, or whose name begins so."""
    players: list[Player] = document["players"]
    wanted = folded(text)
    exact = [p for p in players if text == p["id"] or wanted == folded(_name(p))]
    found = exact or [p for p in players if folded(_name(p)).startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise CommandError(f"nobody is called {text!r}; `arbiter tournament standings` lists them")
    names = ", ".join(f"{_name(p)} ({printable(p['id'])})" for p in found[:5])
    raise CommandError(f"{text!r} could be {names}: give the id")


def read_entry_list(path: Path, encoding: str) -> list[Player]:
    """Entrants from a table: name, rating, club and pair, in this order or under headings."""
    text = read_foreign(path, encoding)
    separator = max(",;\t", key=text.partition("\n")[0].count)
    table = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    try:
        rows = [row for row in table if any(row)]
    except csv.Error as fault:
        raise CommandError(f"{path} cannot be read: {fault} (line {table.line_num})") from None
    heads = ["name", "rating", "club", "team"]
    given = [_HEADS.get(folded(cell.strip()), cell.strip()) for cell in rows[0]] if rows else []
    if "name" in given:
        heads = given
        rows.pop(0)
    return [_entrant(dict(zip(heads, map(str.strip, row), strict=False)), path) for row in rows]


def enter_players(document: Document, entrants: Sequence[Player]) -> list[Player]:
    """Put players into the document, each with an id; nobody can be entered twice."""
    entered = []
    names = {folded(_name(player)) for player in document["players"]}
    taken = {player["id"] for player in document["players"]}
    for entrant in entrants:
        entrant = entrant | {"name": printable(entrant["name"])}
        if not entrant["name"]:
            raise CommandError("a player needs a name")
        if folded(entrant["name"]) in names and "id" not in entrant:
            namesake = "a namesake needs an id of their own, by --id or in a column id"
            raise CommandError(f"{entrant['name']!r} is entered already: {namesake}")
        if printable(entrant.get("id", "")) != entrant.get("id", ""):
            raise CommandError(f"the id {entrant['id']!r} cannot be printed as it is")
        if entrant.get("id") in taken:
            raise CommandError(f"the id {entrant['id']!r} is taken")
        player = {"id": make_id(entrant["name"], taken)} | entrant
        document["players"].append(player)
        names.add(folded(player["name"]))
        taken.add(player["id"])
        entered.append(player)
    return entered


def open_round(document: Document) -> int:
    """The last round that was paired, 0 before the first."""
    return max((game["round"] for game in document["games"]), default=0)


def paired_round(document: Document, wanted: int | None) -> int:
    """The round that is meant, unless said the last one that was paired."""
    number = open_round(document) if wanted is None else wanted
    if number not in {game["round"] for game in document["games"]}:
        raise CommandError(f"round {number or 1} is not paired yet")
    return number


def find_game(document: Document, number: int, where: str) -> Game:
    """The game of a round at this table, or of this player."""
    games = [game for game in document["games"] if game["round"] == number]
    if where.isdecimal():
        found = [game for game in games if game.get("table") == int(where)]
    else:
        player = find_player(document, where)["id"]
        found = [game for game in games if player in game["players"]]
    if not found:
        raise CommandError(f"round {number} has no game for {where!r}")
    game: Game = found[0]
    return game


def put_result(game: Game, result: dict[str, Any]) -> None:
    """Write a result into a game; what was there before of a result goes."""
    for name in ("scores", "ended_by", "player", "excused"):
        game.pop(name, None)
    # By identity: the first player is number 0, which equals False.
    game |= {n: value for n, value in result.items() if value is not None and value is not False}


def name_of(document: Document, player: str) -> str:
    """A player's name, as it may be shown."""
    return next((_name(p) for p in document["players"] if p["id"] == player), printable(player))


def entrant_name(document: Document, entrant: str) -> str:
    """The name of a pair, which is its id, or else of a player."""
    pairs = {player.get("team") for player in document["players"]}
    return printable(entrant) if entrant in pairs else name_of(document, entrant)


def printable(text: str) -> str:
    """A text on one line that does nothing to a terminal; what joins or turns letters goes too."""
    kept = (sign if sign.isprintable() else " " if sign.isspace() else "" for sign in text)
    return " ".join("".join(kept).split())


def _entrant(cells: dict[str, str], path: Path) -> Player:
    if not cells.get("name"):
        raise CommandError(f"{path} has a line without a name")
    rating = cells.get("rating", "")
    if rating and not rating.isdecimal():
        raise CommandError(f"{path}: the rating of {cells['name']!r} is {rating!r}, no number")
    entrant: Player = {"name": cells["name"]}
    if cells.get("id"):
        entrant["id"] = cells["id"]
    if rating:
        entrant["rating"] = int(rating)
    given = {name: cells[name] for name in ("club", "team") if cells.get(name)}
    return entrant | given


def _name(player: Player) -> str:
    return printable(str(player.get("name") or "")) or printable(player["id"])
