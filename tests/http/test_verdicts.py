"""Challenges and judgements: yes or no, and a typing mistake is not a no."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from service.judge import Judge
from service.lexicon import Lexicon, open_lexicon
from tests.data import RULEBOOK, table
from tests.http.test_problems import problem

YES, NO = b'{"valid":true}', b'{"valid":false}'

DATA = table("http/verdicts.toml")
SAME = [(rules, word) for rules, words in DATA["same"].items() for word in words]


def ask(client: FlaskClient, path: str, body: Any) -> Any:
    return client.post(path, json=body)


def challenge(client: FlaskClient, rules: str, words: Any) -> Any:
    return ask(client, f"/v1/{rules}/challenge", {"words": words})


@pytest.mark.parametrize(
    ("rules", "words", "valid"),
    [
        *DATA["challenges"],
        ("figs", ["a" * 1000], False),
        ("figs", ["c" + "\u0301" * 900 + "asa"] * 8, True),
    ],
)
def test_a_challenge_is_answered_with_yes_or_no(
    client: FlaskClient, rules: str, words: list[str], valid: bool
) -> None:
    response = challenge(client, rules, words)
    assert (response.status_code, response.data) == (200, YES if valid else NO)
    assert response.mimetype == "application/json"
    edition = RULEBOOK.find(rules)
    assert edition is not None
    assert response.headers["Lexicon"].startswith(f"{edition.language}/test-1; sha256=")


@pytest.mark.parametrize(("rules", "word"), SAME)
def test_every_way_of_writing_a_word_gives_the_same_answer(
    client: FlaskClient, rules: str, word: str
) -> None:
    assert challenge(client, rules, [word]).data == YES


@pytest.mark.parametrize("path", ["challenge", "spell"])
@pytest.mark.parametrize("text", table("http/refused.toml")["not_words"])
def test_text_that_is_not_a_word_is_a_typing_mistake(
    client: FlaskClient, path: str, text: str
) -> None:
    sent = f'{{"words": ["casa", {text}]}}'
    response = client.post(f"/v1/figs/{path}", data=sent, content_type="application/json")
    found = problem(response, 422, "not_a_word")
    assert [error["pointer"] for error in found["errors"]] == ["/words/1"]
    assert found["detail"].startswith("word 2: ")
    assert "Lexicon" not in response.headers


def without_lexicons(**but: Lexicon) -> Judge:
    """A judge who has no lexicon but these."""
    return Judge(RULEBOOK, but)


RETRACTED = {"play": "8E MASA", "contested": [], "retracted": True}


def test_a_challenge_taken_back_is_unfounded_and_opens_no_lexicon(
    app: Flask, client: FlaskClient
) -> None:
    app.extensions["arbiter.judge"] = without_lexicons()
    response = ask(client, "/v1/frs/judge", RETRACTED)
    assert response.status_code == 200
    assert response.json["valid"] is True
    assert response.json["challenger"] == {"points": -10, "turn": "kept", "seconds": 0}
    assert "Lexicon" not in response.headers


def test_without_its_lexicon_an_edition_judges_nothing(
    app: Flask, client: FlaskClient, lexicons: Path
) -> None:
    app.extensions["arbiter.judge"] = without_lexicons(ro=open_lexicon("ro", [lexicons]))
    response = challenge(client, "figs", ["casa"])
    assert (response.status_code, response.json["code"]) == (503, "not_ready")
    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200
    assert challenge(client, "frs", ["masă"]).data == YES


COUNTED = [
    ("/v1/figs/score", {"play": "8F MICIO"}),
    ("/v1/figs/spell", {"words": ["micio"]}),
    ("/v1/figs/settle", {"scores": [1, 2], "racks": ["", "A"], "ended_by": "out"}),
    ("/v1/figs/replay", {"players": ["A", "B"], "events": [{"type": "play", "play": "8F MICIO"}]}),
]


@pytest.mark.parametrize(("path", "body"), COUNTED)
def test_counting_needs_no_lexicon_and_names_none(
    app: Flask, client: FlaskClient, path: str, body: Any
) -> None:
    app.extensions["arbiter.judge"] = without_lexicons()
    response = ask(client, path, body)
    assert response.status_code == 200
    assert "Lexicon" not in response.headers
