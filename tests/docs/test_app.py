"""The app of the site answers in a tab what the service does, without a network or words."""

import base64
import json
import re
import subprocess
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from docs.making.app import PYODIDE, write_app
from service.http.app import create_app
from service.settings import Settings
from tests.http.conftest import Asked
from tests.http.test_shortcut import answered, examples, generated, oddities
from tests.support.processes import HOST, ROOT
from tests.support.tools import do_without, tool
from tests.web.conftest import FLAGS
from tests.web.test_tournament import PAPER, enter, pair, play, put_on_paper

PATIENCE = 300_000


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Path:
    tool("node", "nodejs")
    if not PYODIDE.is_dir():
        do_without("npm ci has not put pyodide into node_modules")
    folder = tmp_path_factory.mktemp("site") / "app"
    write_app(folder)
    return folder


def sent() -> Iterator[Asked]:
    """What is asked both ways: the contract's examples, and many of them with something wrong."""
    known = [*examples(), *oddities(), *generated()]
    yield from (asked for asked in known if asked.path.startswith("/v1/"))


def refused_as(code: str, content: bytes) -> bool:
    """Whether an answer is a refusal with this code."""
    return f'"code":"{code}"'.encode() in content


def test_the_tab_answers_as_the_service_does_to_the_byte(app: Path, tmp_path: Path) -> None:
    known = list(sent())
    questions = [
        {
            "method": asked.method,
            "path": asked.path,
            "headers": {**asked.headers, "X-Request-Id": "both-ways"},
            "body": base64.b64encode(asked.body).decode(),
        }
        for asked in known
    ]
    (tmp_path / "asked.json").write_text(json.dumps(questions), encoding="utf-8")
    places = (app, tmp_path / "asked.json", tmp_path / "answered.json")
    subprocess.run(["node", ROOT / "tests/docs/ask.mjs", *places], check=True)
    given = json.loads((tmp_path / "answered.json").read_text(encoding="utf-8"))
    service = create_app(Settings()).test_client()
    wordless = set()
    for asked, (status, headers, body) in zip(known, given, strict=True):
        found = base64.b64decode(body)
        if refused_as("not_ready", found):
            wordless.add(asked.path.rpartition("/")[2])
            continue
        said, told, content = answered(service, asked)
        assert status == int(said[:3]), asked
        # What is no JSON each Python says in its own words, and a tab's is newer.
        if not (refused_as("json", found) and refused_as("json", content)):
            assert (ordered(headers), found) == (ordered(told), content), asked
    assert wordless == {"challenge", "judge"}


def ordered(headers: Iterable[Sequence[str]]) -> list[tuple[str, list[str]]]:
    """Headers, with the methods of Allow in one order: Python shuffles them in every process."""
    return [(name, sorted(value.split(", "))) for name, value in headers]


def test_a_link_of_the_app_leads_to_a_file_of_it(app: Path) -> None:
    for page in app.rglob("*.html"):
        linked = re.findall(r'(?:href|src)="([^"#:]+)', page.read_text(encoding="utf-8"))
        assert [one for one in linked if not (page.parent / one).exists()] == [], page
    assert "`help/${" in (app / "web/js/arbiter.js").read_text(encoding="utf-8")


@pytest.fixture
def address(app: Path) -> Iterator[str]:
    """The app as any web space would serve it, in a folder of its own."""
    handler = partial(Quiet, directory=str(app.parent))
    with ThreadingHTTPServer((HOST, 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://{HOST}:{server.server_port}/app/"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and says nothing of it."""

    def log_message(self, *_: object) -> None:
        """Nothing."""


def test_a_director_ends_an_event_with_the_network_unplugged(address: str) -> None:
    # In a thread of its own: this one may hold the browser of other tests already.
    with ThreadPoolExecutor(1) as apart:
        apart.submit(end_an_event, address).result()


def end_an_event(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=tool("chromium", "chromium"), args=FLAGS
        )
        context = browser.new_context(locale="ca")
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        page.wait_for_selector("#starting:has-text('prepara')", timeout=PATIENCE)
        page.wait_for_selector("#main:not([inert])", timeout=PATIENCE)
        assert page.locator("#starting").count() == 0
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        assert all(url.startswith((address, "data:")) for url in asked)
        context.set_offline(True)
        page.add_init_script(PAPER)
        page.goto("about:blank")
        page.goto(f"{address}#rules=fisc-2023&lang=ca")
        page.wait_for_selector("#main:not([inert])", timeout=PATIENCE)
        page.fill("#desk-words", "casa")
        page.press("#desk-words", "Enter")
        page.click("#desk-stage button:not([aria-disabled])")
        page.wait_for_selector("#fault:has-text('servei')")
        page.click("#tab-tournament")
        enter(page)
        for number in range(1, 6):
            pair(page, number)
            play(page, number)
        page.click("#tour-standings")
        expect(page.locator("table.standings tbody tr")).to_have_count(8)
        page.click("#tour-prints")
        assert "Horia Rusu" in put_on_paper(page, "standings")
        browser.close()
