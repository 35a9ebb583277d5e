"""After a verdict nothing remains: no word, no verdict, nowhere a browser keeps things."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.tablet import QUIET, Tablet, watch

FISC = ("fisc-2023", "ca", "device_at_table")
VALID, INVALID = "col.legi", "zuzu"
# As typed, as spelled in capitals and as sent to the service.
TRACES = ("col·legi", "col.legi", "zuzu", "no vàlida", '"valid":')


def everything_kept(page: Page) -> str:
    """Whatever the page and the browser keep for it, as one text."""
    kept: str = page.evaluate(
        """async () => {
          const stored = [];
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) {
              if (!request.url.includes("/i18n/") && !request.url.includes("/js/")) {
                stored.push(request.url, await (await cache.match(request)).text());
              }
            }
          }
          return JSON.stringify({
            dom: document.documentElement.outerHTML,
            fields: [...document.querySelectorAll("input, textarea")].map(({value}) => value),
            local: {...localStorage},
            session: {...sessionStorage},
            databases: await indexedDB.databases(),
            cookies: document.cookie,
            address: location.href,
            state: history.state,
            title: document.title,
            window: window.name,
            stored,
          });
        }"""
    )
    return kept.lower()


@pytest.mark.parametrize("word", [VALID, INVALID])
def test_the_verdict_clears_itself_and_leaves_no_trace(tablet: Tablet, word: str) -> None:
    page = tablet.page
    tablet.set_up(*FISC, seconds="7")
    tablet.submit(word, "canya")
    tablet.judge()
    page.clock.run_for(6000)
    expect(page.locator(".verdict")).to_be_visible()
    page.clock.run_for(1500)
    expect(page.locator(".verdict")).to_have_count(0)
    tablet.go_on()
    expect(page.locator(".counts")).to_be_visible()
    kept = everything_kept(page)
    for trace in (*TRACES, "canya"):
        assert trace not in kept, trace
    assert tablet.console == []


def test_the_screen_before_the_next_challenge_is_the_same_after_either_verdict(
    tablet: Tablet,
) -> None:
    tablet.set_up(*FISC)
    after = []
    for word in ("casa", "zuzu"):
        tablet.submit(word)
        tablet.judge()
        tablet.dismiss()
        tablet.go_on()
        tablet.page.clock.run_for(QUIET)
        after.append(tablet.page.content())
    assert after[0] == after[1]


def test_words_travel_only_in_the_body_of_a_question_and_make_no_sound(tablet: Tablet) -> None:
    tablet.page.add_init_script(
        """window.noise = [];
        Object.defineProperty(navigator, "vibrate", {value: () => window.noise.push("vibrate")});
        HTMLMediaElement.prototype.play = () => window.noise.push("play");
        window.AudioContext = function () { window.noise.push("audio"); };"""
    )
    tablet.set_up(*FISC)
    tablet.submit("canya")
    tablet.judge()
    tablet.dismiss()
    assert tablet.page.evaluate("window.noise") == []
    told = [request for request in tablet.requests if "CANYA" in (request.post_data or "")]
    assert {request.url.rsplit("/", 1)[1] for request in told} == {"spell", "challenge"}
    for request in tablet.requests:
        assert "canya" not in request.url.lower()
        assert "canya" not in json.dumps(request.headers).lower()


def test_answers_are_never_kept_by_browser_or_service_worker(browser: Browser, base: str) -> None:
    with browser.new_context(base_url=base) as context:
        tablet = watch(context.new_page())
        page = tablet.page
        page.clock.install()
        tablet.set_up(*FISC)
        page.evaluate("navigator.serviceWorker.ready")
        tablet.submit("canya")
        tablet.judge()
        tablet.dismiss()
        kept = page.evaluate(
            """async () => {
              const names = await caches.keys();
              const cache = await caches.open(names[0]);
              return [names, (await cache.keys()).map(({url}) => new URL(url).pathname)];
            }"""
        )
        assert [name.split()[0] for name in kept[0]] == ["arbiter-shell"]
        assert [p for p in kept[1] if not p.startswith(("/tablet", "/web/", "/help"))] == []
        for request in tablet.asked("/challenge"):
            answer = request.response()
            assert answer is not None
            assert not answer.from_service_worker
            assert "no-store" in answer.headers["cache-control"]
