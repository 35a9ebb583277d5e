"""The environment: what is read from it, and that a wrong value names its variable."""

import pwd
import re
from hashlib import sha256
from pathlib import Path

import pytest

from service.keyring import Role
from service.settings import LogLevel, Server, StartError, read_settings
from tests.data import table

ROOT = Path(__file__).parents[2]
KEY = f"arbiter:{sha256(b'secret').hexdigest()}:Anna"

WRONG = [*table("http/settings.toml")["wrong"], ("PORT", "9" * 5000)]


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_wrong_value_stops_the_start_with_its_name(name: str, value: str) -> None:
    with pytest.raises(StartError) as stopped:
        read_settings({name: value})
    message = str(stopped.value)
    assert message.startswith(f"{name}: ")
    assert "\n" not in message


def test_a_certificate_needs_its_key() -> None:
    for name in ("TLS_CERT", "TLS_KEY"):
        with pytest.raises(StartError, match="TLS_CERT: "):
            read_settings({name: __file__})


def test_a_key_that_cannot_be_read_is_not_repeated() -> None:
    with pytest.raises(StartError) as stopped:
        read_settings({"API_KEYS": "arbiter:my-secret"})
    assert "my-secret" not in str(stopped.value)


def test_without_an_environment_it_listens_to_this_machine_only() -> None:
    settings = read_settings({"PORT": ""})
    assert settings.bind == "127.0.0.1:8000"
    assert settings.keys is None
    assert settings.workers >= 2
    assert settings.lexicons_path == (ROOT / "lexicons",)


def test_every_variable_is_read(tmp_path: Path) -> None:
    settings = read_settings(
        {
            "HOST": "::1",
            "PORT": "8123",
            "WORKERS": "3",
            "THREADS": "5",
            "KEEPALIVE_REQUESTS": "0",
            "SERVER": "uvicorn",
            "TLS_CERT": __file__,
            "TLS_KEY": __file__,
            "RULEBOOK_PATH": f"{tmp_path}:{ROOT / 'docs'}",
            "LEXICONS_PATH": f"{tmp_path}:{ROOT / 'lexicons'}",
            "LEXICONS": "ca=ca-2026, ro=ro-2025",
            "API_KEYS": KEY,
            "RATE_LIMIT": "5/second",
            "CHALLENGE_LIMIT": "2/minute;9/day",
            "RATE_LIMIT_STORAGE": "redis://localhost:6379",
            "PROXIES": "1",
            "CORS_ORIGINS": "https://a.example, http://b.example:8080",
            "LOG_LEVEL": "error",
            "ACCESS_LOG": "on",
        }
    )
    assert settings.bind == "[::1]:8123"
    assert (settings.workers, settings.threads, settings.keepalive_requests) == (3, 5, 0)
    assert settings.server is Server.UVICORN
    assert settings.tls_cert == settings.tls_key == Path(__file__)
    assert settings.rulebook_path == (tmp_path, ROOT / "docs")
    assert settings.lexicons_path == (tmp_path, ROOT / "lexicons")
    assert settings.lexicons == {"ca": "ca-2026", "ro": "ro-2025"}
    assert settings.keys is not None
    found = settings.keys.find("secret")
    assert found is not None
    assert (found.role, found.label) == (Role.ARBITER, "Anna")
    assert (settings.rate_limit, settings.challenge_limit) == ("5/second", "2/minute;9/day")
    assert settings.proxies == 1
    assert settings.cors_origins == {"https://a.example", "http://b.example:8080"}
    assert settings.log_level is LogLevel.ERROR
    assert settings.access_log


@pytest.mark.parametrize("given", [{"OPEN_ACCESS": "1"}, {"API_KEYS": KEY}])
def test_others_may_reach_it_with_keys_or_on_demand(given: dict[str, str]) -> None:
    assert read_settings({"HOST": "0.0.0.0", **given}).bind == "0.0.0.0:8000"


def test_no_rate_is_no_rate_at_all() -> None:
    settings = read_settings({"RATE_LIMIT": "off"})
    assert (settings.rate_limit, settings.challenge_limit) == (None, None)


@pytest.mark.parametrize(
    ("given", "counted"),
    [
        ({}, False),
        ({"HOST": "::1"}, False),
        ({"RATE_LIMIT": "5/minute"}, True),
        ({"CHALLENGE_LIMIT": "2/minute"}, True),
        ({"API_KEYS": KEY}, True),
        ({"PROXIES": "1"}, True),
        ({"OPEN_ACCESS": "1"}, True),
        ({"HOST": "0.0.0.0", "OPEN_ACCESS": "1"}, True),
    ],
)
def test_where_only_this_machine_calls_nobody_is_counted_unasked(
    given: dict[str, str], counted: bool
) -> None:
    settings = read_settings(given)
    assert (settings.rate_limit is not None, settings.challenge_limit is not None) == (
        counted,
        counted,
    )


def test_every_variable_stands_in_the_table() -> None:
    table = (ROOT / "deploy/README.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `([A-Z_]+)` \|", table, re.MULTILINE))
    source = (ROOT / "service/settings.py").read_text(encoding="utf-8")
    assert documented == set(re.findall(r'given(?:\.get\(|, )"([A-Z_]+)"', source))


def test_a_user_without_a_home_may_serve(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(_: int) -> None:
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", unknown)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    assert read_settings({}).chosen == {}
