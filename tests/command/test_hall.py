"""What the organiser sees of the hall: tables that come and go, and counts without words."""

from argparse import Namespace
from datetime import datetime
from pathlib import Path

import pytest

from service.command.box.hall import SILENT, Hall, News, counts, from_counts, heard, judged, looked
from service.command.box.plan import Interview, Plan, assumed, choose
from service.command.box.screen import Board, drawn, said, summary, todo
from service.command.box.sheet import Sheet, checklist, write_sheet
from service.command.local import local_judge
from service.command.output import display_width
from service.command.texts import load_texts

pytestmark = pytest.mark.usefixtures("local_files")
LANGUAGES = ("it", "ca", "ro", "en")


def board(lang: str, tables: int = 12) -> Board:
    exits = {str(number): "12345678" for number in range(1, tables + 1)}
    plan = Plan("frs-2019", lang, "device_at_table", "b", "2468", exits, "http://192.168.1.20:8000")
    return Board(Sheet(plan, local_judge().lexicon_of(plan.edition), Path("box"), ()))


def test_a_table_that_falls_silent_is_lost_and_comes_back() -> None:
    hall = heard(Hall(), "table 3", 100)
    assert looked(hall, 100 + SILENT) == hall
    lost = looked(hall, 101 + SILENT)
    assert not lost.places["table 3"].is_here
    back = heard(lost, "table 3", 200)
    assert [event.news for event in back.events] == [News.HERE, News.LOST, News.BACK]


def test_verdicts_are_counted_by_table_and_survive_a_restart() -> None:
    hall = judged(heard(Hall(), "table 2", 1), "table 2", 2, stands=True)
    hall = judged(judged(hall, "table 2", 3, stands=False), "table 10", 4, stands=False)
    again = from_counts(counts(hall))
    assert (again.places["table 2"].stands, again.places["table 2"].falls) == (1, 1)
    assert not again.places["table 2"].is_here
    lines = summary(board("ro"), again, datetime(2026, 11, 18, 19, 30)).splitlines()
    assert [line.split() for line in lines[-4:]] == [
        ["contestații", "DA", "NU"],
        ["Masa", "2", "2", "1", "1"],
        ["Masa", "10", "1", "0", "1"],
        ["Total", "3", "1", "2"],
    ]


@pytest.mark.parametrize("tables", [3, 200])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_screen_fits_and_keeps_the_hash_and_the_address(lang: str, tables: int) -> None:
    quiet, busy = Hall(), Hall()
    for number in range(1, 60):
        busy = judged(busy, f"table {number}", 60.0 * number, stands=True)
    for hall in (quiet, busy):
        lines = drawn(board(lang, tables), hall, 80, 24)
        assert len(lines) == 24
        assert max(map(display_width, lines)) <= 80
        assert "http://192.168.1.20:8000/tablet" in "\n".join(lines[:8])
        assert lines[2].startswith("sha256 ")
        assert load_texts(lang)("box.stop") == lines[-1]
    assert said(board(lang, tables), busy.events[-1]) in lines


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_checklist_is_whole_until_every_table_was_here(lang: str) -> None:
    before = board(lang, 3)
    noted = Board(before.sheet, (before.texts("box.loopback", host="127.0.0.1"),))
    hall = heard(heard(Hall(), "table 1", 1), "table 2", 2)
    lines = drawn(noted, hall, 80, 24)
    assert [step for step in todo(noted) if step not in lines] == []
    assert said(noted, hall.events[-1]) in lines
    everybody = drawn(noted, heard(hall, "table 3", 3), 80, 24)
    assert [step for step in todo(noted) if step in everybody] == []
    paper = write_sheet(before.sheet)
    assert [step for step in checklist(before.sheet) if f"<li>{step}</li>" not in paper] == []


def test_what_is_asked_is_asked_again_until_it_can_be_used() -> None:
    answers = iter(["9", "nothing", "2", "", "b"])
    asked = Interview(lambda prompt: next(answers), load_texts("en"))
    offered = [("a", "one"), ("b", "two")]
    assert asked.pick("setup.rules", offered) == "b"
    assert asked.pick("setup.variant", offered, "a") == "a"
    assert asked.pick("setup.rules", offered) == "b"
    assert Interview(None, load_texts("en")).pick("setup.variant", offered, "a") == "a"


NOTHING = {
    "rules": None,
    "lang": None,
    "procedure": None,
    "variant": "",
    "pin": None,
    "tables": None,
}


@pytest.mark.parametrize(
    ("answers", "chosen"),
    [
        (("5", "4", "3", "8", "12"), ("frs-2019", "ro", "arbiter", "senior", 12)),
        (
            ("FRS", "romana", "arbitraj ex", "Tineret", ""),
            ("frs-2019", "ro", "arbiter", "youth", 10),
        ),
        (("figs", "ca", ""), ("figs-75min", "ca", "arbiter", "standard", 10)),
        (("f", "figs-2", "figs-2008", "ital", ""), ("figs-2008", "it", "arbiter", "standard", 10)),
    ],
)
def test_a_menu_takes_numbers_names_and_their_beginnings(
    answers: tuple[str, ...], chosen: tuple[str | int, ...]
) -> None:
    given = iter(answers)
    plan = choose(Namespace(**NOTHING), lambda prompt: next(given))
    assert (plan.rules, plan.lang, plan.procedure, plan.variant, len(plan.exits)) == chosen
    assert next(given, None) is None


def test_who_could_not_be_asked_is_told_what_was_chosen() -> None:
    options = Namespace(**NOTHING | {"rules": "frs", "tables": 4})
    (note,) = assumed(options, choose(options, None))
    assert "--lang ro, --procedure device_at_table, --variant b." in note
    options = Namespace(**NOTHING | {"rules": "figs", "lang": "it", "tables": 4})
    assert assumed(options, choose(options, None)) == []
