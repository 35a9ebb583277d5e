"""The walks in CONTRIBUTING.md are those that a challenge and a recount really take."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.http.app import create_app
from service.settings import Settings
from tests.support.small_lexicons import small_lexicons

ROOT = Path(__file__).parents[2]
GCG = "#player1 A Anna\n#player2 B Bo\n>A: MICIOAE 8F MICIO +16 16\n>B: ASATERI H8 .ASA +7 7\n"
GAME = {
    "players": ["A", "B"],
    "events": [
        {"type": "play", "play": "8F [M]ICIO"},
        {"type": "challenge", "valid": False},
        {"type": "adjustment", "player": 0, "points": -5, "article": "46"},
        {"type": "end", "ended_by": "abandon"},
    ],
}


@pytest.fixture
def client(tmp_path: Path) -> FlaskClient:
    return create_app(Settings(lexicons_path=(small_lexicons(tmp_path),))).test_client()


def told(title: str) -> set[str]:
    """The modules that a section names."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = text.split(f"## {title}\n")[1].split("\n## ")[0]
    names = re.findall(r"`([a-z/_]+)`", section)
    return {name for name in names if (ROOT / f"service/{name}.py").is_file()}


def crossed(client: FlaskClient, operation: str, **asked: object) -> set[str]:
    """The modules whose functions a request calls."""
    found: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        name = str(frame.f_globals.get("__name__", ""))
        if event == "call" and name.startswith("service."):
            found.add(name.removeprefix("service.").replace(".", "/"))

    sys.setprofile(note)
    try:
        response: TestResponse = client.post(f"/v1/figs/{operation}", **asked)
    finally:
        sys.setprofile(None)
    assert response.status_code == 200
    return found


def test_a_challenge_goes_where_the_walk_says_and_nowhere_else(client: FlaskClient) -> None:
    walked = crossed(client, "challenge", json={"words": ["casa"]})
    assert told("Where a challenge goes") - {"command/offline"} == walked
    assert len(walked) == 16


def test_a_recount_goes_where_the_walk_says(client: FlaskClient) -> None:
    walked = crossed(client, "replay", data=GCG, content_type="text/plain")
    walked |= crossed(client, "replay", json=GAME)
    walked |= crossed(client, "replay", json=GAME, headers={"Accept": "text/plain"})
    assert told("Where a recount goes") <= walked
    assert walked <= told("Where a recount goes") | told("Where a challenge goes")


def test_counting_plays_takes_nine_modules_of_the_engine(client: FlaskClient) -> None:
    walked = crossed(
        client, "replay", json={**GAME, "events": [{"type": "play", "play": "8F [M]ICIO"}]}
    )
    engine = {module for module in walked if module.startswith("engine/")}
    assert engine <= told("Where a recount goes")
    assert len(engine) == 9
