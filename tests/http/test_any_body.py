"""Whatever is sent, the answer is one that the contract foresees."""

import json
import re
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.http.app import create_app
from service.http.contract_page import contract
from service.settings import Settings
from tests.http.test_contract import check
from tests.support.serving import Server

QUESTIONS = (
    "challenge",
    "spell",
    "score",
    "judge",
    "replay",
    "settle",
    "tournament/standings",
    "tournament/pairings",
    "tournament/schedule",
    "tournament/check",
    "incidents/too_many_drawn",
    "incidents/start_draw",
    "incidents/hesitation",
)
EDITIONS = ("figs-2008", "figs", "fisc", "frs")
SPEC = contract()
FEW = hypothesis_settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)

# Texts that are nearly right, so that the engine is reached and not only the schema.
TELLING = """
    casa CASA col·legi F8 H8 across down MICIO l·l ? . uncontested out abandon senior play pass end
    15/15 [NY] (A)
"""
NAMES = """
    words before play position declared placement contested variant prior_unfounded retracted scores
    racks ended_by player players events overtime_seconds remaining_seconds excused start direction
    tiles type rounds games adjustments round after final for system fixed absent id name rating
    drawn_over on_rack to_draw first second said waited
"""
telling = st.sampled_from([*TELLING.split(), "8F MICIO", "\ud800"])
texts = telling | st.text(max_size=30)
numbers = st.integers() | st.floats() | st.sampled_from([0, 1, -1, 16, 10**30, 1e308])
names = st.sampled_from(NAMES.split()) | st.text(max_size=5)
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(names, inner, max_size=6),
    max_leaves=25,
)
bodies = st.dictionaries(names, values, max_size=6) | values


@pytest.fixture(scope="module")
def asked(settings: Settings) -> FlaskClient:
    return create_app(settings).test_client()


def send(client: FlaskClient, question: str, edition: str, body: bytes) -> None:
    """Post a body and hold the answer to the contract."""
    response: Any = client.post(
        f"/v1/{edition}/{question}", data=body, content_type="application/json"
    )
    asked = re.sub("incidents/.*", "incidents/{incident}", question)
    responses = SPEC["paths"][f"/v1/{{rules}}/{asked}"]["post"]["responses"]
    assert str(response.status_code) in responses
    if response.status_code != 200:
        check({"$ref": "#/components/schemas/Problem"}, response.json)


@FEW
@given(question=st.sampled_from(QUESTIONS), edition=st.sampled_from(EDITIONS), body=bodies)
def test_any_json_has_a_documented_answer(
    asked: FlaskClient, question: str, edition: str, body: Any
) -> None:
    send(asked, question, edition, json.dumps(body).encode())


@FEW
@given(question=st.sampled_from(QUESTIONS), body=st.binary(max_size=200))
def test_any_bytes_have_a_documented_answer(asked: FlaskClient, question: str, body: bytes) -> None:
    send(asked, question, "figs", body)


@FEW
@given(edition=st.sampled_from(EDITIONS), text=st.text(max_size=60))
def test_any_text_is_a_word_or_a_typing_mistake(
    asked: FlaskClient, edition: str, text: str
) -> None:
    challenged, spelled = (
        asked.post(f"/v1/{edition}/{question}", json={"words": [text]})
        for question in ("challenge", "spell")
    )
    assert challenged.status_code == spelled.status_code
    assert challenged.status_code in (200, 422)


@FEW
@given(
    edition=st.sampled_from(EDITIONS), play=st.text(alphabet="ABCLNYlny·.[]()QUq18 ?", max_size=25)
)
def test_any_play_is_scored_or_refused(asked: FlaskClient, edition: str, play: str) -> None:
    body = {"before": [], "play": {"start": "H8", "direction": "across", "tiles": play}}
    send(asked, "score", edition, json.dumps(body).encode())


@FEW
@given(body=st.text(alphabet=">#AB:8FHMICO+-.12() \n", max_size=200))
def test_any_gcg_is_recounted_or_refused(asked: FlaskClient, body: str) -> None:
    response = asked.post("/v1/figs/replay", data=body.encode(), content_type="text/plain")
    assert response.status_code in (200, 422)


schema = schemathesis.openapi.from_dict(SPEC)


@schema.parametrize()
@hypothesis_settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_live_server_keeps_the_contract(case: "schemathesis.Case[Any]", server: Server) -> None:
    response = case.call(base_url=server.url, timeout=10)
    case.validate_response(
        response,
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_headers_conformance,
            response_schema_conformance,
        ],
    )
