"""Redis gone: rates are then counted by each worker for itself, and judging goes on."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

from chaos.grounds import KEYS, WORKERS, Ground, direct
from tests.support.processes import HOST, free_port, kill, running, wait_until
from tests.support.tools import tool

LIMIT = 3


@pytest.fixture
def redis_port() -> int:
    return free_port()


@pytest.fixture
def ground(tmp_path: Path, redis_port: int) -> Iterator[Ground]:
    limits = {
        "RATE_LIMIT_STORAGE": f"redis://{HOST}:{redis_port}",
        "CHALLENGE_LIMIT": f"{LIMIT}/minute",
    }
    with direct(tmp_path, limits) as made:
        yield made


def ask(ground: Ground, role: str, word: str) -> int:
    """The status of a challenge, on a connection of its own so that any worker may answer."""
    connection = HTTPConnection(HOST, ground.port, timeout=10)
    headers = {
        "Content-Type": "application/json",
        "Authorization": f"Bearer {KEYS[role]}",
    }
    connection.request("POST", "/v1/frs/challenge", json.dumps({"words": [word]}), headers)
    status = connection.getresponse().status
    connection.close()
    return status


def statuses(ground: Ground, role: str, prefix: str, times: int) -> list[int]:
    return [ask(ground, role, f"{prefix}{'a' * number}") for number in range(times)]


def test_limits_degrade_and_judging_goes_on_when_redis_dies(
    ground: Ground, redis_port: int, tmp_path: Path
) -> None:
    redis = tool("redis-server", "redis-server")
    command = (redis, "--port", str(redis_port), "--bind", HOST, "--save", "")
    with running(command, tmp_path / "redis.log") as process:
        assert wait_until(lambda: "Ready" in (tmp_path / "redis.log").read_text())
        together = statuses(ground, "client", "b", LIMIT + 3)
        assert together == [200] * LIMIT + [429] * 3
        kill(process.pid)
    alone = statuses(ground, "client", "c", LIMIT * WORKERS + 3)
    assert set(alone) == {200, 429}
    assert LIMIT <= alone.count(200) <= LIMIT * WORKERS + WORKERS
    assert statuses(ground, "device", "d", 5) == [200] * 5
