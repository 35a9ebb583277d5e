"""The editor of a game: a sheet is entered on the keyboard alone, changed, kept and handed on."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.arbiter import open_arbiter
from tests.web.test_access import check

GAMES = Path(__file__).parents[1] / "games"
LINE = re.compile(r">\w+: (?:(\S+) )?(?:(\w+) (\S+)|(-\S*)|\((\w+)\)) ([+-]\d+) (-?\d+)")
LEFT = re.compile(r">(\w+): (?:(\S+) )?\((\S+)\) ([+-]\d+) (-?\d+)")
TILE = re.compile(r"\[[^]]+\]|.")
TYPED = {"[L·L]": "l.l", "[NY]": "ny", "[QU]": "q"}
KINDS = {"-": "-", "cambio_secco": "*", "--": "?", "challenge": "?"}
RECORDED = [("it-1", "figs-2012", "it"), ("ca-1", "fisc-2023", "ca"), ("ro-1", "frs-2019", "ro")]
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
        boxes = self.page.locator(".contested").evaluate_all("all => all.map(box => box.value)")
        assert set(contested) <= set(boxes)
        for word in boxes:
            self.press("Tab")
            if word not in contested:
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
    text = (GAMES / f"{name}.gcg").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith(("#title", "#rules", "#lex"))]


def _open(page: Page, rules: str, lang: str) -> None:
    open_arbiter(page, rules, lang)
    page.locator("#tab-editor").click()


def _paste(page: Page, text: str) -> None:
    files = page.locator("#editor-files")
    if files.get_attribute("open") is None:
        files.locator("summary").click()
    page.locator("#editor-text").fill(text)
    page.locator("#editor-files button").first.click()


def _written(page: Page, which: str) -> Iterator[str]:
    files = page.locator("#editor-files")
    if files.get_attribute("open") is None:
        files.locator("summary").click()
    page.get_by_role("button", name=which).click()
    expect(page.locator("#editor-saved button")).to_contain_text("game.")
    yield from page.locator("#editor-text").input_value().splitlines()


@pytest.mark.parametrize(("name", "rules", "lang"), RECORDED)
def test_a_sheet_is_entered_on_the_keyboard_alone(
    page: Page, name: str, rules: str, lang: str
) -> None:
    page.set_viewport_size(LAPTOP)
    lines = _lines(name)
    _open(page, rules, lang)
    page.locator("#editor-player0").focus()
    page.keyboard.type(lines[1].split()[1])
    page.keyboard.press("Tab")
    page.keyboard.type(lines[2].split()[1])
    page.keyboard.press("Tab")
    Typist(page, lines).copy()
    assert list(_written(page, "GCG")) == lines
    expect(page.locator("#fault")).to_be_empty()


@pytest.mark.parametrize(("name", "rules", "lang"), RECORDED)
def test_a_file_that_is_opened_comes_out_again(
    page: Page, name: str, rules: str, lang: str
) -> None:
    _open(page, rules, lang)
    page.locator("#editor-files summary").click()
    page.locator("#editor-file").set_input_files(GAMES / f"{name}.gcg")
    expect(page.locator("#editor-rows tbody tr").last).not_to_contain_text("…")
    assert list(_written(page, "GCG")) == _lines(name)


def test_a_turn_is_changed_and_everything_after_it_recounted(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    _open(page, "figs-75min", "it")
    board = page.locator("#editor-board")
    board.focus()
    for play in ("gatto44", "passata"):
        page.keyboard.type(play)
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
    rows = page.locator("#editor-rows tbody tr")
    expect(rows.nth(1)).to_contain_text("9H")
    page.get_by_role("button", name="Modifica l’evento 1", exact=True).click()
    for _ in range(5):
        page.keyboard.press("Backspace")
    page.keyboard.type("gatti")
    page.keyboard.press("Enter")
    expect(rows.first).to_contain_text("GATTI")
    page.get_by_role("button", name="Elimina l’evento 2").click()
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text("+")


def test_nothing_is_lost_by_a_reload_or_another_language(page: Page) -> None:
    _open(page, "fisc-2023", "ca")
    page.locator("#editor-player0").fill("Aina")
    page.locator("#editor-board").focus()
    page.keyboard.type("canya28")
    page.keyboard.press("Enter")
    row = page.locator("#editor-rows tbody tr")
    expect(row).to_contain_text("+28")
    expect(row).to_contain_text("Aina")
    page.locator("#lang").select_option("en")
    expect(page.locator("#editor h1")).to_have_text("Game")
    expect(row).to_contain_text("+28")
    page.reload()
    page.locator("#tab-editor").click()
    expect(row).to_contain_text("+28")
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
    assert "game" not in page.url


def test_wrong_scores_and_sums_and_faults_stand_on_their_rows(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    _open(page, "frs-2019", "ro")
    wrong = [line.replace("+17 115", "+18 117") for line in _lines("ro-1")]
    _paste(page, "\n".join(wrong))
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
    _paste(page, "no game at all")
    expect(page.locator("#fault")).to_contain_text("No game was found in this text")
    page.keyboard.press("Escape")
    page.locator("#editor-board").focus()
    page.keyboard.press("-")
    page.keyboard.press("Enter")
    expect(page.locator("#editor-rows tbody tr").first).to_contain_text("+")
    expect(page.locator("#editor-rows tbody tr")).to_have_count(2)


def test_what_an_arbiter_decides_is_entered_with_its_article(page: Page) -> None:
    _open(page, "frs-2019", "en")
    page.locator("#editor-board").focus()
    page.keyboard.type("masa12")
    page.keyboard.press("Enter")
    page.locator("#editor-kind").select_option("adjustment")
    page.locator("#editor-points").fill("-30")
    page.locator("#editor-article").fill("5.10.16 i")
    page.keyboard.press("Enter")
    rows = page.locator("#editor-rows tbody tr")
    expect(rows.nth(1)).to_contain_text("art. 5.10.16 i")
    page.locator("#editor-kind").select_option("correction")
    expect(page.locator("#editor-of")).to_have_value("1")
    page.locator("#editor-right").fill("14")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(3)
    kept = json.loads(page.evaluate("localStorage.getItem('arbiter.game')"))
    assert kept["events"][1:] == [
        {"type": "adjustment", "player": 0, "points": -30, "article": "5.10.16 i"},
        {"type": "correction", "of": 1, "declared": 14},
    ]


def test_on_paper_a_recount_has_its_regulation_and_lines_to_sign(page: Page) -> None:
    page.set_viewport_size(LAPTOP)
    _open(page, "frs-2019", "ro")
    _paste(page, "\n".join(_lines("ro-1")))
    expect(page.locator("#editor-summary h2")).to_be_visible()
    expect(page.locator(".signatures")).to_be_hidden()
    page.emulate_media(media="print")
    head = page.locator("#editor-summary .on-paper")
    expect(head).to_contain_text(page.locator("#rules option:checked").inner_text())
    expect(head).to_contain_text("Runda")
    expect(page.locator(".signatures p")).to_have_text(["Ana", "Bogdan", "Arbitru"])
    expect(page.locator("#editor-turn")).to_be_hidden()
    expect(page.locator(".change").first).to_be_hidden()


@pytest.mark.parametrize("width", [360, 1280])
def test_the_editor_is_for_everybody(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    _open(page, "fisc-2023", "ca")
    _paste(page, "\n".join(_lines("ca-1")))
    expect(page.locator("#editor-summary h2")).to_be_visible()
    page.locator("#editor-kind").select_option("end")
    if width == LAPTOP["width"]:
        check(page, "editor")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
