"""What all formats share: the director's document, remarks about it, names and ids in it."""

import re
import unicodedata
from collections.abc import Container
from typing import Any, NamedTuple

from service.engine.errors import UnreadableError
from service.engine.tiles import streamable
from service.engine.tournament.document import MOST_PLAYERS
from service.schemas.problems import REFUSALS
from service.schemas.tournament import read_written

Document = dict[str, Any]
Player = dict[str, Any]
_LONGEST_ID = 32


class Remark(NamedTuple):
    """What was read or written in another way than it stands there, and in which line."""

    line: int | None
    code: str
    detail: str


def printable(text: str) -> str:
    """A text on one line that does nothing to a terminal; what joins or turns letters goes too."""
    kept = (sign if sign.isprintable() else " " if sign.isspace() else "" for sign in text)
    return " ".join("".join(kept).split())


def shown_name(player: Player) -> str:
    """A player's name, as it may be shown."""
    return printable(str(player.get("name") or "")) or printable(player["id"])


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


def check_players(count: int) -> None:
    """Refuse more players than an event may have, before anybody is given an id."""
    if count > MOST_PLAYERS:
        told = f"it has {count} players: {MOST_PLAYERS} are the most"
        raise UnreadableError(told, "too_many", most=MOST_PLAYERS)


def latest_round(document: Document) -> int:
    """The last round that was paired, 0 before the first."""
    return max((game["round"] for game in document["games"]), default=0)


def checked(document: Document) -> Document:
    """The document, if the service would take it; nobody needs to be entered yet."""
    try:
        return read_written(document)
    except REFUSALS as fault:
        raise UnreadableError(str(fault), "document") from None
