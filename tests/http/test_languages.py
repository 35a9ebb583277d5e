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
    assert listed == {
        "ca": "Català",
        "en": "English",
        "eo": "Esperanto",
        "it": "Italiano",
        "ro": "Română",
    }
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
    [("ro-RO,ro;q=0.9,en;q=0.8", "ro"), ("ca", "ca"), ("it-CH", "it"), ("de", "en"), ("", "en")],
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
