"""A second challenge of the same play, where the edition knows one."""

from playwright.sync_api import expect

from tests.web.tablet import Tablet

FISC = ("fisc-2023", "ca", "arbiter")


def _first_verdict(tablet: Tablet, *words: str) -> None:
    tablet.submit(*words)
    tablet.judge()
    tablet.dismiss()


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


def test_other_words_than_the_first_time_are_noticed_before_the_verdict(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up("frs-2019", "ro", "arbiter")
    _first_verdict(tablet, "masa")
    page.get_by_role("button", name="Contestă din nou").click()
    expect(page.locator("main")).to_contain_text("alt arbitru")
    tablet.go_on()
    _type_again(tablet, "mazz")
    expect(page.locator(".status")).to_contain_text("nu sunt aceleași cuvinte")
    tablet.judge()
    expect(page.locator(".compared")).to_have_text("Diferit de prima dată")
    tablet.dismiss()
    expect(page.locator("main")).to_contain_text("chemați arbitrul principal")


def test_at_figs_there_is_none(tablet: Tablet) -> None:
    tablet.set_up("figs-75min", "it", "arbiter")
    _first_verdict(tablet, "casa")
    expect(tablet.page.locator(".leave button")).to_have_count(0)
