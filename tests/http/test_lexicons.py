"""Lexicons at run time: verified before they are used, and named by every verdict."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import marisa_trie
import pytest

from service.http.app import create_app
from service.lexicon import LexiconError, open_lexicon
from service.settings import Settings, StartError
from tests.support.small_lexicons import small_lexicons


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_lexicons(tmp_path)


def start(*folders: Path, **renamed: str) -> None:
    create_app(Settings(lexicons_path=folders, lexicons=renamed))


def spoil(change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    def rewrite(path: Path) -> None:
        path.write_bytes(change(path.read_bytes()))

    return rewrite


def restate(**facts: object) -> Callable[[Path], None]:
    def rewrite(path: Path) -> None:
        manifest = path.with_suffix(".json")
        told = json.loads(manifest.read_text(encoding="utf-8"))
        manifest.write_text(json.dumps({**told, **facts}), encoding="utf-8")

    return rewrite


def claim_honestly(path: Path) -> None:
    """Not a trie at all, but with a manifest that gives its true hash."""
    path.write_bytes(b"no trie")
    restate(sha256=sha256(b"no trie").hexdigest())(path)


def empty(path: Path) -> None:
    """A trie without words, with a manifest that says so."""
    marisa_trie.Trie().save(str(path))
    restate(sha256=sha256(path.read_bytes()).hexdigest(), words=0)(path)


FAULTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (Path.unlink, "ro.marisa: cannot be read"),
    "truncated": (spoil(lambda data: data[:-1]), "ro.marisa: its SHA-256"),
    "emptied": (spoil(lambda data: b""), "ro.marisa: its SHA-256"),
    "one bit altered": (spoil(lambda data: bytes([data[0] ^ 1]) + data[1:]), "is damaged. Copy"),
    "no trie": (claim_honestly, "ro.marisa: is not a marisa trie"),
    "no words": (empty, "ro.marisa: holds no words"),
    "another number of words": (restate(words=5000), "ro.marisa: holds 4 words"),
    "no version": (restate(version=None), "ro.json: version is missing"),
    "official in words": (restate(official="yes"), "ro.json: official"),
    "guarded in words": (restate(guarded="yes"), "ro.json: guarded"),
    "a version that no header can carry": (
        restate(version="ediția-2027"),
        "no header can carry the version 'ediția-2027'",
    ),
    "a line break in the language": (
        restate(language="ro\r\nX: y"),
        "no header can carry the language",
    ),
    "another language": (restate(language="it"), "lexicon ro is in 'it', frs-2019 is played in"),
    "other tiles": (restate(alphabet="italian"), "lexicon ro was made for italian tiles"),
    "tiles with other keys": (restate(tiles="A B C"), "tiles that are not those of frs-2019"),
    "no tiles": (restate(alphabet=None), "ro.json: alphabet is missing"),
    "no manifest": (lambda path: path.with_suffix(".json").unlink(), "there is no ro.json"),
    "a manifest that is no JSON": (
        lambda path: path.with_suffix(".json").write_text("{"),
        "ro.json: cannot be read",
    ),
    "a manifest that is a list": (
        lambda path: path.with_suffix(".json").write_text("[]"),
        "ro.json: is not a manifest",
    ),
}


@pytest.mark.parametrize(("spoiled", "message"), FAULTS.values(), ids=FAULTS.keys())
def test_a_faulty_lexicon_stops_the_start_with_one_line(
    folder: Path, spoiled: Callable[[Path], object], message: str
) -> None:
    spoiled(folder / "ro.marisa")
    with pytest.raises(StartError) as stopped:
        start(folder)
    assert message in str(stopped.value)
    assert "\n" not in str(stopped.value)


def test_a_lexicon_knows_its_words_and_its_identity(folder: Path) -> None:
    lexicon = open_lexicon("ca", [folder])
    assert "LLEÑA" in lexicon
    assert "LLENYA" not in lexicon
    assert "" not in lexicon
    digest = sha256((folder / "ca.marisa").read_bytes()).hexdigest()
    assert lexicon.identity == f"ca/test-1; sha256={digest}"


def test_the_first_folder_that_has_a_lexicon_wins(folder: Path, tmp_path: Path) -> None:
    newer = small_lexicons(tmp_path / "newer", {"ro": ["nou"]}, version="2")
    assert open_lexicon("ro", [newer, folder]).version == "2"
    assert open_lexicon("ca", [newer, folder]).version == "test-1"
    with pytest.raises(LexiconError, match=r"there is no xx\.json"):
        open_lexicon("xx", [newer, folder])


def test_two_versions_of_a_language_are_served_side_by_side(folder: Path) -> None:
    client = create_app(Settings(lexicons_path=(folder,))).test_client()
    listed = client.get("/v1/lexicons").json
    assert listed is not None
    assert [entry["id"] for entry in listed["lexicons"]] == ["ca", "it", "it-2008", "ro"]
    old, new = (
        client.post(f"/v1/{edition}/challenge", json={"words": ["poste"]})
        for edition in ("figs-2008", "figs-2012")
    )
    assert (old.json, new.json) == ({"valid": False}, {"valid": True})
    assert old.headers["Lexicon"] != new.headers["Lexicon"]


def test_a_setting_gives_an_edition_another_lexicon(folder: Path) -> None:
    small_lexicons(folder, {"ro-2027": ["nou"]}, version="2027")
    settings = Settings(lexicons_path=(folder,), lexicons={"ro": "ro-2027"})
    client = create_app(settings).test_client()
    answer = client.post("/v1/frs/challenge", json={"words": ["nou"]})
    assert answer.json == {"valid": True}
    assert answer.headers["Lexicon"].startswith("ro/2027; ")
    edition = client.get("/v1/rules/frs").json
    assert edition is not None
    assert edition["lexicon"]["id"] == "ro-2027"


def test_a_lexicon_that_no_edition_uses_cannot_be_renamed(folder: Path) -> None:
    with pytest.raises(StartError, match="LEXICONS: no edition uses a lexicon called 'xx'"):
        start(folder, xx="ca")


def test_a_fault_in_the_rules_stops_the_start(folder: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules"
    (rules / "tiles").mkdir(parents=True)
    (rules / "tiles/italian.toml").write_text("tile_total = 99", encoding="utf-8")
    with pytest.raises(StartError, match=r"italian\.toml"):
        create_app(Settings(lexicons_path=(folder,), rulebook_path=(rules,)))


def test_a_list_is_official_only_if_the_operator_vouches_for_its_bytes(folder: Path) -> None:
    restate(official=True)(folder / "ro.marisa")
    digest = sha256((folder / "ro.marisa").read_bytes()).hexdigest()
    for vouched, official in (((), False), (("0" * 64,), False), ((digest,), True)):
        settings = Settings(lexicons_path=(folder,), official=frozenset(vouched))
        edition = create_app(settings).test_client().get("/v1/rules/frs").json
        assert edition is not None
        assert edition["lexicon"]["official"] is official
    settings = Settings(lexicons_path=(folder,), official=frozenset([digest, "0" * 64]))
    edition = create_app(settings).test_client().get("/v1/rules/fisc").json
    assert edition is not None
    assert edition["lexicon"]["official"] is False, "nobody else calls it so"
