"""Fast on a cheap tablet: few bytes, nothing from elsewhere, nothing against a strict policy."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Response, expect

from service.http.pages import without_comments
from tests.web.serving import ARBITER_KEY, give_key

WEB = Path(__file__).parents[2] / "service" / "web"
# Bytes unpacked, and on their way, until the first view is there; other parts come when opened.
MOST = {"/tablet": 111_000, "/arbiter": 125_000}
MOST_SENT = {"/tablet": 45_000, "/arbiter": 48_000}
ENTRY = {"/tablet": "#setup h1", "/arbiter": "main:not([inert]) #desk-form"}
VERSION = re.compile("^/web/[0-9a-f]{10}/")


@pytest.mark.parametrize("path", ENTRY)
def test_a_page_is_light(page: Page, base: str, path: str) -> None:
    loaded: list[Response] = []
    page.on("response", lambda response: loaded.append(response))
    give_key(page, ARBITER_KEY)
    page.goto(f"{path}#rules=fisc-2023&lang=ca")
    expect(page.locator(ENTRY[path])).to_be_attached()
    own = [response for response in loaded if not response.url.startswith(f"{base}/v1/")]
    assert all(response.url.startswith(base) for response in loaded)
    assert all(response.ok for response in loaded)
    assert len(own) > 10
    assert sum(len(response.body()) for response in own) < MOST[path]
    sent = sum(response.request.sizes()["responseBodySize"] for response in own)
    assert 10_000 < sent < MOST_SENT[path]


def test_comments_stay_at_home_and_every_line_keeps_its_number() -> None:
    for path in [*WEB.glob("js/**/*.js"), *WEB.glob("css/*.css")]:
        source = path.read_text(encoding="utf-8")
        served = without_comments(source.encode()).decode()
        pairs = list(zip(source.split("\n"), served.split("\n"), strict=True))
        gone = [line for line, sent in pairs if line != sent]
        assert all(sent in ("", line) for line, sent in pairs), path.name
        assert all(re.match(r"\s*(/\*|\*|[^;{}]*\*/$|[^;{}]+$)", line) for line in gone), path.name
        assert "/**" not in served.split("\n", 1)[0]


def test_a_comment_within_a_line_is_part_of_it() -> None:
    line = b"/** @type {any} */ (byId(id));\n/* gone */\nconst a = 1; /* stays */\n"
    assert without_comments(line) == line.replace(b"/* gone */", b"")


@pytest.mark.parametrize("path", ENTRY)
def test_every_module_is_asked_for_before_any_has_arrived(page: Page, path: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(urlsplit(request.url).path))
    page.goto(path)
    expect(page.locator("h1:visible")).not_to_be_empty()
    html = (WEB / f"{path[1:]}.html").read_text(encoding="utf-8")
    named = [VERSION.sub("/web/", name) for name in loaded if VERSION.match(name)]
    modules = [name for name in named if name.endswith(".js")]
    assert len(modules) > 10
    assert [name for name in modules if f'"{name}"' not in html] == []


@pytest.mark.parametrize("path", ENTRY)
def test_nothing_offends_the_strict_policy(page: Page, path: str) -> None:
    page.add_init_script(
        """window.offences = [];
        addEventListener("securitypolicyviolation", (event) => offences.push(event.blockedURI));"""
    )
    give_key(page, ARBITER_KEY)
    answer = page.goto(f"{path}#rules=fisc-2023&lang=ca")
    expect(page.locator(ENTRY[path])).to_be_attached()
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert page.evaluate("window.offences") == []


def test_no_source_builds_markup_from_text_or_logs() -> None:
    for path in [*WEB.glob("js/**/*.js"), WEB / "service-worker.js"]:
        text = path.read_text(encoding="utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "console."):
            assert word not in text, f"{word} in {path.name}"


def test_every_module_says_what_it_knows() -> None:
    for path in [*WEB.glob("js/**/*.js"), WEB / "service-worker.js"]:
        head = path.read_text(encoding="utf-8")[:200]
        assert head.startswith("/**"), path.name
        assert "Knows" in head, path.name
