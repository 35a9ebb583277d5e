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
from tests.support.small_lexicons import small_lexicons

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


# What a file says, and what is told of it.
REFUSED: dict[str, tuple[str, Any, str]] = {
    "a text that no page asks for": ("it", {"setup.tabel": "x"}, "it.json: setup.tabel: no page"),
    "a value that is not there": ("it", {"header.table": "{n}"}, "it.json: header.table: there is"),
    "an empty text": ("it", {"header.table": " "}, "it.json: header.table: is not a text"),
    "a number": ("it", {"header.table": 3}, "it.json: header.table: is not a text"),
    "a list": ("it", ["Tavolo"], "it.json: is not an object"),
    "a new language without a name": ("eo", {"setup.table": "Tablo"}, "eo.json: language.name"),
    "a name that is no language": ("Esperanto", {"setup.table": "Tablo"}, "is not named after"),
}


@pytest.mark.parametrize(("code", "texts", "told"), REFUSED.values(), ids=REFUSED)
def test_a_file_that_no_page_could_use_is_refused(
    tmp_path: Path, code: str, texts: Any, told: str
) -> None:
    _write(tmp_path, code, texts)
    with pytest.raises(RulebookError) as refused:
        load_languages(tmp_path)
    assert told in str(refused.value)


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


ABANDONED = {"scores": [1, 2], "racks": ["A", "A"], "ended_by": "abandon", "player": 0}
ALONE = {"rounds": 3, "players": [{"id": "ada"}]}
TWICE = {"rounds": 5, "players": [{"id": "ada"}, {"id": "ada"}]}
SPOKEN: list[tuple[str, str, Any, str, str]] = [
    ("it", "figs/score", {"play": "8O CASA"}, "detail", "Da O8 «CASA» esce dalla plancia."),
    ("ro, en;q=0.5", "frs/score", {"play": "8O CASA"}, "detail", "De la O8, „CASA”"),
    ("ro", "frs/challenge", {"words": ["CASA", "1A"]}, "detail", "Cuvântul 2: În „1A”, semnul „1”"),
    (
        "it",
        "figs/settle",
        ABANDONED,
        "detail",
        "Il regolamento non prevede un risultato: abbandono.",
    ),
    (
        "ro",
        "frs/tournament/pairings",
        {**ALONE, "round": 4},
        "detail",
        "Runda 4 nu există: turneul",
    ),
    ("ca", "fisc/tournament/standings", TWICE, "detail", "Dos jugadors tenen el mateix id: ada."),
    ("ca", "fisc/incidents/rechallenge", {"who": "mover", "times": 1}, "reading", "El text dona"),
]


@pytest.mark.parametrize(("language", "path", "body", "field", "said"), SPOKEN)
def test_a_sentence_follows_the_language_asked_for_and_nothing_else_does(
    own: FlaskClient, language: str, path: str, body: Any, field: str, said: str
) -> None:
    plain = own.post(f"/v1/{path}", json=body)
    asked = own.post(f"/v1/{path}", json=body, headers={"Accept-Language": language})
    there, here = plain.get_json(), asked.get_json()
    assert here[field].startswith(said)
    assert asked.headers["Content-Language"] == language[:2]
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
REMARKS = [
    ("fisc", "silent", ["c"], "Ningú no descansa dues vegades"),
    ("frs", "silent", ["c"], "Nu se spune cine rămâne fără adversar"),
    ("frs", "silent", [], "La atât de puțini jucători"),
    ("frs", "relaxed", [], "S-au mai întâlnit: Runda 1"),
]


@pytest.mark.parametrize(("rules", "part", "more", "said"), REMARKS)
def test_what_gives_way_in_a_round_and_what_is_not_said_follow_the_language(
    own: FlaskClient, rules: str, part: str, more: list[str], said: str
) -> None:
    players = [{"id": name} for name in ("a", "b", *more)]
    games = [PLAYED, *({"round": 1, "players": [name], "ended_by": "bye"} for name in more)]
    body = {"rounds": 6, "round": 2, "players": players, "games": games}
    language = {"fisc": "ca", "frs": "ro"}[rules]
    headers = {"Accept-Language": language}
    asked = own.post(f"/v1/{rules}/tournament/pairings", json=body, headers=headers).get_json()
    assert asked[part][0]["detail"].startswith(said)


@pytest.fixture
def own(tmp_path: Path) -> FlaskClient:
    """A service with the languages of the package alone."""
    lexicons = str(small_lexicons(tmp_path))
    return create_app(read_settings({"LEXICONS_PATH": lexicons})).test_client()
