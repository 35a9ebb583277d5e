"""How a test handles the tablet: what a player taps, types and sees."""

import re
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, expect

from tests.web.serving import DEVICE_KEY, give_key

PIN = "2468"
VERDICT_DELAY = 1500  # milliseconds
QUIET = 900  # for how long a new screen must be left alone
LOOK = 2000  # and a verdict
# The browser's own words about a request that found no network: no fault of the page.
EXPECTED = ("Failed to load resource", "Service Worker registration blocked")


@dataclass(frozen=True, slots=True)
class Tablet:
    """A page, what it wrote to the console and which requests it made."""

    page: Page
    console: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)

    def asked(self, ending: str) -> list[Request]:
        """The requests whose path ends so."""
        return [seen for seen in self.requests if urlsplit(seen.url).path.endswith(ending)]

    def set_up(self, rules: str, lang: str, procedure: str, **others: str) -> None:
        """Do the organiser's part and wait until the tablet is ready for a challenge."""
        self._set_up(".count", rules, lang, procedure, **others)

    def open_with_clock(self, rules: str, lang: str, procedure: str, clock: str) -> None:
        """Do the organiser's part and wait until the game clock is there."""
        self._set_up(".half", rules, lang, procedure, clock=clock)

    def _set_up(self, ready: str, rules: str, lang: str, procedure: str, **others: str) -> None:
        given = {"rules": rules, "lang": lang, "procedure": procedure, "table": "12"}
        self.open(**given, **others)
        expect(self.page.locator("#procedure")).to_have_value(procedure)
        self.page.locator("#new-pin").fill(PIN)
        self.page.clock.run_for(QUIET)
        self.page.locator("#setup button.primary").click()
        expect(self.page.locator(ready).first).to_be_visible()
        # While a page is made to fill the screen, a browser may lose a key.
        self.page.wait_for_function("document.fullscreenElement !== null")

    def open(self, key: str = DEVICE_KEY, **fragment: str) -> None:
        """Open the page on a device that has a key, with set-up in the fragment."""
        if key:
            give_key(self.page, key)
        self.page.goto(f"/tablet#{urlencode(fragment)}" if fragment else "/tablet")

    def declare(self, count: int) -> None:
        """Say how many words are contested."""
        self.page.clock.run_for(QUIET)
        self.page.get_by_role("button", name=str(count), exact=True).click()

    def tap(self, *faces: str) -> None:
        """Tap keys of the on-screen keyboard."""
        self.page.clock.run_for(QUIET)
        for face in faces:
            self.page.locator(".keys button").filter(has_text=_exactly(face)).click()

    def type(self, text: str) -> None:
        """Type on a hardware keyboard."""
        self.page.keyboard.type(text)

    def words(self) -> list[list[str]]:
        """The tiles of every word on the screen."""
        rows = self.page.locator("main .word").all()
        return [[_face(tile) for tile in row.locator(".tile").all_inner_texts()] for row in rows]

    def go_on(self) -> None:
        """Press the button that leads on, once it can be pressed."""
        self.page.clock.run_for(QUIET)
        self.page.locator(".actions button.primary").click()

    def submit(self, *words: str) -> None:
        """Type the words and hand them over for checking."""
        self.declare(len(words))
        for word in words:
            self.type(word)
            self.page.keyboard.press("Enter")
        expect(self.page.locator(".submitted")).to_be_visible()

    def judge(self) -> None:
        """Give consent and ask for the verdict; the clock is turned past the delay."""
        self.go_on()
        with self.page.expect_response("**/challenge"):
            self.go_on()
        self.page.clock.run_for(VERDICT_DELAY)
        expect(self.page.locator(".verdict")).to_be_visible()

    def verdict(self) -> str:
        """The word that fills the screen."""
        return self.page.locator(".verdict h1").inner_text()

    def dismiss(self) -> None:
        """Take the verdict off the screen: both players say that they saw it."""
        self.page.clock.run_for(LOOK)
        for seen in self.page.locator(".verdict .seen").all():
            seen.click()
        expect(self.page.locator(".follows")).to_be_visible()

    def enter_pin(self, pin: str) -> None:
        """Type a PIN into the arbiter's dialogue."""
        self.page.locator("#organiser").click()
        self.page.locator("#pin").fill(pin)
        self.page.keyboard.press("Enter")


def watch(page: Page) -> Tablet:
    """Write down everything that a page says and asks."""
    tablet = Tablet(page)

    def hear(message: ConsoleMessage) -> None:
        if not message.text.startswith(EXPECTED):
            tablet.console.append(message.text)

    page.on("console", hear)
    page.on("pageerror", lambda error: tablet.console.append(str(error)))
    page.on("request", lambda request: tablet.requests.append(request))
    return tablet


def _face(text: str) -> str:
    return text.split("\n")[0].rstrip("0123456789")


def _exactly(face: str) -> re.Pattern[str]:
    return re.compile(f"^{re.escape(face)}$")
