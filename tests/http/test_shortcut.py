"""The shortcut answers as Flask does, to the byte, and stands in nobody's way."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask, request_started
from flask.testing import FlaskClient

from service.http.app import create_app
from service.http.shortcut import check
from service.settings import Settings, StartError
from tests.http import conftest
from tests.http.conftest import Asked, Make
from tests.http.test_access import bearer

GENERATED = 2000
ACCEPTED = (None, "application/json", "text/plain", "text/csv", "text/csv;q=.1, */*", "nonsense")
ODD_BODIES = (b"", b"{", b"null", b"[]", b'{"words":["casa"],"words":[]}', b"\xff", b"a" * 70_000)


def examples() -> Iterator[Asked]:
    """Every example of the contract; what is only looked up, of several editions."""
    for shown in conftest.examples():
        if shown.value is not None:
            yield shown.asked
        else:
            for rules in ("figs", "fisc-2023", "frs", "nobody"):
                path = shown.asked.path.replace("/figs", f"/{rules}")
                yield shown.asked._replace(path=path, body=b"")


def oddities() -> Iterator[Asked]:
    """What is refused on the way to a view, or by it."""
    for path in {asked.path for asked in examples()}:
        for method in ("GET", "HEAD", "OPTIONS", "PUT", "POST"):
            yield Asked(method, path)
        for odd in (f"{path}/", f"/{path}", path.upper(), f"{path}?a=b", f"{path}/%2f", f"{path}è"):
            yield Asked("POST", odd, b"{}")
        for body in ODD_BODIES:
            yield Asked("POST", path, body)
        for media in ("", "text/html", "application/json; charset=latin-1", "APPLICATION/JSON"):
            yield Asked("POST", path, b"{}", {"Content-Type": media})


def generated() -> Iterator[Asked]:
    """Examples with something changed: a piece of the body, or what is wanted."""
    known = [asked for asked in examples() if asked.body]
    drawn = random.Random(20261118)
    for _ in range(GENERATED):
        asked = drawn.choice(known)
        begin = drawn.randrange(len(asked.body))
        end = min(len(asked.body), begin + drawn.choice((0, 0, 1, 2, 9)))
        put = drawn.choice((b"", b"", b"0", b'"', b"A", b",", b"[", b"\xc3\xa0", b"-1", b"null"))
        body = asked.body[:begin] + put + asked.body[end:]
        accept = drawn.choice(ACCEPTED)
        headers = {**asked.headers, **({"Accept": accept} if accept else {})}
        yield asked._replace(body=body, headers=headers)


def answered(client: FlaskClient, asked: Asked) -> tuple[str, list[tuple[str, str]], bytes]:
    """All of an answer, under an id that both ways are given."""
    headers = {**asked.headers, "X-Request-Id": "both-ways"}
    answer = client.open(asked.path, method=asked.method, data=asked.body, headers=headers)
    del answer.headers["Date"]  # A second may end between two answers.
    return answer.status, list(answer.headers), answer.data


@pytest.fixture(scope="module")
def both(make: Make) -> tuple[FlaskClient, FlaskClient]:
    given = {"keys": None, "rate_limit": None}
    return make(**given), make(**given, shortcut=False)


@pytest.mark.parametrize("kind", [examples, oddities, generated])
def test_every_request_is_answered_alike_with_and_without_it(
    both: tuple[FlaskClient, FlaskClient], kind: Callable[[], Iterator[Asked]]
) -> None:
    short, long = both
    for asked in kind():
        if asked.path != "/metrics":  # It counts the very requests that are compared.
            assert answered(short, asked) == answered(long, asked), asked


@pytest.mark.parametrize("key", ["key of a device", "key of a client", "wrong", ""])
def test_keys_and_rates_are_held_alike(make: Make, key: str) -> None:
    given = {"rate_limit": "40/day", "challenge_limit": "2/day", "device_limit": "3/day"}
    short, long = make(**given), make(**given, shortcut=False)
    for asked in examples():
        sent = asked._replace(headers={**asked.headers, **bearer(key)})
        if "/tournament/" not in sent.path and sent.path != "/metrics":
            assert answered(short, sent) == answered(long, sent), sent


def hook(*_: object) -> None:
    """What somebody wants to happen at every request."""


ADDED: list[tuple[str, Callable[[Flask], Any]]] = [
    ("the hook hook", lambda app: app.before_request(hook)),
    ("the hook hook", lambda app: app.after_request(hook)),
    ("the hook hook", lambda app: app.teardown_request(hook)),
    ("the hook hook", lambda app: app.url_value_preprocessor(hook)),
    ("whoever listens to request-started", lambda app: request_started.connect(hook)),
    ("the extension sqlalchemy", lambda app: app.extensions.update(sqlalchemy=object())),
]


@pytest.fixture
def unheard() -> Iterator[None]:
    yield
    request_started.disconnect(hook)


@pytest.mark.usefixtures("unheard")
@pytest.mark.parametrize(("what", "add"), ADDED)
def test_what_it_would_pass_by_stops_the_start(
    app: Flask, what: str, add: Callable[[Flask], Any]
) -> None:
    add(app)
    with pytest.raises(StartError, match=rf"^SHORTCUT: it would pass by {what}; set SHORTCUT=0$"):
        check(app)
    with pytest.raises(StartError, match=r"^SHORTCUT: "):
        app.test_client().get("/v1/rules")


@pytest.mark.parametrize("path", ["/v1/rules", "/v1/figs/incidents", "/healthz", "/docs", "/nope"])
def test_without_it_a_hook_runs_on_every_route(settings: Settings, path: str) -> None:
    app = create_app(replace(settings, shortcut=False))
    seen: list[str] = []
    app.before_request(lambda: seen.append("before"))
    app.teardown_request(lambda _: seen.append("after"))
    app.test_client().get(path)
    assert seen == ["before", "after"]
