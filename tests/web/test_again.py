"""A second challenge of the same play, where the edition knows one."""

import pytest
from playwright.sync_api import Route, expect

from tests.web.tablet import Tablet

FISC = ("fisc-2023", "ca", "arbiter")
FRS = ("frs-2019", "ro", "arbiter")


def _first_verdict(tablet: Tablet, *words: str) -> None:
    tablet.submit(*words)
    tablet.judge()
    tablet.dismiss()


def _challenge_again(tablet: Tablet) -> None:
    page = tablet.page
    page.locator(".leave button").click()
    heard = page.locator("#heard")
    if heard.count():
        heard.check()
    tablet.go_on()
    expect(page.locator(".slots")).to_be_visible()


def _type_again(tablet: Tablet, *words: str) -> None:
    for word in words:
        tablet.type(word)
        tablet.page.keyboard.press("Enter")
    expect(tablet.page.locator(".submitted")).to_be_visible()


def test_at_fisc_it_needs_an_argument_and_is_the_last(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FISC)
    _first_verdict(tablet, "casa", "canya")
    page.get_by_role("button", name="Reimpugna").click()
    onward = page.locator(".actions button.primary")
    expect(onward).to_be_disabled()
    page.get_by_label("L’àrbitre ha escoltat els arguments").check()
    onward.click()
    assert tablet.words() == []
    expect(page.locator(".slot")).to_have_count(2)
    _type_again(tablet, "canya", "casa")
    expect(page.locator(".status")).not_to_contain_text("Atenció")
    tablet.judge()
    expect(page.locator(".compared")).to_have_text("Igual que el primer cop")
    tablet.dismiss()
    expect(page.get_by_role("button", name="Reimpugna")).to_have_count(0)


@pytest.mark.parametrize("edition", [FISC, FRS], ids=["FISC G§6", "FRS 5.10.3 d"])
def test_no_other_word_of_the_play_can_be_judged(
    tablet: Tablet, edition: tuple[str, str, str]
) -> None:
    page = tablet.page
    tablet.set_up(*edition)
    _first_verdict(tablet, "casa", "masa")
    _challenge_again(tablet)
    for word in ("zzz", "masa"):
        tablet.type(word)
        page.keyboard.press("Enter")
    expect(page.locator(".status.alarm")).to_be_visible()
    assert tablet.words() == [list("ZZZ"), list("MASA")]
    assert len(tablet.asked("/challenge")) == 1


@pytest.mark.parametrize(
    ("procedure", "said"),
    [
        ("device_at_table", "Contestația se rejudecă. (art. 5.10.9)"),
        ("arbiter", "Contestația este rejudecată de un alt arbitru. (art. 5.10.9)"),
    ],
)
def test_another_arbiter_judges_only_where_one_has_judged(
    tablet: Tablet, procedure: str, said: str
) -> None:
    tablet.set_up("frs-2019", "ro", procedure)
    _first_verdict(tablet, "masa")
    tablet.page.get_by_role("button", name="Cere rejudecarea").click()
    expect(tablet.page.locator(".ask")).to_have_text(said)


# What the text says when the second verdict is not the first.
DIFFERING = {
    "FISC G§6: the second decision is final": (FISC, "La segona decisió és definitiva"),
    "FRS 5.10.9: the chief arbiter may be called": (FRS, "arbitrul principal șef poate fi chemat"),
}


@pytest.mark.parametrize(("edition", "said"), DIFFERING.values(), ids=DIFFERING)
def test_a_second_verdict_that_differs(
    tablet: Tablet, edition: tuple[str, str, str], said: str
) -> None:
    page = tablet.page
    tablet.set_up(*edition)
    _first_verdict(tablet, "casa")
    _challenge_again(tablet)
    _type_again(tablet, "casa")

    def turned(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={"valid": not answer.json()["valid"]})

    page.route("**/challenge", turned)
    tablet.judge()
    tablet.dismiss()
    expect(page.locator("main .alarm")).to_contain_text(said)


def test_giving_up_a_second_challenge_leaves_the_first_verdict(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up("frs-2019", "ro", "device_at_table")
    _first_verdict(tablet, "mazz")
    first = page.locator(".outcome, .follows").all_inner_texts()
    _challenge_again(tablet)
    tablet.type("m")
    page.get_by_role("button", name="Renunță la rejudecare").click()
    page.get_by_role("button", name="Da, rămâne primul verdict").click()
    expect(page.locator(".follows")).to_be_visible()
    assert page.locator(".outcome, .follows").all_inner_texts() == first
