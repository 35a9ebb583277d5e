"""What a browser is told when a page is installed: complete, true, and none of it loaded before."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from service.http.pages import WEB
from tests.support.tools import tool
from tests.web.conftest import FLAGS
from tests.web.serving import ARBITER_KEY, give_key

MANIFESTS = {"/tablet": "manifest.webmanifest", "/arbiter": "desk.webmanifest"}
MOST = 60_000  # bytes of a picture
READY = {"/tablet": "#setup h1", "/arbiter": "main:not([inert])"}


def _size(content: bytes) -> str:
    """How large a picture is, by the head of its own file."""
    if content.startswith(b"<svg"):
        return "any"
    if content.startswith(b"\x89PNG"):
        sides = (content[16:20], content[20:24])
        return "x".join(str(int.from_bytes(side, "big")) for side in sides)
    assert content[:4] + content[8:16] == b"RIFFWEBPVP8X"
    sides = (content[24:27], content[27:30])
    return "x".join(str(int.from_bytes(side, "little") + 1) for side in sides)


@pytest.mark.parametrize("path", MANIFESTS)
def test_a_browser_would_install_the_page(
    browser: Browser, base: str, tmp_path: Path, path: str
) -> None:
    profile = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=tool("chromium", "chromium"), args=FLAGS, base_url=base
    )
    with profile as context:
        page = context.new_page()
        give_key(page, ARBITER_KEY)
        page.goto(path)
        expect(page.locator(READY[path])).to_be_visible()
        page.evaluate("navigator.serviceWorker.ready")
        devtools = context.new_cdp_session(page)
        found = devtools.send("Page.getAppManifest")
        assert found["url"].endswith(MANIFESTS[path])
        assert found["errors"] == []
        assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


@pytest.mark.parametrize("path", MANIFESTS)
def test_a_manifest_names_pictures_as_they_are(path: str) -> None:
    manifest = json.loads((WEB / MANIFESTS[path]).read_text(encoding="utf-8"))
    assert manifest["id"] == manifest["start_url"] == manifest["scope"] == path
    assert {shot["form_factor"] for shot in manifest["screenshots"]} == {"narrow", "wide"}
    for picture in (*manifest["icons"], *manifest["screenshots"]):
        content = (WEB / picture["src"]).read_bytes()
        assert len(content) < MOST
        assert picture["sizes"] == _size(content), picture["src"]


def test_every_picture_is_named_by_a_manifest() -> None:
    texts = "".join((WEB / name).read_text(encoding="utf-8") for name in MANIFESTS.values())
    assert [path.name for path in WEB.glob("pictures/*") if path.name not in texts] == []
