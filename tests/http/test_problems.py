"""Every failure is a problem with a stable code; nothing that is sent brings the service down."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.data import by_rule, table
from tests.http.test_contract import check

CHALLENGE = "/v1/figs/challenge"
PROBLEM = {"$ref": "#/components/schemas/Problem"}

DATA = table("http/refused.toml")
UNREADABLE = {
    **{name: text.encode() for name, text in DATA["unreadable"].items()},
    "nested without end": b'{"words": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "objects without end": b'{"words": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "a number without end": b'{"words": ' + b"9" * 20_000 + b"}",
    "Latin-1": '{"words": ["sì"]}'.encode("latin-1"),
    "UTF-16": '{"words": ["casa"]}'.encode("utf-16"),
    "an unpaired byte": b'{"words": ["ca\xffsa"]}',
}


def problem(response: Any, status: int, code: str) -> Any:
    """Hold a response to the one shape of problems."""
    assert response.status_code == status, response.text
    assert response.mimetype == "application/problem+json"
    check(PROBLEM, response.json)
    assert response.json["status"] == status
    assert response.json["code"] == code
    assert response.json["request_id"] == response.headers["X-Request-Id"]
    return response.json


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_not_json_is_refused(client: FlaskClient, body: bytes) -> None:
    response = client.post(CHALLENGE, data=body, content_type="application/json")
    problem(response, 400, "json")


@pytest.mark.parametrize("language", ["en", "ro"])
@pytest.mark.parametrize("row", by_rule(DATA["refused"]))
def test_what_cannot_be_answered_is_refused_with_its_code_and_place(
    client: FlaskClient, row: Any, language: str
) -> None:
    sent = {"data": row["body"].encode(), "content_type": "application/json"}
    response = client.post(f"/v1/{row['ask']}", **sent, headers={"Accept-Language": language})
    found = problem(response, row.get("status", 422), row["code"])
    if "at" in row:
        assert [error["pointer"] for error in found["errors"]] == row["at"]
    assert "Lexicon" not in response.headers


@pytest.mark.parametrize("path", ["/v1/fis/challenge", "/v1/rules/challenge", "/v1/%00/challenge"])
def test_an_unknown_edition_is_not_found(client: FlaskClient, path: str) -> None:
    problem(client.post(path, json={"words": ["casa"]}), 404, "no_such_edition")


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/v1",
        "/v1/",
        "/v1/rules/",
        "//v1/rules",
        "/v1//rules",
        "/web/../app.py",
        "/web/nope",
        "/v1/figs/oracle",
    ],
)
def test_an_unknown_path_is_not_found_and_told_where_to_look(
    client: FlaskClient, path: str
) -> None:
    assert "/docs" in problem(client.get(path), 404, "not_found")["detail"]


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("GET", CHALLENGE, {"POST", "OPTIONS"}),
        ("PUT", "/v1/rules", {"GET", "HEAD", "OPTIONS"}),
        ("DELETE", "/healthz", {"GET", "HEAD", "OPTIONS"}),
        ("BREW", CHALLENGE, {"POST", "OPTIONS"}),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(
    client: FlaskClient, method: str, path: str, allowed: set[str]
) -> None:
    response = client.open(path, method=method)
    problem(response, 405, "method_not_allowed")
    assert set(response.headers["Allow"].replace(" ", "").split(",")) == allowed


@pytest.mark.parametrize(
    "media",
    [
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "application/json; charset=latin-1",
        "",
    ],
)
def test_a_body_of_another_kind_is_refused(client: FlaskClient, media: str) -> None:
    response = client.post(CHALLENGE, data=b'{"words": ["casa"]}', content_type=media)
    problem(response, 415, "content_type")


@pytest.mark.parametrize(
    "media",
    ["application/json", "application/json; charset=utf-8", "Application/JSON;charset=UTF-8"],
)
def test_json_may_say_that_it_is_utf_8(client: FlaskClient, media: str) -> None:
    response = client.post(CHALLENGE, data=b'{"words": ["casa"]}', content_type=media)
    assert response.status_code == 200


def padded(body: Any, size: int) -> bytes:
    """JSON of exactly this many bytes."""
    text = json.dumps(body).encode()
    return text + b" " * (size - len(text))


GAME = {"players": ["A", "B"], "events": [{"type": "pass"}]}


@pytest.mark.parametrize(
    ("path", "body", "most"),
    [(CHALLENGE, {"words": ["casa"]}, 64 * 1024), ("/v1/figs/replay", GAME, 1024 * 1024)],
)
def test_a_body_may_be_so_large_and_no_larger(
    client: FlaskClient, path: str, body: Any, most: int
) -> None:
    fits = client.post(path, data=padded(body, most), content_type="application/json")
    assert fits.status_code == 200
    over = client.post(path, data=padded(body, most + 1), content_type="application/json")
    problem(over, 413, "too_large")


def test_a_failure_of_ours_says_nothing_about_itself(
    app: Flask, client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    app.extensions["arbiter.judge"] = "CASA"
    response = client.post(CHALLENGE, json={"words": ["casa"]})
    found = problem(response, 500, "internal")
    assert "attribute" not in json.dumps(found)
    assert [record.message for record in caplog.records] == ["unforeseen"]
    assert "CASA" not in caplog.text
