"""Typing: keys for the tiles an edition has, and a hardware keyboard that means the same."""

import pytest
from playwright.sync_api import expect

from tests.web.tablet import Tablet

EDITIONS = {
    "fisc-2023": ("ca", "A B C Ç D E F G H I J L L·L M N NY O P QU R S T U V X Z"),
    "figs-75min": ("it", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"),
    "frs-2019": ("ro", "A B C D E F G H I J K L M N O P Q R S T U V W X Y Z"),
}


@pytest.mark.parametrize("rules", EDITIONS)
def test_there_is_a_key_for_every_face_and_no_other(tablet: Tablet, rules: str) -> None:
    lang, faces = EDITIONS[rules]
    tablet.set_up(rules, lang, "arbiter")
    tablet.declare(1)
    assert tablet.page.locator(".key:not(.wide)").all_inner_texts() == faces.split()


def test_a_half_typed_tile_has_no_value_and_fifteen_whole_ones_do_not_touch(
    tablet: Tablet,
) -> None:
    tablet.set_up("fisc-2023", "ca", "arbiter")
    tablet.declare(1)
    tablet.type("l.")
    assert tablet.page.locator(".slot .tile").all_inner_texts() == ["L·"]
    tablet.type("l")
    assert tablet.page.locator(".slot .tile small").all_inner_texts() == ["10"]
    tablet.type("q" * 14)
    cramped = tablet.page.locator(".slot .tile").evaluate_all(
        """(tiles) => tiles.filter((tile) => {
          const letters = document.createRange();
          letters.selectNodeContents(tile.firstChild);
          return letters.getBoundingClientRect().width > tile.getBoundingClientRect().width - 1;
        }).length"""
    )
    assert cramped == 0


def test_nothing_offers_to_complete_correct_or_remember_a_word(tablet: Tablet) -> None:
    tablet.set_up("frs-2019", "ro", "device_at_table")
    tablet.declare(1)
    tablet.type("masa")
    fields = tablet.page.locator("#stage").locator("input, textarea, [contenteditable], datalist")
    expect(fields).to_have_count(0)
    # What a field does not say itself, its form says for it.
    alone = "input:not([autocomplete=off], form[autocomplete=off] *)"
    unguarded = tablet.page.locator(f"{alone}, form:not([autocomplete=off])")
    expect(unguarded).to_have_count(0)


def test_the_whole_challenge_can_be_made_without_touching_the_screen(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up("frs-2019", "ro", "device_at_table")

    def tab_to(name: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent.trim()") == name:
                return
        pytest.fail(f"{name!r} cannot be reached with Tab")

    page.clock.run_for(1000)
    tab_to("2")
    page.keyboard.press("Enter")
    page.keyboard.type("masa")
    page.keyboard.press("Enter")
    page.keyboard.type("tara")
    page.clock.run_for(1000)
    tab_to("Trimite la verificare")
    page.keyboard.press("Enter")
    expect(page.locator(".submitted")).to_be_visible()
    page.clock.run_for(1000)
    tab_to("Da, consimt")
    page.keyboard.press("Enter")
    page.clock.run_for(1000)
    tab_to("Judecă")
    with page.expect_response("**/challenge"):
        page.keyboard.press("Enter")
    page.clock.run_for(2000)
    expect(page.locator(".verdict h1")).to_have_text("DA")
    page.clock.run_for(2000)
    for player in ("cine contestă", "adversar"):
        tab_to(f"Văzut de {player}")
        page.keyboard.press("Enter")
    page.clock.run_for(1000)
    tab_to("Partida continuă")
    page.keyboard.press("Enter")
    expect(page.locator(".counts")).to_be_visible()
