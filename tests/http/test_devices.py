"""Enrolment: a code is exchanged once, for a key that the device made; PINs are checked here."""

import errno
import hashlib
import json
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.devices import (
    ALPHABET,
    Devices,
    NoSuchCodeError,
    Place,
    UsedCodeError,
    back_off,
    digest_of,
    read_code,
)
from service.event import Folder as Event
from service.http.app import create_app
from service.http.hall import WRONG_CODES
from service.settings import Settings, StartError, read_settings
from tests.http.test_access import bearer
from tests.http.test_contract import SPEC, check
from tests.http.test_problems import problem

PIN = "481902"
PLACE: dict[str, str] = {
    "rules": "frs-2019",
    "lang": "ro",
    "table": "3",
    "procedure": "device_at_table",
    "variant": "b",
    "exit": "48219034",
}


def table(code: str, number: str = "3") -> Place:
    return Place(code, "device", f"table {number}", {**PLACE, "table": number})


def key(letter: str = "k") -> str:
    return letter * 43


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    devices = Devices(tmp_path)
    devices.set_pin(PIN)
    devices.issue(table("K7QM2XJD"))
    return tmp_path


@pytest.fixture
def box(folder: Path, lexicons: Path) -> FlaskClient:
    given = {"DEVICES_PATH": str(folder), "LEXICONS_PATH": str(lexicons)}
    return create_app(read_settings(given)).test_client()


def enrol(box: FlaskClient, code: str = "K7QM-2XJD", key: str = key()) -> Any:
    return box.post("/v1/devices", json={"code": code, "key": key})


def ask(box: FlaskClient, key: str = key(), path: str = "frs/challenge") -> int:
    headers = bearer(key)
    return box.post(f"/v1/{path}", json={"words": ["casa"]}, headers=headers).status_code


def test_a_code_is_exchanged_once_and_says_what_the_key_is_good_for(box: FlaskClient) -> None:
    assert ask(box) == 401
    answer = enrol(box)
    assert answer.status_code == 200
    check({"$ref": "#/components/schemas/Place"}, answer.json)
    assert answer.json == {"role": "device", **PLACE}
    assert ask(box) == 200
    assert ask(box, path="frs/score") == 403
    problem(enrol(box, key=key("o")), 409, "code_used")
    assert ask(box, key("o")) == 401


@pytest.mark.parametrize(("rules", "told"), [("frs-2019", "senior"), ("fisc-2023", "b")])
def test_a_device_is_told_what_the_document_of_its_event_announces(
    folder: Path, lexicons: Path, tmp_path: Path, rules: str, told: str
) -> None:
    (tmp_path / "event").mkdir()
    said = {"variant": "senior", "clock_seconds": 1200}
    document: Any = {"version": 1, "players": [], "games": [], "conditions": said}
    Event(tmp_path / "event").keep(document, rules)
    given = {"EVENT_PATH": str(tmp_path / "event"), "LEXICONS_PATH": str(lexicons)}
    box = create_app(read_settings(given | {"DEVICES_PATH": str(folder)})).test_client()
    Devices(folder).issue(replace(table("K7QM2XJE"), choices={**PLACE, "variant": "b"}))
    assert enrol(box, "K7QM-2XJE").json == {"role": "device", **PLACE, "variant": told}
    path = f"/v1/event/table?rules={PLACE['rules']}"
    shown = box.get(path, headers=bearer(key())).json
    announced = {"variant": "senior", "clock": "1200"} if rules == PLACE["rules"] else None
    assert shown is not None
    assert shown.get("announced") == announced


def test_the_contract_shows_what_is_answered(box: FlaskClient) -> None:
    for path, sent in (("/v1/devices", None), ("/v1/devices/pin", enrolled())):
        operation = SPEC["paths"][path]["post"]
        content = operation["requestBody"]["content"]["application/json"]
        shown = operation["responses"]["200"]["content"]["application/json"]
        asked, wanted = content["examples"]["table"]["value"], shown["examples"]["table"]["value"]
        answer = box.post(path, json=asked, headers=sent)
        assert (answer.status_code, answer.json) == (200, wanted)


def enrolled() -> dict[str, str]:
    """The header of the device that the contract's own example has enrolled."""
    example = SPEC["paths"]["/v1/devices"]["post"]["requestBody"]["content"]["application/json"]
    return {"Authorization": f"Bearer {example['examples']['table']['value']['key']}"}


def come(folder: Path, number: int) -> str:
    try:
        return Devices(folder).exchange("K7QM2XJD", f"{number:043}").label
    except UsedCodeError:
        return ""


def test_of_many_devices_that_come_at_once_in_many_processes_one_is_first(folder: Path) -> None:
    with get_context("fork").Pool(4) as pool:
        came = pool.starmap(come, [(folder, number) for number in range(200)])
    assert sorted(came) == [""] * 199 + ["table 3"]
    assert len(Devices(folder).enrolled()) == 1


@pytest.mark.parametrize(
    ("code", "wrong"),
    [("K7QM2XJD", (409, "code_used")), ("ZZZZZZZZ", (404, "no_such_code"))],
)
def test_codes_that_are_not_good_are_limited_and_good_ones_do_not_count(
    box: FlaskClient, folder: Path, code: str, wrong: tuple[int, str]
) -> None:
    assert enrol(box).status_code == 200
    Devices(folder).issue(table("AAAAAAAA", "4"))
    for _ in range(WRONG_CODES.most):
        problem(enrol(box, code, key("o")), *wrong)
    for asked in (code, "AAAAAAAA"):
        refused = enrol(box, asked, key("o"))
        problem(refused, 429, "too_many_requests")
        assert 1 <= int(refused.headers["Retry-After"]) <= 61
    good = {"code": "AAAAAAAA", "key": key("o")}
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    assert box.post("/v1/devices", json=good, environ_overrides=elsewhere).status_code == 200


def test_to_guess_a_code_takes_years() -> None:
    tables, addresses, minutes = 200, 50, 60 * 24 * 365
    most = (WRONG_CODES.most + 1) * 2  # workers
    assert len(ALPHABET) ** 8 / tables / (most * addresses * minutes) > 4


@pytest.mark.parametrize(
    "body",
    [{}, {"code": "K7QM2XJD"}, {"code": 7, "key": key()}, {"code": "K" * 33, "key": key()}],
)
def test_what_is_no_enrolment_is_refused(box: FlaskClient, body: object) -> None:
    problem(box.post("/v1/devices", json=body), 422, "shape")


@pytest.mark.parametrize("key", ["k" * 31, "k" * 65, "\ud800" * 43, "../" * 12, ""])
def test_a_key_must_be_long_and_plain(box: FlaskClient, key: str) -> None:
    problem(enrol(box, key=key), 422, "shape")


@pytest.mark.parametrize("code", ["../pin", "", ".", "K7QM2XJ", "K7QM2XJU", "\u0000" * 8, "\ud800"])
def test_what_is_no_code_is_none(box: FlaskClient, code: str) -> None:
    problem(enrol(box, code), 404, "no_such_code")


def test_a_code_can_be_read_out_and_typed() -> None:
    assert read_code("k7qm-2xjd") == "K7QM2XJD"
    assert read_code("OIL0 1b2c") == "01101B2C"
    assert not set("OILU") & set(ALPHABET)


@pytest.fixture
def moment(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, for a test to set."""
    now = [1_000_000.0]
    monkeypatch.setattr("service.devices.time.time", lambda: now[0])
    return now


def pin(box: FlaskClient, typed: str) -> dict[str, Any]:
    headers = bearer(key())
    answer = box.post("/v1/devices/pin", json={"pin": typed}, headers=headers)
    check({"$ref": "#/components/schemas/PinTry"}, answer.json)
    return dict(answer.json or {})


def test_a_wrong_pin_makes_the_next_one_wait_twice_as_long(
    box: FlaskClient, moment: list[float]
) -> None:
    enrol(box)
    for wait in (1, 2, 4, 8):
        assert pin(box, "000000") == {"right": False, "wait": wait}
        assert not pin(box, PIN)["right"], "the right one waits too"
        moment[0] += wait
    assert pin(box, "000000")["wait"] == 16
    moment[0] -= 3600
    assert pin(box, PIN)["wait"] <= 17, "a clock set back must not lock the device"
    moment[0] += 17
    assert pin(box, PIN) == {"right": True, "wait": 0}
    assert [back_off(wrong) for wrong in (0, 1, 10, 99)] == [0, 1, 512, 512]


def test_of_pins_that_come_at_once_one_is_looked_at(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = []
    real = hashlib.scrypt

    def slow(*given: Any, **how: Any) -> bytes:
        looked.append(given)
        time.sleep(0.2)
        return real(*given, **how)

    monkeypatch.setattr("service.devices.hashlib.scrypt", slow)
    with ThreadPoolExecutor(8) as threads:
        tries = list(threads.map(lambda _: Devices(folder).try_pin("d" * 64, PIN), range(8)))
    assert len(looked) == 1
    assert [tried.right for tried in tries].count(True) == 1
    assert all(tried.wait > 0 for tried in tries if not tried.right)


def test_a_pin_that_was_not_looked_at_to_the_end_counts_as_wrong(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> bytes:
        raise MemoryError

    monkeypatch.setattr("service.devices.hashlib.scrypt", broken)
    with pytest.raises(MemoryError):
        Devices(folder).try_pin("d" * 64, PIN)
    monkeypatch.undo()
    assert not Devices(folder).try_pin("d" * 64, PIN).right


@pytest.mark.parametrize("fault", [errno.ENOSPC, errno.EROFS, errno.EMFILE])
def test_where_nothing_can_be_written_no_pin_and_no_code_is_good(
    box: FlaskClient, folder: Path, monkeypatch: pytest.MonkeyPatch, fault: int
) -> None:
    enrol(box)
    Devices(folder).issue(table("AAAAAAAA", "4"))
    before = {path for path in folder.rglob("*") if path.is_file()}
    real = os.open

    def refusing(path: Any, flags: int, *mode: int) -> int:
        if flags & os.O_CREAT and folder in Path(path).parents:
            raise OSError(fault, os.strerror(fault))
        return real(path, flags, *mode)

    monkeypatch.setattr("service.devices.os.open", refusing)
    headers = bearer(key())
    for typed in ("000000", PIN):
        answer = box.post("/v1/devices/pin", json={"pin": typed}, headers=headers)
        problem(answer, 503, "not_ready")
    problem(enrol(box, "AAAAAAAA", key("o")), 503, "not_ready")
    assert ask(box, key("o")) == 401
    assert ask(box) == 200, "who was in before stays in"
    assert {path for path in folder.rglob("*") if path.is_file()} == before


def test_a_disk_that_is_full_half_way_leaves_nothing_behind(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = sorted(folder.rglob("*"))
    monkeypatch.setattr("service.devices.os.fsync", full)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        Devices(folder).issue(table("AAAAAAAA", "4"))
    assert sorted(folder.rglob("*")) == before


def damaged(**changed: object) -> str:
    return json.dumps({**asdict(table("BBBBBBBB", "4")), **changed})


@pytest.mark.parametrize(
    "content",
    [
        *("", "[]", "{}", '{"code": 1}', "\x00\x00", "[" * 100_000),
        *(damaged(role="king"), damaged(label=4), damaged(choices=[]), damaged(choices={"a": 5})),
    ],
    ids=lambda content: content[:80],
)
@pytest.mark.parametrize("kind", ["devices", "codes"])
def test_a_damaged_file_opens_nothing_and_closes_nothing_else(
    box: FlaskClient, folder: Path, kind: str, content: str
) -> None:
    enrol(box)
    Devices(folder).issue(table("AAAAAAAA", "4"))
    name = {"devices": digest_of(key("d")), "codes": "BBBBBBBB"}[kind]
    (folder / kind / name).write_text(content, encoding="utf-8")
    assert ask(box, key("d")) == 401
    problem(enrol(box, "BBBBBBBB", key("b")), 404, "no_such_code")
    problem(enrol(box, key=key("o")), 409, "code_used")
    assert enrol(box, "AAAAAAAA", key("d")).status_code == 200
    assert [ask(box), ask(box, key("d"))] == [200, 200]
    assert Devices(folder).withdraw("table 3") == 1


@pytest.mark.parametrize("content", [None, "", "salt", "salt "])
def test_without_the_organisers_pin_none_is_right(
    box: FlaskClient, folder: Path, content: str | None
) -> None:
    enrol(box)
    (folder / "pin").unlink()
    if content is not None:
        (folder / "pin").write_text(content, encoding="utf-8")
    assert pin(box, PIN) == {"right": False, "wait": 1}


def test_what_somebody_left_among_the_tries_counts_for_nothing(folder: Path) -> None:
    devices = Devices(folder)
    assert devices.try_pin("d" * 64, "000000").wait == 1
    for name in ("1~", "2.bak"):
        (folder / "tries" / ("d" * 64) / name).touch()
    assert not devices.try_pin("d" * 64, PIN).right


def test_what_is_written_outlasts_the_power(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[str] = []
    real = os.fsync

    def noted(number: int) -> None:
        settled.append(os.readlink(f"/proc/self/fd/{number}"))
        real(number)

    monkeypatch.setattr("service.devices.os.fsync", noted)
    Devices(folder).issue(table("AAAAAAAA", "4"))
    assert settled.pop() == str(folder / "codes"), "the name, after"
    assert settled.pop().startswith(str(folder / "codes/.AAAAAAAA.")), "what it holds"
    Devices(folder).exchange("AAAAAAAA", key())
    assert settled == [str(folder / "used"), str(folder / "devices")]


def test_a_code_that_is_not_good_costs_the_same_with_many_devices(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    devices = Devices(folder)
    for number in range(50):
        devices.issue(table(f"AAAAAA{number:02}", str(number)))
        devices.exchange(f"AAAAAA{number:02}", f"{number:043}")
    reads = []
    monkeypatch.setattr("service.devices.json.loads", lambda text: reads.append(text))
    with pytest.raises(UsedCodeError):
        devices.exchange("AAAAAA07", key("o"))
    with pytest.raises(NoSuchCodeError):
        devices.exchange("BBBBBBBB", key("o"))
    assert not reads


def test_only_an_enrolled_device_is_asked_for_a_pin(box: FlaskClient) -> None:
    assert box.post("/v1/devices/pin", json={"pin": PIN}).status_code == 401
    enrol(box)
    headers = bearer(key())
    problem(box.post("/v1/devices/pin", json={"pin": "12"}, headers=headers), 422, "shape")


def test_without_a_folder_nothing_is_exchanged(client: FlaskClient) -> None:
    problem(enrol(client), 404, "not_found")
    problem(client.post("/v1/devices/pin", json={"pin": PIN}), 404, "not_found")


def test_the_folder_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"DEVICES_PATH: '.*none' is not a folder"):
        read_settings({"DEVICES_PATH": str(tmp_path / "none")})


def test_a_folder_of_devices_is_a_keyring(folder: Path, lexicons: Path) -> None:
    settings: Settings = read_settings({"DEVICES_PATH": str(folder), "HOST": "192.0.2.9"})
    assert settings.keys is not None
    assert settings.device_limit is not None


def test_a_verdict_is_told_by_table_without_a_word(
    box: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "service.tables")
    enrol(box)
    ask(box)
    (record,) = [record for record in caplog.records if record.name == "service.tables"]
    assert (record.getMessage(), record.label, record.valid) == ("judged", "table 3", True)  # type: ignore[attr-defined]
    assert "casa" not in str(vars(record)).lower()
