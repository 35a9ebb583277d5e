"""`arbiter lexicon`: from a publisher's or a federation's file to a verdict, never by mistake."""

import hashlib
import io
import itertools
import json
import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from build_lexicon import published
from service import places
from service.places import choice_file
from tests.client.scripted import Reply, Script, scripted
from tests.command.running import Call, Ran
from tests.data import by_rule, table
from tests.support.small_lexicons import small_lexicons

DESCRIPTION = """
language = "it"
name = "A published list"
publisher = "A publisher"
page = "https://lists.example/about"
version = "1.0"
url = "{url}/list-{{version}}.zip"
member = "list-{{version}}.txt"
licence = "CC0-1.0"
published = true
ask = "The federation"
federation = "The federation plays with it."
built = 2026-01-01
[words]
least = 2
most = 4
[versions."1.0"]
official = "the federation says so"
since = 2026-01-01
"""
LIST = "casa\ngatta\ncitta\n"


def packed(text: str = LIST, name: str = "list-1.0.txt") -> bytes:
    """An archive with one list."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return made.getvalue()


@pytest.fixture
def publisher() -> Iterator[Script]:
    """A server that sends what the test lays out for it."""
    with scripted([]) as script:
        yield script


class Desk:
    """A machine with small lexicons of its own and nothing chosen."""

    def __init__(self, call: Call, folder: Path, config: Path) -> None:
        self.call, self.folder, self.config = call, small_lexicons(folder), config

    def __call__(self, *arguments: str, **env: str) -> Ran:
        places = {"LEXICONS_PATH": str(self.folder), "XDG_CONFIG_HOME": str(self.config)}
        return self.call(*arguments, **(places | env))

    def get(self, *more: str) -> Ran:
        """Load the list that the fixture `described` describes."""
        return self("lexicon", "get", str(self.folder.parent / "it-club.toml"), *more)

    def judge(self, word: str, rules: str = "figs", **env: str) -> int:
        return self("challenge", "--offline", "--rules", rules, word, **env).code


@pytest.fixture
def desk(call: Call, tmp_path: Path) -> Desk:
    return Desk(call, tmp_path / "lexicons", tmp_path / "config")


@pytest.fixture
def described(publisher: Script, tmp_path: Path) -> Path:
    path = tmp_path / "it-club.toml"
    path.write_text(DESCRIPTION.format(url=publisher.url), encoding="utf-8")
    return path


def test_a_published_list_goes_from_its_publisher_to_a_verdict(
    desk: Desk, publisher: Script, described: Path
) -> None:
    publisher.send(packed())
    assert desk.judge("gatta") == 1
    done = desk.get("--no-use")
    assert (done.code, desk.judge("gatta")) == (0, 1)
    assert "not in force: arbiter lexicon use it-club-1.0" in done.out
    done = desk.get()
    assert (done.code, [asked.path for asked in publisher.asked]) == (0, ["/list-1.0.zip"] * 2)
    for line in (
        "  licence  CC0-1.0\n",
        "  status   official: the federation says so (2026-01-01)\n",
        "  ask      The federation\n",
        "3 words + 0 spelled with the same tiles + 0 rejected + 0 repeated = 3 lines",
        "against A few words for tests (it) test-1 (open, not official): 2 added, 7 removed",
        "in force  it-club-1.0: A published list, club-1.0 (official)",
    ):
        assert line in done.out
    assert re.search(r"sha256    ([0-9a-f]{4} ?){8}\n {10}([0-9a-f]{4} ?){8}\n", done.out)
    assert (desk.judge("gatta"), desk.judge("micio")) == (0, 1)


def test_a_file_does_where_there_is_no_network(
    desk: Desk, publisher: Script, described: Path, tmp_path: Path
) -> None:
    path = tmp_path / "list-1.0.zip"
    path.write_bytes(packed())
    assert desk.get("--file", str(path)).code == 0
    assert publisher.asked == []
    assert desk.judge("gatta") == 0


def test_another_version_has_another_address_and_name_and_is_official_if_somebody_says_so(
    desk: Desk, publisher: Script, described: Path
) -> None:
    publisher.send(packed())
    assert desk.get().code == 0
    publisher.send(packed(name="list-2.0.txt"))
    told = desk.get("--version", "2.0").out
    assert publisher.asked[-1].path == "/list-2.0.zip"
    assert "  status   published, not official\n" in told
    assert "club-2.0 (published, not official)" in told
    shown = desk("lexicon", "list").out
    assert re.search(r"it-club-1.0 +it +club-1.0 +official ", shown)
    assert re.search(r"it-club-2.0 +it +club-2.0 +published, not official ", shown)
    assert "club-2.0 (published, not official)" in desk("lexicon", "check", "it-club-2.0").out


def answer(row: dict[str, Any]) -> bytes:
    """What a publisher sends: an archive, whole or cut off, or something else."""
    if "body" in row:
        return bytes(row["body"].encode())
    whole = packed(row.get("text", LIST), row.get("name", "list-1.0.txt"))
    return whole[: len(whole) - row.get("cut", 0)]


@pytest.mark.parametrize("row", by_rule(table("command/published.toml")["answer"]))
def test_an_answer_that_is_not_the_list_is_refused_in_a_sentence(
    desk: Desk, publisher: Script, described: Path, row: dict[str, Any]
) -> None:
    publisher.send(answer(row), row.get("status", 200), **row.get("headers", {}))
    refused(desk, desk.get(), row["says"])


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (packed("a" * (65 << 20)), "list-1.0.txt is larger than 64 MiB"),
        (bytes(published.MOST_BYTES + 1), "is larger than 32 MiB"),
    ],
    ids=["a bomb", "more than any list"],
)
def test_an_answer_that_is_too_large_is_refused(
    desk: Desk, publisher: Script, described: Path, body: bytes, says: str
) -> None:
    publisher.send(body)
    refused(desk, desk.get(), says)


def refused(desk: Desk, done: Ran, says: str) -> None:
    """One line, no new file, and the old list goes on judging."""
    assert done.code == 2
    assert says in done.err
    assert done.err.count("\n") == 1
    assert sorted(path.stem for path in desk.folder.glob("*.json")) == ["ca", "it", "it-2008", "ro"]
    assert desk.judge("micio") == 0


@pytest.mark.parametrize("row", by_rule(table("command/published.toml")["description"]))
def test_a_list_that_is_described_otherwise_or_wrong_is_refused(
    desk: Desk, publisher: Script, described: Path, row: dict[str, Any]
) -> None:
    old, new = row["change"]
    text = described.read_text(encoding="utf-8").replace(old, new, 1)
    described.write_text(text, encoding="utf-8")
    publisher.send(packed())
    refused(desk, desk.get(), row["says"])


def test_there_are_few_steps_to_a_file(desk: Desk, publisher: Script, described: Path) -> None:
    publisher.send(b"", status=302, Location="/again.zip")
    refused(desk, desk.get(), "leads from one address to another")
    assert len(publisher.asked) == published.HOPS


def test_a_download_ends_when_its_time_is_up(
    desk: Desk, publisher: Script, described: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(published, "ALL", 0.2)
    publisher.replies.append(Reply(seconds=1))
    refused(desk, desk.get(), "127.0.0.1 sends too slowly")


def test_a_file_that_has_changed_since_it_was_described_is_refused(
    desk: Desk, publisher: Script, described: Path
) -> None:
    body = packed()  # A zip says when it was made.
    known = f'sha256 = "{hashlib.sha256(body).hexdigest()}"\n'
    described.write_text(described.read_text(encoding="utf-8") + known, encoding="utf-8")
    publisher.send(packed("casa\ngatta\n"))
    refused(desk, desk.get(), "it-club 1.0 has changed: its SHA-256")
    publisher.send(body)
    assert desk.get().code == 0


def test_a_version_that_is_here_with_other_words_stays(
    desk: Desk, publisher: Script, described: Path
) -> None:
    publisher.send(packed())
    assert desk.get().code == 0
    publisher.send(packed("casa\nre\n"))
    done = desk.get()
    assert (done.code, desk.judge("gatta")) == (2, 0)
    assert "it-club-1.0 exists and has other words" in done.err


def test_the_published_lists_are_described(desk: Desk) -> None:
    shown = desk("lexicon", "list").out
    assert "not here: ca-disc  DISC" in shown
    assert "not here: ro-loc  LOC" in shown
    for source in published.all_published(places.recipes() / "published"):
        assert source.ask
    done = desk("lexicon", "get", "it-zingarelli")
    assert done.code == 2
    assert "no published list is called 'it-zingarelli', only ca-disc, ro-loc" in done.err


def imported(desk: Desk, text: str = LIST, odd: str = "", version: str = "2026") -> Ran:
    path = desk.folder.parent / "federation.txt"
    path.write_text(text, encoding="utf-8")
    who = ("--language", "it", "--version", version, "--source", "The federation", "--official")
    reason = ("--yes-it-is-odd", odd) if odd else ()
    return desk("lexicon", "import", *who, *reason, str(path))


def lines(words: Iterable[str]) -> str:
    return "".join(f"{word}\n" for word in words)


def spelled(signs: str, size: int) -> Iterator[str]:
    return map("".join, itertools.product(signs, repeat=size))


WORDS = sorted([*spelled("abcdefg", 5), *spelled("abcde", 6)])
ODD = {
    "another language": (
        lines(spelled("hilmn", 5)),
        "only 0 of its 3125 words are in A few words for tests (it) test-1 (open, not official): "
        "is it of that language?",
    ),
    "few of the words": (lines(WORDS[::4]), "it has 8108 of the 32432"),
    "cut at a line end": (
        lines(WORDS[:19459]),
        "it has 0 words in E, in F, in G, where A few words for tests (it) test-1 (open, not "
        "official) has 10328: is it the whole list?",
    ),
    "without the long ones": (
        lines(word for word in WORDS if len(word) < 6),
        "it has 0 words of 6 tiles",
    ),
    "cut in a word": ("\n".join([*WORDS, "cade"]), "nothing ends the last line ('cade')"),
    "a letter that was lost inside words": (
        lines(word for word in WORDS if "g" not in word[1:]),
        "it lacks 82 % of the words with G",
    ),
    "one ending only": (
        lines(word for word in WORDS if word[-1] in "abc" or word[1] == "a"),
        "it lacks 71 % of the words that end in D",
    ),
    "last letters that were lost": (
        lines([*WORDS, *(f"{word}h" for word in spelled("abcdefg", 5) if word[0] == "a")]),
        "% of the words that end in H that one expects",
    ),
}


@pytest.mark.parametrize(("text", "says"), ODD.values(), ids=ODD.keys())
def test_a_list_unlike_a_healthy_one_needs_a_reason_that_is_kept(
    desk: Desk, text: str, says: str
) -> None:
    small_lexicons(desk.folder, {"it": WORDS, "it-2008": WORDS})
    for reason in ("", " "):
        done = imported(desk, text, odd=reason)
        assert (done.code, (desk.folder / "it-2026.json").exists()) == (2, False)
        assert says in done.err
        assert 'If it is meant to be like that, say --yes-it-is-odd "why"' in done.err
    assert "odd: " in imported(desk, text, odd="invented").out
    manifest = json.loads((desk.folder / "it-2026.json").read_text(encoding="utf-8"))
    assert manifest["odd"] == "invented"


def test_it_is_told_how_much_of_the_open_lexicon_a_list_has(desk: Desk) -> None:
    small_lexicons(desk.folder, {"it": WORDS, "it-2008": WORDS})
    thin = (word for at, word in enumerate(WORDS) if word[0] != "f" or at % 5 == 0)
    done = imported(desk, "".join(f"{word}\n" for word in thin))
    assert "30512 of its 30512 words (100 %) are in A few words" in done.out
    assert ", of whose 32432 words they are 94 %, but 20 % of its words in F\n" in done.out


def test_no_list_takes_the_name_of_an_open_lexicon_in_another_folder(desk: Desk) -> None:
    path = desk.folder.parent / "federation.txt"
    path.write_text(LIST, encoding="utf-8")
    elsewhere = desk.folder.parent / "elsewhere"
    elsewhere.mkdir()
    who = ("--language", "it", "--version", "1", "--source", "Somebody", "--id", "it", str(path))
    done = desk("lexicon", "import", *who, LEXICONS_PATH=f"{elsewhere}:{desk.folder}")
    assert (done.code, list(elsewhere.iterdir())) == (2, [])
    assert "it is an open lexicon with a recipe: give the list another --id" in done.err


def test_a_last_line_that_nothing_ends_is_told(desk: Desk) -> None:
    done = imported(desk, "casa\ngatta\ncitt")
    assert done.code == 0
    assert "nothing ends the last line (line 3, 'citt'): is the list whole?" in done.err
    assert "nothing ends" not in imported(desk, "casa\ngatta\ncitt\n").err


def test_an_imported_list_is_in_force_once_it_is_used_and_until_another_is(desk: Desk) -> None:
    done = imported(desk)
    assert (done.code, desk.judge("gatta")) == (0, 1)
    assert "arbiter lexicon use it-2026" in done.out
    used = desk("lexicon", "use", "it-2026")
    assert used.code == 0
    assert f"kept in   {choice_file()}" in used.out
    assert (desk.judge("gatta"), desk.judge("gatta", "figs-2008")) == (0, 1)
    shown = {line.split()[0]: line for line in desk("lexicon", "list").out.splitlines()}
    assert shown["it-2026"].endswith("figs-2012, figs-75min")
    assert shown["it-2008"].endswith("figs-2008")
    assert shown["it"].rstrip().endswith("8")
    assert f"by {choice_file()}" in desk("check", "--offline", "--rules", "figs").out
    over = {"LEXICONS": "it=it-2008"}
    assert desk.judge("gatta", **over) == 1, "the environment goes before the choice"
    assert "in force  by LEXICONS" in desk("check", "--offline", "--rules", "figs", **over).out
    told = desk("lexicon", "use", "it-2026", **over).err
    assert "but LEXICONS says it-2008 in this terminal, and goes before" in told
    assert desk("lexicon", "use", "it", LEXICONS="").code == 0
    assert desk.judge("gatta") == 1


def test_a_list_is_called_what_is_known_of_it(desk: Desk) -> None:
    done = imported(desk)
    assert "It is said to be official; `use` vouches for it" in done.out
    path = str(desk.folder.parent / "federation.txt")
    for version, licence in (("closed", ()), ("free", ("--licence", "CC0-1.0"))):
        who = ("--language", "it", "--version", version, "--source", "A club", *licence, path)
        assert "official" not in desk("lexicon", "import", *who).out
    shown = desk("lexicon", "list")
    assert re.search(r"it-2026 +it +2026 +said to be official ", shown.out)
    assert re.search(r"it-closed +it +closed +not official ", shown.out)
    assert re.search(r"it-free +it +free +open, not official ", shown.out)
    assert "said to be official: `arbiter lexicon use` vouches for a list" in shown.err
    assert "it-2026  2026 (said to be official)" in desk("lexicon", "check", "it-2026").out
    assert "2026 (official)" in desk("lexicon", "use", "it-2026").out
    assert re.search(r"it-2026 +it +2026 +official ", desk("lexicon", "list").out)


def test_an_answer_calls_a_list_what_it_is(desk: Desk) -> None:
    imported(desk)
    digest = json.loads((desk.folder / "it-2026.json").read_text(encoding="utf-8"))["sha256"]
    asked = ("check", "--offline", "--rules", "figs")
    assert "it/test-1 (open, not official)" in desk(*asked).out
    chosen = {"LEXICONS": "it=it-2026"}
    assert "it/2026 (not official)" in desk(*asked, **chosen).out
    assert re.search(r"it-2026 +2026 +not official ", desk("lexicons", "--offline", **chosen).out)
    assert "it/2026  3 words" in desk(*asked, **chosen, OFFICIAL=digest).out
    assert re.search(
        r"2026 +official ", desk("lexicons", "--offline", **chosen, OFFICIAL=digest).out
    )


def test_a_wrong_import_is_taken_away_unless_it_is_in_force(desk: Desk) -> None:
    before = sorted(desk.folder.iterdir())
    imported(desk)
    desk("lexicon", "use", "it-2026")
    for env in ({}, {"LEXICONS": "it=it-2008"}):
        done = desk("lexicon", "remove", "it-2026", **env)
        assert (done.code, (desk.folder / "it-2026.json").exists()) == (2, True)
        assert "it-2026 is in force: use another first, arbiter lexicon use it\n" in done.err
    desk("lexicon", "use", "it")
    done = desk("lexicon", "remove", "it-2026")
    assert (done.code, done.out) == (0, f"removed it-2026 from {desk.folder}\n")
    assert sorted(desk.folder.iterdir()) == before
    assert "official = []" in choice_file().read_text(encoding="utf-8"), "nobody vouches for it"


def test_of_two_lists_with_one_hash_the_other_stays_vouched_for(desk: Desk) -> None:
    imported(desk)
    imported(desk, version="again")
    for name in ("it-2026", "it-again"):
        desk("lexicon", "use", name)
    desk("lexicon", "remove", "it-2026")
    assert re.search(r"it-again +it +again +official ", desk("lexicon", "list").out)
    desk("lexicon", "use", "it")
    (desk.folder / "it-again.json").unlink()
    assert desk("lexicon", "remove", "it-again").code == 0, "what is left of a damaged one"
    assert not list(desk.folder.glob("it-again*"))


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("it", "it is an open lexicon: it was built, not imported, and stays"),
        ("it-2027", "there is no lexicon it-2027"),
        ("../config/lexicons", "there is no lexicon ../config/lexicons"),
    ],
)
def test_only_an_imported_list_is_taken_away(desk: Desk, name: str, says: str) -> None:
    refused(desk, desk("lexicon", "remove", name), says)


def test_the_name_that_a_list_stands_for_may_be_said(desk: Desk) -> None:
    imported(desk)
    assert desk("lexicon", "use", "it-2026", "--for", "it-2008").code == 0
    assert (desk.judge("gatta", "figs-2008"), desk.judge("gatta")) == (0, 1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ro", "--for", "ca"), "lexicon ro is in 'ro', fisc-2023 is played in 'ca'"),
        (("ro", "--for", "xx"), "no edition has a lexicon 'xx': say --for one of ca, it"),
        (("nowhere",), "there is no nowhere.json"),
    ],
)
def test_a_list_that_does_not_fit_is_not_put_in_force(
    desk: Desk, arguments: tuple[str, ...], says: str
) -> None:
    done = desk("lexicon", "use", *arguments)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert says in done.err
    assert not choice_file().exists()
    done = desk("challenge", "--offline", "--rules", "fisc", "gelato", LEXICONS="ca=it")
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "arbiter: lexicon it is in 'it', fisc-2023 is played in 'ca': choose another one for 'ca'\n"
    )


def test_check_verifies_the_whole_shelf_and_the_announced_hash(desk: Desk) -> None:
    imported(desk)
    shown = desk("lexicon", "check").out
    assert max(map(len, shown.splitlines())) <= 80
    assert re.search(r"it-2026 .*\n  sha256 .*\n.*\n  not in force\n", shown)
    assert re.search(r"ro .*\n  sha256 .*\n.*\n  in force for frs-2019\n", shown)
    hashes = re.findall(r"^(\S+) .*\n  sha256 ((?:[0-9a-f]{4}\s+){16})", shown, re.MULTILINE)
    assert len(hashes) == 5
    ours = dict(hashes)["ro"].strip()
    assert desk("lexicon", "check", "ro", "--expect", ours).code == 0
    assert desk("lexicon", "check", "ro", "--expect", *ours.split()[:3]).code == 0
    assert desk("lexicon", "check", "ro", "--expect", "0" * 12).code == 2
    assert desk("lexicon", "check", "--expect", ours).code == 2


def test_what_is_damaged_is_named_and_not_put_in_force(desk: Desk) -> None:
    imported(desk)
    (desk.folder / "it.marisa").write_bytes(b"damaged")
    (desk.folder / "ro.marisa").unlink()
    assert desk("lexicon", "use", "it").code == 2
    done = desk("lexicon", "check")
    assert (done.code, len(re.findall("sha256", done.out))) == (2, 3)
    assert done.err.endswith(
        "do not judge with it, ro: get or import it anew (an open one: make lexicons)\n"
    )


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("lexicons = 1\n", "there may be a table [lexicons] and a list official, no more"),
        ("[lexicons]\nit = 1\n", "it: write the id of a lexicon"),
        ("[lexicons]\nit = '../it'\n", "it: write the id of a lexicon"),
        ("[lexicons\n", "cannot be read"),
    ],
)
def test_a_choice_that_cannot_be_read_is_one_line(desk: Desk, content: str, says: str) -> None:
    desk("lexicon", "use", "it")
    choice_file().write_text(content, encoding="utf-8")
    done = desk("challenge", "--offline", "--rules", "figs", "casa")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert says in done.err


def test_a_choice_for_editions_that_are_not_here_is_passed_over(desk: Desk) -> None:
    desk("lexicon", "use", "it")
    choice_file().write_text('[lexicons]\neo = "eo-2026"\n', encoding="utf-8")
    assert desk.judge("casa") == 0


def test_a_choice_that_cannot_be_kept_is_one_line(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where a folder should be", encoding="utf-8")
    done = desk("lexicon", "use", "it")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "cannot be written" in done.err


def test_compare_counts_guarded_words_and_prints_them_on_request(desk: Desk) -> None:
    imported(desk)
    counted = desk("lexicon", "compare", "it", "it-2026")
    assert (counted.code, counted.out) == (0, "")
    assert "2 added, 7 removed" in counted.err
    assert "only counted: it-2026 is guarded" in counted.err
    printed = desk("lexicon", "compare", "it", "it-2026", "--guarded")
    assert printed.out.splitlines()[:2] == ["+ CITTA", "+ GATTA"]


def test_the_short_words_for_every_table_are_printed_unless_they_are_guarded(desk: Desk) -> None:
    imported(desk)
    assert desk("lexicon", "sheet", "it").out.startswith("<!DOCTYPE html>")
    kept = desk("lexicon", "sheet", "it-2026")
    assert (kept.code, kept.out) == (2, "")
    assert "it-2026 is guarded" in kept.err


def test_a_running_service_judges_with_the_choice_too(desk: Desk) -> None:
    from service.http.app import create_app
    from service.settings import read_settings

    imported(desk)
    desk("lexicon", "use", "it-2026")
    app = create_app(read_settings({"LEXICONS_PATH": str(desk.folder)}))
    answer = app.test_client().post("/v1/figs/challenge", json={"words": ["gatta"]})
    assert answer.get_json() == {"valid": True}
