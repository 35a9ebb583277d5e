"""A tournament in other programs' files: tables, tsh, AUPAIR and FIDE's report, both ways.

The format goes by the file's ending. Only our own file and the table carry everything; what another
one leaves out is told when it is written.
"""

import codecs
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from service.command.base import CommandError
from service.command.tournament import aupair, trf
from service.command.tournament.aupair import read_tou, write_tou
from service.command.tournament.file import (
    UTF_8,
    Document,
    check_document,
    read_document,
    read_foreign,
    written,
)
from service.command.tournament.numbered import check_games, contradicted, lines_of
from service.command.tournament.trf import read_trf, write_trf
from service.command.tournament.tsh import read_tsh, write_tsh


class Format(NamedTuple):
    """How a kind of file is read and written, and what it does not carry."""

    read: Callable[[str], Document]
    write: Callable[[Document], str]
    lost: tuple[str, ...]
    longest_name: int | None = None


_NUMBERED = ("how games ended", "tables", "pairs", "who left", "what arbiters noted")
FORMATS = {
    ".t": Format(read_tsh, write_tsh, ("the event's name and length", *_NUMBERED)),
    ".tou": Format(
        read_tou,
        write_tou,
        ("the event's length", "clubs", "ratings", *_NUMBERED),
        aupair.LONGEST_NAME,
    ),
    ".trf": Format(read_trf, write_trf, ("game scores", "clubs", *_NUMBERED), trf.LONGEST_NAME),
}


_LONGEST_LINE = 2000


def read(path: Path, encoding: str = UTF_8) -> Document:
    """The document that a file describes."""
    if _ending(path) in (".json", ".toml"):
        return read_document(path)
    document = _read_csv(path, encoding) if _ending(path) == ".csv" else _read(path, encoding)
    check_document(document, path)
    return document


def _read(path: Path, encoding: str) -> Document:
    form, text = _format(path), read_foreign(path, encoding)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise CommandError(f"{path} cannot be read: line {number} has {len(line)} signs")
    try:
        return form.read(text)
    except (ValueError, IndexError) as fault:
        raise CommandError(f"{path} cannot be read: {str(fault)[:200]}") from None


def write(document: Document, path: Path) -> tuple[bytes, tuple[str, ...]]:
    """The document as a file of this kind, and what it does not carry."""
    if _ending(path) == ".json":
        return written(document), ()
    if _ending(path) == ".csv":
        from service.schemas.tournament_tables import document_table, write_table

        # With its mark and semicolons: so spreadsheets open it where numbers have a decimal comma.
        return codecs.BOM_UTF8 + write_table(document_table(document), ";"), ()
    form = _format(path)
    check_games(document)
    return form.write(document).encode("utf-8", "replace"), tuple(_left_out(document, form))


def _left_out(document: Document, form: Format) -> Iterator[str]:
    """What a document has that a format does not carry."""
    players, games = document["players"], document["games"]
    endings = {game.get("ended_by") for game in games} - {None, "bye"}
    there = {
        "how games ended": endings,
        "game scores": any(game.get("scores") for game in games),
        "tables": any(game.get("table") for game in games),
        "clubs": any(player.get("club") for player in players),
        "ratings": any(player.get("rating") for player in players),
        "pairs": any(player.get("team") for player in players),
        "who left": any(player.get("left") for player in players),
        "what arbiters noted": document.get("adjustments"),
    }
    yield from (what for what in form.lost if there.get(what, True))
    names = [str(player.get("name") or player["id"]) for player in players]
    written = [line.name for line in lines_of(document, form.longest_name)]
    changed = [one for one, other in zip(names, written, strict=True) if one != other]
    if changed:
        yield f"the whole name of {', '.join(map(repr, changed))}"[:200]
    if "game scores" not in form.lost:
        for game in contradicted(document):
            yield f"who won in {game}: the scores say otherwise"
    scores = [score for game in games for score in game.get("scores") or ()]
    if form.write is write_tou and any(not 0 <= score < 1000 for score in scores):
        yield "scores below 0 or above 999"


def _format(path: Path) -> Format:
    if _ending(path) not in FORMATS:
        known = ", ".join((".json", ".csv", *FORMATS))
        raise CommandError(f"{path.name}: the ending must be one of {known}")
    return FORMATS[_ending(path)]


def _ending(path: Path) -> str:
    """What a file is called after the last point; older programs write capitals."""
    return path.suffix.lower()


def _read_csv(path: Path, encoding: str) -> Document:
    from service.schemas.problems import REFUSALS
    from service.schemas.tournament_tables import read_table

    try:
        document = read_table(read_foreign(path, encoding).encode())
    except REFUSALS as fault:
        raise CommandError(f"{path}: {fault}") from None
    document.setdefault("players", [])
    document.setdefault("games", [])
    if not document["players"] or "rounds" not in document:
        raise CommandError(f"{path} has no line that begins with 'tournament', or no player")
    return document
