"""A language of the pages is a file: ours, or one that a federation brings beside its rules."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.http.app import create_app
from service.rulebook import RulebookError
from service.settings import read_settings
from service.texts import PACKAGED, load_languages
from tests.data import by_rule, table
from tests.support.small_lexicons import small_lexicons

DATA = table("http/languages.toml")
EXAMPLE = Path(__file__).parents[2] / "docs" / "example-federation"


def test_every_file_is_a_language_and_says_its_own_name() -> None:
    languages = load_languages()
    assert languages.keys() == {path.stem for path in PACKAGED.glob("*.json")}
    assert languages["ro"]["language.name"] == "Română"


def test_a_federation_brings_its_language_and_english_fills_the_rest() -> None:
    esperanto = load_languages(EXAMPLE)["eo"]
    assert esperanto["verdict.valid"] == "valida"
    assert esperanto["recount.title"] == load_languages()["en"]["recount.title"]


def test_a_federation_may_say_one_thing_in_its_own_words(tmp_path: Path) -> None:
    _write(tmp_path, "it", {"setup.table": "Tavola"})
    italian = load_languages(tmp_path)["it"]
    assert italian["setup.table"] == "Tavola"
    assert italian["verdict.valid"] == load_languages()["it"]["verdict.valid"]


@pytest.mark.parametrize("row", by_rule(DATA["refused"]))
def test_a_file_that_no_page_could_use_is_refused(tmp_path: Path, row: dict[str, str]) -> None:
    _write(tmp_path, row["code"], json.loads(row["texts"]))
    with pytest.raises(RulebookError) as refused:
        load_languages(tmp_path)
    assert row["told"] in str(refused.value)


def test_the_service_says_which_languages_there_are(tmp_path: Path) -> None:
    lexicons = small_lexicons(tmp_path)
    _write(tmp_path / "rules", "eo", {"language.name": "Esperanto"})
    given = {"LEXICONS_PATH": str(lexicons), "RULEBOOK_PATH": str(tmp_path / "rules")}
    client = create_app(read_settings(given)).test_client()
    listed = _texts(client, "index")
    own = {code: texts["language.name"] for code, texts in load_languages().items()}
    assert listed == {**own, "eo": "Esperanto"}
    for code in listed:
        assert _texts(client, code)["language.name"] == listed[code]
    assert client.get("/web/i18n/xx.json").status_code == 404


def _texts(client: FlaskClient, name: str) -> dict[str, str]:
    texts: dict[str, str] = client.get(f"/web/i18n/{name}.json").get_json()
    return texts


def _write(folder: Path, code: str, texts: Any) -> None:
    (folder / "texts").mkdir(parents=True)
    (folder / "texts" / f"{code}.json").write_text(json.dumps(texts), encoding="utf-8")


@pytest.mark.parametrize(
    ("asked", "language"),
    [("ro-RO,ro;q=0.9,en;q=0.8", "ro"), ("ca", "ca"), ("it-CH", "it"), ("xx", "en"), ("", "en")],
)
@pytest.mark.parametrize("name", ["manifest", "desk"])
def test_a_manifest_speaks_the_language_of_the_browser(
    client: FlaskClient, name: str, asked: str, language: str
) -> None:
    headers = {"Accept-Language": asked} if asked else {}
    answer = client.get(f"/web/{name}.webmanifest", headers=headers)
    told, texts = json.loads(answer.data), load_languages()[language]
    assert "Accept-Language" in answer.vary
    assert told["lang"] == language
    assert told["description"] in (texts["home.tablet.text"], texts["home.desk.text"])
    assert told["name"] in ("Arbiter", texts["home.desk"])
    assert all(shot["label"] in texts.values() for shot in told["screenshots"])


@pytest.mark.parametrize("row", by_rule(DATA["spoken"]))
def test_a_sentence_follows_the_language_asked_for_and_nothing_else_does(
    own: FlaskClient, row: dict[str, str]
) -> None:
    path, body, field = f"/v1/{row['path']}", json.loads(row["body"]), row["field"]
    plain = own.post(path, json=body)
    asked = own.post(path, json=body, headers={"Accept-Language": row["language"]})
    there, here = plain.get_json(), asked.get_json()
    assert here[field].startswith(row["said"])
    assert asked.headers["Content-Language"] == row["language"][:2]
    assert "Accept-Language" in asked.headers["Vary"]
    changing = {field, "request_id"}
    kept = {name: value for name, value in here.items() if name not in changing}
    assert kept == {name: value for name, value in there.items() if name not in changing}


@pytest.mark.parametrize("language", ["", "en", "en-GB, it;q=0.5", "tlh", "*", ";;q=x,"])
def test_without_a_language_of_ours_a_sentence_is_english(own: FlaskClient, language: str) -> None:
    body = {"play": "8O CASA"}
    asked = own.post("/v1/figs/score", json=body, headers={"Accept-Language": language})
    plain = own.post("/v1/figs/score", json=body)
    assert asked.get_json()["detail"] == plain.get_json()["detail"]
    assert "Content-Language" not in asked.headers


def test_faults_of_a_record_name_its_players(own: FlaskClient) -> None:
    events = [{"type": "play", "play": "8G CASA"}, {"type": "pass", "player": 0}]
    game = {"players": ["Ana", "Bo"], "events": events}
    asked = own.post("/v1/frs/replay", json=game, headers={"Accept-Language": "ro"})
    (fault,) = asked.get_json()["faults"]
    assert "Bo" in fault["detail"]
    assert (fault["code"], fault["values"]) == ("wrong_player", {"player": 1})


PLAYED = {"round": 1, "players": ["a", "b"], "scores": [400, 300]}


@pytest.mark.parametrize("row", by_rule(DATA["remark"]))
def test_what_gives_way_in_a_round_and_what_is_not_said_follow_the_language(
    own: FlaskClient, row: dict[str, Any]
) -> None:
    players = [{"id": name} for name in ("a", "b", *row["more"])]
    byes = ({"round": 1, "players": [name], "ended_by": "bye"} for name in row["more"])
    body = {"rounds": 6, "round": 2, "players": players, "games": [PLAYED, *byes]}
    headers = {"Accept-Language": {"fisc": "ca", "frs": "ro"}[row["edition"]]}
    path = f"/v1/{row['edition']}/tournament/pairings"
    asked = own.post(path, json=body, headers=headers).get_json()
    assert asked[row["part"]][0]["detail"].startswith(row["said"])


@pytest.fixture
def own(tmp_path: Path) -> FlaskClient:
    """A service with the languages of the package alone."""
    lexicons = str(small_lexicons(tmp_path))
    return create_app(read_settings({"LEXICONS_PATH": lexicons})).test_client()
