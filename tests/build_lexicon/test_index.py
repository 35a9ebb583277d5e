"""`why` reads the sources once, and again only when something has changed."""

from pathlib import Path

import pytest

from tests.build_lexicon.running import contents, run, small_folder

READING = "reading the sources of few"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return small_folder(tmp_path / "lexicons")


def test_the_first_question_reads_the_sources_and_the_next_does_not(folder: Path) -> None:
    first, second = run(folder, "why", "few", "casa"), run(folder, "why", "few", "casa")
    assert READING in first.error
    assert second.error == ""
    assert first.out == second.out
    assert "admitted by listed" in second.out
    assert "CANE is not in few" in run(folder, "why", "few", "cane").out


def test_a_list_that_has_changed_is_read_again(folder: Path) -> None:
    assert "RE is in few" in run(folder, "why", "few", "re").out
    small_folder(folder, ["casa", "cane"])
    done = run(folder, "why", "few", "re")
    assert READING in done.error
    assert "RE is not in few" in done.out


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x03\x04"])
def test_an_index_that_is_damaged_is_made_anew(folder: Path, content: bytes) -> None:
    (folder / "few.why").write_bytes(content)
    done = run(folder, "why", "few", "casa")
    assert (done.code, READING in done.error) == (0, True)
    assert "CASA is in few" in done.out


def test_an_index_can_be_built_with_the_lexicon(folder: Path) -> None:
    done = run(folder, "build", "--index")
    assert (done.code, done.out) == (0, "")
    assert set(contents(folder)) == {"few.toml", "words.txt", "few.marisa", "few.json", "few.why"}
    assert run(folder, "why", "few", "casa").error == ""


def test_a_disk_too_full_for_an_index_is_one_line(folder: Path) -> None:
    done = run(folder, "why", "few", "casa", largest_file=0)
    assert done.code == 1
    assert f"build_lexicon: cannot write {folder}/few.why.new" in done.error
    assert not (folder / "few.why").exists()
