"""Spreadsheets: lists of players read from .xlsx and .ods, a whole tournament written as .xlsx.

A book is packed: what it unpacks to and the marks in it are bounded before anything of it is read,
and so are its rows and columns. A text is written as a text, whatever it begins with.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from itertools import count, islice
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring
from zipfile import ZipFile

from service.engine.errors import UnreadableError
from service.interchange.document import Document, Remark, printable, shown_name
from service.interchange.entrants import MOST_ROWS, Row, is_head
from service.interchange.numbered import halves_of
from service.interchange.prizes import side_prizes

_UNPACKED = 16 * 1024 * 1024
_MEMBERS, _COLUMNS = 500, 40
_ELEMENTS = 300_000
"""Marks of one kind in all parts: each takes hundreds of bytes in memory, and none once packed."""
_RUN = 1024 * 1024
"""Bytes without the end of a mark: a parser that is fed in pieces begins anew with each of them."""
_FORMULA = re.compile(rb"<f[ >]|table:formula=")
_MERGED = re.compile(rb'<mergeCell |-spanned="(?!1")')
_TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_GROUPS = tuple(f"{_TABLE}table-{name}" for name in ("rows", "row-group", "header-rows"))
_WITHOUT_GAME = ("bye", "absence", "annulled", "arbiter_draw")
_MARKS = "-=+"


class Sheet(NamedTuple):
    """A sheet of a book: what it is called, and its rows under their heads."""

    name: str
    rows: list[list[Any]]


def unpacked(content: bytes) -> dict[str, bytes]:
    """The members of a packed file, if they are as large as it says and not too large."""
    try:
        with ZipFile(BytesIO(content)) as archive:
            members = archive.infolist()
            size = sum(member.file_size for member in members)
            if len(members) > _MEMBERS or size > _UNPACKED:
                raise UnreadableError("it is packed and too large", "too_large")
            if any(member.flag_bits & 1 for member in members):
                raise UnreadableError("it has a password", "binary")
            return {member.filename: archive.read(member) for member in members}
    except UnreadableError:
        raise
    except Exception as fault:  # Each way of packing has kinds of its own.
        raise UnreadableError(f"it cannot be unpacked: {str(fault)[:80]}", "binary") from None


def read_book(content: bytes, members: Mapping[str, bytes]) -> tuple[list[Row], list[Remark]]:
    """The rows of the sheet that has headings of a list, or of the first that has any."""
    packed = members.values()
    if any(sum(part.count(mark) for part in packed) > _ELEMENTS for mark in (b"<", b"=")) or any(
        b">" not in part[at : at + _RUN]
        for part in packed
        for at in range(0, len(part) - _RUN, _RUN)
    ):
        raise UnreadableError("it is packed and too large", "too_large")
    parts = b"".join(part for name, part in members.items() if name.endswith(".xml"))
    remarks = []
    if _FORMULA.search(parts):
        told = "cells with a formula are read as the spreadsheet last saw them"
        remarks.append(Remark(None, "formulas", told))
    if _MERGED.search(parts):
        told = "of cells that were merged only the first is read"
        remarks.append(Remark(None, "merged", told))
    read = _read_ods if "content.xml" in members else _read_xlsx
    seen = count(1)
    try:
        sheets = [rows for sheet in read(content, members) if (rows := _filled(sheet, seen))]
    except UnreadableError:
        raise
    except Exception as fault:  # The library has as many kinds as a spoilt book has parts.
        told = f"it is no spreadsheet that can be read: {type(fault).__name__}"
        raise UnreadableError(told, "binary") from None
    headed = (rows for rows in sheets if is_head(rows[0][1]))
    return next(headed, sheets[0] if sheets else []), remarks


def _read_xlsx(content: bytes, _: Mapping[str, bytes]) -> Iterator[Iterator[list[str]]]:
    # Only here: it takes as long to load as the rest of the service together.
    from openpyxl import load_workbook
    from openpyxl.reader.excel import ExcelReader

    reader = ExcelReader(BytesIO(content), read_only=True)
    reader.read_manifest()
    reader.read_workbook()
    parts = [rel.target for _, rel in reader.parser.find_sheets()]
    if len(set(parts)) < len(parts):  # Each is read once for every sheet that is made of it.
        raise UnreadableError("two of its sheets are made of one part", "binary")
    book = load_workbook(BytesIO(content), read_only=True, data_only=True)
    for sheet in book.worksheets:
        sheet.reset_dimensions()
        rows = sheet.iter_rows(max_col=_COLUMNS, values_only=True)
        yield ([_cell(value) for value in row] for row in rows)


def _read_ods(_: bytes, members: Mapping[str, bytes]) -> Iterator[Iterator[list[str]]]:
    text = members["content.xml"]
    if b"<!DOCTYPE" in text or b"encryption-data" in members.get("META-INF/manifest.xml", b""):
        raise UnreadableError("it has a password, or is no spreadsheet", "binary")
    try:
        tree = fromstring(text)
    except ParseError as fault:
        raise UnreadableError(f"it cannot be read: {fault}", "binary") from None
    for table in tree.iter(f"{_TABLE}table"):
        yield (list(islice(_ods_cells(row), _COLUMNS)) for row in _ods_rows(table))


def _ods_rows(table: Element) -> Iterator[Element]:
    """The rows of a table and of groups in it; a table in a cell is one of its own."""
    for part in table:
        if part.tag in _GROUPS:
            yield from _ods_rows(part)
        elif part.tag == f"{_TABLE}table-row":
            yield part


def _ods_cells(row: Element) -> Iterator[str]:
    for cell in row:
        lines = ["".join(line.itertext()) for line in cell.findall(f"{_TEXT}p")]
        times = cell.get(f"{_TABLE}number-columns-repeated", "1")
        yield from [" ".join(lines).strip()] * min(int(times), _COLUMNS)


def _filled(rows: Iterator[list[str]], seen: Iterator[int]) -> list[Row]:
    """The rows in which anything stands, with their numbers; `seen` counts those of all sheets."""
    filled: list[Row] = []
    for number, row in enumerate(rows, 1):
        if next(seen) > MOST_ROWS:
            raise UnreadableError(f"it has more than {MOST_ROWS} rows", "too_large")
        if any(row):
            filled.append((number, row))
    return filled


def _cell(value: object) -> str:
    """A cell as it is typed into a list; a date stays one, and no number."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value).strip()


def write_book(sheets: Sequence[Sheet]) -> bytes:
    """A book of sheets, the same bytes every time."""
    from xlsxwriter import Workbook

    out = BytesIO()
    book = Workbook(out, {"in_memory": True})
    book.set_properties({"created": datetime(2000, 1, 1)})  # Not the moment of the request.
    bold = book.add_format({"bold": True})
    for name, rows in sheets:
        sheet = book.add_worksheet(name[:31])
        sheet.freeze_panes(1, 0)
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                form = bold if at == 0 else None
                if isinstance(value, str):
                    sheet.write_string(at, column, printable(value), form)
                elif isinstance(value, bool):
                    sheet.write_boolean(at, column, value, form)
                elif value is not None:
                    sheet.write_number(at, column, value, form)
        sheet.autofit()
        # On paper: as wide as a page on its side, with lines, and heads on every page.
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.hide_gridlines(0)
        sheet.repeat_rows(0)
    book.close()
    return out.getvalue()


def sheets_of(
    document: Document, standings: Mapping[str, Any] | None, words: Mapping[str, str]
) -> list[Sheet]:
    """A tournament as sheets, headed in the federation's words; first the results, as clubs do."""
    sheets = [Sheet(words["tour.results"], _results(document, words))]
    if standings is not None:
        sheets.append(Sheet(words["tour.standings"], standings_rows(document, standings, words)))
        sheets.append(Sheet(words["tour.crosstable"], crosstable_rows(document, standings, words)))
    sheets.append(Sheet(words["tour.prize.title"], prize_rows(document, standings, words)))
    return [*sheets, Sheet(words["tour.entries"], _entrants(document, words))]


def prize_rows(
    document: Document, standings: Mapping[str, Any] | None, words: Mapping[str, str]
) -> list[list[Any]]:
    """The side prizes under their heads."""
    names = {player["id"]: shown_name(player) for player in document["players"]}
    heads = ("tour.prize.title", "tour.player", "form.score", "tour.round")
    rows: list[list[Any]] = [[words[name] for name in heads]]
    for kind, players, figure, number in side_prizes(document, standings):
        called = ", ".join(names.get(player, player) for player in players)
        rows.append([words[f"tour.prize.{kind}"], called, figure, number])
    return rows


def _results(document: Document, words: Mapping[str, str]) -> list[list[Any]]:
    names = {player["id"]: shown_name(player) for player in document["players"]}
    player, score = words["tour.player"], words["form.score"]
    heads = [words["tour.round"], f"{player} 1", f"{score} 1", f"{player} 2", f"{score} 2"]
    rows: list[list[Any]] = [
        [*heads, words["setup.table"], words["tour.ending"], words["tour.rated"]]
    ]
    for game in document["games"]:
        ended = game.get("ended_by")
        own, other = game.get("scores") or (None, None)
        one, two = (*(names.get(p, p) for p in game["players"]), None)[:2]
        told = words.get(f"tour.short.{ended}", "") if ended else ""
        rated = own is not None and ended not in _WITHOUT_GAME
        rows.append([game["round"], one, own, two, other, game.get("table"), told, rated])
    return rows


def standings_rows(
    document: Document, answer: Mapping[str, Any], words: Mapping[str, str]
) -> list[list[Any]]:
    """The classification under its heads, a player a row."""
    players = {player["id"]: player for player in document["players"]}
    keys = [key["key"] for key in answer["keys"] if key["key"] != "name"]
    heads = ["tour.place", "tour.player", "tour.club", "tour.rating"]
    told = [*heads, *(f"tour.key.{key}" for key in keys), "tour.games"]
    rows: list[list[Any]] = [[words[name] for name in told]]
    for row in answer["standings"]:
        player = players.get(row["player"], {"id": row["player"]})
        values = [" ".join(map(str, v)) if isinstance(v, list) else v for v in map(row.get, keys)]
        known = [shown_name(player), player.get("club"), player.get("rating")]
        rows.append([row["place"], *known, *values, row["games"]])
    return rows


def crosstable_rows(
    document: Document, answer: Mapping[str, Any], words: Mapping[str, str]
) -> list[list[Any]]:
    """Everybody's rounds under their heads, in the order of the classification; a pair has two."""
    members = [row.get("players") or [row["player"]] for row in answer["standings"]]
    places = {player: at for at, those in enumerate(members, 1) for player in those}
    names = {player["id"]: shown_name(player) for player in document["players"]}
    played = range(1, answer["after"] + 1)
    heads = ["", words["tour.player"], *map(str, played), words["tour.key.points"]]
    games = {(p, game["round"]): game for game in document["games"] for p in game["players"]}
    rows: list[list[Any]] = [heads]
    for at, (row, those) in enumerate(zip(answer["standings"], members, strict=True), 1):
        cells = [
            "  ".join(_met(games.get((one, number)), one, places, words) for one in those)
            for number in played
        ]
        called = printable(row["player"]) if "players" in row else names[row["player"]]
        rows.append([at, called, *cells, row["points"]])
    return rows


def _met(
    game: Mapping[str, Any] | None, own: str, places: Mapping[str, int], words: Mapping[str, str]
) -> str:
    """The opponent's row, who won, and the own score or how the game ended."""
    if game is None:
        return ""
    told = words.get(f"tour.short.{game.get('ended_by')}", "")
    if len(game["players"]) == 1:
        return told
    side = game["players"].index(own)
    other = places.get(game["players"][1 - side], 0)
    if game.get("scores") is None and not told:
        return f"{other}"
    return f"{other}{_MARKS[halves_of(dict(game), side)]} {told or game['scores'][side]}"


def _entrants(document: Document, words: Mapping[str, str]) -> list[list[Any]]:
    heads = ("tour.player", "tour.rating", "tour.club", "tour.team")
    rows: list[list[Any]] = [["id", *(words[name] for name in heads)]]
    fields = ("rating", "club", "team")
    for player in document["players"]:
        rows.append([player["id"], shown_name(player), *map(player.get, fields)])
    return rows


def report_parts(
    document: Document, rating: Mapping[str, Any] | None, words: Mapping[str, str]
) -> list[Sheet]:
    """What a chief arbiter sends in: decisions, notes, who left, and the games that are unrated."""
    names = {player["id"]: shown_name(player) for player in document["players"]}
    games = [*rating["unrated"], *rating["unsaid"]] if rating else []
    notes = document.get("adjustments", ())
    parts = {
        "tour.report.record": [
            _act_row(act, names, words)
            for act in document.get("record", ())
            if act["act"] != "closed"
        ],
        "tour.notes": [
            [names.get(note["player"], note["player"]), _note_text(note, words)] for note in notes
        ],
        "tour.report.left": [
            [shown_name(one), _in_round(one["left"], words), printable(one.get("reason") or "")]
            for one in document["players"]
            if one.get("left")
        ],
        "tour.report.unrated": [
            [
                _in_round(game["round"], words),
                " – ".join(names.get(player, player) for player in game["players"]),
                words.get(f"tour.short.{game['ended_by']}", game["ended_by"] or ""),
            ]
            for game in games
        ],
    }
    return [Sheet(words[title], rows) for title, rows in parts.items()]


def _act_row(
    act: Mapping[str, Any], names: Mapping[str, str], words: Mapping[str, str]
) -> list[str]:
    """A line of the record: the round, what and about whom, by whose word and why."""
    before, after, player = act.get("before") or {}, act.get("after") or {}, act.get("player")
    kind = before.get("kind") or after.get("kind")
    what = words[f"tour.note.{kind}" if kind else f"tour.act.{act['act']}"]
    # A ruling that was taken back is told again, and no round is.
    ruled = act.get("reason") and not act.get("round")
    if act["act"] == "undo" and ruled and not player:
        what = words["tour.act.ruling"]
    if act["act"] == "undo" and (ruled or player):
        what = words["tour.act.takenBack"].format(note=what)
    change = ""
    if act["act"] == "correction":
        change = " → ".join(_result_text(state, words) for state in (before, after))
    article = f"[{printable(act['article'])}]" if act.get("article") else ""
    why = " · ".join(filter(None, (change, article, printable(act.get("reason") or ""))))
    place = _in_round(act.get("round"), words)
    if number := act.get("table"):
        place += f" · {words['tour.tableN'].format(table=number)}"
    who = names.get(player, printable(player)) if player else ""
    return [place, f"{what} {who}", words[f"tour.by.{act['by']}"], why]


def _result_text(state: Mapping[str, Any], words: Mapping[str, str]) -> str:
    """A result as a correction tells it: the scores, and how the game ended."""
    scores = "–".join(map(str, state.get("scores") or ()))
    return " ".join(filter(None, (scores, words.get(f"tour.short.{state.get('ended_by')}")))) or "–"


def _note_text(note: Mapping[str, Any], words: Mapping[str, str]) -> str:
    amount, play = note.get("amount"), note.get("play")
    article, number = note.get("article"), note.get("round")
    parts = [words[f"tour.note.{note['kind']}"], "" if amount is None else f"{amount:+d}"]
    parts += [
        "" if play is None else words["tour.note.playOf"].format(play=play),
        _in_round(number, words) if number else "",
        f"[{printable(article)}]" if article else "",
    ]
    return " ".join(filter(None, parts))


def _in_round(number: int | None, words: Mapping[str, str]) -> str:
    return words["tour.roundN"].format(round=number or "–")
