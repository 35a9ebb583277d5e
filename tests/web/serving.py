"""A real service for the browser, with a key for a device and one for the arbiter."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from playwright.sync_api import Page, Route

from tests.support.serving import serve

DEVICE_KEY = "a-device-key-for-tests"
ARBITER_KEY = "an-arbiter-key-for-tests"
SERVICE_PIN = "135790"
"""The PIN of devices that came with a code."""


@contextmanager
def service(lexicons: Path, devices: Path) -> Iterator[str]:
    """Serve the lexicons of a folder; the value is the address, without a slash at its end."""
    settings = {
        "WORKERS": "1",
        "RATE_LIMIT": "off",
        "API_KEYS": keys(),
        "DEVICES_PATH": str(devices),
    }
    with serve(lexicons / "log", LEXICONS_PATH=str(lexicons), **settings) as server:
        yield server.url


def keys() -> str:
    """The keys that the service knows, as its settings have them."""
    return f"device:{_digest(DEVICE_KEY)},arbiter:{_digest(ARBITER_KEY)}"


def _digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def give_key(page: Page, key: str) -> None:
    """Let the pages find a key on the device, as if it had been typed there before."""
    page.add_init_script(
        f"""for (const name of ["arbiter.tablet", "arbiter.desk"]) {{
          if (!location.protocol.startsWith("http")) break;
          const known = JSON.parse(localStorage.getItem(name)) ?? {{}};
          if (!known.key) localStorage.setItem(name, JSON.stringify({{...known, key: "{key}"}}));
        }}"""
    )


def change_lexicon(page: Page, rules: str, old: str) -> None:
    """Let the service answer from now on as if it had another lexicon than the old one."""
    new = "f" * 64

    def answered(route: Route) -> None:
        answer = route.fetch()
        headers = {**answer.headers, "lexicon": answer.headers["lexicon"].replace(old, new)}
        route.fulfill(response=answer, headers=headers)

    def described(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        body["lexicon"]["sha256"] = new
        route.fulfill(response=answer, json=body)

    page.route("**/challenge", answered)
    page.route(f"**/v1/rules/{rules}", described)
