"""The director's tab: a whole tournament on the page, its prints, and the projector."""

import base64
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.web.arbiter import open_arbiter

PLAYERS = """Ana Pop; 1520; Argus
Bo Șerban
Carla Vila, 1400, Girona
Dan Stan\t1480
Eva Ionescu; 1390; Argus
Ferran Puig; 1350
Gina Țurcan; 1300
Horia Rusu; 1250"""
FEDERATIONS = [("fisc-2023", "ca"), ("frs-2019", "ro")]
# An element called "paper" answers to the name too, until something was printed.
PAPER = """window.paper = "";
window.print = () => { window.paper = document.querySelector("#paper").innerText; };"""
DESK = {"width": 1280, "height": 800}


def open_tournament(page: Page, rules: str, lang: str) -> None:
    page.set_viewport_size(DESK)  # type: ignore[arg-type]  # a plain dictionary is one of them
    open_arbiter(page, rules, lang)
    page.locator("#tab-tournament").click()


def enter(page: Page, text: str = PLAYERS, rounds: int = 5) -> None:
    page.locator("#tour-paste").fill(text)
    page.locator("#tour-entry button").click()
    expect(page.locator("#tour-said")).not_to_be_empty()
    page.locator("#tour-name").fill("Cupa")
    page.locator("#tour-rounds").fill(str(rounds))
    page.locator("#tour-rounds").press("Tab")


def pair(page: Page, round_: int) -> None:
    page.locator("#tour-pairing").click()
    page.locator("#tour-propose").click()
    expect(page.locator("#tour-proposal")).to_be_visible()
    page.locator("#tour-publish").click()
    see_round(page, round_)


def see_round(page: Page, number: int) -> None:
    """The round that is looked at, on the line of all rounds."""
    looked_at = page.locator("#tour-timeline [aria-current]")
    expect(looked_at).to_have_text(re.compile(rf"^{number}\b"))


def tool(page: Page, name: str) -> None:
    """Use something of the menu."""
    page.locator("#tour-tools summary").click()
    page.locator(f"#tour-{name}").click()


def put_on_paper(page: Page, sheet: str) -> str:
    """Look at a sheet and print it: what is on the paper."""
    page.locator(f"#tour-print-{sheet}").click()
    expect(page.locator(f"#tour-print-{sheet}")).to_have_attribute("aria-pressed", "true")
    page.locator("#tour-paper").click()
    page.wait_for_function("window.paper")
    return str(page.evaluate("window.paper"))


def play(page: Page, round_: int) -> None:
    """Every result of a round by keyboard alone: two numbers, Enter goes on."""
    games = page.locator("form.tour-game:not(.settled)").count()
    page.locator("form.tour-game:not(.settled) input").first.focus()
    for number in range(games):
        page.keyboard.type(str(360 + 13 * number + round_))
        page.keyboard.press("Tab")
        page.keyboard.type(str(350 + 7 * round_))
        page.keyboard.press("Enter")
    expect(page.locator("form.tour-game:not(.settled)")).to_have_count(0)


def test_a_result_is_kept_by_enter_by_a_press_and_by_leaving_its_row(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    rows = page.locator("form.tour-game")
    opened = page.locator("#tour-open")
    # Enter goes from the first score to the second, and from there to the next open table.
    rows.nth(0).locator("input").first.focus()
    for number in ("390", "350"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    expect(opened).to_have_text("Mese deschise: 3")
    expect(rows.last.locator(".tour-kept")).to_be_visible()
    expect(rows.first.locator("input").first).to_be_focused()
    # A double press keeps one result and asks nothing of the next table.
    page.keyboard.type("401")
    page.keyboard.press("Tab")
    page.keyboard.type("333")
    rows.first.get_by_role("button", name="Înregistrează").dblclick()
    expect(opened).to_have_text("Mese deschise: 2")
    expect(page.locator(".tour-game .wrong:visible")).to_have_count(0)
    # Leaving a row keeps it, shows it, and moves nothing under the pointer.
    left, entered = rows.nth(0), rows.nth(1)
    at = left.get_attribute("data-at")
    left.locator("input").first.fill("412")
    left.locator("input").nth(1).fill("380")
    entered.locator("input").first.click()
    expect(opened).to_have_text("Mese deschise: 1")
    expect(left.locator(".tour-kept")).to_be_visible()
    expect(left.locator("button")).to_be_hidden()
    assert left.get_attribute("data-at") == at
    expect(entered.locator("input").first).to_be_focused()
    games = kept(page)["games"]
    assert isinstance(games, list)
    assert sum("scores" in game for game in games) == 3


def test_a_result_that_is_none_says_why_in_the_language_of_the_page(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    before = kept(page)
    first, second = page.locator("form.tour-game").all()[:2]
    wrong = first.locator(".wrong")
    first.locator("input").first.fill("39035")
    first.get_by_role("button", name="Înregistrează").click()
    expect(wrong).to_have_text("Un scor este un număr de cel mult patru cifre.")
    expect(first.locator("input").first).to_be_focused()
    first.locator("input").first.fill("390")
    second.locator("input").first.click()
    expect(wrong).to_have_text("Lipsește un scor.")
    assert kept(page) == before
    # Nothing is changed by walking through rows.
    for control in page.locator(".tour-game input").all():
        control.focus()
    assert kept(page) == before


def kept(page: Page) -> dict[str, Any]:
    stored = page.evaluate("localStorage.getItem('arbiter.tournament')")
    document: dict[str, Any] = json.loads(stored)
    return document


@pytest.mark.parametrize(("rules", "lang"), FEDERATIONS)
def test_eight_players_and_five_rounds_come_to_a_final_classification(
    page: Page, rules: str, lang: str
) -> None:
    open_tournament(page, rules, lang)
    enter(page)
    for round_ in range(1, 6):
        pair(page, round_)
        play(page, round_)
    page.locator("#tour-standings").click()
    rows = page.locator("table.standings tbody tr")
    expect(rows).to_have_count(8)
    expect(page.locator(".plot polyline")).to_have_count(8)
    points = [row.locator("td:not(.club, .change)").nth(2).inner_text() for row in rows.all()]
    assert (
        sum(0.5 if "½" in text else 0 for text in points)
        + sum(int(text.replace("½", "") or 0) for text in points)
        == 20
    )  # a point a game
    games = kept(page)["games"]
    assert isinstance(games, list)
    met = [tuple(sorted(game["players"])) for game in games]
    assert len(met) == len(set(met)), "nobody meets twice"
    page.locator("#tour-next").click()
    expect(page.locator("#tour-print-standings")).to_have_attribute("aria-pressed", "true")


def test_a_sheet_in_english_has_the_day_before_the_month(page: Page) -> None:
    page.clock.set_fixed_time("2026-11-19T12:00:00")
    open_tournament(page, "fisc-2023", "en")
    enter(page)
    pair(page, 1)
    page.locator("#tour-prints").click()
    expect(page.locator("#tour-preview")).to_contain_text("19/11/2026")


def test_nothing_is_lost_by_a_reload_or_another_language(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    page.locator("form.tour-game input").first.fill("400")
    page.locator("form.tour-game input").nth(1).fill("350")
    page.locator("form.tour-game input").nth(1).press("Enter")
    before = kept(page)
    page.locator("#lang").select_option("it")
    expect(page.locator("#tab-tournament")).to_have_text("Torneo")
    page.reload()
    page.locator("#tab-tournament").click()
    expect(page.locator("#tour-version")).to_contain_text(str(before["version"]))
    assert kept(page) == before


def test_two_players_swapped_by_hand_are_checked_before_the_round_is_published(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    first = [
        form.locator(".tour-name").all_inner_texts()
        for form in page.locator("form.tour-game").all()
    ]
    play(page, 1)
    page.locator("#tour-pairing").click()
    page.locator("#tour-propose").click()
    name, other = first[0]
    proposal = page.locator("#tour-proposal")
    expect(proposal).to_be_visible()
    pairs = [
        item.all_inner_texts()
        for item in [
            row.locator("button")
            for row in proposal.locator("li").all()
            if row.locator("button").count()
        ]
    ]
    partner = next(b if a == name else a for a, b in pairs if name in (a, b))
    proposal.get_by_role("button", name=partner, exact=True).click()
    with page.expect_response("**/tournament/check"):
        proposal.get_by_role("button", name=other, exact=True).click()
    expect(page.locator("#tour-proposal .remarks")).to_contain_text("S-au mai întâlnit")
    page.locator("#tour-publish").click()
    see_round(page, 2)


def test_a_special_ending_names_its_article_and_needs_no_scores(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    row = page.locator("form.tour-game").first
    choice = row.locator("select")
    texts = choice.locator("option").all_inner_texts()
    assert any("neprezentat" in text and "4.4.6" in text for text in texts)
    choice.select_option("absence:1:excused")
    games = kept(page)["games"]
    assert isinstance(games, list)
    at = int(row.get_attribute("data-at") or 0)
    assert {k: games[at][k] for k in ("ended_by", "player", "excused")} == {
        "ended_by": "absence",
        "player": 1,
        "excused": True,
    }


def test_a_file_that_is_no_tournament_changes_nothing(page: Page, tmp_path: Path) -> None:
    open_tournament(page, "fisc-2023", "ca")
    enter(page)
    before = kept(page)
    for name, content in {"a.json": b"{", "b.json": b"[1]", "c.json": b"\xff\xfe{"}.items():
        (tmp_path / name).write_bytes(content)
        page.locator("#tour-file").set_input_files(tmp_path / name)
        expect(page.locator("#fault")).not_to_be_empty()
        assert kept(page) == before


def test_the_prints_hold_every_name_and_who_sits_comes_last(page: Page) -> None:
    page.add_init_script(PAPER)
    open_tournament(page, "frs-2019", "ro")
    enter(page, "\n".join(PLAYERS.splitlines()[:7]))
    pair(page, 1)
    page.locator("#tour-prints").click()
    for sheet in ("byTable", "byName", "forms", "cards"):
        paper = put_on_paper(page, sheet)
        for name in ("Ana Pop", "Gina Țurcan") if sheet != "forms" else ("Ana Pop",):
            assert name in paper
        assert ("Învingător" in paper) == (sheet == "forms")
    assert put_on_paper(page, "byName").strip().endswith("fără adversar")


def test_a_round_is_published_and_on_paper_by_one_press_and_two_forms_share_a_sheet(
    page: Page,
) -> None:
    page.add_init_script(PAPER)
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    page.locator("#tour-next").click()
    page.locator("#tour-publish-print").click()
    page.wait_for_function("window.paper")
    expect(page.locator("#paper .large tbody tr")).to_have_count(8)
    expect(page.locator("#paper .half")).to_have_count(4)
    expect(page.locator("#paper .half", has_text="Ana Pop")).to_contain_text("Învingător")
    sheets = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", sheets)) == 3


def test_the_projector_follows_the_directors_tab(page: Page) -> None:
    open_tournament(page, "fisc-2023", "ca")
    enter(page)
    pair(page, 1)
    board = page.context.new_page()
    board.set_viewport_size({"width": 1920, "height": 1080})
    board.goto("/arbiter/board")
    rows = board.locator("#board-lists tbody tr")
    expect(rows).to_have_count(8)
    expect(board.locator("#board-title")).to_have_text("Ronda 1")
    page.bring_to_front()
    page.locator("#tour-tools summary").click()
    page.locator("#tour-room-start").click()
    expect(board.locator("#board-room")).to_have_text(re.compile(r"Espera .* (15:00|14:5\d)"))
    page.locator("#tour-room-stop").click()
    expect(board.locator("#board-room")).to_be_empty()
    page.locator("#tour-tools summary").click()
    play(page, 1)
    expect(rows).to_have_count(8)
    expect(board.locator("#board-title")).to_contain_text("Classificació")
    expect(board.locator("#board-lists th")).to_have_text(
        ["Lloc", "Jugador", "G–E–P", "Punts", "Diferencial"]
    )
    board.route("**/standings", lambda route: route.abort())
    board.reload()
    expect(board.locator("#board-title")).to_have_text("El servei no respon.")


@contextmanager
def answering(page: Page, *, yes: bool) -> Iterator[list[str]]:
    """Answer every question of the page, and write it down."""
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if yes:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    yield asked
    page.remove_listener("dialog", answer)


def link_to(document: dict[str, object]) -> str:
    """The fragment of a link that carries a document."""
    packed = base64.urlsafe_b64encode(json.dumps(document).encode()).decode().rstrip("=")
    return f"#rules=frs-2019&lang=ro&tournament={packed}"


def test_a_link_opens_the_tournament_it_carries(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    sent = kept(page)
    tool(page, "link")
    link = page.locator("#tour-linked").input_value()
    page.evaluate("localStorage.removeItem('arbiter.tournament')")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#tour-name")).to_have_value("Cupa")
    expect(page.locator("#tournament")).to_be_visible()
    assert kept(page) == sent
    assert "tournament=" not in page.url


@pytest.mark.parametrize("agrees", [True, False])
def test_a_link_replaces_another_tournament_only_if_the_director_agrees(
    page: Page, *, agrees: bool
) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    home = page.url.split("#")[0]
    page.goto("about:blank")
    other = {"name": "Alta", "rounds": 6, "version": 9, "players": [{"id": "x"}, {"id": "y"}]}
    with answering(page, yes=agrees) as asked:
        page.goto(home + link_to(other))
        expect(page.locator("#tour-name")).to_have_value("Alta" if agrees else "Cupa")
    assert len(asked) == 1
    assert "Cupa" in asked[0]


@pytest.mark.parametrize("fragment", ["%21%21", "e30", "W10", "eyJwbGF5ZXJzIjog", "_w"])
def test_a_link_that_carries_no_tournament_is_told_and_nothing_is_lost(
    page: Page, fragment: str
) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    before = kept(page)
    home = page.url.split("#")[0]
    page.goto("about:blank")
    page.goto(f"{home}#tournament={fragment}")
    expect(page.locator("#tour-name")).to_have_value("Cupa")
    assert kept(page) == before
