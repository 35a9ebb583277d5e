"""The handbook over HTTP: rulings in both languages, and refusals with their codes."""

from pathlib import Path

from flask.testing import FlaskClient

from service.http.app import create_app
from service.rulebook import PACKAGED
from service.settings import Settings


def test_an_endless_name_is_not_repeated_in_full(client: FlaskClient) -> None:
    response = client.post("/v1/frs/incidents/too_many_drawn", json={"x" * 9000: 1})
    assert response.json is not None
    assert response.json["code"] == "no_such_fact"
    assert len(response.data) < 500


def test_an_edition_without_a_handbook_has_no_incidents(tmp_path: Path, lexicons: Path) -> None:
    text = (PACKAGED / "editions/frs-2019.toml").read_text(encoding="utf-8")
    own = text.replace('"frs-2019"', '"frs-club"').replace("sequence = 1", "sequence = 9")
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions/frs-club.toml").write_text(own, encoding="utf-8")
    settings = Settings(lexicons_path=(lexicons,), rulebook_path=(tmp_path,))
    client = create_app(settings).test_client()
    listed = client.get("/v1/frs-club/incidents").json
    assert listed == {"rules": "frs-club", "language": "ro", "incidents": []}
    refused = client.post("/v1/frs-club/incidents/too_many_drawn", json={})
    assert refused.status_code == 404


def test_the_handbook_is_searched_by_the_address(client: FlaskClient) -> None:
    answer = client.get("/v1/frs/incidents", query_string={"about": "împerecherilor"}).json
    assert answer is not None
    assert {"start_system", "pairing_error"} <= {one["id"] for one in answer["incidents"]}
    steps = [found["step"]["ro"] for one in answer["incidents"] for found in one["found"]]
    assert not any("{" in step for step in steps)
