"""What arbiters note on the director's page: counted by its article, kept, undone and printed."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from service.texts import language_codes
from tests.web.test_access import check
from tests.web.test_director import games, open_file, players, propose, standing
from tests.web.test_texts import TEXTS
from tests.web.test_tournament import (
    PAPER,
    enter,
    kept,
    open_tournament,
    pair,
    play,
    put_on_paper,
    tool,
)


def notes(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = kept(page)["adjustments"]
    return found


def note(page: Page, player: str, kind: str, **values: str) -> None:
    """Note something by keyboard, which no double press can be mistaken for."""
    page.locator("#tour-note-player").select_option(player)
    page.locator("#tour-note-kind").select_option(kind)
    for name, value in values.items():
        field = page.locator(f"#tour-note-{name}")
        if name in ("round", "by"):
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("#tour-note-keep").press("Enter")


def noted(page: Page) -> None:
    """Two technical warnings, one disciplinary, a compensation and spread taken."""
    page.locator("#tour-notes").click()
    note(page, "dan", "technical_warning", round="1")
    note(page, "dan", "technical_warning")
    note(page, "eva", "disciplinary_warning")
    note(page, "ana", "compensation", play="24", round="1")
    note(page, "ana", "spread", amount="−30", article="4.4.6 h", round="")


def spread(page: Page, name: str) -> int:
    return int(standing(page, name)[2].replace("−", "-"))


def test_notes_change_the_classification_by_their_articles(page: Page) -> None:
    page.add_init_script(PAPER)
    open_tournament(page, "frs-2019", "ro")
    enter(page, rounds=2)
    pair(page, 1)
    play(page, 1)
    names = ("Ana Pop", "Dan Stan", "Eva Ionescu")
    before = {name: spread(page, name) for name in names}
    noted(page)
    note(page, "bo", "technical_warning", by="arbiter", reason="vorbește")
    assert notes(page).pop() == {"player": "bo", "kind": "technical_warning", "round": 1}
    table = next(game["table"] for game in games(page) if "bo" in game["players"])
    about = {"by": "arbiter", "player": "bo", "round": 1, "table": table, "reason": "vorbește"}
    acts = kept(page)["record"]
    assert [act["by"] for act in acts] == ["chief_arbiter"] * 3 + ["arbiter"]
    assert (about | {"act": "warning", "article": "8.2.4 c, f"}).items() <= acts[3].items()
    assert notes(page)[:-1] == [
        {"player": "dan", "kind": "technical_warning", "round": 1},
        {"player": "dan", "kind": "technical_warning", "round": 1},
        {"player": "eva", "kind": "disciplinary_warning", "round": 1},
        {"player": "ana", "kind": "compensation", "round": 1, "play": 24},
        {"player": "ana", "kind": "spread", "amount": -30, "article": "4.4.6 h"},
    ]
    check(page, "notes")
    # Warnings are deducted after the last game (8.2.4 f), a compensation is added at once.
    assert spread(page, "Ana Pop") == before["Ana Pop"] + 24 + 25 - 30
    assert spread(page, "Dan Stan") == before["Dan Stan"]
    beside = page.locator("#tour-classification .remarks", has_text="Note de arbitraj")
    dan = beside.locator("li", has_text="Dan Stan")
    expect(dan).to_contain_text("avertisment tehnic")
    expect(dan).to_contain_text("se scade după ultima partidă (art. 8.2.4 c, f)")
    page.get_by_role("button", name="Ana Pop").click()
    card = page.locator(".tour-card")
    expect(card).to_contain_text("compensare de punctaveraj pentru o depunere de 24 · Runda 1")
    expect(card).to_contain_text("Punctaveraj +49 (art. 5.10.12)")
    expect(card).to_contain_text("Punctaveraj −30 (art. 4.4.6 h)")
    check(page, "a card with notes")
    between = {name: spread(page, name) for name in names}
    pair(page, 2)
    for row in page.locator("form.tour-game").all():
        row.locator("input").first.fill("400")
        row.locator("input").nth(1).fill("400")
        row.locator("input").nth(1).press("Tab")
    # Two technical warnings are 50, a disciplinary one is four of them: 150.
    assert spread(page, "Dan Stan") == between["Dan Stan"] - 50
    assert spread(page, "Eva Ionescu") == between["Eva Ionescu"] - 150
    expect(dan).to_contain_text("Punctaveraj −50 (art. 8.2.4 c, f)")
    expect(beside.locator("li", has_text="Bo Șerban")).to_contain_text(
        "fără depunctare (art. 8.2.4 c, f)"
    )
    page.locator("#tour-prints").click()
    for sheet, line in (
        ("standings", "avertisment disciplinar · Runda 1 → Punctaveraj −150 (art. 8.2.4 c, f)"),
        ("cards", "avertisment disciplinar · Runda 1 (art. 8.2.4 c, f)"),
    ):
        assert line in put_on_paper(page, sheet)


def known(document: dict[str, Any]) -> dict[str, Any]:
    """The document without ratings that nobody has, which a table leaves out."""
    rated = [{n: v for n, v in player.items() if v is not None} for player in document["players"]]
    return document | {"players": rated}


def test_a_note_is_removed_undone_and_read_back_from_either_file(
    page: Page, tmp_path: Path
) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    play(page, 1)
    noted(page)
    before = notes(page)
    for number in (3, 2):
        page.locator(f"#tour-unnote-{number}").click()
        assert notes(page) == before[:number] + before[number + 1 :]
        page.locator("#tour-undo").click()
        assert notes(page) == before
    document = kept(page)
    acts = document["record"]
    assert [act["act"] for act in acts[3:]] == ["undo", "undo", "warning"]
    assert acts[5] == acts[2] | {"n": 6, "at": acts[5]["at"]}
    for form in ("save", "csv"):
        with page.expect_download() as saved:
            tool(page, form)
        file = tmp_path / saved.value.suggested_filename
        saved.value.save_as(file)
        page.evaluate("localStorage.clear()")
        page.reload()
        page.locator("#tab-tournament").click()
        open_file(page, file)
        expect(page.locator("#tour-version")).to_contain_text(str(document["version"]))
        assert known(kept(page)) == known(document)


@pytest.mark.parametrize(
    ("kind", "values", "field", "code"),
    [
        ("compensation", {"play": ""}, "play", "problem.shape.number"),
        ("compensation", {"play": "-3"}, "play", "problem.shape.between"),
        ("spread", {"amount": "zece", "article": "4.4.6"}, "amount", "problem.shape.number"),
        ("spread", {"amount": "-30", "article": ""}, "article", "tour.note.needsArticle"),
        ("spread", {"amount": "-30", "article": "x" * 101}, "article", "problem.shape.long"),
    ],
)
def test_a_note_that_is_none_says_why_beside_its_field(
    page: Page, kind: str, values: dict[str, str], field: str, code: str
) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    before = kept(page)
    page.locator("#tour-notes").click()
    note(page, "ana", kind, **values)
    said = TEXTS["ro"][code].split("{")[0]
    expect(page.locator(f"p:has(#tour-note-{field}) + #fault")).to_contain_text(said)
    expect(page.locator(f"#tour-note-{field}")).to_be_focused()
    assert kept(page) == before
    for name, value in {"play": "10", "amount": "10", "article": "4.4.6"}.items():
        if name in values:
            page.locator(f"#tour-note-{name}").fill(value)
    page.keyboard.press("Enter")
    assert len(notes(page)) == 1
    expect(page.locator("#fault")).to_be_empty()


def test_what_the_catalan_regulation_does_not_say_is_not_offered(page: Page) -> None:
    open_tournament(page, "fisc-2023", "ca")
    enter(page)
    pair(page, 1)
    play(page, 1)
    page.locator("#tour-notes").click()
    kinds = page.locator("#tour-note-kind option")
    assert [kind.get_attribute("value") for kind in kinds.all()] == ["spread"]
    part = page.locator("#tour-part")
    expect(part).to_contain_text("Amonestacions: el reglament no diu quant val.")
    expect(part).to_contain_text("Compensació: el reglament no diu quant val.")
    before = standing(page, "Dan Stan")
    page.locator("#tour-notes").click()
    note(page, "dan", "spread", amount="-30", article="G§4")
    after = standing(page, "Dan Stan")
    # The place may change, and of the keys the spread alone.
    changed = [at for at, cell in enumerate(before) if at > 0 and after[at] != cell]
    assert changed == [4]
    expect(page.locator("#tour-classification .remarks li")).to_contain_text("−30 (G§4)")


def test_the_italian_regulation_counts_no_note_and_says_so(page: Page) -> None:
    open_tournament(page, "frs-2019", "it")
    enter(page)
    noted_before = {"player": "ana", "kind": "technical_warning"}
    page.locator("#tour-notes").click()
    note(page, "ana", "technical_warning")
    page.locator("#rules").select_option("figs-2012")
    expect(page.locator("#tour-note")).to_have_count(0)
    expect(page.locator("#tournament")).to_contain_text("Il regolamento non disciplina i tornei")
    expect(page.locator("#tour-silent")).to_contain_text("art. 42")
    listed = page.locator(".tour-noted li")
    expect(listed).to_contain_text("Il regolamento non dice quanto vale")
    assert notes(page) == [noted_before]
    page.locator("#tour-unnote-0").click()
    expect(page.locator("#tour-part")).to_contain_text("Non c’è nessuna nota.")


def test_who_missed_too_many_rounds_is_taken_out_with_one_press(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    for round_ in (1, 2):
        propose(page, "Bo Șerban")
        page.locator("#tour-publish").click()
        play(page, round_)
    page.locator("#tour-standings").click()
    expect(page.locator("#tour-classification")).to_contain_text(
        "De eliminat din turneu (art. 8.2.4 d)"
    )
    page.locator("#tour-notes").click()
    page.locator("#tour-eliminate-bo").press("Enter")
    expect(page.locator("#tour-eliminate-bo")).to_have_count(0)
    out = next(player for player in players(page) if player["id"] == "bo")
    assert (out["left"], out["reason"]) == (3, "eliminated")
    page.locator("#tour-entries").click()
    expect(page.locator(".tour-players")).to_contain_text("eliminat înainte de runda 3")
    pair(page, 3)
    assert "bo" not in {id_ for game in games(page)[-4:] for id_ in game["players"]}


def test_who_is_removed_before_the_first_round_takes_their_notes_along(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    page.locator("#tour-notes").click()
    note(page, "dan", "technical_warning")
    page.locator("#tour-entries").click()
    page.locator("#tour-edit-dan").click()
    page.locator("#tour-leave-dan").click()
    assert notes(page) == []
    assert [act["act"] for act in kept(page)["record"]] == ["warning", "undo"]
    page.locator("#tour-undo").click()
    assert kept(page)["record"][2]["act"] == "warning"


@pytest.mark.parametrize("lang", language_codes())
def test_nothing_is_wider_than_a_phone(page: Page, lang: str) -> None:
    open_tournament(page, "frs-2019", lang)
    enter(page)
    pair(page, 1)
    play(page, 1)
    noted(page)
    page.set_viewport_size({"width": 390, "height": 844})
    for part in ("notes", "pairing", "standings"):
        page.locator(f"#tour-{part}").click()
        page.locator("#tour-part > *").first.wait_for()
        for fold in page.locator("#tour-part summary").all():
            fold.click()
        wide = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(wide), f"{part} in {lang}"
