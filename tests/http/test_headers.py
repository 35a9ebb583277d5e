"""What every answer carries, whatever was asked."""

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.app import create_app
from service.settings import Settings

ANSWERS = [
    ("POST", "/v1/figs/challenge", {"words": ["casa"]}),
    ("POST", "/v1/figs/challenge", {"words": ["c4sa"]}),
    ("POST", "/v1/figs/score", {"play": "8F MICIO"}),
    ("GET", "/v1/rules", None),
    ("GET", "/nope", None),
    ("PUT", "/v1/rules", None),
    ("GET", "/healthz", None),
    ("GET", "/metrics", None),
    ("OPTIONS", "/v1/figs/challenge", None),
    ("HEAD", "/v1/rules", None),
]


@pytest.mark.parametrize(("method", "path", "body"), ANSWERS)
def test_every_answer_is_protected_and_has_an_id(
    client: FlaskClient, method: str, path: str, body: Any
) -> None:
    headers = client.open(path, method=method, json=body).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["Cache-Control"] == "no-store"
    assert len(headers.getlist("X-Request-Id")) == 1
    assert "Access-Control-Allow-Origin" not in headers
    assert "Set-Cookie" not in headers


@pytest.mark.parametrize(
    ("address", "headers", "trusted"),
    [
        ("http://arbiter.test", {}, False),
        ("https://arbiter.test", {}, True),
        ("http://arbiter.test", {"X-Forwarded-Proto": "https"}, True),
        ("http://127.0.0.1:8000", {}, True),
    ],
)
def test_a_policy_that_a_browser_would_ignore_is_not_sent(
    client: FlaskClient, address: str, headers: dict[str, str], trusted: bool
) -> None:
    answer = client.get("/tablet", base_url=address, headers=headers)
    assert ("Cross-Origin-Opener-Policy" in answer.headers) is trusted


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        *((sent, True) for sent in ("a", "table-7.round_2", "x" * 64)),
        *((sent, False) for sent in ("", "a b", "a/b", "a;b", "aè", "x" * 65)),
    ],
)
def test_a_sane_request_id_is_kept_and_any_other_replaced(
    client: FlaskClient, sent: str, kept: bool
) -> None:
    told = client.get("/healthz", headers={"X-Request-Id": sent}).headers["X-Request-Id"]
    assert (told == sent) is kept
    assert 0 < len(told) < 65


def test_two_requests_have_two_ids(client: FlaskClient) -> None:
    ids = {client.get("/healthz").headers["X-Request-Id"] for _ in range(50)}
    assert len(ids) == 50


@pytest.mark.parametrize("path", ["/v1/rules", "/healthz", "/readyz", "/openapi.yaml", "/docs"])
def test_head_is_get_without_the_body(client: FlaskClient, path: str) -> None:
    got, head = client.get(path), client.head(path)
    assert (head.status_code, head.data) == (200, b"")
    assert head.headers["Content-Length"] == got.headers["Content-Length"]


def test_options_names_the_methods(client: FlaskClient) -> None:
    response = client.options("/v1/figs/challenge")
    assert (response.status_code, response.data) == (200, b"")
    assert set(response.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


def test_a_page_may_be_kept_but_must_be_asked_about(client: FlaskClient) -> None:
    first = client.get("/docs")
    assert first.headers["Cache-Control"] == "no-cache"
    again = client.get("/docs", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


CLUB = "https://club.example"


@pytest.mark.parametrize(
    ("named", "origin", "may"),
    [
        (CLUB, CLUB, CLUB),
        (CLUB, "https://elsewhere.example", None),
        (CLUB, "null", None),
        (CLUB, f"{CLUB}.evil", None),
        ("*", "https://any.example", "https://any.example"),
    ],
)
def test_who_may_read_answers_from_another_page(
    lexicons: Path, named: str, origin: str, may: str | None
) -> None:
    settings = Settings(lexicons_path=(lexicons,), cors_origins=frozenset({named}))
    client = create_app(settings).test_client()
    read = client.get("/v1/rules", headers={"Origin": origin}).headers
    first = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    asked = client.options("/v1/figs/challenge", headers=first)
    assert asked.status_code == 200
    assert read.get("Access-Control-Allow-Origin") == may
    if may:
        assert "Lexicon" in read["Access-Control-Expose-Headers"]
        assert read["Vary"] == "Origin"
        assert "POST" in asked.headers["Access-Control-Allow-Methods"]
        assert "Authorization" in asked.headers["Access-Control-Allow-Headers"]
