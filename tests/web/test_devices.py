"""Devices that halls really have: old browsers, a network that fails half-way, another language."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.error import HTTPError
from urllib.request import urlopen

from playwright.sync_api import Browser, expect

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


class Gateway(BaseHTTPRequestHandler):
    """A gateway before the service, which can lose it."""

    service = ""
    lost = False

    def do_GET(self) -> None:  # as the base class calls it
        """Pass the question on, or say that nobody is behind."""
        if Gateway.lost:
            self._answer(502, "text/html", b"<h1>Bad Gateway</h1>")
            return
        try:
            with urlopen(f"{Gateway.service}{self.path}") as found:
                self._answer(200, found.headers["Content-Type"], found.read())
        except HTTPError as fault:
            self._answer(fault.code, "application/json", fault.read())

    def _answer(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *said: object) -> None:
        """Keep quiet."""


@contextmanager
def gateway(service: str) -> Iterator[str]:
    """The address of a gateway before a service."""
    Gateway.service, Gateway.lost = service, False
    server = ThreadingHTTPServer(("127.0.0.1", 0), Gateway)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_gateway_without_its_service_gets_the_copy_of_the_page(
    browser: Browser, base: str
) -> None:
    with gateway(base) as address, browser.new_context(base_url=address) as context:
        page = context.new_page()
        page.goto("/tablet#lang=ro")
        expect(page.locator("#setup h1")).to_have_text("Pregătirea dispozitivului")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        page.wait_for_function("navigator.serviceWorker.controller !== null")
        Gateway.lost = True
        page.reload()
        expect(page.locator("#setup h1")).to_have_text("Pregătirea dispozitivului")
