"""Counting: windows that only time closes, and a storage that nobody waits for twice."""

import re
import time
from collections.abc import Iterator

import pytest
import redis
from limits.errors import StorageError

from service.http import rates
from service.http.rates import BUDGET, FIRST_PAUSE, Counting, Counts, OwnCounts, Rate
from tests.http.conftest import CLOSED, Make
from tests.http.test_access import bearer, different, until_refused
from tests.support.delaying import Line, slow_line
from tests.support.processes import free_port

THREE = Rate(3, 60, "3 a minute")
DAY = 86_400


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_window_holds_so_many_and_opens_again() -> None:
    clock = Clock()
    own = OwnCounts(clock)
    assert [own.hit("a", THREE) for _ in range(5)] == [0, 0, 0, 60, 60]
    assert own.hit("b", THREE) == 0
    clock.now += 59
    assert own.hit("a", THREE) == 1
    clock.now += 1
    assert own.hit("a", THREE) == 0


def test_what_was_put_down_is_forgotten_in_time() -> None:
    clock = Clock()
    own = OwnCounts(clock)
    own.put("asked", 60)
    assert own.has("asked")
    clock.now += 60
    assert not own.has("asked")


def test_windows_that_are_over_take_no_room() -> None:
    clock = Clock()
    own = OwnCounts(clock)
    for number in range(50_000):
        clock.now += 1
        own.hit(f"address {number}", THREE)
    assert len(own._windows) <= 4096


def test_a_clock_set_forward_and_back_locks_nobody_out(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = make(rate_limit="300/minute", challenge_limit="4/minute;1000/day")
    ask = different(client, bearer("key of a client"))
    true = time.time
    for number, ahead in enumerate((DAY, -DAY, 365 * DAY, 0)):
        monkeypatch.setattr(time, "time", lambda ahead=ahead: true() + ahead)
        assert ask(number).status_code == 200
    _, last = until_refused(ask)
    assert int(last.headers["Retry-After"]) <= 60, "a minute is a minute"


@pytest.fixture
def line(redis_url: str) -> Iterator[Line]:
    with redis.Redis.from_url(redis_url) as storage:
        storage.flushall()
    with slow_line(int(redis_url.rpartition(":")[2])) as made:
        yield made


def count(one: Counts) -> float:
    return one.hit("a", THREE)


def test_a_slow_storage_is_given_up_once_and_not_by_every_call(line: Line) -> None:
    counting = Counting(f"redis://127.0.0.1:{line.port}")
    assert counting.run(count) == 0
    assert counting.state == "shared"
    line.delay = 0.7
    before = line.calls
    assert [counting.run(count) for _ in range(3)] == [0, 0, 0]
    assert line.calls == before + 1, "one of them waits, the others ask nobody"
    assert counting.state == "alone"
    assert counting.run(count) > 0, "it goes on counting by itself"
    asked = line.calls
    for _ in range(100):
        counting.run(count)
    assert line.calls == asked


def test_a_storage_that_is_only_slow_is_given_up_too(line: Line) -> None:
    counting = Counting(f"redis://127.0.0.1:{line.port}")
    line.delay = BUDGET / 2
    for _ in range(4):  # Each takes several turns there, none of which is too long.
        counting.run(lambda one: [one.hit("a", THREE) for _ in range(3)])
    assert counting.state == "alone"


def test_a_storage_that_is_back_is_used_again(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting(f"redis://127.0.0.1:{line.port}")
    counting.run(count)
    line.delay = 0.7
    counting.run(count)
    line.delay = 0.0
    now = time.monotonic()
    monkeypatch.setattr(rates, "monotonic", lambda: now + FIRST_PAUSE + 1)
    counting.run(count)
    assert counting.state == "shared"


def test_a_storage_that_stays_away_is_tried_less_and_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counting = Counting(f"redis://127.0.0.1:{free_port()}")
    clock = Clock()
    monkeypatch.setattr(rates, "monotonic", clock)
    tries: list[float] = []

    def fail(*_: object) -> float:
        tries.append(clock.now)
        raise StorageError(OSError())

    monkeypatch.setattr(counting._shared, "hit", fail)
    for _ in range(600):
        clock.now += 1
        counting.run(count)
    assert 6 <= len(tries) <= 12


def test_a_service_says_that_it_counts_alone_and_stays_ready(make: Make, line: Line) -> None:
    client = make(rate_limit="100/minute", rate_limit_storage=f"redis://127.0.0.1:{line.port}")
    for delay, state in ((0.0, "shared"), (0.7, "alone")):
        line.delay = delay
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json["rates"]) == (200, state)  # type: ignore[index]
        assert CLOSED["listRules"](client, bearer("key of a client")).status_code == 200
    metrics = CLOSED["metrics"](client, bearer("key of a arbiter")).text
    given_up = next(line for line in metrics.splitlines() if line.startswith("arbiter_rate_"))
    assert float(given_up.split()[1]) >= 1


def test_devices_and_arbiters_never_reach_the_storage(make: Make, line: Line) -> None:
    client = make(rate_limit_storage=f"redis://127.0.0.1:{line.port}", challenge_limit="2/minute")
    for role in ("device", "arbiter"):
        assert CLOSED["challenge"](client, bearer(f"key of a {role}")).status_code == 200
    client.get("/healthz")
    assert line.calls == 0


def test_asking_the_same_again_is_free_at_every_instance(make: Make, line: Line) -> None:
    given = {"challenge_limit": "2/minute", "rate_limit_storage": f"redis://127.0.0.1:{line.port}"}
    instances = [make(**given), make(**given)]
    for number in range(10):
        answer = CLOSED["challenge"](instances[number % 2], bearer("key of a client"))
        assert answer.status_code == 200
    number, _ = until_refused(different(instances[1], bearer("key of a client")))
    assert number == 1, "one of two is left"


def test_the_storage_tells_neither_who_asked_nor_what(
    make: Make, line: Line, redis_url: str
) -> None:
    # Databases of its own: what another test sent over a slow line may still arrive in the first.
    for database in (1, 2, 3):
        address = f"redis://127.0.0.1:{line.port}/{database}"
        client = make(rate_limit_storage=address, challenge_limit="9/minute")
        CLOSED["challenge"](client, bearer("key of a client"))
        with redis.Redis.from_url(f"{redis_url}/{database}", decode_responses=True) as storage:
            stored = sorted(storage.scan_iter())
        if len(stored) == 3:  # On a busy machine the storage may have been given up half-way.
            break
    assert len(stored) == 3
    assert all(re.fullmatch(r"arbiter:[0-9a-f]{64}(/\d+)?", name) for name in stored)
