"""Without a network the tablet says so, keeps the words, tries again, and never guesses."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from service.texts import language_codes
from tests.web.arbiter import open_arbiter, open_game, open_tab
from tests.web.tablet import PIN, VERDICT_DELAY, Tablet, watch
from tests.web.test_access import check
from tests.web.test_texts import TEXTS

FRS = ("frs-2019", "ro", "device_at_table")
CALL = "Masa 12: chemați arbitrul"


def cut(route: Route) -> None:
    route.abort("connectionfailed")


def captive(route: Route) -> None:
    route.fulfill(status=200, content_type="text/html", body="<h1>Welcome to our Wi-Fi</h1>")


def overloaded(route: Route) -> None:
    route.fulfill(status=503, content_type="application/problem+json", body='{"status": 503}')


def limited(route: Route) -> None:
    route.fulfill(status=429, content_type="application/problem+json", body='{"status": 429}')


def test_it_says_at_once_that_the_network_is_gone_and_goes_on_by_itself(
    tablet: Tablet, context: BrowserContext
) -> None:
    page, banner = tablet.page, tablet.page.locator("#network")
    tablet.set_up(*FRS)
    expect(banner).to_be_hidden()
    page.route("**/readyz", cut)
    page.clock.run_for(21_000)  # The service went away while nobody asked.
    expect(banner).to_be_visible()
    page.unroute("**/readyz")
    page.clock.run_for(3000)
    expect(banner).to_be_hidden()
    tablet.declare(1)
    tablet.type("masa")
    context.set_offline(True)
    expect(banner).to_have_text("Fără conexiune: chemați arbitrul")
    page.keyboard.press("Enter")
    expect(page.locator(".huge")).to_have_text(CALL)
    context.set_offline(False)
    expect(banner).to_be_hidden()
    expect(page.locator(".submitted")).to_be_visible()
    assert tablet.words() == [list("MASA")]


def ask_in_vain(
    tablet: Tablet, fault: Callable[[Route], None], asked: str | re.Pattern[str] = "**/challenge"
) -> None:
    """Ask for a verdict when there is none to be had."""
    tablet.set_up(*FRS)
    tablet.submit("masa")
    tablet.go_on()
    tablet.page.route(asked, fault)
    tablet.go_on()
    expect(tablet.page.locator(".huge")).to_have_text(CALL)


@pytest.mark.parametrize("fault", [cut, captive, overloaded, limited])
def test_a_verdict_is_retried_and_never_guessed(
    tablet: Tablet, fault: Callable[[Route], None]
) -> None:
    page = tablet.page
    ask_in_vain(tablet, fault)
    with page.expect_request("**/challenge"):
        page.clock.run_for(4000)
    expect(page.locator(".verdict")).to_have_count(0)
    assert len(tablet.asked("/challenge")) >= 2
    page.unroute("**/challenge")
    page.clock.run_for(5000)
    expect(page.locator(".verdict h1")).to_have_text("DA")


def test_after_a_long_outage_the_verdict_waits_for_the_players(tablet: Tablet) -> None:
    page = tablet.page
    ask_in_vain(tablet, cut)
    for _ in range(40):
        page.clock.run_for(1000)
        page.wait_for_timeout(20)
    expect(page.locator(".status")).to_contain_text("Conexiunea a revenit")
    expect(page.locator(".status.alarm")).to_have_count(0)
    assert tablet.words() == [list("MASA")]
    page.unroute("**/challenge")
    tablet.go_on()
    page.clock.run_for(VERDICT_DELAY)
    expect(page.locator(".verdict h1")).to_have_text("DA")


def test_banner_and_screen_recover_together(tablet: Tablet) -> None:
    page = tablet.page
    asked = re.compile("/(readyz|challenge)$")
    ask_in_vain(tablet, cut, asked)
    huge, banner = page.locator(".huge"), page.locator("#network")
    for _ in range(32):
        page.clock.run_for(1000)
        page.wait_for_timeout(20)
    expect(banner).to_be_visible()
    page.unroute(asked)
    for _ in range(200):
        if huge.count() == 0 or banner.is_hidden():
            break
        page.clock.run_for(100)
        page.wait_for_timeout(20)
    expect(banner).to_be_hidden(timeout=1000)
    expect(huge).to_have_count(0, timeout=1000)


def test_the_arbiter_can_end_a_challenge_that_gets_no_answer(tablet: Tablet) -> None:
    page = tablet.page
    ask_in_vain(tablet, cut)
    tablet.enter_pin("2468")
    page.locator("#pin-discard").click()
    expect(page.locator(".counts")).to_be_visible()
    page.unroute("**/challenge")
    page.clock.run_for(30_000)
    expect(page.locator(".counts")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)


def test_a_refused_key_is_told_and_loses_nothing(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    tablet.submit("masa")
    tablet.go_on()
    body = {"status": 401, "code": "key"}
    page.route("**/challenge", lambda route: route.fulfill(status=401, json=body))
    tablet.go_on()
    page.clock.run_for(VERDICT_DELAY)
    expect(page.locator(".status")).to_have_text(TEXTS["ro"]["problem.key"])
    assert tablet.words() == [list("MASA")]


def test_the_set_up_form_waits_for_the_service_at_every_choice(tablet: Tablet) -> None:
    page = tablet.page
    fault, start = page.locator("#setup-fault"), page.locator("#setup button.primary")
    down = "The service does not answer. The device tries again by itself."

    def lose(asked: str) -> None:
        page.route(asked, cut)

    def come_back(asked: str) -> None:
        page.unroute(asked)
        page.clock.run_for(2000)
        expect(start).to_be_enabled()
        expect(fault).to_be_empty()

    lose("**/v1/**")
    tablet.open(rules="frs-2019", lang="en", procedure="device_away")
    expect(fault).to_have_text(down)
    expect(start).to_be_disabled()
    come_back("**/v1/**")
    expect(page.locator("#rules")).to_have_value("frs-2019")
    expect(page.locator("#procedure")).to_have_value("device_away")
    lose("**/v1/rules/*")
    page.locator("#rules").select_option("fisc-2023")
    expect(fault).to_have_text(down)
    expect(page.locator("#setup-lexicon")).to_be_empty()
    expect(start).to_be_disabled()
    come_back("**/v1/rules/*")
    expect(page.locator("#setup-lexicon")).to_contain_text("(ca)")
    expect(page.locator("#procedure option[value=device_away]")).to_have_count(0)
    lose("**/i18n/**")
    page.locator("#lang").select_option("ro")
    expect(fault).to_have_text(down)
    come_back("**/i18n/**")
    expect(page.locator("#setup h1")).to_have_text("Pregătirea dispozitivului")
    assert tablet.console == []


def test_the_organiser_can_leave_while_the_service_has_not_answered_yet(tablet: Tablet) -> None:
    page = tablet.page
    tablet.set_up(*FRS)
    page.route("**/v1/**", cut)
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(page.locator(".huge")).to_have_text(CALL)
    tablet.enter_pin(PIN)
    page.locator("#pin-discard").click()
    expect(page.locator(".huge")).to_have_text(CALL)
    tablet.enter_pin(PIN)
    page.locator("#pin-leave").click()
    expect(page.locator("#setup-fault")).to_contain_text("Serviciul nu răspunde.")
    page.unroute("**/v1/**")
    for _ in range(5):
        page.clock.run_for(4000)
        page.wait_for_timeout(50)
    expect(page.locator("#setup button.primary")).to_be_enabled()
    expect(page.locator("#setup-fault")).to_be_empty()
    expect(page.locator(".counts")).to_have_count(0)
    assert tablet.console == []


def test_the_installed_page_opens_without_a_network(browser: Browser, base: str) -> None:
    with browser.new_context(base_url=base) as context:
        page = context.new_page()
        watch(page).set_up(*FRS)
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        expect(page.locator(".counts")).to_be_visible()
        context.set_offline(True)
        page.reload()
        expect(page.locator(".huge")).to_have_text(CALL)
        context.set_offline(False)
        expect(page.locator(".counts")).to_be_visible(timeout=20_000)


SPOIL = """async ([ending, text, type]) => {
  const headers = { "Content-Type": type };
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys())
      if (url.endsWith(ending)) await cache.put(url, new Response(text, { headers }));
  }
}"""


@pytest.mark.parametrize(
    ("text", "kind"),
    [("<title>Log in</title>", "text/html"), ("export const", "text/javascript")],
    ids=["the page of a Wi-Fi", "cut off"],
)
def test_a_spoilt_copy_is_said_and_gone_at_the_next_start(
    browser: Browser, base: str, text: str, kind: str
) -> None:
    with browser.new_context(base_url=base) as context:
        page = context.new_page()
        watch(page).set_up(*FRS)
        page.evaluate("navigator.serviceWorker.ready")
        page.reload()
        expect(page.locator(".counts")).to_be_visible()
        page.evaluate(SPOIL, ["/core/dom.js", text, kind])
        page.close()
        page = context.new_page()
        context.set_offline(kind == "text/html")
        page.goto("/tablet")
        expect(page.locator("#cannot")).to_be_visible(timeout=20_000)
        if kind == "text/html":  # Without the service the copies are all that there is.
            assert page.evaluate("caches.keys()")
            context.set_offline(False)
            page.reload()
        page.wait_for_function("caches.keys().then((names) => names.length === 0)")
        page.reload()
        expect(page.locator(".counts")).to_be_visible()


def test_the_page_of_a_wifi_is_no_copy_of_a_file(browser: Browser, base: str) -> None:
    with browser.new_context(base_url=base) as context:
        portal = "<!doctype html><title>Log in</title>"
        wanted = "**/tablet/verdicts.js"
        context.route(wanted, lambda route: route.fulfill(body=portal, content_type="text/html"))
        page = context.new_page()
        page.goto("/tablet")
        registered = "navigator.serviceWorker.register('/service-worker.js')"
        state = page.evaluate(
            f"""async () => {{
              const worker = (await {registered}).installing;
              return new Promise((told) => {{
                worker.onstatechange = () => told(worker.state);
              }});
            }}"""
        )
        assert state == "redundant"


def test_the_copy_for_offline_use_is_just_what_the_page_loads(browser: Browser, base: str) -> None:
    with browser.new_context(base_url=base) as context:
        tablet = watch(context.new_page())
        tablet.open_with_clock(*FRS, clock="1500")
        kept = _kept(tablet.page)
        loaded = {_unversioned(request.url.removeprefix(base)) for request in tablet.requests}
        shell = {path.split("#")[0] for path in loaded if not path.startswith(("/v1", "/readyz"))}
        parts = itertools.product(("tablet", "clock", "report"), language_codes())
        translations = {f"/web/i18n/{part}/{lang}.json" for part, lang in parts}
        unseen = {"/web/icon.svg", "/web/manifest.webmanifest", "/web/css/guide.css"}
        unseen |= {"/web/css/report.css"}  # Where a box keeps the event.
        assert kept == (shell - {"/service-worker.js"}) | translations | unseen | guides("/help")


GAME = "#Arbiter off line\n>Ana: 8F CASA +12 12\n>Bogdan: H6 MA.A +6 6\n"


def test_the_desk_opens_without_a_network_and_has_its_drafts(browser: Browser, base: str) -> None:
    with browser.new_context(base_url=base) as context:
        page = context.new_page()
        open_arbiter(page, "frs-2019", "ro")
        open_game(page, GAME)
        expect(page.locator("#editor-rows tbody tr:not(.remark)")).to_have_count(2)
        open_tab(page, "tournament")
        page.locator("#tour-name").fill("Cupa Dunării")
        page.keyboard.press("Tab")
        page.evaluate("navigator.serviceWorker.ready")
        context.set_offline(True)
        page.goto("/arbiter/#tab=tournament")
        expect(page.locator("#off-line")).to_have_text(TEXTS["ro"]["arbiter.offLine"])
        expect(page.locator("#tour-name")).to_have_value("Cupa Dunării")
        expect(page.locator("#rules")).to_be_disabled()
        open_tab(page, "editor")
        expect(page.locator("#editor-rows tbody tr:not(.remark)")).to_have_count(2)
        page.locator("#tab-desk").click()
        page.locator("#desk-words").fill("casa")
        page.keyboard.press("Enter")
        expect(page.locator("#fault")).to_have_text(TEXTS["ro"]["fault.network"])
        check(page, "the desk off line")
        context.set_offline(False)
        expect(page.locator("#off-line")).to_be_hidden()
        expect(page.locator("#rules")).to_be_enabled()


def test_a_desk_that_never_had_an_answer_waits_for_one(page: Page) -> None:
    page.route("**/v1/**", cut)
    page.goto("/arbiter#lang=ro")
    expect(page.locator("#fault")).to_have_text(TEXTS["ro"]["fault.network"])
    expect(page.locator("#off-line")).to_be_hidden()
    expect(page.locator("main[inert]")).to_be_attached()


def test_the_copy_of_the_desk_is_just_what_its_pages_load(browser: Browser, base: str) -> None:
    with browser.new_context(base_url=base) as context:
        page = context.new_page()
        loaded: set[str] = set()
        context.on("request", lambda asked: loaded.add(_unversioned(asked.url.removeprefix(base))))
        open_arbiter(page, "frs-2019", "ro")
        for tab in ("editor", "outcome", "handbook", "tournament", "rules"):
            open_tab(page, tab)
        kept = _kept(page)
        page.goto("/arbiter/board")
        expect(page.locator("#board-title")).not_to_be_empty()
        parts = ("desk", "tournament", "rules", "readings")
        texts = {f"/web/i18n/{part}/{lang}.json" for part in parts for lang in TEXTS}
        files = {path for path in loaded if path.startswith("/web/")}
        unseen = {"/web/icon.svg", "/web/desk.webmanifest", "/web/css/guide.css"}
        pages = {"/arbiter", "/arbiter/board"} | guides("/arbiter/help")
        assert kept == files | texts | unseen | pages


def guides(at: str) -> set[str]:
    return {at, *(f"{at}/{lang}" for lang in language_codes())}


def _kept(page: Page) -> set[str]:
    kept = page.evaluate(
        """async () => {
          await navigator.serviceWorker.ready;
          const cache = await caches.open((await caches.keys())[0]);
          return (await cache.keys()).map(({url}) => new URL(url).pathname);
        }"""
    )
    return {_unversioned(path) for path in kept}


def _unversioned(path: str) -> str:
    """The path of a file, whatever the release."""
    return re.sub("^/web/[0-9a-f]{10}/", "/web/", path)
