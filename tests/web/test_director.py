"""What can go wrong for a director on the page: nothing is lost, and nothing happens twice."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from service.interchange.files import read_file, write_file
from tests.web.arbiter import open_game
from tests.web.test_tournament import (
    PAPER,
    PLAYERS,
    answering,
    enter,
    kept,
    open_tournament,
    pair,
    play,
    put_on_paper,
    tool,
)

GAMES = Path(__file__).parents[1] / "games"
SEVEN = "\n".join(PLAYERS.splitlines()[:7])
COLUMNS = "Nume;Rating;Club\r\nAna Pop;1520;Argus\r\nBogdan Șerban;;Argus\r\n"
DROP = """([name, content]) => {
  const data = new DataTransfer();
  if (name) data.items.add(new File([Uint8Array.from(content)], name));
  else data.setData("text/plain", content);
  const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.getElementById("tournament").dispatchEvent(drop);
}"""


def games(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = kept(page)["games"]
    return found


def players(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = kept(page)["players"]
    return found


def version(page: Page) -> int:
    found = kept(page)["version"]
    assert isinstance(found, int)
    return found


def propose(page: Page, *absent: str) -> None:
    page.locator("#tour-pairing").click()
    if absent:
        page.locator("#tour-absent summary").click()
    for name in absent:
        page.get_by_label(name, exact=True).check()
    page.locator("#tour-propose").click()
    expect(page.locator("#tour-publish")).to_be_focused()


def give_result(page: Page, row: int, own: str, other: str) -> None:
    fields = page.locator("form.tour-game").nth(row).locator("input")
    fields.first.fill(own)
    fields.nth(1).fill(other)
    fields.nth(1).press("Enter")


def standing(page: Page, name: str) -> list[str]:
    page.locator("#tour-standings").click()
    row = page.locator("table.standings tbody tr", has_text=name)
    expect(row).to_be_visible()
    place, _, *keys = row.locator("td:not(.club, .change)").all_inner_texts()
    return [place, *keys]


def test_who_is_absent_misses_the_round_and_pays_for_it(page: Page) -> None:
    page.add_init_script(PAPER)
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    propose(page, "Ana Pop", "Bo Șerban")
    # Asked again, the same two are absent.
    with page.expect_response("**/tournament/pairings"):
        page.locator("#tour-propose").press("Enter")
    expect(page.locator("#tour-proposal")).to_contain_text("Ana Pop, Bo Șerban")
    page.locator("#tour-publish").click()
    assert [game for game in games(page) if len(game["players"]) == 1] == [
        {"round": 1, "players": ["ana"], "ended_by": "absence"},
        {"round": 1, "players": ["bo"], "ended_by": "absence"},
    ]
    # Somebody may have excused himself (4.4.6 f, 9.5.2 a).
    excused = page.locator("p.tour-game", has_text="Bo Șerban").locator("select")
    excused.select_option("absence::excused")
    play(page, 1)
    assert standing(page, "Ana Pop")[2] == "−350"
    assert standing(page, "Bo Șerban")[2] == "−75"
    page.locator("#tour-prints").click()
    assert "fără adversar" not in put_on_paper(page, "byName")


def test_two_changed_in_an_odd_round_are_told_only_what_is_wrong(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page, SEVEN)
    propose(page)
    names = page.locator("#tour-proposal .tour-pick")
    sits = names.last.inner_text()
    names.nth(0).click()
    with page.expect_response("**/tournament/check"):
        names.last.click()
    expect(names.nth(0)).to_have_text(sits)
    expect(page.locator("#tour-proposal")).not_to_contain_text("Ce nu este în regulă")
    page.locator("#tour-publish").click()
    assert sorted(id_ for game in games(page) for id_ in game["players"]) == sorted(
        player["id"] for player in players(page)
    )


def test_a_change_that_could_not_be_checked_is_not_made(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    propose(page)
    names = page.locator("#tour-proposal .tour-pick")
    before = names.all_inner_texts()
    page.route("**/tournament/check", lambda route: route.abort())
    names.nth(0).click()
    names.nth(2).click()
    expect(page.locator("#fault")).to_have_text("Serviciul nu răspunde.")
    expect(page.locator("#tour-proposal [aria-pressed=true]")).to_have_count(0)
    assert names.all_inner_texts() == before
    page.unroute("**/tournament/check")
    names.nth(0).click()
    names.nth(2).click()
    expect(names.nth(0)).to_have_text(before[2])


@pytest.mark.parametrize("status", [429, 503])
def test_a_round_that_is_not_proposed_now_can_be_asked_for_again(page: Page, status: int) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    page.route("**/tournament/pairings", lambda route: route.fulfill(status=status, json={}))
    page.locator("#tour-pairing").click()
    page.locator("#tour-wishes summary").click()
    page.locator("#tour-system").select_option("koth")
    page.locator("#tour-propose").click()
    expect(page.locator("#fault")).not_to_be_empty()
    expect(page.locator("#tour-system")).to_have_value("koth")
    page.unroute("**/tournament/pairings")
    page.locator("#tour-propose").press("Enter")
    expect(page.locator("#tour-proposal")).to_be_visible()
    expect(page.locator("#fault")).to_be_empty()


def test_a_proposal_is_gone_once_it_is_for_other_players_or_rules(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    propose(page)
    page.locator("#tour-rounds").fill("6")
    page.locator("#tour-rounds").press("Tab")
    expect(page.locator("#tour-proposal")).to_have_count(0)
    page.locator("#tour-propose").press("Enter")
    expect(page.locator("#tour-proposal")).to_be_visible()
    page.locator("#rules").select_option("fisc-2023")
    expect(page.locator("#tour-proposal")).to_have_count(0)


def test_a_double_press_removes_one_player_and_publishes_one_round(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    page.locator("#tour-edit-bo").click()
    page.locator("#tour-leave-bo").dblclick()
    assert len(players(page)) == 7
    propose(page)
    page.locator("#tour-publish").dblclick()
    assert {game["round"] for game in games(page)} == {1}
    assert page.locator("form.tour-game .wrong:visible").count() == 0


def test_two_windows_show_one_tournament_and_neither_writes_over_the_other(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    other = page.context.new_page()
    open_tournament(other, "frs-2019", "ro")
    other.locator("#tour-results").click()
    other.locator("form.tour-game").nth(3).locator("input").first.fill("39")
    page.bring_to_front()
    give_result(page, 0, "412", "380")
    expect(other.locator("#tour-version")).to_have_text(f"versiunea {version(page)}")
    # What is being typed there stays.
    half = other.locator("form.tour-game:not(.settled)").last.locator("input").first
    expect(half).to_have_value("39")
    # A window that was not told does not write over it: as if the word had not come through.
    document = kept(page) | {"version": version(page) + 5, "name": "Alta"}
    page.evaluate("text => localStorage.setItem('arbiter.tournament', text)", json.dumps(document))
    give_result(page, 0, "400", "399")
    expect(page.locator("#fault")).to_contain_text(f"versiunea {document['version']}")
    expect(page.locator("#tour-name")).to_have_value("Alta")
    assert kept(page) == document


def test_a_browser_that_keeps_nothing_says_so(page: Page) -> None:
    page.add_init_script(
        """const keep = Storage.prototype.setItem;
        Storage.prototype.setItem = function (name, value) {
          if (name === "arbiter.tournament") throw new DOMException("full", "QuotaExceededError");
          keep.call(this, name, value);
        };"""
    )
    open_tournament(page, "frs-2019", "ro")
    expect(page.locator("#tour-unkept")).to_be_hidden()
    enter(page)
    expect(page.locator("#tour-unkept")).to_contain_text("Salvați fișierul")
    pair(page, 1)
    expect(page.locator("form.tour-game")).to_have_count(4)


def test_every_change_can_be_undone_and_is_a_version_of_its_own(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    expect(page.locator("#tour-undo")).to_be_disabled()
    enter(page)
    pair(page, 1)
    play(page, 1)
    before = kept(page)
    with answering(page, yes=True) as asked:
        tool(page, "unpair")
        expect(page.locator("form.tour-game")).to_have_count(0)
        assert "4 rezultate" in asked[0]
        assert games(page) == []
        page.locator("#tour-undo").click()
        assert kept(page) == before | {"version": version(page)}
        tool(page, "clear")
        page.locator("#tour-undo").click()
        assert players(page) == before["players"]
    assert version(page) > int(str(before["version"]))


def open_file(page: Page, file: Path) -> None:
    """Open a file and wait until the page has dealt with it, which draws the field anew."""
    field = page.locator("#tour-file")
    field.evaluate("field => { field.dataset.old = ''; }")
    field.set_input_files(file)
    expect(page.locator("#tour-file[data-old]")).to_have_count(0)


def test_a_file_of_the_same_version_that_is_another_asks_first(page: Page, tmp_path: Path) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    before = kept(page)
    file = tmp_path / "cupa.json"
    changes: list[tuple[dict[str, object], int]]
    changes = [({"rounds": 9}, 1), ({"version": version(page) - 1}, 1), ({}, 0)]
    for change, questions in changes:
        file.write_text(json.dumps(before | change))
        with answering(page, yes=False) as asked:
            open_file(page, file)
        assert len(asked) == questions
        assert kept(page) == before


@pytest.mark.parametrize(
    "content",
    [
        COLUMNS.encode(),
        COLUMNS.encode("utf-8-sig"),
        COLUMNS.encode("utf-16"),
        COLUMNS.replace("Ș", "Ş").encode("cp1250"),
        COLUMNS.replace(";", "\t").encode(),
    ],
    ids=["UTF-8", "with a mark", "UTF-16", "Windows-1250", "tabs"],
)
def test_a_list_that_is_dropped_is_looked_at_and_then_entered(page: Page, content: bytes) -> None:
    open_tournament(page, "frs-2019", "ro")
    expect(page.locator("#tour-head")).to_be_visible()
    page.evaluate(DROP, ["jucatori.csv", list(content)])
    expect(page.locator("#tour-said")).to_contain_text("2 jucători citiți")
    page.locator("#tour-entry button").click()
    expect(page.locator("#tour-count")).to_have_text("2 jucători")
    assert [(p["name"], p.get("rating"), p.get("club")) for p in players(page)] == [
        ("Ana Pop", 1520, "Argus"),
        ("Bogdan Șerban", None, "Argus"),
    ]


def test_cells_that_are_dropped_are_a_list_and_a_spreadsheet_is_none(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    expect(page.locator("#tour-head")).to_be_visible()
    page.evaluate(DROP, ["", "Ana Pop\t1520"])
    expect(page.locator("#tour-paste")).to_have_value("Ana Pop;1520\n")
    page.evaluate(DROP, ["lista.xlsx", [0x50, 0x4B, 3, 4]])
    expect(page.locator("#fault")).to_contain_text("lista.xlsx")


def test_a_namesake_is_left_to_be_told_apart(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page, "Ana Pop; 1520; Argus\nDan Stan\nana pop; 1300; Locomotiva")
    assert len(players(page)) == 2
    expect(page.locator("#tour-said")).to_contain_text("Rândul 3: deja înscris")
    expect(page.locator("#tour-paste")).to_have_value("ana pop;1300;Locomotiva\n")


def test_a_player_can_be_put_right_after_games_were_played(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    play(page, 1)
    page.locator("#tour-entries").click()
    page.get_by_label("Modifică: Bo Șerban").click()
    name, rating, club = page.locator(".tour-edit input").all()
    name.fill("Bogdan Șerban")
    rating.fill("1410")
    club.fill("Locomotiva")
    page.locator(".tour-edit select").select_option("short")
    club.press("Enter")
    expect(page.locator(".tour-players")).to_contain_text("Bogdan Șerban")
    assert players(page)[1] == {
        "id": "bo",
        "name": "Bogdan Șerban",
        "rating": 1410,
        "club": "Locomotiva",
        "shown": "short",
    }
    assert standing(page, "Bogdan Șerban")


def test_who_comes_too_late_is_told_when_entered(page: Page) -> None:
    open_tournament(page, "fisc-2023", "ca")
    enter(page)
    for round_ in (1, 2, 3):
        pair(page, round_)
        play(page, round_)
    page.locator("#tour-entries").click()
    page.locator("#tour-list summary").click()
    page.locator("#tour-paste").fill("Tard Tardà")
    page.locator("#tour-entry button").click()
    expect(page.locator("#tour-said")).to_contain_text("Tard Tardà")
    expect(page.locator("#tour-said")).to_contain_text("C§4")
    # The round that is refused for it says who it is.
    page.locator("#tour-pairing").click()
    page.locator("#tour-propose").click()
    expect(page.locator("#tour-faults")).to_contain_text("Tard Tardà")


def test_odd_scores_are_asked_about_before_the_next_table(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    page.locator("form.tour-game input").first.focus()
    for key in ("41", "Enter", "380", "Enter"):
        page.keyboard.press(key) if key == "Enter" else page.keyboard.type(key)
    row = page.locator("form.tour-game").first
    expect(row.locator(".wrong")).to_have_text("Scor neobișnuit: este corect?")
    expect(row.locator("input").nth(1)).to_be_focused()
    row.locator("input").first.fill("410")
    row.locator("input").nth(1).press("Enter")
    expect(page.locator("form.tour-game .wrong:visible")).to_have_count(0)
    expect(page.locator("form.tour-game").first.locator("input").first).to_be_focused()
    assert [game["scores"] for game in games(page) if "scores" in game] == [[410, 380]]


def lost_on_time(final_first: str, final_second: str) -> str:
    """A game in which the first player had more points and no time left."""
    events = [
        {"type": "play", "player": 0, "play": "8D CASE", "score": 12},
        {"type": "pass", "player": 1},
        {"type": "end", "ended_by": "time", "player": 0},
    ]
    return json.dumps({"players": [final_first, final_second], "events": events})


def test_a_recounted_game_is_the_result_as_it_ended(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    names = page.locator("form.tour-game").first.locator(".tour-name").all_inner_texts()
    # The sheet names them the other way round.
    open_game(page, lost_on_time(names[1], names[0]))
    page.get_by_role("button", name="Trece rezultatul în turneu").click()
    expect(page.locator("#tour-open")).to_have_text("Mese deschise: 3")
    taken = games(page)[0]
    assert (taken["ended_by"], taken["player"]) == ("time", 1)
    assert taken["scores"][0] == 0
    assert taken["scores"][1] > 0
    # Another result than the one that is there is asked about.
    give_result(page, page.locator("form.tour-game").count() - 1, "300", "310")
    page.locator("form.tour-game.settled select").first.select_option("")
    before = games(page)[0]
    page.locator("#tab-editor").click()
    with answering(page, yes=False) as asked, page.expect_event("dialog"):
        page.get_by_role("button", name="Trece rezultatul în turneu").press("Enter")
    expect(page.locator("#tournament")).to_be_visible()
    assert len(asked) == 1
    assert games(page)[0] == before


def test_a_federation_gets_a_book_and_a_name_that_cannot_be_written_is_named(page: Page) -> None:
    open_tournament(page, "fisc-2023", "ca")
    enter(page)
    with page.expect_download() as saved:
        tool(page, "xlsx")
    assert saved.value.suggested_filename == "cupa.xlsx"
    tool(page, "swissperfect")
    expect(page.locator("#fault")).to_contain_text("Bo Șerban")


def test_the_wall_goes_on_where_it_was_when_a_result_comes(page: Page) -> None:
    open_tournament(page, "fisc-2023", "ca")
    enter(page, "\n".join(f"Jugadora Número {n:02}" for n in range(40)))
    pair(page, 1)
    board = page.context.new_page()
    board.set_viewport_size({"width": 1024, "height": 768})
    board.clock.install()
    board.goto("/arbiter/board")
    place = board.locator("#board-page")
    expect(place).to_contain_text("1–")
    first = place.inner_text()
    board.clock.run_for(9500)
    expect(place).not_to_have_text(first)
    second = place.inner_text()
    give_result(page, 0, "401", "355")
    expect(place).to_have_text(second)
    # Every row is on the wall, and the pages come round.
    assert board.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.locator("#lang").select_option("it")
    expect(board.locator("#board-title")).to_have_text("Turno 1")


def test_the_wall_keeps_the_results_where_there_is_no_classification(page: Page) -> None:
    document = {
        "name": "Coppa",
        "rounds": 5,
        "version": 3,
        "players": [{"id": "a", "name": "Ada"}, {"id": "b", "name": "Ugo"}],
        "games": [{"round": 1, "table": 1, "players": ["a", "b"], "scores": [400, 380]}],
    }
    packed = base64.urlsafe_b64encode(json.dumps(document).encode()).decode().rstrip("=")
    open_tournament(page, "figs-2012", "it")
    page.goto("about:blank")
    page.goto(f"/arbiter#rules=figs-2012&lang=it&tournament={packed}")
    expect(page.locator("#tour-name")).to_have_value("Coppa")
    board = page.context.new_page()
    board.goto("/arbiter/board")
    expect(board.locator("#board-lists tbody tr").first).to_have_text("Ada1Ugo")


def test_what_is_pasted_survives_another_language(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    page.locator("#tour-paste").fill(PLAYERS)
    page.locator("#lang").select_option("it")
    expect(page.locator("#tour-entry button")).to_have_text("Iscrivi")
    expect(page.locator("#tour-paste")).to_have_value(PLAYERS)


def test_the_drawings_name_rounds_and_say_what_they_show(page: Page) -> None:
    open_tournament(page, "frs-2019", "en")
    enter(page)
    for round_ in (1, 2, 3):
        pair(page, round_)
        play(page, round_)
    page.locator("#tour-standings").click()
    places = page.get_by_role("img", name="Places over the rounds")
    expect(places.locator("text.axis")).to_have_text(["1", "2", "3"])


def test_side_prizes_are_won_among_all_in_a_category_and_in_recorded_games(page: Page) -> None:
    open_tournament(page, "frs-2019", "en")
    enter(page)
    pair(page, 1)
    play(page, 1)
    page.locator("#tour-standings").click()
    won = page.locator("table.prizes")
    expect(won.get_by_role("row", name="Highest game")).to_contain_text("400")
    page.locator("#tour-among").select_option(label="Bo Șerban")
    expect(won).to_contain_text("Best of the category")
    expect(won.get_by_role("row", name="Highest game")).to_contain_text("Bo Șerban")
    page.locator("#tour-recorded").set_input_files(GAMES / "ro-1.gcg")
    expect(won.get_by_role("row", name="Best play")).to_contain_text("76")
    latin = ">Núria: 8F CASA +12 12\n>Bo: - +0 0\n".encode("latin-1")
    given = FilePayload(name="latin.gcg", mimeType="text/plain", buffer=latin)
    page.locator("#tour-recorded").set_input_files(given)
    expect(won.get_by_role("row", name="Best play")).to_contain_text("Núria")


def test_a_director_with_keys_alone_stays_where_the_work_is(page: Page) -> None:
    open_tournament(page, "frs-2019", "en")
    page.locator("#tour-paste").fill(PLAYERS)
    for button, then in (
        ("#tour-enter", None),
        ("#tour-edit-horia", None),
        ("#tour-leave-horia", None),
        ("#tour-pairing", "#tour-pairing"),
        ("#tour-propose", "#tour-publish"),
        ("#tour-publish", "#tour-results"),
    ):
        page.locator(button).press("Enter")
        if then:
            expect(page.locator(then)).to_be_focused()
    page.locator("#tour-entries").press("Enter")
    page.locator("#tour-edit-ana").press("Enter")
    page.keyboard.type("Ana Popa")
    page.keyboard.press("Enter")
    expect(page.locator("#tour-edit-ana")).to_be_focused()
    expect(page.locator(".tour-players")).to_contain_text("Ana Popa")


def test_a_file_of_another_program_is_read_by_the_service(page: Page, tmp_path: Path) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page, SEVEN)
    pair(page, 1)
    play(page, 1)
    file = tmp_path / "cupa.tou"
    file.write_bytes(write_file(kept(page), "aupair").content)
    with answering(page, yes=True):
        tool(page, "clear")
        page.locator("#tour-file").set_input_files(file)
    expect(page.locator("#tour-count")).to_have_text("7 jucători")
    found, wanted = kept(page), read_file(file.name, file.read_bytes()).document
    assert (found["players"], found["games"]) == (wanted["players"], wanted["games"])
    file.write_bytes(b"\x00\x01\x02")
    page.locator("#tour-file").set_input_files(file)
    expect(page.locator("#fault")).to_contain_text(file.name)
    assert kept(page) == found
    with page.expect_download() as saved:
        tool(page, "csv")
    assert saved.value.path().read_bytes() == write_file(found, "csv").content


def test_names_are_dragged_upon_each_other(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    propose(page)
    names = page.locator("#tour-proposal .tour-pick")
    before = names.all_inner_texts()
    names.nth(0).drag_to(names.nth(3))
    expect(names.nth(0)).to_have_text(before[3])
    expect(names.nth(3)).to_have_text(before[0])


def test_players_sort_by_the_head_that_is_pressed(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    ratings = page.locator(".tour-players tbody td:nth-child(3)")
    for order in ("ascending", "descending"):
        page.get_by_role("columnheader", name="Rating").get_by_role("button").press("Enter")
        page.locator(f".tour-players th[aria-sort={order}]").wait_for()
        shown = [int(text) for text in ratings.all_inner_texts() if text != "–"]
        assert shown == sorted(shown, reverse=order == "descending")
        assert ratings.last.inner_text() == "–"


def test_one_thing_comes_next_in_each_state(page: Page) -> None:
    open_tournament(page, "frs-2019", "en")
    primary = page.locator("#tournament button.primary:visible")
    following = page.locator("#tour-next")
    expect(primary).to_have_text("Enter players")
    enter(page, SEVEN, rounds=1)
    expect(primary).to_have_text("Pair round 1")
    following.click()
    expect(primary).to_have_text("Publish the round")
    primary.click()
    page.locator("#tour-standings").click()
    expect(primary).to_have_text("3 results missing")
    following.click()
    expect(page.locator(".tour-game input").first).to_be_focused()
    play(page, 1)
    expect(primary).to_have_text("Print and hand in")
