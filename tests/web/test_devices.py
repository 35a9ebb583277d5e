"""Devices that halls really have: old browsers, a network that fails half-way."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from tests.client.scripted import Reply, scripted
from tests.support.small_lexicons import small_lexicons
from tests.web.serving import service
from tests.web.tablet import Tablet

FRS = ("frs-2019", "ro", "device_at_table")
# What came to browsers after iOS 15.4 and Chrome 90.
NEWER = """
  delete Array.prototype.at; delete String.prototype.at; delete Object.hasOwn;
  delete Array.prototype.findLast; delete Array.prototype.toSorted;
  delete AbortSignal.timeout; delete AbortSignal.any; delete AbortSignal.abort;
  delete AbortSignal.prototype.throwIfAborted; delete AbortSignal.prototype.reason;
  delete globalThis.structuredClone; delete Navigator.prototype.userActivation;
  delete Navigator.prototype.wakeLock; delete Element.prototype.checkVisibility;
"""


def test_a_browser_of_2021_judges_a_whole_challenge(tablet: Tablet) -> None:
    tablet.page.add_init_script(NEWER)
    tablet.set_up(*FRS)
    tablet.submit("masa")
    tablet.judge()
    assert tablet.verdict() == "DA"
    tablet.dismiss()
    assert tablet.console == []


def test_a_gateway_without_its_service_gets_the_copy_of_the_page(
    browser: Browser, tmp_path: Path
) -> None:
    lost = Reply(502, "<h1>Bad Gateway</h1>", {"Content-Type": "text/html"})
    with browser.new_context() as context:
        page = context.new_page()
        with service(small_lexicons(tmp_path), tmp_path) as base:
            page.goto(f"{base}/tablet#lang=ro")
            expect(page.locator("#setup h1")).to_have_text("Pregătirea dispozitivului")
            page.evaluate("navigator.serviceWorker.ready.then(() => null)")
            page.wait_for_function("navigator.serviceWorker.controller !== null")
        with scripted([lost], port=int(base.rpartition(":")[2])):
            page.reload()
            expect(page.locator("#setup h1")).to_have_text("Pregătirea dispozitivului")
