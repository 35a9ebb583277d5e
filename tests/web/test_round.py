"""The next round as a director wishes it, or paired by hand where the regulation is silent."""

from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from service.texts import language_codes
from tests.web.test_access import check
from tests.web.test_director import games, players, propose
from tests.web.test_texts import TEXTS
from tests.web.test_tournament import (
    PAPER,
    PLAYERS,
    enter,
    kept,
    open_tournament,
    pair,
    play,
    put_on_paper,
    see_round,
)

SEVEN = "\n".join(PLAYERS.splitlines()[:7])
SIX = "\n".join(PLAYERS.splitlines()[:6])
PAIRS = "\n".join(
    f"{team}{n}; ; ; {team}" for team in ("Alfa", "Beta", "Gama", "Delta") for n in "12"
)


def open_wishes(page: Page) -> None:
    page.locator("#tour-pairing").click()
    page.locator("#tour-wishes summary").click()


def asked(page: Page) -> dict[str, Any]:
    """Propose the round, and what the service was asked for beside the document."""
    with page.expect_request("**/tournament/pairings") as request:
        page.locator("#tour-propose").press("Enter")
    body = request.value.post_data_json or {}
    document = kept(page)
    return {name: value for name, value in body.items() if name not in document}


def press(page: Page, *names: str) -> None:
    """Press names one after the other, by keyboard."""
    for name in names:
        page.locator("#tour-proposal .tour-pick").get_by_text(name, exact=True).press("Enter")


def meet(page: Page, one: str, two: str) -> None:
    """Let two who are free meet, and wait until they do."""
    tables = page.locator(".tour-pairs li").count()
    press(page, one, two)
    expect(page.locator(".tour-pairs li")).to_have_count(tables + 1)


def test_the_usual_round_is_one_button(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    page.locator("#tour-pairing").click()
    for control in page.locator("#tour-wishes input, #tour-wishes select").all():
        expect(control).to_be_hidden()
    assert asked(page) == {"round": 1, "absent": []}
    expect(page.locator("#tour-proposal")).to_be_visible()


@pytest.mark.parametrize(
    ("rules", "system", "taken"),
    [
        ("frs-2019", "", {"repeats", "clubs", "seed", "gibson", "fixed"}),
        ("frs-2019", "koth", {"repeats", "clubs", "gibson", "fixed"}),
        ("frs-2019", "factored", {"repeats", "factor", "gibson", "fixed"}),
        ("frs-2019", "snake", {"groups"}),
        ("frs-2019", "round_robin", set()),
        ("fisc-2023", "", {"repeats", "clubs", "fixed"}),
        ("fisc-2023", "dutch", {"seed"}),
    ],
)
def test_a_system_is_asked_only_for_what_it_takes(
    page: Page, rules: str, system: str, taken: set[str]
) -> None:
    open_tournament(page, rules, "en")
    enter(page)
    open_wishes(page)
    page.locator("#tour-system").select_option(system)
    shown = page.locator("[data-wish]:visible").evaluate_all(
        "parts => parts.map(part => part.dataset.wish)"
    )
    assert set(shown) == taken | {"system"}
    check(page, f"wishes of {system}")


def test_every_wish_is_asked_for_and_stays(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    play(page, 1)
    open_wishes(page)
    page.locator("#tour-system").select_option("factored")
    page.locator("#tour-factor").fill("4")
    page.locator("#tour-repeats").select_option("allowed")
    page.locator("#tour-places").fill("1")
    page.locator("#tour-prizes").fill("3")
    page.locator("[name=fixed]").nth(0).select_option("ana")
    page.locator("[name=fixed]").nth(1).select_option("horia")
    page.locator("#tour-fix").click()
    page.locator("[name=fixed]").nth(2).select_option("dan")
    page.locator("[name=fixed]").nth(3).select_option("bo")
    wished = {
        "round": 2,
        "absent": [],
        "system": "factored",
        "factor": 4,
        "repeats": "allowed",
        "gibson": {"places": 1, "prizes": 3},
        "fixed": [["ana", "horia"], ["dan", "bo"]],
    }
    assert asked(page) == wished
    tables = page.locator(".tour-pairs li")
    for names in (("Ana Pop", "Horia Rusu"), ("Dan Stan", "Bo Șerban")):
        expect(tables.filter(has_text=names[0])).to_contain_text(names[1])
    # The wishes stay as they were; another system drops what it does not take.
    assert asked(page) == wished
    page.locator("#tour-system").select_option("round_robin")
    assert asked(page) == {"round": 2, "absent": [], "system": "round_robin"}


def test_a_wish_that_is_changed_while_a_round_is_proposed_stays(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page)
    pair(page, 1)
    play(page, 1)
    open_wishes(page)
    held: list[Route] = []
    page.route("**/tournament/pairings", lambda route: held.append(route))
    with page.expect_request("**/tournament/pairings"):
        page.locator("#tour-propose").press("Enter")
    page.locator("#tour-system").select_option("koth")
    held.pop().continue_()
    expect(page.locator("#tour-proposal")).to_be_visible()
    expect(page.locator("#tour-system")).to_have_value("koth")


def wish_odd_factor(page: Page) -> None:
    page.locator("#tour-system").select_option("factored")
    page.locator("#tour-factor").fill("5")


def wish_large_factor(page: Page) -> None:
    page.locator("#tour-system").select_option("factored")
    page.locator("#tour-factor").fill("5000")


def wish_half_of_gibson(page: Page) -> None:
    page.locator("#tour-places").fill("2")


def wish_somebody_twice(page: Page) -> None:
    page.locator("#tour-fix").click()
    for at, player in enumerate(("ana", "dan", "ana", "bo")):
        page.locator("[name=fixed]").nth(at).select_option(player)


def wish_portland(page: Page) -> None:
    page.locator("#tour-system").select_option("portland")


@pytest.mark.parametrize("lang", language_codes())
@pytest.mark.parametrize(
    ("wish", "place", "code"),
    [
        (wish_odd_factor, "[data-wish=factor]", "problem.record.odd_factor"),
        (wish_large_factor, "[data-wish=factor]", "problem.shape.between"),
        (wish_half_of_gibson, "p[data-wish=gibson]:has(#tour-prizes)", "problem.shape"),
        (wish_somebody_twice, "[data-wish=fixed]", "problem.twice_in_round.fixed"),
        (wish_portland, "[data-wish=system]", "problem.silent.portland"),
    ],
)
def test_a_wish_that_is_refused_says_why_beside_its_field(
    page: Page, wish: Any, place: str, code: str, lang: str
) -> None:
    open_tournament(page, "frs-2019", lang)
    enter(page)
    open_wishes(page)
    wish(page)
    page.locator("#tour-propose").press("Enter")
    said = page.locator(f"{place} + #fault")
    expect(said).to_contain_text(max(TEXTS[lang][code].split("{")[0], "", key=len))
    expect(said.locator("[lang=en]")).to_have_count(0)
    assert page.locator(f"{place} :focus").count() == 1
    expect(page.locator("#tour-proposal")).to_have_count(0)


def test_who_has_met_everybody_is_told_where_repeats_are_chosen(page: Page) -> None:
    open_tournament(page, "fisc-2023", "ca")
    enter(page, "\n".join(PLAYERS.splitlines()[:2]))
    pair(page, 1)
    play(page, 1)
    page.locator("#tour-pairing").click()
    page.locator("#tour-propose").click()
    expect(page.locator("[data-wish=repeats] + #fault")).to_contain_text(
        "No hi ha cap aparellament que respecti totes les regles."
    )
    page.locator("#tour-repeats").select_option("if_needed")
    page.locator("#tour-propose").click()
    expect(page.locator("#tour-proposal")).to_contain_text("Ja s’han enfrontat:")


def test_a_round_is_paired_by_hand_checked_and_published(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page, SEVEN)
    pair(page, 1)
    met = next(game["players"] for game in games(page) if len(game["players"]) == 2)
    names = {player["id"]: player["name"] for player in players(page)}
    play(page, 1)
    page.locator("#tour-pairing").click()
    page.locator("#tour-byhand").press("Enter")
    publish = page.locator("#tour-publish")
    expect(publish).to_be_disabled()
    first, second = (names[id_] for id_ in met)
    meet(page, first, second)
    expect(page.locator("#tour-proposal")).to_contain_text("S-au mai întâlnit:")
    expect(page.locator("#tour-proposal")).not_to_contain_text("Ce nu este în regulă Fără adversar")
    # Taken apart, they are free again and nothing is wrong.
    page.get_by_label(f"Desfă: {first} – {second}").press("Enter")
    expect(page.locator(".tour-pairs li")).to_have_count(0)
    expect(page.locator("#tour-proposal")).not_to_contain_text("S-au mai întâlnit:")
    rest = [name for id_, name in names.items() if id_ not in met]
    meet(page, first, rest[0])
    meet(page, second, rest[1])
    press(page, rest[2])
    page.locator("#tour-sit").press("Enter")
    press(page, rest[3])
    page.locator("#tour-miss").press("Enter")
    expect(publish).to_be_disabled()
    check(page, "a round by hand")
    # Who is left takes the place of somebody who plays, who then is absent.
    press(page, rest[4], rest[1])
    expect(page.locator(".tour-pairs li").nth(1)).to_contain_text(rest[4])
    press(page, rest[1])
    page.locator("#tour-miss").press("Enter")
    expect(publish).to_be_focused()
    publish.press("Enter")
    ids = {name: id_ for id_, name in names.items()}
    assert [game for game in games(page) if game["round"] == 2] == [
        {"round": 2, "table": 1, "players": [ids[first], ids[rest[0]]]},
        {"round": 2, "table": 2, "players": [ids[second], ids[rest[4]]]},
        {"round": 2, "players": [ids[rest[2]]], "ended_by": "bye"},
        {"round": 2, "players": [ids[rest[3]]], "ended_by": "absence"},
        {"round": 2, "players": [ids[rest[1]]], "ended_by": "absence"},
    ]
    play(page, 2)
    page.locator("#tour-standings").click()
    expect(page.locator("table.standings tbody tr")).to_have_count(7)


EIGHT = ["Ana Pop", "Bob Rus", "Cid Lup", "Dan Moț", "Eva Ion", "Flo Paul", "Gil Mot", "Hal Ene"]
SLOW = """const ask = window.fetch;
window.fetch = async (path, call) => {
  if (path.endsWith("/check")) await new Promise((done) => setTimeout(done, DELAY));
  return ask(path, call);
};"""


@pytest.mark.parametrize(
    ("delay", "every"), [(0, 100), (300, 250), (800, 250), (800, 500), (1500, 1000), (3000, 100)]
)
def test_the_pairs_are_those_that_were_pressed_however_late_the_checks(
    page: Page, delay: int, every: int
) -> None:
    page.add_init_script(SLOW.replace("DELAY", str(delay)))
    open_tournament(page, "frs-2019", "ro")
    enter(page, "\n".join(EIGHT), rounds=2)
    page.locator("#tour-pairing").click()
    page.locator("#tour-byhand").press("Enter")
    meant = [EIGHT[0:2], EIGHT[2:4], EIGHT[4:6], EIGHT[6:8]]
    for name in EIGHT:
        press(page, name)
        page.clock.run_for(every)
    # A swap, and Publish at once: what is published is what is on the screen.
    press(page, EIGHT[0], EIGHT[2])
    meant[0], meant[1] = [EIGHT[2], EIGHT[1]], [EIGHT[0], EIGHT[3]]
    publish = page.locator("#tour-publish")
    if delay:
        expect(publish).to_be_disabled()
    page.clock.run_for(delay)
    expect(publish).to_be_enabled()
    publish.press("Enter")
    names = {player["id"]: player["name"] for player in players(page)}
    assert [[names[id_] for id_ in game["players"]] for game in games(page)] == meant


@pytest.mark.parametrize("rules", ["figs-2012", "figs-2008", "figs-75min"])
def test_an_italian_tournament_is_paired_by_hand_and_printed(page: Page, rules: str) -> None:
    page.add_init_script(PAPER)
    open_tournament(page, rules, "it")
    enter(page, SIX, rounds=2)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    article = "46" if rules == "figs-2008" else "42"
    for round_ in (1, 2):
        page.locator("#tour-pairing").click()
        expect(page.locator("#tour-part")).to_contain_text(
            f"non dice chi incontra chi (art. {article})"
        )
        page.locator("#tour-byhand").press("Enter")
        for _ in range(3):
            free = page.locator("#tour-free .tour-pick").all_inner_texts()
            meet(page, free[0], free[min(round_, len(free) - 1)])
        page.locator("#tour-publish").press("Enter")
        see_round(page, round_)
        page.locator("#tour-prints").click()
        shown = page.locator("#tour-part .choice button")
        ids = shown.evaluate_all("all => all.map(one => one.id.split('-').at(-1))")
        assert ids == ["byTable", "byName", "forms", "cards", "paper"]
        for sheet in ("byTable", "forms"):
            assert "Ana Pop" in put_on_paper(page, sheet)
        page.locator("#tour-results").click()
        play(page, round_)
    page.locator("#tour-standings").click()
    card = page.locator("#tour-part section", has=page.get_by_role("heading", name="Ana Pop"))
    expect(card.locator("tbody tr")).to_have_count(2)
    expect(card.locator("tbody tr").first).to_contain_text("361–357")
    assert not [url for url in sent if "/v1/" in url], "nothing is asked that is silent"
    expect(page.locator("#fault")).to_be_empty()


def test_members_of_a_pair_who_change_places_are_told_apart(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page, PAIRS)
    propose(page)
    tables = [
        row.locator(".tour-pick").all_inner_texts() for row in page.locator(".tour-pairs li").all()
    ]
    one = tables[0][1]
    other = next(two for _, two in tables if two[:-1] not in (tables[0][0][:-1], one[:-1]))
    press(page, one, other)
    fault = page.locator("#tour-proposal li", has_text="Membrii unei perechi")
    expect(fault).to_have_count(4)
    expect(fault.first).to_contain_text("(9.6, 9.2 g)")
    press(page, other, one)
    expect(fault).to_have_count(0)


def test_two_pairs_are_fixed_as_entrants(page: Page) -> None:
    open_tournament(page, "frs-2019", "ro")
    enter(page, PAIRS)
    open_wishes(page)
    page.locator("[name=fixed]").nth(0).select_option("Alfa")
    page.locator("[name=fixed]").nth(1).select_option("Delta")
    assert asked(page)["fixed"] == [["Alfa", "Delta"]]
    expect(page.locator(".tour-pairs li", has_text="Alfa")).to_contain_text(["Delta", "Delta"])


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_wall_is_light_dark_or_as_the_system_and_stays_so(page: Page, system: Any) -> None:
    ground = {"light": "rgb(244, 241, 232)", "dark": "rgb(15, 22, 19)"}
    page.emulate_media(color_scheme=system)
    page.goto("/arbiter/board")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "on a phone"
    choice = page.get_by_label("Colours")
    expect(choice).to_have_value("system")
    expect(page.locator("body")).to_have_css("background-color", ground[system])
    page.keyboard.press("Tab")
    expect(choice).to_be_focused()
    for key, scheme in (("l", "light"), ("d", "dark")):
        page.keyboard.press(key)
        expect(choice).to_have_value(scheme)
        expect(page.locator("body")).to_have_css("background-color", ground[scheme])
        page.reload()
        expect(choice).to_have_value(scheme)
        expect(page.locator("body")).to_have_css("background-color", ground[scheme])
        check(page, f"the wall in {scheme}")
        choice.focus()
    page.keyboard.press("a")
    expect(page.locator("body")).to_have_css("background-color", ground[system])
