"""The environment, read once into a frozen value; nothing else reads os.environ.

Every variable stands in one table in deploy/README.md. A wrong value stops the start with the
name of its variable.
"""

import ipaddress
import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from service import choice, places, variables
from service.devices import Devices
from service.http.keyring import Keyring, read_keyring
from service.variables import StartError

_REQUESTS = "300/minute"
_CHALLENGES = "20/minute;1000/day"
_DEVICE_CHALLENGES = "20/minute;120/hour;600/day"


class Server(StrEnum):
    """Which program serves; all run the same application behind the same bridge."""

    GUNICORN = "gunicorn"
    UVICORN = "uvicorn"


class LogLevel(StrEnum):
    """The least important message that is written."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Settings:
    """What the environment decides; `None` for a limit is no limit, for keys open access."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    threads: int = 4
    keepalive_requests: int = 1000
    shortcut: bool = True
    server: Server = Server.GUNICORN
    tls_cert: Path | None = None
    tls_key: Path | None = None
    rulebook_path: tuple[Path, ...] = ()
    lexicons_path: tuple[Path, ...] = field(default_factory=lambda: (places.lexicons(),))
    lexicons: Mapping[str, str] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    official: frozenset[str] = frozenset()
    keys: Keyring | None = None
    devices: Devices | None = None
    open_access: bool = False
    rate_limit: str | None = None
    challenge_limit: str | None = None
    device_limit: str | None = None
    rate_limit_storage: str = "memory://"
    proxies: int = 0
    cors_origins: frozenset[str] = frozenset()
    log_level: LogLevel = LogLevel.INFO
    access_log: bool = False
    text_log: bool = False

    def lexicon_of(self, name: str) -> str:
        """The lexicon that a name of an edition stands for: by LEXICONS, by choice, or itself."""
        return self.lexicons.get(name) or self.chosen.get(name, name)

    @property
    def url(self) -> str:
        """Where a browser on this machine finds the service."""
        anywhere = self.host in ("0.0.0.0", "::", "")
        place = f"127.0.0.1:{self.port}" if anywhere else self.bind
        return f"{'https' if self.tls_cert else 'http'}://{place}/"

    @property
    def bind(self) -> str:
        """The address as it is written before a path."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def read_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of an environment; an empty variable counts as none."""
    given = {name: value.strip() for name, value in environ.items() if value.strip()}
    devices = _devices(given)
    chosen = _chosen()
    settings = Settings(
        host=given.get("HOST", "127.0.0.1"),
        port=variables.number(given, "PORT", 8000, most=65535),
        workers=variables.number(given, "WORKERS", max(2, _cores()), most=256),
        threads=variables.number(given, "THREADS", 4, most=256),
        keepalive_requests=variables.number(
            given, "KEEPALIVE_REQUESTS", 1000, least=0, most=1_000_000
        ),
        shortcut=variables.switch(given, "SHORTCUT", "1"),
        server=Server(variables.one_of(given, "SERVER", Server, _usual_server())),
        tls_cert=variables.file(given, "TLS_CERT"),
        tls_key=variables.file(given, "TLS_KEY"),
        rulebook_path=variables.folders(given, "RULEBOOK_PATH"),
        lexicons_path=variables.folders(given, "LEXICONS_PATH") or (places.lexicons(),),
        lexicons=variables.renamed(given, "LEXICONS"),
        chosen=chosen.lexicons,
        official=chosen.official | variables.hashes(given, "OFFICIAL"),
        keys=read_keyring(given.get("API_KEYS", ""), given.get("API_KEYS_FILE"), devices),
        devices=devices,
        open_access=variables.switch(given, "OPEN_ACCESS"),
        rate_limit_storage=variables.storage(given, "RATE_LIMIT_STORAGE"),
        proxies=variables.number(given, "PROXIES", 0, least=0, most=9),
        cors_origins=variables.origins(given, "CORS_ORIGINS"),
        log_level=LogLevel(variables.one_of(given, "LOG_LEVEL", LogLevel, "info")),
        access_log=variables.switch(given, "ACCESS_LOG"),
        text_log=variables.one_of(given, "LOG_FORMAT", ("json", "text"), _usual_format()) == "text",
    )
    check_exposure([settings.host], settings)
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise StartError("TLS_CERT: name the certificate and, with TLS_KEY, its key")
    return _with_limits(settings, given)


def _devices(given: Mapping[str, str]) -> Devices | None:
    path = variables.folder(given, "DEVICES_PATH")
    return Devices(path) if path else None


def _chosen() -> choice.Choice:
    try:
        return choice.read_choice()
    except choice.ChoiceError as fault:
        raise StartError(str(fault)) from None


def _with_limits(settings: Settings, given: Mapping[str, str]) -> Settings:
    """The settings with their limits; where only this machine calls, none that were not asked for.

    A proxy, or open access, lets others in.
    """
    shared = settings.keys or settings.open_access or settings.proxies
    alone = not shared and is_loopback(settings.host)
    uncounted = alone and "CHALLENGE_LIMIT" not in given
    requests = variables.limit(given, "RATE_LIMIT", "off" if uncounted else _REQUESTS)
    challenges = variables.limit(given, "CHALLENGE_LIMIT", _CHALLENGES)
    devices = variables.limit(given, "DEVICE_LIMIT", _DEVICE_CHALLENGES)
    return replace(
        settings,
        rate_limit=requests,
        challenge_limit=requests and challenges,
        device_limit=devices if requests and settings.keys else None,
    )


def check_exposure(hosts: Iterable[str], settings: Settings) -> None:
    """Refuse to serve without keys where others can reach it, unless that was asked for."""
    if settings.keys or settings.open_access:
        return
    for host in hosts:
        if not is_loopback(host):
            raise StartError(
                f"HOST: {host} can be reached by others and there are no API keys:"
                " set API_KEYS or API_KEYS_FILE, or OPEN_ACCESS=1 to serve everybody"
            )


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _usual_server() -> str:
    """gunicorn, where there is what it needs: Windows cannot fork."""
    return Server.GUNICORN if hasattr(os, "fork") else Server.UVICORN


def _usual_format() -> str:
    """Text where somebody reads it, JSON where a program does."""
    return "text" if sys.stderr is not None and sys.stderr.isatty() else "json"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # Where it is known which cores we may use.
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
