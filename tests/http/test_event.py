"""What a hall keeps of its event: reports of tables, the document, the players' pages."""

import errno
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from io import BytesIO
from itertools import chain, count, repeat, takewhile
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZipFile

import pytest
from flask.testing import FlaskClient

from service.devices import Devices, Place
from service.event import MOST_REPORTS, Folder, State, merged
from service.http.app import create_app
from service.settings import Settings, read_settings
from service.texts import language_codes
from tests.data import TESTS
from tests.http.conftest import Make
from tests.http.test_access import bearer
from tests.http.test_contract import SPEC, check
from tests.http.test_problems import problem
from tests.support.power import PowerCutError, on_disk

DATA = json.loads((TESTS / "http/event.json").read_text(encoding="utf-8"))
DOCUMENT: dict[str, Any] = DATA["document"]
REPORT: dict[str, Any] = DATA["report"]
DIRECTOR, TABLE = bearer("key of a arbiter"), bearer("key of a device")


@pytest.fixture
def hall(make: Make) -> FlaskClient:
    client = make()
    keep(client, DOCUMENT)
    return client


def keep(hall: FlaskClient, document: Any, **asked: Any) -> Any:
    asked = {"rules": "frs", **asked}
    return hall.put("/v1/event/document", json=document, query_string=asked, headers=DIRECTOR)


def report(hall: FlaskClient, **changed: Any) -> Any:
    return hall.post("/v1/event/results", json=REPORT | changed, headers=TABLE)


def reports(hall: FlaskClient, after: int = 0) -> list[dict[str, Any]]:
    answer: Any = hall.get(f"/v1/event/results?after={after}", headers=DIRECTOR)
    check({"$ref": "#/components/schemas/Reports"}, answer.json)
    found: list[dict[str, Any]] = answer.json["results"]
    return found


@pytest.mark.parametrize("path", [*(p for p in SPEC["paths"] if "/event/" in p), "/event/"])
def test_without_a_folder_nothing_of_it_is_there(make: Make, path: str) -> None:
    client = make(event=None)
    for method in ("GET", "POST", "PUT"):
        assert client.open(path, method=method, headers=DIRECTOR).status_code == 404


@pytest.mark.parametrize("rate", [None, "300/minute"])
def test_where_there_are_no_keys_no_role_is_asked_for(make: Make, rate: str | None) -> None:
    client: Any = make(keys=None, rate_limit=rate)
    assert client.put("/v1/event/document?rules=frs", json=DOCUMENT).status_code == 200
    assert client.get("/v1/event/table?table=1").json["players"][0]["name"] == "Ana Pop"
    assert client.post("/v1/event/results", json=REPORT).status_code == 202


def test_a_report_is_on_record_and_the_same_again_is_harmless(hall: FlaskClient) -> None:
    first, again = report(hall), report(hall)
    assert (first.status_code, first.json) == (202, {"n": 1, "state": "agreed"})
    assert (again.status_code, again.json) == (202, first.json)
    (entry,) = reports(hall)
    assert entry["players"] == ["p0", "p3"]
    assert reports(hall, after=1) == []


@pytest.mark.parametrize(
    ("said", "states"),
    [
        ([{"scores": [412, 380]}, {"scores": [412, 381]}], ["agreed", "waiting"]),
        ([{"confirmed": [True, False]}, {"confirmed": [False, True]}], ["half", "agreed"]),
        ([{"confirmed": [True, False]}, {"confirmed": [True, False]}], ["half", "half"]),
        ([{"scores": [0, 0]}], ["waiting"]),
        ([{"scores": [900, 380]}], ["waiting"]),
        ([{"ended_by": "abandon"}], ["waiting"]),
        ([{"ended_by": None}, {"ended_by": "time"}], ["agreed", "waiting"]),
    ],
)
def test_what_does_not_agree_waits_for_the_director(
    hall: FlaskClient, said: list[dict[str, Any]], states: list[str]
) -> None:
    assert [report(hall, **one).json["state"] for one in said] == states
    entries = Folder(hall.application.extensions["arbiter.event"].path).entries()
    game = merged(DOCUMENT, entries)["games"][2]
    assert game.get("scores") == ([412, 380] if states[-1] == State.AGREED else None)


def test_a_game_reported_in_ever_other_ways_is_put_on_record_no_more(hall: FlaskClient) -> None:
    said = [report(hall, scores=[412, 300 + n]) for n in range(MOST_REPORTS)]
    assert {answer.status_code for answer in said} == {202}
    problem(report(hall, scores=[412, 299]), 429, "too_many_requests")
    assert report(hall, scores=[412, 300]).json["n"] == 1
    assert report(hall, table=2, players=["p1", "p2"]).status_code == 202
    assert len(reports(hall)) == MOST_REPORTS + 1


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({"round": 1}, (409, "too_late")),
        ({"round": 3}, (422, "no_such_game")),
        ({"table": 9}, (422, "no_such_game")),
        ({"players": ["p0", "p1"]}, (409, "other_pairing")),
        ({"scores": [99_999, 0]}, (422, "shape")),
        ({"scores": [412]}, (422, "shape")),
        ({"scores": ["412", 380]}, (422, "shape")),
        ({"confirmed": [False, False]}, (422, "shape")),
        ({"words": ["casa"]}, (422, "shape")),
    ],
)
def test_a_report_that_cannot_be_is_refused(
    hall: FlaskClient, changed: dict[str, Any], refused: tuple[int, str]
) -> None:
    problem(report(hall, **changed), *refused)
    assert reports(hall) == []


def test_the_same_again_is_harmless_when_the_round_is_over_too(hall: FlaskClient) -> None:
    report(hall)
    later = {"round": 3, "table": 1, "players": ["p0", "p2"]}
    keep(hall, {**DOCUMENT, "version": 5, "games": [*DOCUMENT["games"], later]})
    assert report(hall).json == {"n": 1, "state": "agreed"}
    problem(report(hall, scores=[412, 381]), 409, "too_late")


def test_a_result_of_the_director_stays_and_a_report_against_it_waits(hall: FlaskClient) -> None:
    games = [*DOCUMENT["games"][:2], {**DOCUMENT["games"][2], "scores": [400, 380]}]
    keep(hall, {**DOCUMENT, "version": 5, "games": games})
    assert report(hall).json["state"] == "waiting"
    assert report(hall, scores=[400, 380], ended_by=None).json["state"] == "waiting"


def test_a_device_reports_for_its_own_table_and_sees_its_pairing(
    tmp_path: Path, lexicons: Path
) -> None:
    devices, event = Devices(tmp_path / "devices"), tmp_path / "event"
    event.mkdir()
    devices.issue(Place("K7QM2XJD", "device", "table 2", {"rules": "frs", "table": "2"}))
    given = {"DEVICES_PATH": str(devices.folder), "EVENT_PATH": str(event)}
    arbiter = f"arbiter:{sha256(b'key of a arbiter').hexdigest()}"
    settings = read_settings({**given, "LEXICONS_PATH": str(lexicons), "API_KEYS": arbiter})
    hall = create_app(settings).test_client()
    keep(hall, DOCUMENT)
    hall.post("/v1/devices", json={"code": "K7QM-2XJD", "key": "k" * 43})
    own = {"Authorization": f"Bearer {'k' * 43}"}
    answer = hall.post("/v1/event/results", json=REPORT, headers=own)
    problem(answer, 403, "other_table")
    told = REPORT | {"table": 2}
    assert hall.post("/v1/event/results", json=told, headers=own).status_code == 202
    shown: Any = hall.get("/v1/event/table", headers=own).json
    check({"$ref": "#/components/schemas/EventTable"}, shown)
    assert [player["name"] for player in shown["players"]] == ["Bo Șerban", "<b>Eva</b>"]
    assert (shown["round"], shown["state"], shown["scores"]) == (2, "agreed", [412, 380])
    assert reports(hall)[0]["by"] == "table 2"


def test_an_older_document_never_replaces_a_newer_one_unasked(hall: FlaskClient) -> None:
    older = {**DOCUMENT, "version": 3}
    other = {**DOCUMENT, "rounds": 5}
    for refused in (older, other):
        problem(keep(hall, refused), 409, "newer_document")
    assert keep(hall, DOCUMENT).json["version"] == 4
    problem(keep(hall, older, over=2), 409, "newer_document")
    assert keep(hall, older, over=4).json["version"] == 3
    assert hall.get("/v1/event/document", headers=DIRECTOR).json == older
    kept = hall.application.extensions["arbiter.event"].path / "documents"
    assert len(list(kept.iterdir())) == 2


def test_who_looks_for_reports_is_told_on_request_which_document_is_kept(make: Make) -> None:
    hall = make()
    for number in range(3):
        told: Any = hall.get("/v1/event/results?document=true", headers=DIRECTOR).json
        check({"$ref": "#/components/schemas/Reports"}, told)
        assert told == {"results": [], "document": number}
        keep(hall, {**DOCUMENT, "version": number})


def test_what_is_on_record_survives_a_restart_and_a_loss_of_power(
    hall: FlaskClient, settings: Settings
) -> None:
    report(hall)
    folder = hall.application.extensions["arbiter.event"]
    with open(folder.path / "reports.jsonl", "ab") as file:
        file.write(b'{"n": 2, "rou')
    (folder.path / "documents" / "000002.json").write_bytes(b'{"n": 2, ')
    again = Folder(folder.path)
    kept = again.kept()
    assert kept is not None
    assert kept.document == DOCUMENT
    assert [entry.n for entry in again.entries()] == [1]
    assert report(hall, table=2).json["n"] == 2
    assert [entry.n for entry in again.entries()] == [1, 2]


def test_tables_that_report_at_once_through_several_workers_are_all_on_record(
    tmp_path: Path, make: Make
) -> None:
    pairs: list[dict[str, Any]] = [
        {"round": 1, "table": n, "players": [f"a{n}", f"b{n}"]} for n in range(1, 21)
    ]
    players = [{"id": name} for pair in pairs for name in pair["players"]]
    workers = [make(event=tmp_path, rate_limit=None) for _ in range(3)]
    keep(workers[0], {"rounds": 1, "players": players, "games": pairs})

    def say(n: int) -> int:
        answer = report(workers[n % 3], round=1, table=1 + n % 20)
        return int(answer.status_code)

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(say, range(60))) == {202}
    assert sorted(entry["n"] for entry in reports(workers[0])) == list(range(1, 21))


def test_a_full_disk_is_refused_and_leaves_no_half_of_a_line(
    hall: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    report(hall)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    problem(report(hall, table=2), 503, "not_ready")
    problem(keep(hall, {**DOCUMENT, "version": 9}), 503, "not_ready")
    monkeypatch.undo()
    assert [entry["n"] for entry in reports(hall)] == [1]
    assert report(hall, table=2).json["n"] == 2


class Links(HTMLParser):
    """What a page loads and where it leads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if name in ("href", "src") and value]


def pages(hall: FlaskClient) -> Iterator[tuple[str, str]]:
    """Every page that can be reached from the first one, with its address."""
    waiting, seen = ["/event/"], {"/event/"}
    while waiting:
        path = waiting.pop()
        answer = hall.get(path)
        assert answer.status_code == 200, path
        assert len(answer.data) < 60_000
        if answer.mimetype != "text/html":
            continue
        yield path, answer.text
        links = Links()
        links.feed(answer.text)
        assert not [link for link in links.found if ":" in link or link.startswith("/")]
        for link in links.found:
            found = os.path.normpath(f"{path.rpartition('/')[0]}/{link.partition('#')[0]}")
            if found not in seen:
                seen.add(found)
                waiting.append(found)


def test_players_find_every_page_in_every_language_and_no_markup_of_a_name(
    hall: FlaskClient,
) -> None:
    found = dict(pages(hall))
    assert len(found) == 1 + 5 * len(
        language_codes()
    )  # The first page has a name of its own as well.
    assert all("<b>" not in text for text in found.values())
    assert "&lt;b&gt;Eva&lt;/b&gt;" in found["/event/"]
    assert "=cmd()" in found["/event/ca/standings.html"]
    for text in found.values():
        assert text.count("<script") == 1  # What it adds can be done without.


def test_a_large_event_stays_under_the_size_of_a_page(hall: FlaskClient) -> None:
    names = [f"<{'&' * 40} {n:03}>" for n in range(300)]
    players = [{"id": f"p{n}", "name": name} for n, name in enumerate(names)]
    games = [
        {"round": number, "table": n + 1, "players": [f"p{2 * n}", f"p{2 * n + 1}"]}
        | {"scores": [400, 300]}
        for number in range(1, 16)
        for n in range(150)
    ]
    document = {"name": "Open", "rounds": 15, "version": 9, "players": players, "games": games}
    path = "/v1/frs/tournament/write?format=pages"
    written = hall.post(path, json=document, headers=DIRECTOR).data
    with ZipFile(BytesIO(written)) as archive:
        sizes = {one.filename: one.file_size for one in archive.infolist()}
    assert max(sizes.values()) < 60_000
    assert {"cards-2.html", "crosstable-2.html", "index-2.html"} <= sizes.keys()


def test_before_the_first_round_the_page_says_so(make: Make) -> None:
    assert "No round has been paired yet" in make().get("/event/").text


def form(hall: FlaskClient, side: int = 0, code: str | None = None, **changed: Any) -> Any:
    """What a phone says by the code of a form."""
    folder: Folder = hall.application.extensions["arbiter.event"]
    asked = {"round": 2, "table": 1, "side": side, **changed}
    asked["code"] = folder.code(DOCUMENT["games"][2], side) if code is None else code
    return hall.post("/event/form", json=REPORT, query_string=asked)


def test_each_player_confirms_for_nobody_else_by_the_code_of_a_form(hall: FlaskClient) -> None:
    assert [form(hall, side).json["state"] for side in (0, 1, 1)] == ["half", "agreed", "agreed"]
    assert [entry["confirmed"] for entry in reports(hall)] == [[True, False], [False, True]]
    drawn = hall.get("/event/code?round=2&table=1&side=0", headers=DIRECTOR)
    assert drawn.mimetype == "image/svg+xml"
    assert hall.get("/event/code?round=2&table=1&side=0", headers=TABLE).status_code == 403


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        ({"code": ""}, (409, "other_pairing")),
        ({"code": "ș"}, (409, "other_pairing")),
        ({"table": 2}, (409, "other_pairing")),
        ({"round": 1}, (409, "other_pairing")),
        ({"side": 2}, (409, "other_pairing")),
        ({"table": 9}, (422, "no_such_game")),
        ({"round": "x"}, (400, "bad_request")),
    ],
)
def test_a_form_of_another_game_says_nothing(
    hall: FlaskClient, changed: dict[str, Any], refused: tuple[int, str]
) -> None:
    problem(form(hall, **changed), *refused)
    assert reports(hall) == []


def test_players_are_called_as_the_director_says_until_it_is_said_otherwise(
    hall: FlaskClient,
) -> None:
    problem(keep(hall, DOCUMENT, names="loud"), 400, "bad_request")
    keep(hall, DOCUMENT, names="short")
    assert "Ana P." in hall.get("/event/").text
    keep(hall, {**DOCUMENT, "version": 5})
    assert "Ana Pop" not in hall.get("/event/").text


def enrol(hall: FlaskClient) -> Any:
    return hall.post("/v1/devices", json={"code": "K7QM-2XJD", "key": "k" * 43})


CONFIRMED = [*DOCUMENT["games"][:2], {**DOCUMENT["games"][2], "scores": [412, 380]}]
PAIRED = [*CONFIRMED, {"round": 3, "table": 1, "players": ["p0", "p2"]}]
ACTS: dict[str, Callable[[FlaskClient], Any]] = {
    "a device comes in": enrol,
    "one player confirms": lambda hall: form(hall, 0),
    "the other confirms": lambda hall: form(hall, 1),
    "the result is taken": lambda hall: keep(
        hall, {**DOCUMENT, "version": 5, "games": CONFIRMED}, names="short"
    ),
    "a round is published": lambda hall: keep(hall, {**DOCUMENT, "version": 6, "games": PAIRED}),
    "a second laptop takes over": lambda hall: keep(
        hall, {**DOCUMENT, "version": 7, "games": PAIRED, "rounds": 4}, over=6
    ),
}


def on_record(folder: Path) -> Any:
    """All that the two folders of a hall hold, as whoever starts it again reads them."""
    event, key = Folder(folder), sha256(b"k" * 43).hexdigest()
    entries = [replace(entry, at="") for entry in event.entries()]
    kept = event.kept()
    return Devices(folder / "devices").holder(key), entries, kept and kept.document


@pytest.mark.parametrize("act", ACTS)
def test_power_that_goes_in_the_middle_of_an_act_costs_nothing_confirmed_and_doubles_nothing(
    act: str, tmp_path: Path, make: Make
) -> None:
    """At every step that the disk takes; whoever got no answer does the same again."""
    steps: Iterator[bool] = iter(())

    def opened(folder: Path) -> FlaskClient:
        return make(event=folder, devices=Devices(folder / "devices"), rate_limit=None)

    def begun(folder: Path) -> FlaskClient:
        (folder / "devices").mkdir(parents=True)
        Devices(folder / "devices").issue(Place("K7QM2XJD", "device", "table 1", {"table": "1"}))
        hall = opened(folder)
        keep(hall, DOCUMENT)
        for name in takewhile(lambda name: name != act, ACTS):
            assert ACTS[name](hall).status_code in (200, 202)
        return hall

    def writes(path: str) -> None:
        if next(steps, False):
            raise PowerCutError(path)

    whole = tmp_path / "whole"
    hall = begun(whole)
    before, _, after = on_record(whole), ACTS[act](hall), on_record(whole)
    assert before != after
    for step in count():
        with on_disk(writes, Random(step)):
            hall = begun(folder := tmp_path / f"{step}")
            steps = chain(repeat(False, step), [True])
            try:
                ACTS[act](hall)
                break
            except PowerCutError:
                assert on_record(folder) in (before, after), f"step {step}"
        hall = opened(folder)
        assert ACTS[act](hall).status_code in (200, 202), f"step {step}"
        assert on_record(folder) == after, f"step {step}"
        assert len(reports(hall)) == len(after[1])
        kept = [len(list((where / "documents").glob("[0-9]*"))) for where in (folder, whole)]
        assert kept[0] == kept[1], f"step {step}"
    assert step > 1
