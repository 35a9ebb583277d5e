"""The service and the browser, once for all tests of the pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from service.devices import Devices
from tests.support.tools import tool
from tests.web.serving import SERVICE_PIN, service
from tests.web.tablet import Tablet, watch

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # A name of its own makes an address without HTTPS that is not loopback to the browser.
    "--host-resolver-rules=MAP arbiter.test 127.0.0.1",
]
# Milliseconds. What is waited for comes in a few; this is for a machine that is busy.
PATIENCE = 30_000
PHONE: ViewportSize = {"width": 360, "height": 640}
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def devices(tmp_path_factory: pytest.TempPathFactory) -> Devices:
    """Where codes for the running service are given out."""
    folder = tmp_path_factory.mktemp("devices")
    found = Devices(folder)
    found.set_pin(SERVICE_PIN)
    return found


@pytest.fixture(scope="session")
def base(lexicons: Path, devices: Devices) -> Iterator[str]:
    """The address of a running service with a few words."""
    with service(lexicons, devices.folder) as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without the parts that show windows, which take more than the pages do."""
    chromium = tool("chromium-headless-shell", "chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: Browser, base: str) -> Iterator[BrowserContext]:
    """A fresh browser profile the size of a phone, without a service worker between it and us."""
    context = browser.new_context(
        base_url=base, viewport=PHONE, locale="en-GB", service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    yield context
    context.close()


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page, whose clock a test may turn forward."""
    page = context.new_page()
    page.clock.install()
    return page


@pytest.fixture
def tablet(page: Page) -> Tablet:
    """A tablet not yet set up, with everything it says and asks written down."""
    return watch(page)
