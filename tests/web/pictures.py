"""Make the pictures of our pages, as they are: for the manifests, and the first one of the README.

`python -m tests.web.pictures` writes `service/web/pictures/*.webp` and `tablet-verdict.png` in
`docs/images/` anew. It needs Chromium and the built lexicons; every picture is of the real service.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from docs.demo.__main__ import fragment
from tests.support.processes import find_tool
from tests.support.serving import serve
from tests.web.conftest import FLAGS
from tests.web.tablet import QUIET, Tablet

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "service" / "web" / "pictures"
README = ROOT / "docs" / "images" / "tablet-verdict.png"
NARROW: ViewportSize = {"width": 390, "height": 844}
WIDE: ViewportSize = {"width": 1280, "height": 800}
HALF: ViewportSize = {"width": 900, "height": 630}
QUALITY = 70


def ready(page: Page) -> None:
    """A tablet that waits for a challenge."""
    Tablet(page).set_up("frs-2019", "ro", "device_at_table")
    page.clock.run_for(QUIET)


def words(page: Page) -> None:
    """Words being typed."""
    tablet = Tablet(page)
    tablet.set_up("fisc-2023", "ca", "device_at_table")
    tablet.declare(3)
    for word in ("col-legi", "canya"):
        tablet.type(word)
        page.keyboard.press("Enter")
    tablet.type("ques")
    page.clock.run_for(QUIET)


def check(page: Page) -> None:
    """Words that the opponent looks at."""
    tablet = Tablet(page)
    tablet.set_up("fisc-2023", "ca", "device_at_table")
    tablet.submit("col-legi", "canya", "questio")
    page.clock.run_for(QUIET)


def verdict(page: Page) -> None:
    """A verdict."""
    tablet = Tablet(page)
    tablet.set_up("figs-2012", "it", "arbiter")
    tablet.submit("fragola", "poster")
    tablet.judge()
    page.clock.run_for(QUIET)


def agreed(page: Page) -> None:
    """The verdict on the words that the opponent looked at."""
    check(page)
    Tablet(page).judge()
    page.clock.run_for(2 * QUIET)


def desk(page: Page) -> None:
    """A challenge judged at the desk."""
    _open_desk(page, rules="figs-2012", lang="it")
    page.locator("#desk-table").fill("12")
    page.locator("#desk-words").fill("fragola poster")
    page.keyboard.press("Enter")
    expect(page.locator("#desk-stage .submitted")).to_be_visible()
    page.clock.run_for(QUIET)
    with page.expect_response("**/challenge"):
        page.keyboard.press("Enter")
    page.clock.run_for(QUIET)
    expect(page.locator("#desk-stage .verdict")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def game(page: Page) -> None:
    """A game in the editor, recounted."""
    _open_desk(page, rules="fisc-2023", lang="ca", game=fragment("game.json"))
    expect(page.locator("#editor-rows tbody tr").first).to_be_visible()


def classification(page: Page) -> None:
    """The classification of a tournament."""
    _open_desk(page, rules="frs-2019", lang="ro", tournament=fragment("tournament.json"))
    page.locator("#tour-standings").click()
    expect(page.locator("#tour-part table tbody tr").first).to_be_visible()


Picture = tuple[ViewportSize, str, Callable[[Page], None]]
"""The size of the screen, the browser's language, and how the page comes to look like that."""
PICTURES: dict[str, Picture] = {
    "ready-narrow": (NARROW, "ro", ready),
    "words-narrow": (NARROW, "ca", words),
    "verdict-narrow": (NARROW, "it", verdict),
    "ready-wide": (WIDE, "ro", ready),
    "check-wide": (WIDE, "ca", check),
    "desk-narrow": (NARROW, "it", desk),
    "game-wide": (WIDE, "ca", game),
    "tournament-wide": (WIDE, "ro", classification),
}


def _open_desk(page: Page, **given: str) -> None:
    page.goto(f"/arbiter#{urlencode(given)}")
    expect(page.locator("main:not([inert])")).to_be_visible()


def _take(browser: Browser, base: str, picture: Picture, kind: str = "webp") -> bytes:
    size, locale, arrange = picture
    with browser.new_context(
        base_url=base, viewport=size, locale=locale, service_workers="block"
    ) as context:
        page = context.new_page()
        page.clock.install()
        arrange(page)
        page.wait_for_timeout(500)
        options = {"format": kind, "quality": QUALITY}
        taken = context.new_cdp_session(page).send("Page.captureScreenshot", options)
        return b64decode(taken["data"])


def _side_by_side(browser: Browser, *pictures: bytes) -> bytes:
    """One picture of several, smaller, with a gap between them."""
    sources = [f"data:image/png;base64,{b64encode(picture).decode()}" for picture in pictures]
    images = "".join(f'<img src="{source}" width="600">' for source in sources)
    with browser.new_page() as page:
        page.set_content(f'<p style="display: inline-flex; gap: 12px; margin: 0">{images}</p>')
        return page.locator("p").screenshot()


def main() -> None:
    """Make every picture anew."""
    FOLDER.mkdir(exist_ok=True)
    chromium = find_tool("chromium", "chromium")
    with (
        TemporaryDirectory() as folder,
        serve(Path(folder) / "log", WORKERS="1") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, picture in PICTURES.items():
            (FOLDER / f"{name}.webp").write_bytes(_take(browser, server.url, picture))
        halves: list[Picture] = [(HALF, "ca", check), (HALF, "ca", agreed)]
        taken = [_take(browser, server.url, half, "png") for half in halves]
        README.write_bytes(_side_by_side(browser, *taken))


if __name__ == "__main__":
    main()
