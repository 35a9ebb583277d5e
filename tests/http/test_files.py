"""Other programs' files over HTTP: in whatever dress they come, and what they do not hold."""

import json
from io import BytesIO
from typing import Any

import pytest
from flask.testing import FlaskClient
from openpyxl import load_workbook

from service.engine.tournament.document import MOST_PLAYERS, MOST_ROUNDS
from tests.http.test_contract import check
from tests.http.test_problems import problem

READ, WRITE, ENTER = (f"/v1/frs/tournament/{name}" for name in ("read", "write", "enter"))
DOCUMENT: dict[str, Any] = {
    "name": "Cupa Dunării 2026",
    "rounds": 6,
    "players": [{"id": "a", "name": "Ana Pop", "club": "Argus"}, {"id": "b", "name": "Bo Stan"}],
    "games": [{"round": 1, "table": 1, "players": ["a", "b"], "scores": [412, 380]}],
}


@pytest.mark.parametrize("media", ["", "text/csv", "application/json", "image/png; x=y", "???"])
def test_the_media_type_of_a_file_is_not_looked_at(client: FlaskClient, media: str) -> None:
    told: Any = client.post(READ, data="Ana Pop;1520", content_type=media)
    assert told.json["format"] == "entries"


def test_a_file_of_windows_is_read_in_the_editions_language(client: FlaskClient) -> None:
    body = "Ţepeş Vlad;1500".encode("cp1250")
    told: Any = client.post(f"{READ}?name=old.csv", data=body)
    assert told.json["document"]["players"][0]["name"] == "Țepeș Vlad"
    assert [remark["code"] for remark in told.json["remarks"]] == ["encoding", "rounds"]


@pytest.mark.parametrize("form", ["csv", "tsh", "aupair", "trf"])
def test_what_is_written_is_read_again(client: FlaskClient, form: str) -> None:
    written = client.post(f"{WRITE}?format={form}", json=DOCUMENT)
    name = written.headers["Content-Disposition"].partition("filename=")[2].strip('"')
    assert name.startswith("cupa-dunarii-2026.")
    told: Any = client.post(f"{READ}?name={name}", data=written.data)
    assert told.json["format"] == form
    assert [player["name"] for player in told.json["document"]["players"]] == ["Ana Pop", "Bo Stan"]
    lost = {remark["code"] for remark in json.loads(written.headers.get("Remarks", "[]"))}
    assert ("clubs" in lost) == (form in ("aupair", "trf"))
    assert ("Remarks" in written.headers) == (form != "csv")


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("x.json", b"{"),
        ("x.json", b'{"rounds": "many", "players": [], "games": []}'),
        ("x.csv", b"\xff\xfe\x00"),
    ],
)
def test_a_file_that_cannot_be_is_unreadable(client: FlaskClient, name: str, body: bytes) -> None:
    told = problem(client.post(f"{READ}?name={name}", data=body), 422, "unreadable")
    assert told["detail"]
    assert "\n" not in told["detail"]


def test_a_name_that_cannot_be_written_is_named(client: FlaskClient) -> None:
    players = [{"id": "a", "name": "Ana \ud800"}]
    body = json.dumps(DOCUMENT | {"players": players, "games": []})
    sent = client.post(f"{WRITE}?format=tsh", data=body, content_type="application/json")
    assert "Ana \\ud800" in problem(sent, 422, "unwritable")["detail"]


def test_a_game_or_an_id_that_makes_no_sense_is_named(client: FlaskClient) -> None:
    games = [{"round": 1, "players": ["a", "x"], "scores": [1, 2]}]
    sent = client.post(f"{WRITE}?format=trf", json=DOCUMENT | {"games": games})
    assert "a - x" in problem(sent, 422, "unwritable")["detail"]
    twice = DOCUMENT | {"players": [{"id": "a"}, {"id": "a"}]}
    assert "'a'" in problem(client.post(WRITE, json=twice), 422, "unwritable")["detail"]


def test_a_format_that_there_is_not_is_refused(client: FlaskClient) -> None:
    told = problem(client.post(f"{WRITE}?format=doc", json=DOCUMENT), 422, "shape")
    assert told["errors"][0]["pointer"] == "/format"


def test_nobody_is_entered_twice_and_late_ones_join_the_next_round(client: FlaskClient) -> None:
    body = {"document": DOCUMENT, "list": "ana pop;9\nDan Stan;1400\nDan Stan\n"}
    told: Any = client.post(ENTER, json=body)
    assert told.json["entered"] == ["dan"]
    assert told.json["document"]["players"][2:] == [
        {"id": "dan", "joined": 2, "name": "Dan Stan", "rating": 1400}
    ]
    assert told.json["list"] == "ana pop;9\nDan Stan\n"
    assert [(remark["line"], remark["code"]) for remark in told.json["remarks"]] == [
        (1, "twice"),
        (3, "twice"),
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"name": None, "conditions": None},
        {"games": [{**DOCUMENT["games"][0], "excused": None}]},
        {"players": [*DOCUMENT["players"], {"id": "c\nd"}]},
        {"record": [{"n": 1, "act": "closed", "by": "director", "after": {"valid": None}}]},
    ],
)
def test_a_document_that_players_are_entered_in_is_taken_again(
    client: FlaskClient, fields: dict[str, Any]
) -> None:
    told: Any = client.post(ENTER, json={"document": DOCUMENT | fields, "list": "Dan Stan"})
    check({"$ref": "#/components/schemas/Entered"}, told.json)
    again: Any = client.post(ENTER, json={"document": told.json["document"], "list": ""})
    assert again.json["document"] == told.json["document"]


@pytest.mark.parametrize(
    "fields",
    [
        {"players": [{"id": str(number)} for number in range(MOST_PLAYERS)], "games": []},
        {"games": [{**DOCUMENT["games"][0], "round": MOST_ROUNDS}]},
    ],
    ids=["players", "rounds"],
)
def test_nobody_is_entered_where_there_is_no_room(
    client: FlaskClient, fields: dict[str, Any]
) -> None:
    body = {"document": DOCUMENT | fields, "list": "Dan Stan"}
    problem(client.post(ENTER, json=body), 422, "unreadable")


def test_a_document_of_the_wrong_shape_is_told_by_its_place(client: FlaskClient) -> None:
    body = {"document": {"rounds": 6, "players": [{"id": ""}]}, "list": ""}
    told = problem(client.post(ENTER, json=body), 422, "shape")
    assert told["errors"][0]["pointer"] == "/document/players/0/id"


@pytest.mark.parametrize(("rules", "sheets"), [("fisc", 5), ("figs", 3)])
def test_a_book_is_opened_by_another_reader(client: FlaskClient, rules: str, sheets: int) -> None:
    players = [*DOCUMENT["players"], {"id": "x", "name": "=cmd|'/c'!A1"}]
    path, body = f"/v1/{rules}/tournament/write?format=xlsx", DOCUMENT | {"players": players}
    answer = client.post(path, json=body)
    assert answer.data == client.post(path, json=body).data
    assert ("Remarks" in answer.headers) == (rules == "figs")
    read = load_workbook(BytesIO(answer.data))
    assert len(read.sheetnames) == sheets
    first = read.worksheets[0]
    assert first.freeze_panes == "A2"
    assert [cell.value for cell in first[2]][:6] == [1, "Ana Pop", 412, "Bo Stan", 380, 1]
    types = {cell.data_type for sheet in read for row in sheet for cell in row}
    assert "f" not in types
    assert [cell.value for cell in read.worksheets[-1]["B"]][-1] == "=cmd|'/c'!A1"
    if rules == "fisc":
        assert read.sheetnames[:2] == ["Resultats", "Classificació"]
