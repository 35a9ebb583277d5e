"""A tournament in other programs' files: tables, tsh, AUPAIR and FIDE's report, both ways.

The format goes by the file's ending. Only our own file and the table carry everything; what another
one leaves out is told when it is written.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from service.command.base import CommandError
from service.command.tournament.aupair import read_tou, write_tou
from service.command.tournament.file import Document, read_document
from service.command.tournament.numbered import contradicted
from service.command.tournament.trf import read_trf, write_trf
from service.command.tournament.tsh import read_tsh, write_tsh


class Format(NamedTuple):
    """How a kind of file is read and written, and what it does not carry."""

    read: Callable[[str], Document]
    write: Callable[[Document], str]
    lost: tuple[str, ...]


FORMATS = {
    ".t": Format(read_tsh, write_tsh, ("how games ended", "what arbiters noted")),
    ".tou": Format(
        read_tou, write_tou, ("how games ended", "clubs", "ratings", "what arbiters noted")
    ),
    ".trf": Format(read_trf, write_trf, ("game scores", "clubs", "what arbiters noted")),
}


_LONGEST_LINE = 2000


def read(path: Path, encoding: str = "utf-8-sig") -> Document:
    """The document that a file describes."""
    if path.suffix in (".json", ".toml"):
        return read_document(path)
    if path.suffix == ".csv":
        return _read_csv(path)
    form, text = _format(path), _text(path, encoding)
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > _LONGEST_LINE:
            raise CommandError(f"{path} cannot be read: line {number} has {len(line)} signs")
    try:
        return form.read(text)
    except (ValueError, IndexError) as fault:
        raise CommandError(f"{path} cannot be read: {str(fault)[:200]}") from None


def _text(path: Path, encoding: str) -> str:
    try:
        return path.read_text(encoding=encoding)
    except UnicodeDecodeError:
        name = "UTF-8" if encoding == "utf-8-sig" else encoding
        hint = "an older program's file may be read with --encoding cp1252"
        raise CommandError(f"{path} is not written in {name}: {hint}") from None
    except LookupError:
        raise CommandError(f"there is no encoding {encoding!r}") from None


def write(document: Document, path: Path) -> tuple[bytes, tuple[str, ...]]:
    """The document as a file of this kind, and what it does not carry."""
    if path.suffix == ".json":
        return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n", ()
    if path.suffix == ".csv":
        from service.schemas.tournament_tables import document_table, write_table

        return write_table(document_table(document)), ()
    form = _format(path)
    doubtful = () if path.suffix == ".trf" else contradicted(document)
    told = tuple(f"who won in {game}: the scores say otherwise" for game in doubtful)
    return form.write(document).encode(), (*form.lost, *told)


def _format(path: Path) -> Format:
    if path.suffix not in FORMATS:
        known = ", ".join((".json", ".csv", *FORMATS))
        raise CommandError(f"{path.name}: the ending must be one of {known}")
    return FORMATS[path.suffix]


def _read_csv(path: Path) -> Document:
    from service.schemas.problems import REFUSALS
    from service.schemas.tournament_tables import read_table

    try:
        document = read_table(path.read_bytes())
    except REFUSALS as fault:
        raise CommandError(f"{path}: {fault}") from None
    document.setdefault("players", [])
    document.setdefault("games", [])
    if not document["players"] or "rounds" not in document:
        raise CommandError(f"{path} has no line that begins with 'tournament', or no player")
    return document
