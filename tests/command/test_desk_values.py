"""The desk without a screen: its transitions, its letters, its records."""

import unicodedata
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from arbiter_client.answers import Spelling
from arbiter_client.catalogue import Edition
from hypothesis import given
from hypothesis import strategies as st

from service.command.backend import Offline
from service.command.desk import state
from service.command.desk.command import (
    RecordError,
    Records,
    Ruling,
    begin_log,
    log_line,
    slip,
    what_follows,
)
from service.command.desk.screen import big_lines, tile_rows
from service.command.desk.state import Desk, Entry, Stage
from service.command.local import load_texts, local_judge
from service.command.output import centred, clipped, display_width, padded, table
from tests.data import table as data

DATA = data("command/desk.toml")
CHECKED = Desk(Stage.CHECKED, Entry("4", "casa"))


@pytest.mark.parametrize(("before", "faces", "typed"), DATA["stops"])
def test_a_full_stop_after_l_is_a_middle_dot_where_there_is_such_a_tile(
    before: str, faces: list[str], typed: str
) -> None:
    assert state.after_letter(before, faces) == typed


def test_a_change_of_the_words_takes_the_check_back() -> None:
    assert state.typed(CHECKED, Entry("4", "cas")).stage is Stage.TYPING
    assert state.typed(CHECKED, CHECKED.entry) is CHECKED


@pytest.mark.parametrize("text", ["casa gat", "casa,gat", "casa; gat", " ,casa ;, gat;"])
def test_words_are_parted_by_spaces_commas_and_semicolons(text: str) -> None:
    assert Entry("4", text).words == ["casa", "gat"]
    assert Entry("4", " ,; ").words == []


def test_a_table_without_a_number_cannot_wait() -> None:
    desk = state.parked(Desk(entry=Entry("", "casa")))
    assert desk.queue == ()
    assert desk.message


def test_a_table_that_waits_again_waits_once_and_last() -> None:
    queue = (Entry("4", "masa"), Entry("5", "re"))
    assert state.parked(Desk(entry=Entry("4", "casa"), queue=queue)).queue == (
        Entry("5", "re"),
        Entry("4", "casa"),
    )


def test_calling_a_waiting_table_makes_the_present_one_wait() -> None:
    desk = state.recalled(Desk(entry=Entry("4", "casa"), queue=(Entry("5", "re"),)), "5")
    assert desk.entry == Entry("5", "re")
    assert desk.queue == (Entry("4", "casa"),)


def test_calling_a_table_that_does_not_wait_changes_nothing() -> None:
    assert state.recalled(CHECKED, "8") is CHECKED
    assert state.next_recalled(CHECKED).message


def test_clearing_keeps_only_the_queue() -> None:
    queue = (Entry("5", "re"),)
    assert state.cleared(Desk(Stage.VERDICT, Entry("4", "x"), queue=queue)) == Desk(queue=queue)


@pytest.mark.parametrize("word", ["DA", "NU", "valida", "non valida", "vàlida", "no vàlida"])
def test_a_verdict_fits_the_screen_in_letters_seven_rows_high(word: str) -> None:
    lines = big_lines(word, 80, 17)
    assert len(lines) >= 8
    assert len(lines) <= 17
    assert max(map(len, lines)) <= 80
    assert set("".join(lines)) == {"█", " "}


def test_a_larger_screen_has_larger_letters() -> None:
    assert len(big_lines("DA", 200, 60)) > len(big_lines("DA", 80, 17))


def test_letters_that_cannot_fit_are_still_words() -> None:
    assert big_lines("non valida", 8, 3) == ["NON", "VALIDA"]


def test_an_accent_stands_above_its_letter() -> None:
    assert big_lines("à", 80, 8)[0] == "  ██"
    assert big_lines("à", 80, 8)[1:] == big_lines("a", 80, 8)[1:]


@pytest.fixture
def ruling(local_files: None) -> Ruling:
    edition: Edition = Offline(local_judge()).edition("frs")
    texts = load_texts("ro")
    moment = datetime(2026, 3, 1, 14, 5)
    return Ruling(moment, Entry("7", "casă foraster"), edition, False, texts)


def test_a_slip_marks_the_verdict_and_no_word(ruling: Ruling) -> None:
    lines = slip(ruling).splitlines()
    assert lines[:2] == ["frs-2019   2026-03-01 14:05", "masa 7"]
    assert lines[3:5] == ["  casă", "  foraster"]
    assert lines[6] == "  DA    [ NU ]"
    assert "ro/test-1 (deschis, neoficial)" in lines
    assert "COPIE" not in lines
    assert slip(replace(ruling, again=True)).splitlines()[2] == "COPIE"


@pytest.mark.parametrize(("edition", "variant", "words", "valid", "said"), DATA["follows"])
def test_what_a_challenge_costs_stands_beside_the_verdict(
    edition: str, variant: str, words: int, valid: bool, said: str
) -> None:
    language = {"frs-2019": "ro", "figs-2012": "it", "fisc-2023": "ca"}.get(edition, "en")
    shown = what_follows(edition, variant or None, words, load_texts(language), valid=valid)
    assert said in shown
    assert bool(shown) is bool(said)


@pytest.mark.parametrize(("language", "number", "said"), DATA["points"])
def test_a_number_has_the_plural_of_its_language(language: str, number: int, said: str) -> None:
    assert said in load_texts(language)("penalty.points_per_play", amount=number)


def test_a_log_line_has_words_only_if_asked(ruling: Ruling) -> None:
    assert log_line(ruling, words=False).split("\t")[:3] == ["2026-03-01T14:05:00", "7", "NU"]
    assert "casă" not in log_line(ruling, words=False)
    assert log_line(ruling, words=True).endswith("\tcasă\tforaster\n")


def test_a_log_speaks_the_language_of_its_desk(ruling: Ruling, tmp_path: Path) -> None:
    log, texts = tmp_path / "log", load_texts("ro")
    log.touch()
    begin_log(log, texts)
    Records(log=log).keep(replace(ruling, texts=texts))
    begin_log(log, texts)
    head, line = (row.split("\t") for row in log.read_text(encoding="utf-8").splitlines())
    assert head[:6] == ["ora", "masa", "verdict", "regulament", "lexic", "sha256"]
    assert line[1:5] == ["7", "NU", "frs-2019", "ro/test-1 (deschis, neoficial)"]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("false", "exit 1"),
        ("sh -c 'echo no paper >&2; exit 3'", "no paper"),
        ("/nowhere/lp", "No such file or directory"),
        ('"', "No closing quotation"),
    ],
)
def test_a_slip_that_cannot_be_printed_is_one_fault(ruling: Ruling, command: str, why: str) -> None:
    with pytest.raises(RecordError) as fault:
        Records(slip_command=command).keep(ruling)
    no_slip = ruling.texts("terminal.no_slip", command=command, why=why)
    assert str(fault.value) == no_slip


def test_a_log_that_cannot_be_written_is_one_fault(ruling: Ruling, tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="Is a directory"):
        Records(log=tmp_path).keep(ruling)


FACES = st.lists(st.sampled_from(["A", "L·L", "NY", "QU"]), min_size=1, max_size=15)


@given(st.lists(FACES, min_size=1, max_size=8), st.integers(1, 80), st.integers(0, 13))
def test_every_tile_is_in_sight_or_none_is(words: list[list[str]], columns: int, rows: int) -> None:
    echo = [Spelling(text="".join(faces), tiles=faces) for faces in words]
    drawn = tile_rows(echo, columns, rows)
    if drawn is None:
        assert columns < 64 or rows < 8
        return
    lines = ["".join(text for _, text, *_ in row).rstrip() for row in drawn]
    assert len(lines) <= rows
    assert max(map(display_width, lines)) <= columns
    tiles = [text.strip() for row in drawn for style, text, *_ in row if style == "class:tile"]
    assert tiles == [face for faces in words for face in faces]


TEXT = st.text(st.sampled_from("ABÇșțăL·NYqu\u0326\u0306 "), max_size=12)


@given(TEXT)
def test_width_does_not_depend_on_the_form_of_unicode(text: str) -> None:
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert display_width(composed) == display_width(decomposed)


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1))
def test_the_second_column_of_a_table_starts_in_one_place(rows: list[tuple[str, str]]) -> None:
    ended = [(first, second + "|") for first, second in rows]
    widest = max(display_width(first) for first, _ in rows)
    for (_, second), line in zip(ended, table(ended), strict=True):
        assert line.endswith(second)
        assert display_width(line) == widest + 2 + display_width(second)


@given(TEXT, st.integers(1, 20))
def test_clipped_text_fits(text: str, width: int) -> None:
    assert display_width(clipped(text, width)) <= width
    assert display_width(padded(clipped(text, width), width)) == width
    assert display_width(centred(clipped(text, width), width)) == width
