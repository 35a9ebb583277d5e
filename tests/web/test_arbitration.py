"""Set-up by the organiser, and arbitration mode until the organiser ends it."""

import json

import pytest
from playwright.sync_api import expect

from tests.web.serving import DEVICE_KEY, change_lexicon
from tests.web.tablet import PIN, Tablet

FRS = ("frs-2019", "ro", "device_at_table")


def test_a_qr_code_sets_the_device_up_and_leaves_the_address_bar(tablet: Tablet) -> None:
    page = tablet.page
    tablet.open(rules="fisc", lang="ca", table="7", procedure="device_at_table")
    expect(page.locator("#rules")).to_have_value("fisc-2023")
    expect(page.locator("#procedure")).to_have_value("device_at_table")
    expect(page.locator("#table")).to_have_value("7")
    assert page.url.endswith("/tablet")
    assert page.evaluate("history.length") <= 2
    page.reload()
    expect(page.locator("#table")).to_have_value("7")
    expect(page.locator("#procedure")).to_have_value("device_at_table")


def test_the_organiser_can_set_everything_up_by_hand(tablet: Tablet) -> None:
    page = tablet.page
    tablet.open(key="")
    expect(page.locator("#setup-fault")).to_have_text(
        "This service asks for the code of the table, or a key."
    )
    page.locator("#lang").select_option("ro")
    expect(page.locator("#setup h1")).to_have_text("Pregătirea dispozitivului")
    page.locator("#key").fill(DEVICE_KEY)
    page.locator("#key").blur()
    page.locator("#rules").select_option("frs-2019")
    page.locator("#procedure").select_option("device_away")
    page.locator("#variant").select_option("youth")
    page.locator("#table").fill("3")
    page.locator("#seconds").fill("15")
    page.locator("#setup button.primary").click()
    expect(page.locator(".counts")).to_have_count(0)
    page.locator("#new-pin").fill(PIN)
    page.locator("#setup button.primary").click()
    expect(page.locator(".counts")).to_be_visible()
    expect(page.locator("#where")).to_have_text("Masa 3")


def test_the_lexicon_that_judges_is_in_sight_on_a_screen_that_stays_awake(tablet: Tablet) -> None:
    page = tablet.page
    page.add_init_script(
        """window.awake = 0;
        navigator.wakeLock.request = async () => { window.awake += 1; return {release() {}}; };"""
    )
    tablet.set_up(*FRS)
    assert page.evaluate("window.awake") == 1
    page.evaluate("history.back()")
    expect(page.locator(".counts")).to_be_visible()
    assert page.url.endswith("/tablet")
    answer = tablet.asked("/v1/rules/frs-2019")[-1].response()
    assert answer is not None
    lexicon = answer.json()["lexicon"]
    short = " ".join(lexicon["sha256"][at : at + 4] for at in (0, 4, 8))
    for part in (lexicon["name"], lexicon["version"], short, "neoficial"):
        expect(page.locator("header .lexicon")).to_contain_text(part)
    tablet.submit("masa")
    change_lexicon(page, "frs-2019", lexicon["sha256"])
    tablet.judge()
    for line in ("header", ".verdict"):
        expect(page.locator(f"{line} .lexicon code")).to_have_text("ffff ffff ffff")


def test_only_the_pin_leads_out(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    stored = page.evaluate("JSON.stringify({...localStorage})")
    assert PIN not in stored
    assert set(json.loads(json.loads(stored)["arbiter.tablet"])["pin"]) == {"salt", "print"}
    tablet.enter_pin("1357")
    expect(page.locator("#pin-fault")).to_have_text("PIN greșit.")
    expect(page.locator("#pin-menu")).to_be_hidden()
    expect(page.locator("#pin-try")).to_be_disabled()
    page.clock.run_for(1100)
    page.locator("#pin").fill(PIN)
    page.keyboard.press("Enter")
    page.locator("#pin-leave").click()
    expect(page.locator("#setup")).to_be_visible()
    expect(page.locator("#table")).to_have_value("12")
    # The device is of no table any more, and has kept its PIN.
    expect(page.locator("#where")).to_have_text("Arbiter")
    expect(page.locator("#edition")).to_be_empty()
    expect(page.locator("header .lexicon")).to_be_empty()
    expect(page.locator("#new-pin")).to_have_attribute("placeholder", "••••")


@pytest.mark.parametrize(
    "leave",
    [
        """Object.defineProperty(document, "hidden", {value: true, configurable: true});
        document.dispatchEvent(new Event("visibilitychange"));""",
        "document.exitFullscreen()",
    ],
    ids=["another window", "no full screen"],
)
def test_leaving_the_page_for_a_moment_is_seen(tablet: Tablet, leave: str) -> None:
    tablet.set_up(*FRS)
    expect(tablet.page.locator("html:fullscreen")).to_have_count(1)
    tablet.page.evaluate(f"() => {{ {leave} }}")
    expect(tablet.page.locator("#left")).to_be_visible()


def test_no_address_changes_the_set_up_in_arbitration_mode(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    page.goto("about:blank")
    tablet.open(rules="figs-2008", table="99", lang="en")
    expect(page.locator("#where")).to_have_text("Masa 12")
    expect(page.locator("#left")).to_be_visible()
    tablet.enter_pin("1111")
    expect(page.locator("#pin-fault")).to_have_text("PIN greșit.")


@pytest.mark.parametrize(("width", "height"), [(768, 1024), (1280, 800)])
def test_the_number_of_the_table_is_large_and_no_key(
    tablet: Tablet, width: int, height: int
) -> None:
    page = tablet.page
    page.set_viewport_size({"width": width, "height": height})
    tablet.set_up("figs-75min", "it", "arbiter")
    sign, key = page.locator(".sign"), page.locator(".count").first
    expect(sign).to_have_text("Tavolo12")
    looks = "(node) => ['color', 'backgroundImage'].map((name) => getComputedStyle(node)[name])"
    ours, others = sign.evaluate(looks), key.evaluate(looks)
    assert all(own != other for own, other in zip(ours, others, strict=True))
    cut = sign.evaluate("(node) => node.scrollWidth - node.clientWidth")
    size = sign.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)")
    assert cut == 0
    assert size > height / 7


def test_a_banner_does_not_cut_the_number_of_the_table(tablet: Tablet) -> None:
    page = tablet.page
    page.set_viewport_size({"width": 1024, "height": 768})
    tablet.set_up(*FRS)
    page.reload()
    expect(page.locator("#left")).to_be_visible()
    sign, flag = page.locator(".sign").bounding_box(), page.locator(".flag").bounding_box()
    assert sign is not None
    assert flag is not None
    assert flag["y"] <= sign["y"]
    assert sign["y"] + sign["height"] <= flag["y"] + flag["height"]
