"""What the organiser sees of the hall: tables that come and go, and counts without words."""

import json
from argparse import Namespace
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from service.command.box.command import prepare
from service.command.box.folder import Folder
from service.command.box.hall import (
    SILENT,
    Day,
    Hall,
    News,
    counts,
    from_counts,
    heard,
    judged,
    looked,
    opening,
    summary,
    tables_of,
)
from service.command.box.plan import Plan, assumed, choose, extended
from service.command.box.sheet import Sheet, checklist, write_sheet
from service.command.local import languages, load_texts, local_judge
from service.command.output import display_width
from service.devices import Place
from service.rulebook import RulebookError
from service.settings import Settings
from service.texts import language_codes
from tests.command.running import forget

pytestmark = pytest.mark.usefixtures("local_files")
LANGUAGES = language_codes()


MADE = datetime(2026, 11, 18, 9, 5, 30)
FRS = ("frs-2019", "device_at_table", "b")
FIGS = ("figs-75min", "arbiter", "standard")


def sheet_in(lang: str, tables: int = 12, chosen: tuple[str, str, str] = FRS) -> Sheet:
    exits = {str(number): "12345678" for number in range(1, tables + 1)}
    rules, procedure, variant = chosen
    plan = Plan(rules, lang, procedure, variant, "2468", exits, "http://192.168.1.20:8000")
    return Sheet(plan, local_judge().lexicon_of(plan.edition), (), MADE)


def test_a_table_that_falls_silent_is_lost_and_comes_back() -> None:
    hall = heard(Hall(), "table 3", 100)
    assert looked(hall, 100 + SILENT) == hall
    lost = looked(hall, 101 + SILENT)
    assert not lost.places["table 3"].is_here
    back = heard(lost, "table 3", 200)
    assert [event.news for event in back.events] == [News.HERE, News.LOST, News.BACK]


def test_an_arbiters_desk_that_nobody_uses_is_not_lost() -> None:
    hall = heard(Hall(), "arbiter", 100)
    assert looked(hall, 1000 + SILENT) == hall


def test_what_the_arbiter_judges_in_a_terminal_is_the_arbiters(tmp_path: Path) -> None:
    day = Day(Folder(tmp_path), sheet_in("ro"))
    for label, valid in (("terminal", True), ("arbiter", False), ("terminal", False)):
        day.take({"logger": "service.tables", "label": label, "valid": valid}, 1)
    day.take({"logger": "service.access", "label": ""}, 2)
    assert counts(day.hall) == {"arbiter": [1, 2]}
    again = Day(Folder(tmp_path), sheet_in("ro"))
    assert again.hall.places["arbiter"].challenges == 3


def test_what_is_done_beside_a_box_shows_within_a_second(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "box")
    plan = sheet_in("ro", 3).plan
    folder.keep(plan)
    folder.give_arbiter_key(plan)
    folder.give_out(plan, ["1", "2"])
    for number, place in enumerate(folder.devices.waiting()):
        folder.devices.exchange(place.code, f"{number:043}")
    day = Day(folder, sheet_in("ro", 3))
    for table in ("1", "2"):
        day.take({"label": f"table {table}"}, 1)

    def here() -> str:
        tables = tables_of(day.sheet.plan, day.hall)
        return " ".join(number + "-✓"[one.is_here] for number, one in tables.items())

    day.look(2)
    assert here() == "1✓ 2✓ 3-"
    folder.keep(extended(plan, 5))
    folder.devices.withdraw("table 2")
    day.look(2.5)
    assert here() == "1✓ 2✓ 3-", "not looked yet"
    day.look(3.1)
    assert here() == "1✓ 2- 3- 4- 5-"


@pytest.mark.parametrize("host", ["192.168.1.20", "192.168.1.21"], ids=["here", "moved"])
def test_a_table_that_was_withdrawn_gets_no_code_until_one_is_given_out(
    tmp_path: Path, host: str
) -> None:
    folder, plan = Folder(tmp_path / "box"), sheet_in("ro", 3).plan
    folder.keep(plan)
    folder.give_arbiter_key(plan)
    folder.give_out(plan, ["arbiter", "1", "2"])
    folder.devices.withdraw("table 2")
    told = {"folder": folder.path, "host": None, "new_keys": False, "tls": False, "wifi_name": None}
    prepare(Namespace(**NOTHING, **told), folder, Settings(host=host, port=8000))
    waiting = {place.label for place in folder.devices.waiting()}
    assert waiting == {"arbiter", "table 1", "table 3"}
    folder.give_out(plan, ["2"])
    assert folder.devices.withdrawn() == set()


def test_verdicts_are_counted_by_table_and_survive_a_restart() -> None:
    hall = judged(heard(Hall(), "table 2", 1), "table 2", 2, stands=True)
    hall = judged(judged(hall, "table 2", 3, stands=False), "table 10", 4, stands=False)
    again = from_counts(counts(hall))
    assert (again.places["table 2"].stands, again.places["table 2"].falls) == (1, 1)
    assert not again.places["table 2"].is_here
    lines = summary(sheet_in("ro"), again, datetime(2026, 11, 18, 19, 30)).splitlines()
    assert [line.split() for line in lines[-4:]] == [
        ["contestații", "DA", "NU"],
        ["Masa", "2", "2", "1", "1"],
        ["Masa", "10", "1", "0", "1"],
        ["Total", "3", "1", "2"],
    ]


@pytest.mark.parametrize("chosen", [FRS, FIGS], ids=["frs", "figs"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_day_begins_with_one_screen_of_text(lang: str, chosen: tuple[str, str, str]) -> None:
    sheet = sheet_in(lang, 200, chosen)
    lines = opening(sheet)
    assert len(lines) <= 24
    assert max(map(display_width, lines)) <= 80
    assert lines[2].startswith("sha256 ")
    assert "http://192.168.1.20:8000/tablet" in "\n".join(lines)
    assert lines[-1] == sheet.plan.texts("box.stop")
    assert [step for step in checklist(sheet) if step not in "\n".join(lines)] == []
    paper = write_sheet(sheet)
    assert [step for step in checklist(sheet) if f"<li>{step}</li>" not in paper] == []


def test_both_penalties_are_announced_where_there_is_no_choice() -> None:
    lines = opening(sheet_in("it", 3, FIGS))
    assert "Contestazione infondata: 10% del valore della giocata" in lines
    assert "Giocata non valida: 20% del valore della giocata" in lines
    assert "Procedura: Scrive soltanto l’arbitro, anche sul tablet di un tavolo" in lines


def test_the_sheet_says_when_it_was_made_and_who_types() -> None:
    choices = {"table": "1", "procedure": "arbiter"}
    place = Place("K7QM2XJD", "device", "table 1", choices)
    paper = write_sheet(replace(sheet_in("it", 3, FIGS), codes=(place,)))
    assert paper.count("2026-11-18 09:05:30") == 3, "on both parts, and on the card"
    assert "Qui scrive soltanto l’arbitro" in paper


NOTHING = {
    "rules": None,
    "lang": None,
    "procedure": None,
    "variant": "",
    "pin": None,
    "tables": None,
}


def test_what_nobody_chose_is_as_usual_and_told() -> None:
    options = Namespace(**NOTHING | {"rules": "frs", "tables": 4})
    (note,) = assumed(options, choose(options))
    assert "--lang ro, --procedure device_at_table, --variant b." in note
    options = Namespace(**NOTHING | {"rules": "figs", "lang": "it", "tables": 4})
    assert assumed(options, choose(options)) == []


def test_the_box_speaks_the_language_of_a_federation_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "texts").mkdir()
    told = {"language.name": "Cymraeg", "header.table": "Bwrdd {table}"}
    told["box.withdrawn"] = "{count|one:un|two:dau|few:ychydig|other:sawl}"
    (tmp_path / "texts/cy.json").write_text(json.dumps(told), encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_PATH", str(tmp_path))
    forget()
    texts = load_texts("cy")
    assert "cy" in languages()
    assert texts("box.stop") == load_texts("en")("box.stop"), "what it leaves out is English"
    assert texts("header.table", table="3") == "Bwrdd 3"
    counted = [texts("box.withdrawn", count=count) for count in (1, 2, 3, 7)]
    assert counted == ["un", "dau", "ychydig", "sawl"]
    (tmp_path / "broken/texts").mkdir(parents=True)
    (tmp_path / "broken/texts/cy.json").write_text("{", encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_PATH", str(tmp_path / "broken"))
    forget()
    with pytest.raises(RulebookError, match="cannot be read"):
        load_texts("cy")
    monkeypatch.undo()
    forget()
