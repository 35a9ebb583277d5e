"""Every failure is a problem with a stable code; nothing that is sent brings the service down."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.http.test_contract import check

CHALLENGE = "/v1/figs/challenge"
PROBLEM = {"$ref": "#/components/schemas/Problem"}

UNREADABLE = {
    "nothing": b"",
    "not JSON": b"words=casa",
    "cut off": b'{"words": ["casa"',
    "a comma too many": b'{"words": ["casa",]}',
    "two values": b'{"words": ["casa"]} {}',
    "single quotes": b"{'words': ['casa']}",
    "NaN": b'{"words": NaN}',
    "infinity": b'{"words": [-Infinity]}',
    "a key twice": b'{"words": ["casa"], "words": ["re"]}',
    "a key twice, deep down": b'{"words": [{"a": 1, "a": 2}]}',
    "nested without end": b'{"words": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "objects without end": b'{"words": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "a number without end": b'{"words": ' + b"9" * 20_000 + b"}",
    "Latin-1": '{"words": ["sì"]}'.encode("latin-1"),
    "UTF-16": '{"words": ["casa"]}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf" + b'{"words": ["casa"]}',
    "a raw NUL": b'{"words": ["ca\x00sa"]}',
    "an unpaired byte": b'{"words": ["ca\xffsa"]}',
}

MISSHAPEN: dict[str, tuple[str, Any, str]] = {
    "not an object": (CHALLENGE, ["casa"], ""),
    "null": (CHALLENGE, None, ""),
    "a missing field": (CHALLENGE, {}, "/words"),
    "an unknown field": (CHALLENGE, {"words": ["casa"], "why": 1}, "/why"),
    "a field with a slash": (CHALLENGE, {"words": ["casa"], "a/b~c": 1}, "/a~1b~0c"),
    "a huge number": (CHALLENGE, {"words": 10**300}, "/words"),
    "a text too long": (CHALLENGE, {"words": ["a" * 1001]}, "/words/0"),
    "no play": ("/v1/figs/score", {"before": []}, "/play"),
    "a play of another kind": ("/v1/figs/score", {"play": 8}, "/play"),
    "a play half said": ("/v1/figs/score", {"play": {"start": "F8"}}, "/play/direction"),
    "a play with more": (
        "/v1/figs/score",
        {"play": {"start": "F8", "direction": "across", "tiles": "RE", "x": 1}},
        "/play/x",
    ),
    "a direction of its own": (
        "/v1/figs/score",
        {"play": {"start": "F8", "direction": "up", "tiles": "RE"}},
        "/play/direction",
    ),
    "a wrong play before": (
        "/v1/figs/score",
        {"before": ["8F RE", 1], "play": "8F RE"},
        "/before/1",
    ),
    "too many plays before": (
        "/v1/figs/score",
        {"before": ["8F RE"] * 129, "play": "8F RE"},
        "/before",
    ),
    "before and position": (
        "/v1/figs/score",
        {"before": [], "position": "15", "play": "8F RE"},
        "/position",
    ),
    "points that are no number": (
        "/v1/figs/score",
        {"play": "8G RE", "declared": "3"},
        "/declared",
    ),
    "half a point": ("/v1/figs/score", {"play": "8G RE", "declared": 3.5}, "/declared"),
    "a truth for a number": ("/v1/figs/score", {"play": "8G RE", "declared": True}, "/declared"),
    "points beyond reason": ("/v1/figs/score", {"play": "8G RE", "declared": 10**9}, "/declared"),
    "another placement": ("/v1/frs/score", {"play": "8G RE", "placement": "any"}, "/placement"),
    "three scores": (
        "/v1/figs/settle",
        {"scores": [1, 2, 3], "racks": ["", ""], "ended_by": "out"},
        "/scores",
    ),
    "a third player": (
        "/v1/figs/settle",
        {"scores": [1, 2], "racks": ["", "A"], "ended_by": "out", "player": 2},
        "/player",
    ),
    "a player twice": (
        "/v1/figs/settle",
        {"scores": [1, 2], "racks": ["", "A"], "ended_by": "absence", "player": [1, 1]},
        "/player",
    ),
    "an ending of its own": (
        "/v1/figs/settle",
        {"scores": [1, 2], "racks": ["", "A"], "ended_by": "rain"},
        "/ended_by",
    ),
    "time run backwards": (
        "/v1/figs/settle",
        {"scores": [1, 2], "racks": ["", "A"], "ended_by": "out", "overtime_seconds": [-1, 0]},
        "/overtime_seconds/0",
    ),
    "an excuse that is no truth": (
        "/v1/frs/settle",
        {"scores": [1, 2], "racks": ["", "A"], "ended_by": "absence", "player": 0, "excused": 1},
        "/excused",
    ),
}

SENSELESS: dict[str, tuple[str, Any]] = {
    "notation": ("/v1/figs/score", {"play": "MICIO"}),
    "off_board": ("/v1/figs/score", {"play": "8M MICIO"}),
    "square_taken": ("/v1/figs/score", {"before": ["8F MICIO"], "play": "F8 RE"}),
    "gap": ("/v1/figs/score", {"before": ["8F MICIO"], "play": "G8 I.A"}),
    "not_connected": ("/v1/figs/score", {"before": ["8F MICIO"], "play": "1A RE"}),
    "centre_not_covered": ("/v1/figs/score", {"play": "1A RE"}),
    "too_few_tiles": ("/v1/figs/score", {"play": "8H A"}),
    "too_many_tiles": ("/v1/figs/score", {"play": "8D SARANNOO"}),
    "no_such_tile": ("/v1/figs/score", {"play": "8F MICIX"}),
    "bag_exceeded": ("/v1/figs/score", {"play": "8F QAQ"}),
    "unknown_variant": (
        "/v1/frs/judge",
        {"play": "8E MASA", "contested": ["MASA"], "variant": "z"},
    ),
    "record": ("/v1/figs/settle", {"scores": [1, 2], "racks": ["A", "A"], "ended_by": "out"}),
    "silent": (
        "/v1/figs-2008/settle",
        {"scores": [1, 2], "racks": ["", ""], "ended_by": "abandon", "player": 0},
    ),
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


@pytest.mark.parametrize(("path", "body", "pointer"), MISSHAPEN.values(), ids=MISSHAPEN.keys())
def test_a_wrong_shape_is_refused_with_its_place(
    client: FlaskClient, path: str, body: Any, pointer: str
) -> None:
    response = client.post(path, data=json.dumps(body), content_type="application/json")
    found = problem(response, 422, "shape")
    assert pointer in [error["pointer"] for error in found["errors"]]


@pytest.mark.parametrize(("path", "body"), SENSELESS.values(), ids=SENSELESS.keys())
def test_a_question_without_sense_has_its_code(
    client: FlaskClient, request: pytest.FixtureRequest, path: str, body: Any
) -> None:
    problem(client.post(path, json=body), 422, request.node.callspec.id)


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
