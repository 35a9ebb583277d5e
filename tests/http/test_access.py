"""Keys, roles and rates."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import redis
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder, run_wsgi_app

from service.contract import contract, operations
from service.http.access import EVERYBODY, at_once, check_access, roles_of
from service.http.rates import read_rates
from service.keyring import Key, Keyring, KeyringError, Role, read_keys
from service.settings import Settings, StartError, read_keyring, read_settings
from tests.http.conftest import CLOSED, Make
from tests.http.test_contract import PAGES
from tests.http.test_problems import problem
from tests.support.processes import ROOT

FOR_DEVICES = {
    *("challenge", "spell", "judge", "listRules", "showRules", "listLexicons"),
    *("listIncidents", "ruleOnIncident", "tryPin", "reportResult", "showTable"),
}
OF_THE_EVENT = {name for name in CLOSED if "/event/" in CLOSED[name].path}


def digest(key: str) -> str:
    return sha256(key.encode()).hexdigest()


def bearer(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture(scope="session")
def keyed(make: Make) -> FlaskClient:
    return make(rate_limit=None, challenge_limit=None)


@pytest.mark.parametrize("role", list(Role))
@pytest.mark.parametrize("name", CLOSED)
def test_a_role_may_ask_for_what_it_is_for(keyed: FlaskClient, role: Role, name: str) -> None:
    response = CLOSED[name](keyed, bearer(f"key of a {role}"))
    if role is Role.DEVICE and name not in FOR_DEVICES:
        problem(response, 403, "role")
        others = "arbiter" if name in OF_THE_EVENT else "arbiter or client"
        assert f"only one with {others}." in response.get_json()["detail"]
    elif role is Role.CLIENT and name in OF_THE_EVENT:
        problem(response, 403, "role")
    else:
        # These keys were not given for a code; what is reported comes with the pairing it is of.
        known = {"tryPin": {404}, "reportResult": {202, 422}, "showDocument": {200, 404}}
        assert response.status_code in known.get(name, {200})


@pytest.mark.parametrize("page", ["deploy/README.md", "docs/call-the-api.md"])
def test_a_page_names_what_a_device_may_ask_for(page: str) -> None:
    lines = (ROOT / page).read_text(encoding="utf-8").splitlines()
    (row,) = (line for line in lines if line.startswith("| `device`"))
    named = set(re.findall(r"`(\w+)`", row)) - {"device"}
    assert {part for name in FOR_DEVICES for part in CLOSED[name].path.split("/")} >= named
    assert all(named & set(CLOSED[name].path.split("/")) for name in FOR_DEVICES - {"tryPin"})


@pytest.mark.parametrize(
    "headers",
    [
        {},
        bearer("wrong"),
        bearer(""),
        {"Authorization": "Bearer"},
        {"Authorization": f"Bearer {digest('key of a client')}"},
        {"Authorization": "Basic a2V5OmtleQ=="},
        {"Authorization": "key of a client"},
    ],
)
@pytest.mark.parametrize("name", CLOSED)
def test_without_a_good_key_nothing_is_answered(
    keyed: FlaskClient, name: str, headers: dict[str, str]
) -> None:
    response = CLOSED[name](keyed, headers)
    problem(response, 401, "key")
    assert response.get_json()["detail"].endswith("send one: Authorization: Bearer <key>.")
    assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("name", CLOSED)
def test_whatever_needs_a_key_is_counted(make: Make, name: str) -> None:
    client = make(rate_limit="1/minute")
    problem(CLOSED[name](client, {}), 401, "key")
    refused(CLOSED[name](client, {}), "too_many_requests")


def test_a_view_is_in_the_contract_as_closed_or_open_to_everybody(app: Flask) -> None:
    views = app.view_functions
    rules = app.url_map.iter_rules()
    closed = {rule.rule for rule in rules if roles_of(views[rule.endpoint]) != EVERYBODY}
    listed = {
        path for _, path, operation in operations(contract()) if "401" in operation["responses"]
    }
    written = {re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule) for rule in closed}
    assert written - PAGES == listed


@pytest.mark.parametrize("path", ["/event/code"])
def test_a_page_that_is_not_for_everybody_wants_a_key(keyed: FlaskClient, path: str) -> None:
    problem(keyed.get(path), 401, "key")
    problem(keyed.get(path, headers=bearer("key of a device")), 403, "role")


def test_a_view_that_does_not_say_who_may_ask_stops_the_start(app: Flask) -> None:
    app.add_url_rule("/v1/<rules>/unseen", view_func=lambda rules: rules, endpoint="unseen")
    with pytest.raises(StartError, match=r"^/v1/<rules>/unseen: say who may ask this"):
        check_access(app)


@pytest.mark.parametrize("role", list(Role))
def test_such_a_view_is_closed_to_all(make: Make, role: Role) -> None:
    client = make()
    client.application.add_url_rule("/v1/unseen", view_func=lambda: "seen", endpoint="unseen")
    problem(client.get("/v1/unseen"), 401, "key")
    problem(client.get("/v1/unseen", headers=bearer(f"key of a {role}")), 403, "role")


def test_health_documentation_and_methods_need_no_key(keyed: FlaskClient) -> None:
    for path in ("/healthz", "/readyz", "/docs", "/openapi.yaml"):
        assert keyed.get(path).status_code == 200
    assert keyed.options("/v1/figs/challenge").status_code == 200


def test_of_two_keys_alike_the_first_one_counts() -> None:
    keys = (Key(Role.DEVICE, digest("a")), Key(Role.CLIENT, digest("b"), "Bea"))
    keyring = Keyring((*keys, Key(Role.ARBITER, digest("b"))))
    assert keyring.find("b") == keys[1]
    assert keyring.find("c") is None


@pytest.mark.parametrize(
    ("path", "short"),
    [
        ("/v1/figs/challenge", True),
        ("/v1/figs/score", True),
        ("/readyz", True),
        ("/v1/figs/replay", False),
        ("/v1/devices", False),
        ("/v1/devices/pin", False),
        ("/v1/frs/tournament/standings", False),
        ("/v1/frs/tournament/pairings", False),
        ("/metrics", False),
    ],
)
def test_what_may_take_long_is_never_answered_before_others(path: str, short: bool) -> None:
    environ = EnvironBuilder(path).get_environ()
    assert (at_once(Settings())(environ) > 0) is short


def test_a_key_is_looked_for_once_a_request_however_many_there_are(make: Make) -> None:
    looked: list[str] = []

    class Watched(Keyring):
        def find(self, presented: str) -> Key | None:
            looked.append(presented)
            return super().find(presented)

    keys = Watched(tuple(Key(Role.ARBITER, digest(str(number))) for number in range(1000)))
    given: dict[str, Any] = {"keys": keys, "rate_limit_storage": "redis://127.0.0.1:1"}
    app = make(**given).application
    environ = EnvironBuilder("/v1/rules", headers=[*bearer("999").items()]).get_environ()
    assert at_once(Settings(**given, rate_limit="1/day"))(environ) > 0
    assert run_wsgi_app(app, environ)[1] == "200 OK"
    assert looked == ["999"]


@pytest.mark.parametrize(
    "line", ["arbiter", "arbiter:xyz", f"Arbiter:{'0' * 64}", f"device:{'0' * 63}"]
)
def test_a_wrong_line_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(KeyringError, match="entry 2"):
        read_keys([f"device:{'0' * 64}", line])


def test_keys_are_rotated_without_a_restart(
    tmp_path: Path,
    make: Make,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("service.keyring._LOOK_AGAIN", 0.0)
    path = tmp_path / "keys"
    path.write_text(f"# tables\narbiter:{digest('old')}\n", encoding="utf-8")
    client = make(keys=read_keyring("", str(path)))
    rules = CLOSED["listRules"]
    assert rules(client, bearer("old")).status_code == 200

    path.write_text(f"arbiter:{digest('new')}:hall 2\n", encoding="utf-8")
    assert rules(client, bearer("old")).status_code == 401
    assert rules(client, bearer("new")).status_code == 200

    for broken in ("nonsense", "", "# nobody"):
        path.write_text(broken, encoding="utf-8")
        for _ in range(3):
            assert rules(client, bearer("new")).status_code == 200, "the last good keys stay"
    told = [record.message for record in caplog.records if "read before" in record.message]
    assert len(told) == len(set(told)) == 2, "a fault is told once until it is another"
    path.unlink()
    assert rules(client, bearer("new")).status_code == 200
    assert rules(client, {}).status_code == 401


def test_a_key_is_good_until_its_last_day(make: Make) -> None:
    today = datetime.now(UTC).date()
    lines = [
        f"arbiter:{digest(str(days))}:day {days}:{today + timedelta(days=days)}" for days in (-2, 2)
    ]
    client = make(keys=Keyring(read_keys(lines)))
    assert CLOSED["listRules"](client, bearer("-2")).status_code == 401
    assert CLOSED["listRules"](client, bearer("2")).status_code == 200
    figures = client.get("/metrics", headers=bearer("2")).text
    (used,) = re.findall(r'arbiter_key_used_timestamp_seconds{label="day 2"} (\S+)', figures)
    assert float(used) > datetime.now(UTC).timestamp() - 120
    assert "day -2" not in figures


def until_refused(ask: Callable[[int], Any], most: int = 50) -> tuple[int, Any]:
    """How often a call is answered, and how it is refused at last."""
    for number in range(most):
        response = ask(number)
        if response.status_code == 429:
            return number, response
    raise AssertionError(f"{most} calls and no end")


def refused(response: Any, code: str, longest: int = 86_400) -> None:
    problem(response, 429, code)
    assert 1 <= int(response.headers["Retry-After"]) <= longest


@pytest.mark.parametrize("key", ["key of a client", "guess {}"])
def test_a_client_or_who_guesses_keys_may_ask_so_often_and_then_waits(make: Make, key: str) -> None:
    client = make(rate_limit="7/minute")
    number, last = until_refused(lambda n: CLOSED["score"](client, bearer(key.format(n))))
    assert number == 7
    refused(last, "too_many_requests")
    assert CLOSED["score"](client, bearer("key of a arbiter")).status_code == 200


@pytest.mark.parametrize("role", [Role.ARBITER, Role.DEVICE])
def test_arbiters_and_devices_are_not_counted(make: Make, role: Role) -> None:
    client = make(rate_limit="1/minute", challenge_limit="1/minute")
    for number in range(5):
        body = {"words": ["casa" + "a" * number]}
        answer = client.post("/v1/figs/challenge", json=body, headers=bearer(f"key of a {role}"))
        assert answer.status_code == 200


def different(client: FlaskClient, headers: dict[str, str]) -> Callable[[int], Any]:
    def ask(number: int) -> Any:
        body = {"words": ["casa", "a" * (2 + number)]}
        return client.post("/v1/figs/challenge", json=body, headers=headers)

    return ask


def test_different_challenges_are_counted(make: Make) -> None:
    client = make(challenge_limit="5/minute;100/day", device_limit="7/minute")
    for role, most in (("client", 5), ("device", 7)):
        for _ in range(2):  # What was answered is free, what was refused stays refused.
            number, last = until_refused(different(client, bearer(f"key of a {role}")))
            assert number == most
            refused(last, "too_many_challenges")
        refused(CLOSED["judge"](client, bearer(f"key of a {role}")), "too_many_challenges")
    assert CLOSED["score"](client, bearer("key of a client")).status_code == 200
    arbiter = different(client, bearer("key of a arbiter"))
    assert [arbiter(number).status_code for number in range(20)] == [200] * 20


def test_devices_together_may_put_as_many_as_a_hall_needs(make: Make) -> None:
    keys = Keyring(tuple(Key(Role.DEVICE, digest(name)) for name in ("one", "two")))
    client = make(keys=keys, device_limit="7/minute", hall_limit="9/month")
    number, _ = until_refused(different(client, bearer("one")))
    assert number == 7
    number, last = until_refused(different(client, bearer("two")))
    assert number == 2
    refused(last, "too_many_challenges", longest=30 * 86_400)


@pytest.mark.parametrize(
    ("limit", "short", "five"), [("device_limit", 0.46, 9), ("hall_limit", 2, 40)]
)
def test_copying_a_lexicon_with_keys_of_devices_takes_years(
    limit: str, short: float, five: float
) -> None:
    keyring = f"device:{digest('k')}"
    rates = read_rates(getattr(read_settings({"API_KEYS": keyring}), limit))
    a_year = 2 * min(rate.most * 365 * 86400 // rate.seconds for rate in rates)  # by two workers
    assert (21**3 + 21**4) / a_year > short
    assert 21**5 / a_year > five
    assert getattr(read_settings({"API_KEYS": keyring, "RATE_LIMIT": "off"}), limit) is None


@pytest.mark.parametrize(
    "said", ["1.2.3.4:5678", "junk", "::g", "[2001:db8::1]:443", "", "a" * 300]
)
def test_an_odd_address_of_a_proxy_is_no_failure(make: Make, said: str) -> None:
    client = make(host="0.0.0.0", rate_limit="100/minute", proxies=1)
    for ask in (CLOSED["challenge"], CLOSED["listRules"]):
        headers = {**bearer("key of a device"), "X-Forwarded-For": said}
        assert ask(client, headers).status_code == 200


def test_a_path_that_no_file_can_have_is_not_found(make: Make) -> None:
    for length in (255, 256, 5000):
        assert make().get(f"/web/{'a' * length}").status_code == 404


@pytest.mark.parametrize("role", [Role.CLIENT, Role.DEVICE])
def test_the_same_challenge_again_is_free_ten_times_and_then_counted(
    make: Make, role: Role
) -> None:
    client = make(challenge_limit="3/minute", device_limit="3/minute")
    orders = (["casa", "re"], ["RE", "casa"], ["re", "casa"])

    def ask(number: int) -> Any:
        body = {"words": orders[number % 3]}
        return client.post("/v1/figs/challenge", json=body, headers=bearer(f"key of a {role}"))

    number, last = until_refused(ask)
    assert number == 1 + 10 + 2
    refused(last, "too_many_challenges")


def test_without_keys_everybody_is_a_client(make: Make) -> None:
    client = make(keys=None, challenge_limit="2/minute")
    number, last = until_refused(different(client, {}))
    assert number == 2
    refused(last, "too_many_challenges")


def test_limits_can_be_switched_off(make: Make) -> None:
    client = make(rate_limit=None, challenge_limit=None)
    ask = different(client, bearer("key of a client"))
    assert [ask(number).status_code for number in range(30)] == [200] * 30


def test_behind_a_proxy_the_caller_is_who_the_proxy_says(make: Make) -> None:
    client = make(keys=None, host="0.0.0.0", open_access=True, rate_limit="2/minute", proxies=1)

    def ask(address: str) -> int:
        status: int = CLOSED["listRules"](client, {"X-Forwarded-For": address}).status_code
        return status

    assert [ask("192.0.2.1") for _ in range(3)] == [200, 200, 429]
    assert ask("192.0.2.2") == 200
    assert [ask(f"2001:db8::{end}") for end in ("1", "8000:0:0:2", "3")] == [200, 200, 429]
    assert ask("2001:db8:0:1::") == 200


def in_turns(workers: list[FlaskClient]) -> Callable[[int], Any]:
    """Asks something different each time, now this worker and now that."""
    asks = [different(worker, bearer("key of a client")) for worker in workers]
    return lambda number: asks[number % len(asks)](number)


def test_workers_that_share_redis_count_together(
    make: Make, redis_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    for database in range(3):
        caplog.clear()
        shared = f"{redis_url}/{database}"
        given = {"challenge_limit": "6/minute", "rate_limit_storage": shared}
        number, last = until_refused(in_turns([make(**given), make(**given)]))
        if "slow or gone" not in caplog.text:  # A busy machine may outlast a worker's patience.
            break
    assert number == 6
    refused(last, "too_many_challenges")
    with redis.Redis.from_url(shared, decode_responses=True) as storage:
        stored = " ".join(storage.scan_iter())
    assert "casa" not in stored.lower()
