"""A table's code: exchanged once for the device's own key, and nothing secret in an address."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from service.devices import Devices, Place, new_code
from tests.web.serving import SERVICE_PIN
from tests.web.tablet import QUIET, Tablet
from tests.web.test_texts import TEXTS

EXIT = "48219034"
USED = (
    "Acest cod a fost deja folosit sau o foaie mai nouă l-a înlocuit: cereți altul organizatorului."
)
WRONG = "PIN greșit."
GONE = re.compile("/v1/|/readyz")


def give_out(devices: Devices, table: str = "7") -> str:
    """A new code for a table."""
    choices = {"rules": "frs-2019", "lang": "ro", "table": table, "exit": EXIT}
    chosen = {**choices, "procedure": "device_at_table", "variant": "senior"}
    place = Place(new_code(), "device", f"table {table}", chosen)
    devices.issue(place)
    return place.code


@pytest.fixture
def code(devices: Devices) -> str:
    return give_out(devices)


@pytest.fixture
def other_device(browser: Browser, base: str) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=base, service_workers="block")
    yield context
    context.close()


def scan(page: Page, code: str) -> None:
    page.goto("about:blank")
    page.goto(f"/tablet#code={code}")


def arm(tablet: Tablet, code: str) -> None:
    scan(tablet.page, code)
    expect(tablet.page.locator("#procedure")).to_have_value("device_at_table")
    tablet.page.locator("#setup button.primary").click()
    expect(tablet.page.locator(".count").first).to_be_visible()


def stored(page: Page) -> str:
    found: str = page.evaluate("JSON.stringify({...localStorage})")
    return found


def test_a_code_sets_the_device_up_with_a_key_that_was_in_no_address(
    tablet: Tablet, code: str
) -> None:
    page = tablet.page
    scan(page, code)
    expect(page.locator("#table")).to_have_value("7")
    expect(page.locator("#rules")).to_have_value("frs-2019")
    expect(page.locator("#variant")).to_have_value("senior")
    for chosen in ("new-pin", "rules", "procedure", "variant", "table"):
        expect(page.locator(f"#{chosen}")).to_be_hidden()
    for own in ("lang", "key", "seconds", "sides", "clock"):
        expect(page.locator(f"#{own}")).to_be_visible()
    said = "Pentru masa 7: judecarea contestațiilor, nimic altceva."
    expect(page.locator("#setup-notes")).to_contain_text(said)
    assert page.url.endswith("/tablet")
    key = page.locator("#key").input_value()
    assert len(key) == 43
    assert not any(key in request.url for request in tablet.requests)
    assert code not in stored(page)
    page.locator("#setup button.primary").click()
    tablet.submit("masa")
    tablet.judge()
    assert tablet.verdict() == "DA"


def test_a_used_code_says_so_to_another_device(
    tablet: Tablet, code: str, other_device: BrowserContext
) -> None:
    scan(tablet.page, code)
    expect(tablet.page.locator("#table")).to_have_value("7")
    page = other_device.new_page()
    page.goto(f"/tablet#code={code}&lang=ro")
    expect(page.locator("#setup-fault")).to_have_text(USED)
    expect(page.locator("#setup button.primary")).to_be_disabled()


def test_a_lost_answer_costs_nothing(tablet: Tablet, code: str, devices: Devices) -> None:
    page = tablet.page

    def lose(route: Route) -> None:
        route.fetch()  # The service has answered; the answer does not arrive.
        route.abort()

    page.route("**/v1/devices", lose)
    with page.expect_event("requestfailed"):
        page.goto(f"/tablet#code={code}")
    page.unroute("**/v1/devices")
    assert code not in {place.code for place in devices.waiting()}
    page.reload()
    expect(page.locator("#table")).to_have_value("7")


@pytest.mark.parametrize(
    ("path", "said"), [("/tablet", "#stage .alarm"), ("/arbiter", "#fault")], ids=["tablet", "desk"]
)
def test_a_code_without_a_connection_says_so_at_once(
    page: Page, code: str, path: str, said: str
) -> None:
    page.route(GONE, lambda route: route.abort())
    page.goto(f"{path}#code={code}&lang=it")
    expect(page.locator(said)).to_have_text("Il servizio non risponde.")
    expect(page.locator("#cannot")).to_be_hidden()
    page.unroute(GONE)
    page.evaluate("dispatchEvent(new Event('online'))")
    # The code's own language, once it is known.
    expect(page.locator("html")).to_have_attribute("lang", "ro")
    expect(page.locator(said)).to_have_count(0 if path == "/tablet" else 1)


def test_a_code_can_be_typed_where_there_is_no_camera(tablet: Tablet, code: str) -> None:
    page = tablet.page
    tablet.open(key="", lang="ro")
    page.locator("#key").fill("nosuch00")
    page.locator("#key").blur()
    expect(page.locator("#setup-fault")).to_contain_text("Nu există un astfel de cod")
    page.locator("#key").fill(f"{code[:4]}-{code[4:]}".lower())
    page.locator("#key").blur()
    expect(page.locator("#table")).to_have_value("7")
    page.reload()
    expect(page.locator("#table")).to_have_value("7")
    page.locator("#setup button.primary").click()
    expect(page.locator(".counts")).to_be_visible()


def test_the_arbiters_page_takes_a_code_as_well(page: Page, devices: Devices) -> None:
    place = Place(new_code(), "arbiter", "arbiter", {"rules": "fisc-2023", "lang": "ca"})
    devices.issue(place)
    page.goto(f"/arbiter#code={place.code}")
    expect(page.locator("#rules")).to_have_value("fisc-2023")
    expect(page.locator("#main:not([inert])")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"/arbiter#code={place.code}")
    expect(page.locator("#fault")).to_contain_text("Aquest codi ja s’ha fet servir")
    expect(page.locator("#main:not([inert])")).to_be_visible()


def test_in_arbitration_mode_another_code_is_not_used_and_that_is_said(
    tablet: Tablet, code: str, devices: Devices
) -> None:
    page = tablet.page
    arm(tablet, code)
    other = give_out(devices, "8")
    scan(page, other)
    expect(page.locator("#other-code")).to_contain_text("Acest cod nu a fost folosit")
    expect(page.locator("#where")).to_have_text("Masa 7")
    assert other in {place.code for place in devices.waiting()}
    with_notice = page.locator("main").bounding_box()
    page.locator("#other-code").click()
    expect(page.locator("#other-code")).to_be_hidden()
    assert page.locator("main").bounding_box() == with_notice, "it squeezes nothing"


def test_the_service_is_asked_about_the_pin(tablet: Tablet, code: str) -> None:
    page = tablet.page
    arm(tablet, code)
    assert SERVICE_PIN not in stored(page)
    page.evaluate("localStorage.setItem('arbiter.wrong', '{\"wrong\": 4, \"until\": 0}')")
    tablet.enter_pin("246800")
    expect(page.locator("#pin-fault")).to_have_text(WRONG)
    expect(page.locator("#pin-wait")).to_contain_text("din nou peste 1")
    expect(page.locator("#pin-try")).to_be_disabled()
    page.reload()
    page.locator("#organiser").click()
    expect(page.locator("#pin-try")).to_be_disabled()
    page.clock.run_for(17_000)
    page.wait_for_timeout(1100)  # The service has a clock of its own.
    page.locator("#pin").fill(SERVICE_PIN)
    page.keyboard.press("Enter")
    page.locator("#pin-leave").click()
    expect(page.locator("#setup")).to_be_visible()


def test_a_late_answer_opens_nothing_in_a_dialogue_that_did_not_ask(
    tablet: Tablet, code: str
) -> None:
    page = tablet.page
    arm(tablet, code)
    held: list[Route] = []
    page.route("**/v1/devices/pin", lambda route: held.append(route))
    with page.expect_request("**/v1/devices/pin"):
        tablet.enter_pin(SERVICE_PIN)
    page.locator("#pin-cancel").click()
    page.clock.run_for(QUIET)
    page.evaluate("localStorage.setItem('arbiter.wrong', '{\"wrong\": 1, \"until\": 0}')")
    page.locator("#organiser").click()
    held[0].continue_()
    # A right PIN forgives the wrong ones: the answer is there.
    page.wait_for_function("() => JSON.parse(localStorage.getItem('arbiter.wrong')) === null")
    expect(page.locator("#pin-form")).to_be_visible()
    expect(page.locator("#pin-menu")).to_be_hidden()


def test_without_a_connection_the_number_of_the_table_opens_it(tablet: Tablet, code: str) -> None:
    page = tablet.page
    arm(tablet, code)
    page.route(GONE, lambda route: route.abort())
    page.locator("#organiser").click()
    expect(page.locator("#pin-fault")).to_contain_text("introduceți numărul acestei mese")
    expect(page.locator("#pin-label")).to_contain_text("Numărul acestei mese")
    page.locator("#pin").fill(SERVICE_PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#pin-wait")).not_to_be_empty()
    expect(page.locator("#pin-menu")).to_be_hidden()
    page.locator("#pin-cancel").click()
    page.unroute(GONE)
    page.clock.run_for(1200)
    page.locator("#organiser").click()
    expect(page.locator("#pin-label")).to_have_text("PIN")
    expect(page.locator("#pin-fault")).to_have_text(WRONG)
    page.locator("#pin-cancel").click()
    page.clock.run_for(QUIET)
    page.route(GONE, lambda route: route.abort())
    page.locator("#organiser").click()
    page.locator("#pin").fill(f"{EXIT[:4]} {EXIT[4:]}")
    page.keyboard.press("Enter")
    page.locator("#pin-leave").click()
    expect(page.locator("#setup")).to_be_visible()


def test_a_withdrawn_device_is_back_at_its_set_up(
    tablet: Tablet, devices: Devices, code: str
) -> None:
    arm(tablet, code)
    devices.withdraw("table 7")
    tablet.page.reload()
    expect(tablet.page.locator("#setup-fault")).to_have_text(TEXTS["ro"]["problem.key"])
