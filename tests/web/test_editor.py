"""The editor of a game: a sheet is entered on the keyboard alone, changed, kept and handed on."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from tests.web.arbiter import open_arbiter, open_game, open_tab, write_play

GAMES = Path(__file__).parents[1] / "games"
LINE = re.compile(r">\w+: (?:(\S+) )?(?:(\w+) (\S+)|(-\S*)|\((\w+)\)) ([+-]\d+) (-?\d+)")
LEFT = re.compile(r">(\w+): (?:(\S+) )?\((\S+)\) ([+-]\d+) (-?\d+)")
TILE = re.compile(r"\[[^]]+\]|.")
TYPED = {"[L·L]": "l.l", "[NY]": "ny", "[QU]": "q"}
KINDS = {"-": "-", "cambio_secco": "*", "--": "?", "challenge": "?"}
RECORDED = [("it-1", "figs-2012", "it"), ("ca-1", "fisc-2023", "ca"), ("ro-1", "frs-2019", "ro")]
GAME = (Path(__file__).parent / "game.gcg").read_text(encoding="utf-8")
LAPTOP: ViewportSize = {"width": 1280, "height": 800}


class Typist:
    """Whoever copies a sheet: keys only, and the squares known by heart."""

    def __init__(self, page: Page, lines: list[str]) -> None:
        self.page, self.lines = page, lines
        self.col, self.row, self.across = 7, 7, True
        self.entered = 0

    def press(self, *keys: str) -> None:
        for key in keys:
            if key.isascii():
                self.page.keyboard.press(key)
            else:  # No key of Playwright's keyboard, but one of the players'.
                self.page.locator("#editor-board").dispatch_event("keydown", {"key": key})

    def go_to(self, place: str) -> None:
        across = place[0].isdigit()
        letter, number = (place[-1], place[:-1]) if across else (place[0], place[1:])
        col, row = ord(letter) - 65, int(number) - 1
        self.press(*["ArrowRight"] * (col - self.col), *["ArrowLeft"] * (self.col - col))
        self.press(*["ArrowDown"] * (row - self.row), *["ArrowUp"] * (self.row - row))
        if across != self.across:
            self.press("Space")
        self.col, self.row, self.across = col, row, across

    def lay(self, place: str, tiles: str) -> None:
        self.go_to(place)
        for tile in TILE.findall(tiles):
            if tile == ".":
                continue
            shift = "Shift+" if tile != tile.upper() else ""
            for key in TYPED.get(tile.upper(), tile.lower()):
                self.press(shift + (key.upper() if shift and key.isalpha() else key))

    def write_beside(self, rack: str | None, score: str, total: str) -> None:
        self.press("/")
        self.page.keyboard.type(rack or "")
        self.press("Tab")
        self.page.keyboard.type(score.removeprefix("+"))
        self.press("Tab")
        self.page.keyboard.type(total)

    def enter(self) -> None:
        self.press("Enter")
        self.entered += 1
        rows = self.page.locator("#editor-rows tbody tr:not(.remark)")
        expect(rows).to_have_count(self.entered)
        expect(rows.last).not_to_contain_text("…")

    def enter_line(self, line: str, contested: str) -> None:
        match = LINE.fullmatch(line)
        assert match, line
        rack, place, tiles, dash, word, score, total = match.groups()
        if place:
            self.lay(place, tiles)
            self.write_beside(rack, score, total)
            self.enter()
            return
        kind = dash or word
        self.write_beside(None if kind in ("--", "challenge") else rack, score, total)
        self.press("Escape", KINDS.get(kind, "+"))
        if kind == "--":
            self.press("ArrowDown")
        if KINDS.get(kind) == "?":
            self.tick(contested.split())
        elif kind not in KINDS:
            self.page.keyboard.type(kind[1:])
        self.enter()

    def tick(self, contested: list[str]) -> None:
        boxes = self.page.locator(".contested")
        known = dict(boxes.evaluate_all("all => all.map(box => [box.value, box.checked])"))
        assert set(contested) <= known.keys()
        for word, ticked in known.items():
            self.press("Tab")
            if ticked is not (word in contested):
                self.press("Space")

    def end(self, lines: list[str]) -> None:
        racks, clocks, nicks = ["", ""], ["0", "0"], [line.split()[1] for line in self.lines[1:3]]
        for line in lines:
            left = LEFT.fullmatch(line)
            if left and left[3] != "time":
                own = left[4].startswith("-")
                racks[nicks.index(left[1]) if own else 1 - nicks.index(left[1])] = left[3]
            if line.startswith("#overtime"):
                clocks = line.split()[1:]
        self.press("=", "Tab")
        for text in (*racks, *clocks):
            self.press("Tab")
            self.page.keyboard.type(text)
        self.enter()

    def copy(self) -> None:
        """Enter the whole sheet."""
        body = [line for line in self.lines if line.startswith((">", "#contested", "#overtime"))]
        ends = [i for i, line in enumerate(body) if LEFT.fullmatch(line) and not _turn(line)]
        for i, line in enumerate(body[: ends[0]]):
            if line.startswith(">"):
                after = body[i + 1]
                contested = after.removeprefix("#contested ") if after.startswith("#c") else ""
                self.enter_line(line, contested)
        self.end(body[ends[0] :])


def _turn(line: str) -> bool:
    return "(challenge)" in line or "(cambio_secco)" in line


def _lines(name: str) -> list[str]:
    return (GAMES / f"{name}.gcg").read_text(encoding="utf-8").splitlines()


def _sheet(name: str) -> list[str]:
    """A game as its sheet has it: what the file says of itself is on no sheet."""
    return [x for x in _lines(name) if not x.startswith(("#title", "#rules", "#lexicon"))]


def _open(page: Page, rules: str, lang: str) -> None:
    open_arbiter(page, rules, lang)
    open_tab(page, "editor")


def _written(page: Page, which: str) -> Iterator[str]:
    files = page.locator("#editor-files")
    if files.get_attribute("open") is None:
        files.locator("summary").click()
    page.locator("#editor-saved").evaluate("(node) => node.replaceChildren()")
    page.get_by_role("button", name=which).click()
    expect(page.locator("#editor-saved button")).to_contain_text("game.")
    yield from page.locator("#editor-text").input_value().splitlines()


@pytest.mark.parametrize(("name", "rules", "lang"), RECORDED)
def test_a_sheet_is_entered_on_the_keyboard_alone(
    page: Page, name: str, rules: str, lang: str
) -> None:
    page.set_viewport_size(LAPTOP)
    lines = _sheet(name)
    _open(page, rules, lang)
    page.locator("#editor-player0").focus()
    page.keyboard.type(lines[1].split()[1])
    page.keyboard.press("Tab")
    page.keyboard.type(lines[2].split()[1])
    while not page.locator("#editor-board").evaluate("board => board === document.activeElement"):
        page.keyboard.press("Tab")
    Typist(page, lines).copy()
    assert list(_written(page, "GCG")) == lines
    expect(page.locator("#fault")).to_be_empty()


@pytest.mark.parametrize(("name", "rules", "lang"), RECORDED)
def test_a_file_that_is_opened_comes_out_again_with_what_stands_above_it(
    page: Page, name: str, rules: str, lang: str
) -> None:
    lines = _lines(name)
    _open(page, rules, lang)
    page.locator("#editor-files summary").click()
    page.locator("#editor-file").set_input_files(GAMES / f"{name}.gcg")
    expect(page.locator("#editor-rows tbody tr").last).not_to_contain_text("…")
    assert list(_written(page, "GCG")) == lines
    page.locator("#editor-round").fill("3")
    assert [line for line in _written(page, "GCG") if line not in lines] == ["#round 3"]


def test_nothing_is_lost_by_a_reload_or_another_language(page: Page) -> None:
    _open(page, "fisc-2023", "ca")
    page.locator("#editor-player0").fill("Aina")
    page.locator("#editor-board").focus()
    page.keyboard.type("canya28")
    page.keyboard.press("Enter")
    row = page.locator("#editor-rows tbody tr")
    expect(row).to_contain_text("+28")
    expect(row).to_contain_text("Aina")
    page.keyboard.press("ArrowDown")
    page.keyboard.type("casa12")
    half_typed = page.locator("#editor-play").input_value()
    page.locator("#lang").select_option("en")
    expect(page.locator("#editor h1")).to_have_text("Game")
    expect(page.locator("#editor-play")).to_have_value(half_typed)
    page.reload()
    expect(row).to_contain_text("+28")
    expect(page.locator("#editor-play")).to_have_value(half_typed)
    expect(page.locator("#editor-declared")).to_have_value("12")
    assert page.url.endswith("#tab=game")
    page.once("dialog", lambda dialog: dialog.accept())
    page.locator("#editor-files summary").click()
    page.get_by_role("button", name="Clear the game").click()
    expect(row).to_have_count(0)
    assert "CANYA" not in page.evaluate("JSON.stringify({...localStorage})").upper()


def test_a_link_carries_the_game(page: Page) -> None:
    _open(page, "frs-2019", "ro")
    page.locator("#editor-board").focus()
    page.keyboard.type("masa")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-rows tbody tr")).to_contain_text("MASA")
    page.locator("#editor-files summary").click()
    page.get_by_role("button", name="Link cu partida").click()
    link = page.locator("#editor-text").input_value()
    page.evaluate("localStorage.removeItem('arbiter.game')")
    page.goto("about:blank")
    page.goto(link)
    expect(page.locator("#editor-rows tbody tr")).to_contain_text("MASA")
    expect(page.locator("#editor")).to_be_visible()
    assert "game=" not in page.url


def test_wrong_scores_and_sums_and_faults_stand_on_their_rows(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    _open(page, "frs-2019", "ro")
    wrong = [line.replace("+17 115", "+18 117") for line in _lines("ro-1")]
    open_game(page, "\n".join(wrong))
    row = page.locator("#editor-rows tbody tr", has_text="REC").first
    expect(row).to_have_class("disagrees")
    expect(row).to_contain_text("+17")
    expect(row).to_contain_text("(pe formular: 117)")
    withdrawn = page.locator("#editor-rows tbody tr", has_text="ATIL").nth(1)
    expect(withdrawn.locator("td").first).to_have_text("Ana")
    expect(page.locator("#editor-summary li").first).to_contain_text("art.")


def test_an_unreadable_text_and_a_lost_connection_lose_nothing(page: Page) -> None:
    _open(page, "frs-2019", "en")
    page.locator("#editor-board").focus()
    page.keyboard.type("masa")
    page.route("**/replay", lambda route: route.abort())
    page.keyboard.press("Enter")
    expect(page.locator("#fault")).to_have_text("The service does not answer.")
    expect(page.locator("#editor-rows tbody tr")).to_contain_text("MASA")
    page.unroute("**/replay")
    open_game(page, "no game at all")
    expect(page.locator("#fault")).to_contain_text("Line 1")
    open_game(page, "{}")
    expect(page.locator("#fault")).to_contain_text("No game was found in this text")
    page.keyboard.press("Escape")
    page.locator("#editor-board").focus()
    page.keyboard.press("-")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-rows tbody tr").first).to_contain_text("+")
    expect(page.locator("#editor-rows tbody tr")).to_have_count(2)


def test_the_sum_shown_is_the_score_of_the_service_in_crossing_words_too(page: Page) -> None:
    _open(page, "figs-75min", "it")
    for play, sums in [("8D GATTO", 1), ("H7 DOVE", 1), ("9G AVE", 2), ("10F ARENA", 3)]:
        write_play(page, play)
        expect(page.locator(".sums th")).to_have_count(sums)
        formulas = page.locator(".sums td:first-of-type").all_inner_texts()
        assert all(formulas), play
        page.keyboard.press("Enter")


def test_an_answer_to_an_older_play_is_not_shown(page: Page) -> None:
    held: list[Route] = []
    _open(page, "figs-75min", "it")
    page.route("**/score", lambda route: held.append(route))
    with page.expect_request("**/score"):
        write_play(page, "8D GATTO")
    with page.expect_request("**/score"):
        write_play(page, "8D GATTI")
    with page.expect_response("**/score"):
        held[0].continue_()
    page.clock.run_for(1000)
    expect(page.locator("#editor-sums")).to_be_empty()


def test_one_steps_through_a_dropped_file_on_the_keyboard(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    _open(page, "figs-75min", "it")
    page.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "game.gcg"));
          document.querySelector("#editor-board")
            .dispatchEvent(new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true}));
        }""",
        GAME,
    )
    summary = page.locator(".summary")
    expect(summary.locator("h2")).to_have_text("Ada Bassi 47 – Bice Neri 22")
    expect(summary).to_contain_text("Vince Ada Bassi")
    for said in ("SPIA", "+18"):
        expect(page.locator(".sheet tr.disagrees")).to_contain_text(said)
    tiles = page.locator("#editor-board .tile")
    expect(tiles).to_have_count(23)
    page.locator("#editor-step").focus()
    page.keyboard.press("Home")
    expect(tiles).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(tiles).to_have_count(5)
    expect(page.locator(".sheet tr[aria-current]")).to_contain_text("GATTO")
    page.get_by_role("button", name="Plancia dopo l’evento 8", exact=True).click()
    expect(tiles).to_have_count(27)
    page.keyboard.press("ArrowDown")
    expect(tiles).to_have_count(23)
    page.locator("#editor-board").focus()
    page.keyboard.press("PageUp")
    expect(tiles).to_have_count(27)


KEEP_PAPER = """() => { window.prints = 0; window.print = () => {
  window.prints += 1;
  window.paper = [...document.querySelector("#paper").cloneNode(true).childNodes]; }; }"""
SHOW_PAPER = """() => { document.querySelector("#paper").replaceChildren(...window.paper);
  document.body.dataset.print = "paper"; }"""


CLEAR_PAPER = """() => { document.querySelector("#paper").replaceChildren();
  delete document.body.dataset.print; }"""


def _printed(page: Page, button: str) -> str:
    """What comes out of the printer as text; it must be one page."""
    page.evaluate(KEEP_PAPER)
    page.get_by_role("button", name=button, exact=True).click()
    assert page.evaluate("window.prints") == 1
    # A browser may come back from print() before it has drawn anything.
    expect(page.locator("#paper")).not_to_be_empty()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#paper")).to_be_empty()
    page.evaluate(SHOW_PAPER)
    pdf = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1
    page.evaluate(SHOW_PAPER)
    page.emulate_media(media="print")
    expect(page.locator("main")).to_be_hidden()
    return page.locator("#paper").inner_text()


@pytest.mark.parametrize(("name", "rules", "lang"), RECORDED)
def test_a_recount_is_one_page_with_its_heads_and_lines_to_sign(
    page: Page, name: str, rules: str, lang: str
) -> None:
    page.set_viewport_size(LAPTOP)
    _open(page, rules, lang)
    open_game(page, "\n".join(_lines(name)))
    expect(page.locator("#editor-summary h2")).to_be_visible()
    heads = {"tournament": "Cupa Test", "round": "3", "table": "7", "date": "2026-11-18"}
    for head, value in heads.items():
        page.locator(f"#editor-{head}").fill(value)
    title = page.locator("#rules option:checked").inner_text()
    button = {"it": "Stampa", "ca": "Imprimeix", "ro": "Tipărește"}[lang]
    text = _printed(page, button)
    players = [line.split()[1] for line in _lines(name)[1:3]]
    for said in ("Cupa Test", "2026", title, *players):
        assert said in text
    assert page.locator("#paper .signatures p").all_inner_texts()[:2] == players
    assert page.locator("#paper .sheet tbody tr").count() >= 30


FORMS = {
    "Formular de rezultat gol": "Contestații Învingător Învins D N Runda responsabil",
    "Formular de rezultat": "Bogdan 505 390 +115 −115 1.\xa0ATIL 2.\xa0REC",
    "Formular de notare gol": "Depunere 24 Arbitru",
    "Formular de notare": "Ana 13G\xa0TIV PIREXUL 501 −4 +4 390 505",
}


def test_a_form_is_one_page_and_the_browsers_own_print_gives_the_recount(page: Page) -> None:
    _open(page, "frs-2019", "ro")
    open_game(page, "\n".join(_lines("ro-1")))
    expect(page.locator("#editor-summary h2")).to_be_visible()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#paper .signatures p")).to_have_text(["Ana", "Bogdan", "Arbitru"])
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator("#paper")).to_be_empty()
    page.locator("#editor-papers summary").click()
    for button, said in FORMS.items():
        text = _printed(page, button)
        assert [word for word in said.split(" ") if word.replace("\xa0", " ") not in text] == []
        page.emulate_media(media="null")
        page.evaluate(CLEAR_PAPER)


def test_where_an_event_is_not_counted_there_is_nothing_to_sign(page: Page) -> None:
    _open(page, "frs-2019", "en")
    events = [{"type": "play", "play": "8H CASA"}, {"type": "play", "play": "8H MERE"}]
    open_game(page, json.dumps({"players": ["Ana", "Dan"], "events": events}))
    expect(page.locator("#editor-summary")).to_contain_text("stops at event 2")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("#paper .summary")).to_contain_text("stops at event 2")
    expect(page.locator("#paper .signatures")).to_have_count(0)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.locator("#editor-papers summary").click()
    page.get_by_role("button", name="Result form", exact=True).click()
    expect(page.locator("#fault")).to_contain_text("not been counted")


def test_a_catalan_sheet_marks_exchanges_blanks_and_scrabbles(page: Page) -> None:
    """FISC G§5: heads, words and sums; a hyphen, brackets round a blank, a scrabble ringed."""
    _open(page, "fisc-2023", "ca")
    events = [{"type": "play", "play": "8D PESTiNA"}, {"type": "exchange", "tiles": 2}]
    open_game(page, json.dumps({"players": ["Ada", "Bo"], "events": events}))
    expect(page.locator("#editor-rows tbody tr").last).not_to_contain_text("…")
    page.locator("#editor-papers summary").click()
    text = _printed(page, "Full d’anotació")
    written = {"PEST(I)NA", "Ronda", "Taula", "Ada", "Bo"}
    assert {word for word in written if word not in text} == set()
    ringed = page.locator("#paper .ringed").all_inner_texts()
    assert len(ringed) == 1
    assert text.count(ringed[0]) == 2, "a score and the running total after it"
    assert page.locator("#paper td", has_text=re.compile("^-$")).count() == 1
    page.emulate_media(media="null")
    page.evaluate(CLEAR_PAPER)
    assert "lliura" not in _printed(page, "Full de resultat en blanc"), "only 7.4.2 says who does"
