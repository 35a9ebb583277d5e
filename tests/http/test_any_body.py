"""Whatever is sent, every promise is kept, and a live server answers by the contract."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from service.http.bodies import JSON
from tests.corpus.promises import GCG, Promises, Request
from tests.support.processes import ended
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
FEW = hypothesis_settings(
    max_examples=300,
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


def written(value: Any) -> bytes:
    return json.dumps(value).encode()


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


paths = st.builds("/v1/{}/{}".format, st.sampled_from(EDITIONS), st.sampled_from(QUESTIONS))
plays = st.text(alphabet="ABCLNYlny·.[]()QUq18 ?", max_size=25).map(
    lambda tiles: {"before": [], "play": {"start": "H8", "direction": "across", "tiles": tiles}}
)
games = st.text(alphabet=">#AB:8FHMICO+-.12() \n", max_size=200).map(str.encode)
sent = (
    st.builds(Request, paths, st.just(JSON), bodies.map(written))
    | st.builds(Request, paths, st.just(JSON), st.binary(max_size=200))
    | st.builds(Request, st.just("/v1/fisc/score"), st.just(JSON), plays.map(written))
    | st.builds(Request, st.just("/v1/figs/replay"), st.just(GCG), games)
)


@pytest.fixture(scope="module")
def promises(lexicons: Path) -> Promises:
    return Promises(lexicons)


@FEW
@given(request=sent)
def test_whatever_is_sent_every_promise_is_kept(promises: Promises, request: Request) -> None:
    promises.hold(request)


@FEW
@given(edition=st.sampled_from(EDITIONS), text=st.text(max_size=60))
def test_any_text_is_a_word_or_a_typing_mistake(
    promises: Promises, edition: str, text: str
) -> None:
    asked = json.dumps({"words": [text]}).encode()
    statuses = {
        promises.hold(Request(f"/v1/{edition}/{question}", JSON, asked))[1]
        for question in ("challenge", "spell")
    }
    assert statuses in ({200}, {422})


def test_a_live_server_keeps_the_contract(server: Server) -> None:
    checks = [
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_headers_conformance",
        "response_schema_conformance",
    ]
    ran = ended(
        (
            *(Path(sys.executable).with_name("schemathesis"), "run", "openapi.yaml"),
            *("--url", server.url, "--checks", ",".join(checks), "--max-examples", "8"),
            *("--phases", "examples,coverage,fuzzing", "--generation-deterministic"),
        )
    )
    assert ran.returncode == 0, ran.stdout
