"""The hall on one page of the laptop: chosen, watched and ended there, and closed to others."""

import json
import re
import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import requests
from playwright.sync_api import Browser, Page, expect

from service.command.box.command import lan_address
from tests.support.boxes import PAGE, Box, started
from tests.support.processes import is_ready, wait_until
from tests.support.small_lexicons import small_lexicons
from tests.web.test_access import check

# Paper lies in its frame until it is printed.
UNPRINTED = "window.print = () => {}"


@contextmanager
def laptop(folder: Path, *options: str, **variables: str) -> Iterator[Box]:
    """A box on a machine with a screen, whose browser is opened by the test itself."""
    lexicons = small_lexicons(folder / "lexicons")
    screen = {"DISPLAY": ":0", "BROWSER": "true", "LANG": "en", **variables}
    with started(folder / "box", lexicons, *options, **screen) as box:
        assert wait_until(lambda: bool(PAGE.search(box.out)), 30)
        yield box


def serves(box: Box) -> bool:
    """Whether its tablets are answered before long."""
    return wait_until(lambda: is_ready(box.port))


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="en-GB", viewport={"width": 1280, "height": 900})
    yield context.new_page()
    context.close()


def test_a_day_takes_presses_and_no_path(tmp_path: Path, page: Page) -> None:
    (tmp_path / "rules/texts").mkdir(parents=True)
    welsh = {"language.name": "Cymraeg", "hall.open": "Agor y neuadd", "hall.state.here": "yma"}
    (tmp_path / "rules/texts/cy.json").write_text(json.dumps(welsh), encoding="utf-8")
    page.add_init_script(UNPRINTED)
    with laptop(tmp_path, RULEBOOK_PATH=str(tmp_path / "rules")) as box:
        page.goto(box.page)
        page.locator("#choose").wait_for()
        check(page, "the choice")
        page.locator("#rules").select_option("frs-2019")
        page.locator("#variant").select_option("senior")
        page.locator("#lang").select_option("cy")
        page.locator("#tables").fill("3")
        page.get_by_role("button", name="Agor y neuadd").click()
        page.locator("#hall").wait_for()
        plan = json.loads((box.folder / "box.json").read_text(encoding="utf-8"))
        chosen = (plan["rules"], plan["lang"], plan["variant"], len(plan["exits"]))
        assert chosen == ("frs-2019", "cy", "senior", 3)

        assert serves(box)
        key, casa = secrets.token_urlsafe(32), {"words": ["casa"]}
        assert box.enrol(box.codes()["1"], key).ok
        assert box.post("spell", key, casa) == 200
        page.locator("#lang").select_option("en")
        one = page.locator("#table-1")
        expect(one).to_contain_text("asks for a verdict")
        assert box.post("challenge", key, casa) == 200
        expect(one.locator(".state")).to_have_text("here")
        expect(one).to_contain_text("1 challenge")
        expect(page.locator("#totals tbody tr").last).to_have_text(re.compile("Total.*1.*1.*0"))

        leave_document(box)
        expect(one).to_contain_text("Ana – Bo")
        headers = {"Authorization": f"Bearer {key}"}
        report = {"round": 1, "table": 1, "scores": [412, 380], "confirmed": [True, False]}
        for confirmed, shown in ((False, "412 – 380 ?"), (True, "412 – 380")):
            report["confirmed"] = [True, confirmed]
            url = f"{box.url}/v1/event/results"
            assert requests.post(url, json=report, headers=headers).status_code == 202
            expect(one.locator(".score")).to_have_text(shown)

        one.get_by_role("button", name="Withdraw").click()
        page.locator("#yes").click()
        expect(one.locator(".state")).to_have_text("withdrawn")
        assert box.post("challenge", key, casa) == 401
        page.locator("#count").fill("4")
        page.get_by_role("button", name="Add tables").click()
        expect(page.locator("#table-4 .state")).to_have_text("not here yet")
        one.get_by_role("button", name="Print a code").click()
        paper = page.frame_locator("#paper")
        expect(paper.locator("h2")).to_have_text(["Table 1"])
        new = paper.locator(".code").inner_text().replace(" ", "")
        assert (box.folder / "enrolment/codes" / new).exists()
        assert "casa" not in page.content().lower()

        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            check(page, f"the hall, {scheme}")
        page.get_by_role("button", name="End the day").click()
        page.locator("#yes").click()
        expect(page.locator("#ended")).to_be_visible()
        assert box.process.wait(20) == 0
        summary = (box.folder / "summary.txt").read_text(encoding="utf-8")
        assert re.search(r"Total +1 +1 +0", summary)


def leave_document(box: Box) -> None:
    """A first round of two players, as the director's page leaves it."""
    lines = (box.folder / "arbiter.env").read_text(encoding="utf-8")
    (key,) = re.findall("ARBITER_KEY=(\\S+)", lines)
    document = {
        "name": "Cupa",
        "rounds": 3,
        "version": 1,
        "players": [{"id": "ana", "name": "Ana"}, {"id": "bo", "name": "Bo"}],
        "games": [{"round": 1, "table": 1, "players": ["ana", "bo"]}],
    }
    url, headers = f"{box.url}/v1/event/document", {"Authorization": f"Bearer {key}"}
    assert requests.put(url, json=document, headers=headers).status_code == 200


def test_the_sheet_is_previewed_and_the_arbiters_page_needs_no_code(
    tmp_path: Path, page: Page
) -> None:
    page.add_init_script(UNPRINTED)
    with laptop(tmp_path, "--rules", "fisc", "--tables", "2") as box:
        page.goto(box.page)
        paper = page.frame_locator("#paper")
        expect(paper.locator(".card h2")).to_have_text(["Àrbitre", "Taula 1", "Taula 2"])
        page.locator("#print-words").click()
        expect(paper.locator(".words").first).to_be_attached()
        with page.expect_popup() as opened:
            assert serves(box)
            page.get_by_role("button", name="Open the arbiter’s page").click()
        expect(opened.value.locator("main:not([inert]) #desk-form")).to_be_attached()
        assert opened.value.url == f"{box.url}/arbiter"
        expect(page.locator("#links a").first).to_have_attribute("href", f"{box.url}/event/")
        page.set_viewport_size({"width": 360, "height": 640})
        check(page, "the hall on a phone's width")
        right = "[...document.querySelectorAll('*')].map((e) => e.getBoundingClientRect().right)"
        assert page.evaluate(f"Math.max(...{right})") <= 361


def test_a_box_that_was_ended_elsewhere_is_said_to_be_gone(tmp_path: Path, page: Page) -> None:
    with laptop(tmp_path, "--rules", "frs", "--tables", "1") as box:
        page.goto(box.page)
        page.locator("#hall").wait_for()
        box.process.terminate()
        expect(page.locator("#down")).to_be_visible()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Box]:
    with laptop(tmp_path_factory.mktemp("laptop"), "--rules", "frs", "--tables", "2") as box:
        wait_until(lambda: requests.get(f"{box.page}hall").json()["ready"], 20)
        yield box


STRANGERS = {
    "a name of somebody else's for this laptop": {"Host": "evil.example"},
    "the right port under another name": {"Host": "evil.example:PORT"},
    "a proxy that says the caller is this laptop": {"X-Forwarded-For": "127.0.0.1"},
    "a proxy by the standard header": {"Forwarded": "for=127.0.0.1"},
    "a proxy for another host": {"X-Forwarded-Host": "127.0.0.1"},
}


@pytest.mark.parametrize("headers", STRANGERS.values(), ids=STRANGERS)
@pytest.mark.parametrize("path", ["", "hall", "sheet", "v1/rules"])
def test_nobody_reads_it_but_this_laptop(opened: Box, path: str, headers: dict[str, str]) -> None:
    port = str(urlsplit(opened.page).port)
    told = {name: value.replace("PORT", port) for name, value in headers.items()}
    answer = requests.get(opened.page + path, headers=told)
    assert answer.status_code == 403
    assert answer.json()["code"] == "key"


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", None])
@pytest.mark.parametrize("path", ["choose", "tables", "code", "withdraw", "end"])
def test_no_other_page_presses_anything(opened: Box, path: str, origin: str | None) -> None:
    before = sorted((opened.folder / "enrolment").rglob("*"))
    headers = {"Content-Type": "application/json"} | ({"Origin": origin} if origin else {})
    answer = requests.post(opened.page + path, headers=headers, data='{"place": "1", "count": 9}')
    assert answer.status_code == 403
    time.sleep(0.1)
    assert opened.process.poll() is None
    assert sorted((opened.folder / "enrolment").rglob("*")) == before


@pytest.mark.parametrize("path", ["/", "/hall", "/wrong-wrong-wrong-wrong/", "/v1/rules"])
def test_without_its_address_there_is_nothing(opened: Box, path: str) -> None:
    answer = requests.get("{0.scheme}://{0.netloc}".format(urlsplit(opened.page)) + path)
    assert answer.status_code == 404


def test_no_other_machine_can_even_connect(opened: Box) -> None:
    with pytest.raises(OSError, match="refused"):
        socket.create_connection((lan_address(), urlsplit(opened.page).port or 0), 5)


def test_the_service_in_the_hall_has_no_such_page(opened: Box) -> None:
    for path in ("/hall", "/hall.html", urlsplit(opened.page).path):
        assert requests.get(opened.url + path).status_code == 404


def test_what_cannot_be_is_one_sentence_and_changes_nothing(opened: Box) -> None:
    origin = {"Origin": "{0.scheme}://{0.netloc}".format(urlsplit(opened.page))}
    wrong = {"tables": {"count": 1}, "code": {"place": "9"}, "choose": {"rules": "frs"}}
    for path, body in wrong.items():
        answer = requests.post(opened.page + path, json=body, headers=origin)
        assert answer.status_code == 422
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["detail"].count("\n") == 0
    told = origin | {"Content-Type": "application/json"}
    for body in (b"{", b"[" * 100_000):
        assert requests.post(opened.page + "code", data=body, headers=told).status_code == 400
