"""Spreadsheets and Swiss Perfect's files: byte by byte, read again, and spoilt."""

import datetime
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook

from service.engine.errors import UnreadableError, UnwritableError
from service.interchange.files import read_file, write_file
from tests.tournament.building import DOCUMENTS

HEAD = bytes.fromhex("036003010200000041012000") + bytes(20)
WON, BYE = b" 1  1    2    2  0  1 1 800 700 ", b" 1  3    0    2  0  1 1 0   0   "
DOCUMENT: dict[str, Any] = DOCUMENTS["perfect"]


def packed(**members: bytes) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name.replace("__", "/").replace("_", "."), content)
    return out.getvalue()


def members(document: dict[str, Any]) -> dict[str, bytes]:
    with ZipFile(BytesIO(write_file(document, "swissperfect").content)) as archive:
        return {name.rpartition(".")[2]: archive.read(name) for name in archive.namelist()}


def test_two_records_are_written_byte_by_byte() -> None:
    games = [
        {"round": 1, "players": ["a", "b"], "first": "a", "scores": [400, 350]},
        {"round": 1, "players": ["c"], "ended_by": "bye"},
    ]
    players = [{"id": one, "name": one} for one in "abc"]
    table = members({"name": "", "rounds": 1, "players": players, "games": games})["sco"]
    assert len(table) == 386
    assert table[:32] == HEAD
    assert table[32:64] == b"ROUND" + bytes(6) + bytes.fromhex("4E0000000003 00") + bytes(14)
    assert table[320:] == b"\r" + WON + BYE + b"\x1a"


def test_a_set_that_is_written_is_read_again() -> None:
    written = write_file(DOCUMENT, "swissperfect")
    reading = read_file("copa.zip", written.content)
    assert reading.format == "swissperfect"
    assert reading.document == DOCUMENT
    assert write_file(reading.document, "swissperfect").content == written.content


def test_players_are_written_as_the_program_keeps_them() -> None:
    table = members(DOCUMENT)["trn"]
    assert table[8:12] == bytes.fromhex("2103CB00")
    first = table[801 : 801 + 203]
    assert b"Xur\xed" in first
    assert table[801 + 203 :].count(b"0000000000000002") == 1


def test_deleted_and_blank_records_are_no_players_and_rubbish_behind_a_number_is_none() -> None:
    parts = members(DOCUMENT)
    table = bytearray(parts["trn"])
    table[801:807] = b" 1\0\0\0\x0c"
    table[801 + 203] = 0x2A
    table[801 + 2 * 203 : 801 + 3 * 203] = b" " * 203
    empty = members({"name": "", "rounds": 1, "players": [{"id": "x"}], "games": []})["sco"]
    reading = read_file("x.zip", packed(X_INI=parts["ini"], X_TRN=bytes(table), X_SCO=empty))
    assert [player["name"] for player in reading.document["players"]] == ["Joan Xurí"]


@pytest.mark.parametrize(
    ("types", "won", "wanted"),
    [
        ("3535", "2  0  ", {"ended_by": "absence", "player": 1}),
        ("3434", "0  2  ", {"ended_by": "absence", "player": 0}),
        ("3636", "0  0  ", {"ended_by": "absence", "player": [0, 1]}),
        ("0 0 ", "0  0  ", {}),
        ("5 0 ", "2  0  ", None),
    ],
)
def test_what_the_types_of_a_record_mean(
    types: str, won: str, wanted: dict[str, Any] | None
) -> None:
    players = DOCUMENT["players"][:2]
    game = {"round": 1, "players": ["joan", "maria"], "first": "joan", "scores": [1, 0]}
    parts = members(DOCUMENT | {"players": players, "games": [game]})
    record = f" 1  1    2    {won}{types}0   0   ".encode()
    table = parts["sco"][:321] + record + b"\x1a"
    reading = read_file("x.zip", packed(x_ini=parts["ini"], x_trn=parts["trn"], x_sco=table))
    if wanted is None:
        assert reading.document["games"] == []
        assert [remark.code for remark in reading.remarks] == ["record"]
        return
    (read,) = reading.document["games"]
    assert {n: v for n, v in read.items() if n not in ("round", "table", "players", "first")} == (
        wanted
    )


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"players": [{"id": "ș", "name": "Ion Ștefan"}], "games": []}, "Ștefan"),
        ({"games": [DOCUMENT["games"][0] | {"scores": [5000, 0]}]}, "W_SUBSCO"),
    ],
)
def test_what_swiss_perfect_cannot_hold_is_named(change: dict[str, Any], said: str) -> None:
    with pytest.raises(UnwritableError, match=said):
        write_file(DOCUMENT | change, "swissperfect")


@pytest.mark.parametrize("cut", range(0, 900, 90))
@pytest.mark.parametrize("part", ["trn", "sco"])
def test_a_set_that_is_cut_off_is_unreadable(part: str, cut: int) -> None:
    parts = members(DOCUMENT)
    parts[part] = parts[part][: min(cut, len(parts[part]) - 40)]
    content = packed(x_ini=parts["ini"], x_trn=parts["trn"], x_sco=parts["sco"])
    with pytest.raises(UnreadableError):
        read_file("x.zip", content)


def book(rows: list[list[Any]], **more: Any) -> bytes:
    out, workbook = BytesIO(), Workbook()
    sheet: Any = workbook.active
    for row in rows:
        sheet.append(row)
    for cells in more.get("merged", ()):
        sheet.merge_cells(cells)
    workbook.save(out)
    return out.getvalue()


def test_a_list_is_read_from_a_book() -> None:
    reading = read_file(
        "list.xlsx", book([["Nom", "Elo", "Club"], ["Ada Puig", 1500.0, "Manacor"]])
    )
    assert reading.format == "xlsx"
    assert reading.document["players"] == [
        {"id": "ada", "name": "Ada Puig", "rating": 1500, "club": "Manacor"}
    ]


def test_what_a_book_hides_is_told() -> None:
    rows: list[list[Any]] = [
        ["Nom", "Elo"],
        ["Ada", datetime.date(2026, 1, 2)],
        ["Biel", "=1+1"],
        ["Carla", 1400.5],
    ]
    reading = read_file("x", book([*rows, ["A", "B"]], merged=["A5:B5"]))
    assert [player.get("rating") for player in reading.document["players"]] == [
        None,
        None,
        1401,
        None,
    ]
    told = {(remark.line, remark.code) for remark in reading.remarks}
    assert told == {
        *((None, "rounds"), (None, "formulas"), (None, "merged")),
        *((2, "rating"), (4, "rounded")),
    }


ODS = """<?xml version="1.0"?><office:document-content
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><table:table>
 <table:table-row><table:table-cell><text:p>Nume</text:p></table:table-cell>
 <table:table-cell><text:p>Elo</text:p></table:table-cell></table:table-row>
 <table:table-row><table:table-cell><text:p>Ana Pop</text:p></table:table-cell>
 <table:table-cell><text:p>1520,4</text:p></table:table-cell>
 <table:table-cell table:number-columns-repeated="999999999"/></table:table-row>
 <table:table-row table:number-rows-repeated="999999999"><table:table-cell/></table:table-row>
 </table:table></office:document-content>"""


def test_a_list_is_read_from_an_open_document() -> None:
    reading = read_file("x.ods", packed(content_xml=ODS.encode()))
    assert reading.format == "ods"
    assert reading.document["players"] == [{"id": "ana", "name": "Ana Pop", "rating": 1520}]
    assert {remark.code for remark in reading.remarks} == {"rounds", "rounded"}


def test_what_is_nested_in_a_cell_is_read_once_and_a_remark_on_it_never() -> None:
    inside = "<text:p>Ana<text:p> Pop</text:p></text:p><a><text:p>Bo</text:p></a>"
    inside += "<table:table><table:table-row><b/></table:table-row></table:table>"
    reading = read_file(
        "x.ods", packed(content_xml=ODS.replace("<text:p>Ana Pop</text:p>", inside).encode())
    )
    assert [player["name"] for player in reading.document["players"]] == ["Ana Pop"]


def with_sheet(sheet: bytes, sheets: bytes = b"</sheets>") -> bytes:
    """A book whose first sheet has these rows; `sheets` ends the list of its sheets."""
    with ZipFile(BytesIO(book([["Ana"]]))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = "xl/worksheets/sheet1.xml"
    head, _, tail = parts[name].partition(b"<row")
    parts[name] = head + sheet + b"</sheetData>" + tail.partition(b"</sheetData>")[2]
    parts["xl/workbook.xml"] = parts["xl/workbook.xml"].replace(b"</sheets>", sheets)
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for part, content in parts.items():
            archive.writestr(part, content)
    return out.getvalue()


def test_a_hundred_thousand_rows_are_refused_in_a_sentence() -> None:
    row = '<row r="{}"><c t="inlineStr"><is><t>Ana {}</t></is></c></row>'
    sheet = "".join(row.format(n, n) for n in range(1, 3001)).encode()
    with pytest.raises(UnreadableError, match="1000 are the most"):
        read_file("x.xlsx", with_sheet(sheet))


@pytest.mark.parametrize(
    "content",
    [
        b"PK\x03\x04",
        packed(hello_txt=b"hello"),
        packed(content_xml=b"<a"),
        packed(content_xml=b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"),
        packed(content_xml=b" " * (33 * 1024 * 1024)),
        packed(**{"[Content_Types]_xml": b"<a/>"}),
        packed(x_trn=b"", x_sco=b""),
    ],
    ids=range(7),
)
def test_a_packed_file_that_cannot_be_is_unreadable(content: bytes) -> None:
    with pytest.raises(UnreadableError) as fault:
        read_file("x.xlsx", content)
    assert "\n" not in str(fault.value)


WHOLE = packed(content_xml=b"<a/>")
DAMAGED = WHOLE[:41] + b"\x07" + WHOLE[42:]
"""Where the first packed byte stands, none that can be: 41 are those of its head and its name."""


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (packed(content_xml=b"<a>" + b"<b/>" * 400_000 + b"</a>"), "too large"),
        (with_sheet(b"<row/>" * 400_000), "too large"),
        (with_sheet(b'<row r="' + b"1" * 3_000_000 + b'"/>'), "too large"),
        (b"name" + b";x" * 1_000, "1000 columns"),
        (b"x\n" * 20_001, "20000 rows"),
        (with_sheet(b"", b'<sheet name="Z" sheetId="9" r:id="rId1"/></sheets>'), "one part"),
        (DAMAGED, "cannot be unpacked"),
    ],
    ids=["elements", "rows", "mark", "columns", "lines", "sheets", "damaged"],
)
def test_a_small_file_that_costs_much_or_is_damaged_is_refused(content: bytes, said: str) -> None:
    with pytest.raises(UnreadableError, match=said):
        read_file("x.xlsx", content)
