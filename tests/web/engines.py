"""Drives browsers in one way, whatever their engine: what is walked through is written once.

All by Selenium: WebKitGTK, the engine of iPads, and Chromium by the drivers that Debian has for
them. It has none for Firefox, which is therefore asked itself, by Marionette.
"""

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from axe_playwright_python.base import (  # type: ignore[import-untyped]  # comes without types
    AXE_SCRIPT,
)
from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.options import ArgOptions
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.remote.webdriver import WebDriver
from selenium.webdriver.remote.webelement import WebElement
from websocket import WebSocket, create_connection

from tests.support.processes import HOST, free_port, listens, running, wait_until
from tests.support.tools import tool

T = TypeVar("T")
GALLERY = os.environ.get("GALLERY")
"""Where pictures go, if anybody wants them."""
SIZES = [(390, 844), (844, 390), (768, 1024), (1280, 800)]
USUAL = (768, 1024)
PATIENCE = 60.0
ENTER, TAB = "\ue007", "\ue004"
MINIBROWSER = "webkit2gtk-4.*/MiniBrowser"
# Two pictures after the window has its size, a page is drawn at that size.
AT_REST = """return new Promise((done) => setTimeout(
  () => requestAnimationFrame(() => requestAnimationFrame(done)), 500))"""
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
AXE = f"""while (document.querySelector(".settling"))
    await new Promise((done) => setTimeout(done, 50));
  const {{violations}} = await axe.run({{runOnly: {STANDARDS}}});
  return violations.map(({{id, nodes}}) => `${{id}}: ${{nodes.map(({{html}}) => html)}}`);"""
STICKS_OUT = "return Math.max(0, document.documentElement.scrollWidth - innerWidth)"


@dataclass(frozen=True, slots=True)
class Browser:
    """A window of an engine, and what a visitor does in it."""

    engine: str
    driver: WebDriver

    def go(self, address: str) -> None:
        """Open an address, and hear from then on of what goes wrong in the page."""
        self.driver.get("about:blank")
        self.driver.get(address)
        self.run("window.faults = []; onerror = (event) => { faults.push(String(event)); };")

    def run(self, script: str) -> Any:
        """What a script in the page returns, or what it promises."""
        return self.driver.execute_script(script)

    def ask(self, function: str, given: object = None) -> Any:
        """What a function of the page's own comes to: one may have modules, or not be done yet.

        Firefox runs what a driver asks in a room beside the page, which has modules of its own.
        """
        asked = f"(async () => JSON.stringify((await ({function})({json.dumps(given)})) ?? null))()"
        address = self.driver.caps.get("webSocketUrl")
        if not address:
            return json.loads(self.run(f"return {asked}"))
        with closing(create_connection(address, suppress_origin=True)) as page:
            (context, *_) = _bidi(page, "browsingContext.getTree")["contexts"]
            target = {"context": context["context"]}
            how = {"expression": asked, "target": target, "awaitPromise": True}
            return json.loads(_bidi(page, "script.evaluate", **how)["result"]["value"])

    def see(self, css: str, text: str = "") -> WebElement:
        """The first element on the screen of a kind, and with a text; it is waited for."""
        return self._until(lambda: self._find(css, text), f"{css} {text}")

    def gone(self, css: str) -> None:
        """Wait until nothing of a kind is on the screen."""
        self._until(lambda: not self._find(css, ""), f"no {css}")

    def said(self, css: str) -> str:
        """The text of an element that has one."""
        return str(self._until(lambda: (node := self._find(css, "")) and node.text, css))

    def press(self, css: str, text: str = "") -> None:
        """Press a button as soon as it can be."""

        def pressed() -> bool:
            node = self._find(css, text)
            if not node or not node.is_enabled() or node.get_attribute("aria-disabled"):
                return False
            node.click()
            return True

        self._until(pressed, css)

    def write(self, css: str, text: str) -> None:
        """Fill a field in, which is empty or a whole number."""

        def written() -> bool:
            if node := self._find(css, ""):
                self.driver.execute_script("arguments[0].focus(); arguments[0].select()", node)
                node.send_keys(text)
            return node is not None

        self._until(written, css)

    def keys(self, text: str) -> None:
        """Type into whatever has the focus."""
        (self._find(":focus", "") or self.see("body")).send_keys(text)

    def tap(self, node: WebElement, *pauses: float) -> None:
        """A finger that is put on a place, and on the same place again after each pause."""
        actions = ActionBuilder(self.driver, duration=0)
        finger = actions.pointer_action
        finger.move_to(node)  # type: ignore[no-untyped-call]  # comes without types
        for pause in (0, *pauses):
            finger.pause(pause).pointer_down().pointer_up()
        actions.perform()

    def look(self, state: str) -> None:
        """Everybody can use a state. Where somebody collects pictures, take them."""
        assert self.run(STICKS_OUT) == 0, f"{self.engine}: {state}"
        if not self.run("return 'axe' in window"):
            self.run(AXE_SCRIPT)
        found = self.run(f"return (async () => {{{AXE}}})()")
        assert found == [], f"{self.engine}: {state}: {found}"
        if not GALLERY:
            return
        folder = Path(GALLERY) / self.engine
        folder.mkdir(parents=True, exist_ok=True)
        for width, height in SIZES:
            self.resize(width, height)
            self.run(AT_REST)
            self.driver.save_screenshot(folder / f"{state}-{width}x{height}.png")
        self.resize(*USUAL)

    def resize(self, width: int, height: int) -> None:
        """Give the page a size, whatever is around it; Firefox and WebKit have a least width."""
        self.driver.set_window_rect(width=width, height=height)
        around = height - self.run("return innerHeight")
        if around:
            self.driver.set_window_rect(width=width, height=height + around)

    def _find(self, css: str, text: str) -> WebElement | None:
        found = self.driver.find_elements("css selector", css)
        shown = (node for node in found if node.is_displayed())
        return next((node for node in shown if text in node.text), None)

    def _until(self, attempt: Callable[[], T | None], what: str) -> T:
        """What an attempt gives once it gives something; a page may be redrawn below it."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                if found := attempt():
                    return found
            except WebDriverException:
                pass
            time.sleep(0.05)
        raise AssertionError(f"{self.engine} waited in vain: {what}\n{self.see('body').text}")


def _bidi(page: WebSocket, method: str, **given: object) -> dict[str, Any]:
    page.send(json.dumps({"id": 1, "method": method, "params": given}))
    while "id" not in (answer := json.loads(page.recv())):
        pass
    result: dict[str, Any] = answer["result"]
    return result


@contextmanager
def browser(engine: str, folder: Path) -> Iterator[Browser]:
    """A browser of an engine, without a screen; it is ended afterwards."""
    with OPENED[engine](folder) as driver:
        opened = Browser(engine, driver)
        opened.resize(*USUAL)
        yield opened


COMMANDS = {
    "newSession": "NewSession",
    "get": "Navigate",
    "findElements": "FindElements",
    "clickElement": "ElementClick",
    "clearElement": "ElementClear",
    "sendKeysToElement": "ElementSendKeys",
    "getElementText": "GetElementText",
    "isElementEnabled": "IsElementEnabled",
    "w3cExecuteScript": "ExecuteScript",
    "setWindowRect": "SetWindowRect",
    "screenshot": "TakeScreenshot",
    "quit": "DeleteSession",
    "actions": "PerformActions",
}
"""What Marionette calls the commands of Selenium that we use."""


class Marionette(RemoteConnection):
    """Firefox as it may be driven itself: a line of JSON with its length before it, both ways."""

    def __init__(self, connected: socket.socket) -> None:
        super().__init__(client_config=ClientConfig(f"http://{HOST}"))
        self._socket = connected
        self._answers = connected.makefile("rb")
        self._read()  # Firefox introduces itself.

    def execute(self, command: str, params: dict[str, Any]) -> dict[str, Any]:
        """Ask for what a command of Selenium means."""
        if command == "newSession":
            params = params["capabilities"]["alwaysMatch"]
        message = json.dumps([0, 0, f"WebDriver:{COMMANDS[command]}", params]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, fault, result = self._read()
        if fault:
            raise WebDriverException(fault["message"])
        return {"value": result.get("value", result) if isinstance(result, dict) else result}

    def close(self) -> None:
        """Nothing more is asked."""
        self._answers.close()

    def _read(self) -> Any:
        size = b""
        while (figure := self._answers.read(1)) != b":":
            size += figure
        return json.loads(self._answers.read(int(size)))


@contextmanager
def _firefox(folder: Path) -> Iterator[WebDriver]:
    port = free_port()
    settings = {"marionette.port": port, "datareporting.policy.dataSubmissionEnabled": False}
    settings["layout.css.prefers-color-scheme.content-override"] = 0  # dark: WebKit is light
    lines = [f"user_pref({json.dumps(name)}, {json.dumps(to)});" for name, to in settings.items()]
    (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
    command = [tool("firefox-esr", "firefox-esr"), "--headless", "--marionette", "--no-remote"]
    command += ["--profile", str(folder), f"--remote-debugging-port={free_port()}"]
    with running(command, folder / "log", HOME=str(folder)):
        assert wait_until(lambda: listens(port))
        with socket.create_connection((HOST, port), timeout=2 * PATIENCE) as connected:
            connection = Marionette(connected)
            options = webdriver.FirefoxOptions()
            options.set_capability("webSocketUrl", value=True)
            yield WebDriver(connection, options=options)
            connection.close()


@contextmanager
def _webkit(folder: Path) -> Iterator[WebDriver]:
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(next(Path("/usr/lib").rglob(MINIBROWSER)))
    options.add_argument("--automation")
    driver = tool("WebKitWebDriver", "webkit2gtk-driver")
    with _screen() as display, _driven(driver, options, folder, DISPLAY=display) as opened:
        yield opened


@contextmanager
def _chromium(folder: Path) -> Iterator[WebDriver]:
    options = webdriver.ChromeOptions()
    options.binary_location = tool("chromium", "chromium")
    for argument in ("headless=new", "no-sandbox", "disable-gpu", f"user-data-dir={folder}"):
        options.add_argument(f"--{argument}")
    with _driven(tool("chromedriver", "chromium-driver"), options, folder) as opened:
        yield opened


@contextmanager
def _driven(
    driver: str, options: ArgOptions, folder: Path, **variables: str
) -> Iterator[WebDriver]:
    """A browser that a driver starts, which listens on a port of its own."""
    port = free_port()
    home = {"HOME": str(folder), **variables}
    with running([driver, f"--port={port}"], folder / "log", **home):
        assert wait_until(lambda: listens(port))
        address = ClientConfig(f"http://{HOST}:{port}")
        opened = WebDriver(RemoteConnection(client_config=address), options=options)
        try:
            yield opened
        finally:
            opened.quit()


@contextmanager
def _screen() -> Iterator[str]:
    """A screen that nobody sees."""
    command = [tool("Xvfb", "xvfb"), "-displayfd", "1", "-screen", "0", "1400x1200x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        try:
            yield f":{process.stdout.readline().decode().strip()}"
        finally:
            process.terminate()


OPENED = {"firefox": _firefox, "webkit": _webkit, "chromium": _chromium}
