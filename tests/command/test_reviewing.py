"""An officer's evening: what is asked, what an answer says, and the lexicon that comes of it."""

import io
from datetime import date
from pathlib import Path

import pytest

from build_lexicon.library import open_built
from build_lexicon.recipe import read_recipe
from build_lexicon.reviewing import Answer, Interview, Question, questions, read_answers
from service.command.lexicon.page import create_page
from service.command.local import load_texts
from tests.build_lexicon.running import run, small_folder
from tests.command.test_lexicon import Desk, desk
from tests.data import RULEBOOK

__all__ = ["desk"]
CONTESTED = "gatta\nmicio\ncitta\n"


def asked(desk: Desk, *arguments: str) -> list[str]:
    path = desk.folder.parent / "contested.txt"
    path.write_text(CONTESTED, encoding="utf-8")
    done = desk("lexicon", "review", "it", "--from", str(path), *arguments)
    assert done.code == 0, done.err
    return done.out.splitlines()


def decisions(desk: Desk, name: str, *lines: str) -> str:
    path = desk.folder.parent / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_questions_are_filled_in_and_make_a_lexicon_of_its_own(desk: Desk) -> None:
    head, *rows = asked(desk, "--ask", "2", "--name", "Ada")
    assert head.startswith("# in, out or unknown")
    assert rows == ["\tgatta\tgatta\tAda\t\t", "\tmicio\tmicio\tAda\t\t"]
    filled = decisions(desk, "filled.tsv", head, f"In{rows[0]}", f"out{rows[1]}")
    kept = str(desk.folder.parent / "kept.tsv")
    assert desk("lexicon", "review", "it", "--to", kept, "--apply", filled).code == 0
    assert {answer.day for answer in read_answers(Path(kept))} == {date.today().isoformat()}
    assert asked(desk, "--to", kept, "--ask", "9")[1:] == ["\tcitta\tcitta\t\t\t"]
    done = desk("lexicon", "build", "it", "--with", kept, "--as", "figs-2026")
    assert done.out.splitlines()[0] == "it+figs-2026: 1 words added, 1 taken away"
    used = desk("lexicon", "use", "it+figs-2026", "--for", "it")
    assert "test-1+figs-2026 (open, not official)" in used.out
    assert (desk.judge("gatta"), desk.judge("micio"), desk.judge("citta")) == (0, 1, 1)


def test_an_officer_answers_goes_back_stops_and_goes_on(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = desk.folder.parent / "kept.tsv"
    monkeypatch.setattr("sys.stdin", io.StringIO("y\nb\nn\ne\no\ne no\nx\nq\n"))
    shown = asked(desk, "--to", str(kept), "--name", "Ada", "--why", "seen in the dictionary")
    assert any("1 answered, 33.3 %" in line for line in shown)
    answers = [line.split("\t") for line in kept.read_text(encoding="utf-8").splitlines()]
    assert [(row[0], row[1], row[3], row[5]) for row in answers] == [
        (verdict, "gatta", "Ada", "seen in the dictionary") for verdict in ("in", "out")
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("u\n"))
    shown = asked(desk, "--to", str(kept), "--name", "Ada")
    assert any("1. micio: micio; now in" in line for line in shown)


def test_answers_are_signed(desk: Desk) -> None:
    filled = decisions(desk, "filled.tsv", "in\tgatta\tgatta\t\t\t")
    words = decisions(desk, "words.txt", "gatta")
    for how in (("--from", words), ("--apply", filled)):
        done = desk("lexicon", "review", "it", *how)
        assert (done.code, "say --name" in done.err) == (2, True)


def test_officers_who_differ_are_asked_again(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = decisions(desk, "mine.tsv", "in\tcitta\tcitta\tAda\t2026-11-18\tseen")
    other = decisions(desk, "other.tsv", "out\tcitta\tcitta\tBea\t2026-11-18\tnot there")
    both = ("lexicon", "build", "it", "--with", mine, "--with", other, "--as", "figs-2026")
    done = desk(*both)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "the files differ about 1 families, the first is citta" in done.err
    monkeypatch.setattr("sys.stdin", io.StringIO("n\nq\n"))
    shown = asked(desk, "--to", mine, "--beside", other, "--name", "Ada")
    assert "  Bea says out: not there" in shown
    last = Path(mine).read_text(encoding="utf-8").splitlines()[-1]
    assert last.startswith("out\tcitta\tcitta\tAda\t")
    assert desk(*both).code == 0


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("perhaps\tx\tx\tAda\t2026-11-18\t", ":1: expected in, out or unknown, family, words"),
        ("in\tx\txx\tAda\t18/11/2026\t", ":1: write the date '18/11/2026' as in 2026-11-18"),
        ("in\tx\tx", ":1: expected in, out or unknown, family, words"),
        ("in\tx\tl'x\tAda\t2026-11-18\t", '"l\'x" of x cannot be laid'),
        ("unknown\tx\txx\tAda\t2026-11-18\t", "the files decide no word"),
    ],
)
def test_a_file_of_decisions_that_is_wrong_is_one_line(desk: Desk, line: str, says: str) -> None:
    path = decisions(desk, "wrong.tsv", line)
    done = desk("lexicon", "build", "it", "--with", path, "--as", "x")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert says in done.err


def test_what_is_doubtful_and_played_often_is_asked_first(tmp_path: Path) -> None:
    folder = small_folder(tmp_path / "lexicons", ["casa", "gatto", "xilofono", "re"])
    (folder / "reviewed").mkdir()
    doubts = '[it.held]\n"listed by hand" = 40\n"listed by hunspell" = 10\n'
    (folder / "reviewed" / "doubts.toml").write_text(doubts, encoding="utf-8")
    assert run(folder, "build").code == 0
    (question,) = questions(
        read_recipe(folder / "few.toml"), open_built("few", folder, RULEBOOK), folder
    )
    assert question.stands
    assert sorted(question.words) == ["casa", "gatto", "xilofono"], "short words have their list"
    assert question.worth == pytest.approx(0.4 * 1000 * (16 + 12 + 3))
    assert question.told() == "words.txt: casa, gatto, xilofono; now in"


def test_a_page_asks_the_same_and_answers_to_this_machine_only(tmp_path: Path) -> None:
    asked = [Question(family, True, [family, f"{family}s"], 1) for family in ("gat", "ca")]
    said = {"gat": [Answer("out", "gat", ("gat",), "Bea", "2026-11-18", "not there")]}
    evening = Interview(asked, said, tmp_path / "kept.tsv", ("Ada", "seen"))
    page = create_page(evening, load_texts("ca")).test_client()
    own = {"Origin": "http://localhost"}
    shown = page.get("/").text
    assert all(text in shown for text in ("Mots dubtosos", "<h2>gat</h2>", "Bea: No són mots"))
    assert page.get("/", headers={"Host": "words.example"}).status_code == 403
    for origin in ({}, {"Origin": "http://words.example"}):
        answer = page.post("/", data={"key": "y", "at": "0"}, headers=origin)
        assert answer.status_code == 403
    assert page.post("/", data={"key": "e", "at": "0"}, headers=own).status_code == 422
    for data in (
        {"key": "e", "word": "gats", "at": "0"},
        {"key": "n", "at": "0"},  # pressed twice: the question was answered
        {"key": "o", "word": "cas", "at": "1"},
    ):
        assert page.post("/", data=data, headers=own).status_code == 303
    assert [(a.verdict, a.words) for a in read_answers(evening.path)] == [
        ("in", ("gat",)),
        ("out", ("gats",)),
        ("in", ("cas",)),
        ("out", ("ca",)),
    ]
    assert "No queda res per preguntar." in page.get("/").text
