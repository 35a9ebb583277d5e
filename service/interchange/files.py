"""Which files there are, how one is known, and what each cannot hold.

The format goes by the ending of the file's name, then by what stands in it. Only our own document
and the table carry everything.
"""

import codecs
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.engine.errors import UnreadableError, UnwritableError
from service.engine.tiles import folded
from service.interchange.document import Document, Remark, check_players, checked
from service.interchange.entrants import Entries, enter, read_list, read_rows
from service.interchange.numbered import check_games, contradicted, lines_of
from service.interchange.programs import (
    TOU_NAME,
    TRF_NAME,
    is_tsh,
    read_tou,
    read_trf,
    read_tsh,
    remark_trf,
    remark_tsh,
    write_tou,
    write_trf,
    write_tsh,
)
from service.interchange.sheets import read_book, sheets_of, unpacked, write_book
from service.interchange.swissperfect import read_set, split_name, write_set
from service.interchange.tables import document_table, headings, is_table, read_table, write_table
from service.schemas.problems import REFUSALS
from service.schemas.text import read_json

BOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ZIP = "application/zip"
TEXT = "text/plain; charset=utf-8"
UTF_8 = "utf-8-sig"
_WINDOWS = {"ro": "cp1250"}
"""How Windows writes a language, if not as in the west of Europe."""
_LONGEST_LINE = 2000
_DOCUMENT = {"name", "rounds", "version", "players", "games", "adjustments", "days"}
_DOCUMENT |= {"conditions", "record"}
_PACKED = b"PK"
_BINARY = {
    b"\xd0\xcf\x11\xe0": "it is an older spreadsheet, or one with a password: save it as .xlsx",
    b"%PDF": "it is a document for printing, not a table",
}


class Reading(NamedTuple):
    """What a file says; of a list of players also who stands in it."""

    format: str
    document: Document
    remarks: tuple[Remark, ...]
    entries: Entries | None = None


class Written(NamedTuple):
    """A file, what it is and is called, and what it does not hold."""

    content: bytes
    media: str
    name: str
    remarks: tuple[Remark, ...]


class Program(NamedTuple):
    """How another program's file is read and written, and what it does not carry."""

    endings: tuple[str, ...]
    read: Callable[[str], Document]
    write: Callable[[Document], str]
    lost: tuple[str, ...]
    remark: Callable[[str], Iterator[Remark]] = lambda _: iter(())
    longest_name: int | None = None
    shown: Callable[[str], str] = str


_NUMBERED = ("endings", "tables", "pairs", "left", "notes")
PROGRAMS = {
    "tsh": Program((".t",), read_tsh, write_tsh, ("event", *_NUMBERED), remark_tsh),
    "aupair": Program(
        (".tou",),
        read_tou,
        write_tou,
        ("length", "clubs", "ratings", *_NUMBERED),
        longest_name=TOU_NAME,
    ),
    "trf": Program(
        (".trf", ".trfx"),
        read_trf,
        write_trf,
        ("scores", "clubs", *_NUMBERED),
        remark_trf,
        TRF_NAME,
    ),
}
FORMATS = ("csv", "xlsx", "pages", "report", "swissperfect", *PROGRAMS)
"""What can be written."""
SWISS_PERFECT = Program(
    (".zip",),
    read_tsh,
    write_tsh,
    ("endings", "pairs", "notes"),
    shown=lambda name: " ".join(reversed(split_name(name))).strip(),
)
_LOST = {
    "event": "the event's name and length",
    "length": "the event's length",
    "endings": "how games ended",
    "scores": "game scores",
    "tables": "tables",
    "clubs": "clubs",
    "ratings": "ratings",
    "pairs": "pairs",
    "left": "who left",
    "notes": "what arbiters noted",
}


def read_file(name: str, content: bytes, encodings: Sequence[str] = (UTF_8,)) -> Reading:
    """The document in a file; a text that is in none of the encodings is refused."""
    if content.startswith(_PACKED):
        return _read_packed(content)
    text, remarks = _decoded(content, encodings)
    kind = _kind(ending_of(name), text)
    try:
        if kind == "entries":
            return _read_list(text, remarks)
        document, more = _READERS[kind](text)
    except REFUSALS as fault:
        reason = getattr(fault, "reason", "")
        raise UnreadableError(str(fault).removeprefix("the body ")[:500], reason) from None
    except (ValueError, IndexError, RecursionError) as fault:
        raise UnreadableError(str(fault)[:200]) from None
    return Reading(kind, checked(document), (*remarks, *more))


def _read_packed(content: bytes) -> Reading:
    """A spreadsheet, or the files of Swiss Perfect."""
    members = unpacked(content)
    endings = {ending_of(name) for name in members}
    if {".trn", ".sco"} <= endings:
        document, remarks = read_set(members)
        return Reading("swissperfect", checked(document), tuple(remarks))
    form = "ods" if "content.xml" in members else "xlsx"
    if form == "xlsx" and "[Content_Types].xml" not in members:
        raise UnreadableError("it is packed, and no file of a tournament is in it", "binary")
    rows, remarks = read_book(content, members)
    return reading_of_list(form, read_rows(rows), remarks)


def write_file(document: Document, form: str) -> Written:
    """The document as a file of a format."""
    ids = [player["id"] for player in document["players"]]
    if twice := [one for one, times in Counter(ids).items() if times > 1]:
        raise UnwritableError(f"the id {twice[0]!r} is there twice", "twice", id=twice[0])
    name = _called(document)
    if form == "csv":
        # With its mark and semicolons: so spreadsheets open it where numbers have a decimal comma.
        content = codecs.BOM_UTF8 + write_table(document_table(document), ";")
        return Written(content, "text/csv; charset=utf-8", f"{name}.csv", ())
    check_games(document)
    if form == "swissperfect":
        content = write_set(document, name)
        return Written(content, ZIP, f"{name}.zip", tuple(_left_out(document, SWISS_PERFECT)))
    program = PROGRAMS[form]
    for player in document["players"]:
        _hold(str(player.get("name") or player["id"]), "utf-8")
    content = program.write(document).encode("utf-8", "replace")
    left_out = tuple(_left_out(document, program))
    return Written(content, TEXT, f"{name}{program.endings[0]}", left_out)


def encodings_of(language: str) -> tuple[str, str]:
    """In which encodings files come where a language is spoken, the likeliest first."""
    return UTF_8, _WINDOWS.get(language, "cp1252")


def ending_of(name: str) -> str:
    """What a file is called after the last point; older programs write capitals."""
    _, point, ending = name.rpartition(".")
    return f"{point}{ending}".lower() if point else ""


def _called(document: Document) -> str:
    """What a file is called: the event's name in plain letters."""
    return (
        "-".join(re.findall("[a-z0-9]+", folded(str(document.get("name", "")))))[:60]
        or "tournament"
    )


def _hold(name: str, encoding: str) -> None:
    """Refuse a name that an encoding does not have the letters for."""
    try:
        name.encode(encoding)
    except UnicodeEncodeError:
        told = f"the name {name!r} cannot be written in {encoding.upper()}"
        raise UnwritableError(told, "name", name=name) from None


def _decoded(content: bytes, encodings: Sequence[str]) -> tuple[str, list[Remark]]:
    """The text in a file; spreadsheets and shells of Windows also write UTF-16, and mark it."""
    for start, told in _BINARY.items():
        if content.startswith(start):
            raise UnreadableError(told, "binary")
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ("utf-16",)
    for at, encoding in enumerate(encodings):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        except LookupError:
            raise UnreadableError(f"there is no encoding {encoding!r}", "encoding") from None
        if "\0" in text:
            break
        guessed = Remark(None, "encoding", f"it is not in UTF-8; it is read as {encoding}")
        return (_with_commas(text), [guessed]) if at else (text, [])
    name = encodings[0].removesuffix("-sig").upper()
    raise UnreadableError(f"it is not written in {name}", "encoding", encoding=name)


def _with_commas(text: str) -> str:
    """Older Romanian files have cedillas under s and t, for want of commas."""
    return text.translate(str.maketrans("şŞţŢ", "șȘțȚ"))


def _kind(ending: str, text: str) -> str:
    for form, program in PROGRAMS.items():
        if ending in program.endings:
            return form
    if ending == ".json" or text.lstrip().startswith("{"):
        return "json"
    if is_table(text):
        return "csv"
    if ending == ".csv":
        return "entries"
    start = text[:3]
    if start[:2] in ("*M", "*A"):
        return "aupair"
    if start in ("001", "012") and text[3:4] == " ":
        return "trf"
    return "tsh" if is_tsh(text) else "entries"


def _read_json(text: str) -> tuple[Document, list[Remark]]:
    found = read_json(text.encode())
    if not isinstance(found, dict):
        raise ValueError("it is not a tournament")
    document: Document = {"players": [], "games": []} | found
    return document, []


def _read_table(text: str) -> tuple[Document, list[Remark]]:
    document = read_table(text.encode())
    remarks = [Remark(n, "heading", "the line is taken for a heading") for n in headings(text)]
    for other in sorted(document.keys() - _DOCUMENT):
        remarks.append(Remark(None, "option", f"{other[:40]!r} is a question, not of the document"))
        del document[other]
    return {"players": [], "games": []} | document, remarks


def _read_program(form: str) -> Callable[[str], tuple[Document, list[Remark]]]:
    def read(text: str) -> tuple[Document, list[Remark]]:
        for number, line in enumerate(text.splitlines(), 1):
            if len(line) > _LONGEST_LINE:
                raise ValueError(f"line {number} has {len(line)} signs")
        return PROGRAMS[form].read(text), list(PROGRAMS[form].remark(text))

    return read


_READERS: dict[str, Callable[[str], tuple[Document, list[Remark]]]] = {
    "json": _read_json,
    "csv": _read_table,
    **{form: _read_program(form) for form in PROGRAMS},
}


def _read_list(text: str, remarks: list[Remark]) -> Reading:
    return reading_of_list("entries", read_list(text), remarks)


def reading_of_list(form: str, entries: Entries, remarks: Sequence[Remark] = ()) -> Reading:
    """A list of players as a document in which nothing is played yet."""
    if not entries.entrants:
        raise UnreadableError("it has no player", "empty")
    check_players(len(entries.entrants))
    document: Document = {"name": "", "rounds": 1, "version": 0, "players": [], "games": []}
    left = enter(document, entries)
    length = Remark(None, "rounds", "a list does not say how many rounds there are")
    return Reading(form, checked(document), (*remarks, length, *left.remarks), entries)


def write_report(
    document: Document, standings: Mapping[str, Any] | None, words: Mapping[str, str]
) -> Written:
    """The document as a book of results, standings and players, in the federation's words."""
    check_games(document)
    content = write_book(sheets_of(document, standings, words))
    lost = [] if standings else [Remark(None, "standings", "a classification: the text gives none")]
    lost += [Remark(None, "notes", _LOST["notes"])] if document.get("adjustments") else []
    return Written(content, BOOK, f"{_called(document)}.xlsx", tuple(lost))


def _left_out(document: Document, program: Program) -> Iterator[Remark]:
    """What a document has that a format does not carry."""
    players, games = document["players"], document["games"]
    there: dict[str, Any] = {
        "endings": {game.get("ended_by") for game in games} - {None, "bye"},
        "scores": any(game.get("scores") for game in games),
        "tables": any(game.get("table") for game in games),
        "clubs": any(player.get("club") for player in players),
        "ratings": any(player.get("rating") for player in players),
        "pairs": any(player.get("team") for player in players),
        "left": any(player.get("left") for player in players),
        "notes": document.get("adjustments"),
    }
    yield from (Remark(None, w, _LOST[w]) for w in program.lost if there.get(w, True))
    names = [str(player.get("name") or player["id"]) for player in players]
    written = [program.shown(line.name) for line in lines_of(document, program.longest_name)]
    changed = [one for one, other in zip(names, written, strict=True) if one != other]
    if changed:
        yield Remark(None, "names", f"the whole name of {', '.join(map(repr, changed))}"[:200])
    if "scores" not in program.lost:
        for game in contradicted(document):
            yield Remark(None, "winner", f"who won in {game}: the scores say otherwise")
    scores = [score for game in games for score in game.get("scores") or ()]
    if program.write is write_tou and any(not 0 <= score < 1000 for score in scores):
        yield Remark(None, "high_scores", "scores below 0 or above 999")
