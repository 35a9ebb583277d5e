"""The environment, read once into a frozen value; nothing else reads os.environ.

Every variable stands in one table in deploy/README.md. A value that cannot be read is a
`StartError` that begins with the variable's name.
"""

import ipaddress
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from service import places
from service.devices import Devices
from service.keyring import Keyring, KeyringError, read_keys

Given = Mapping[str, str]

_REQUESTS = "300/minute"
_CHALLENGES = "20/minute;1000/day"
_DEVICE_CHALLENGES = "20/minute;120/hour;600/day"
_HALL_CHALLENGES = "2000/day;4000/month"
_RATE = r"[1-9]\d{0,6}/(second|minute|hour|day|month)"
_LIMIT = re.compile(f"{_RATE}(;{_RATE}){{0,3}}")
_RENAMED = re.compile(r"([A-Za-z0-9._-]+)=([A-Za-z0-9._+-]+)")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_ORIGIN = re.compile(r"\*|https?://[A-Za-z0-9.:\[\]-]+")
_STORAGE = re.compile(r"memory://|(redis|rediss|redis\+unix|redis\+cluster|redis\+sentinel)://\S+")


class StartError(SystemExit):
    """A service that must not run: the process ends with one line and without a traceback."""

    def __init__(self, message: str) -> None:
        """Say it as the command does, should the process end by it."""
        super().__init__(message)
        self.code = f"arbiter: {message}"


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
    event: Path | None = None
    open_access: bool = False
    rate_limit: str | None = None
    challenge_limit: str | None = None
    device_limit: str | None = None
    hall_limit: str | None = None
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
    path = _folder(given, "DEVICES_PATH")
    devices = Devices(path) if path else None
    chosen = _chosen()
    # Windows cannot fork, which gunicorn needs.
    usual = Server.GUNICORN if hasattr(os, "fork") else Server.UVICORN
    settings = Settings(
        host=given.get("HOST", "127.0.0.1"),
        port=_number(given, "PORT", 8000, most=65535),
        workers=_number(given, "WORKERS", max(2, _cores()), most=256),
        threads=_number(given, "THREADS", 4, most=256),
        keepalive_requests=_number(given, "KEEPALIVE_REQUESTS", 1000, least=0, most=1_000_000),
        shortcut=_switch(given, "SHORTCUT", "1"),
        server=Server(_one_of(given, "SERVER", Server, usual)),
        tls_cert=_file(given, "TLS_CERT"),
        tls_key=_file(given, "TLS_KEY"),
        rulebook_path=_folders(given, "RULEBOOK_PATH"),
        lexicons_path=_folders(given, "LEXICONS_PATH") or (places.lexicons(),),
        lexicons=_renamed(given, "LEXICONS"),
        chosen=chosen.lexicons,
        official=chosen.official | _hashes(given, "OFFICIAL"),
        keys=read_keyring(given.get("API_KEYS", ""), given.get("API_KEYS_FILE"), devices),
        devices=devices,
        event=_folder(given, "EVENT_PATH"),
        open_access=_switch(given, "OPEN_ACCESS"),
        rate_limit_storage=_storage(given, "RATE_LIMIT_STORAGE"),
        proxies=_number(given, "PROXIES", 0, least=0, most=9),
        cors_origins=_origins(given, "CORS_ORIGINS"),
        log_level=LogLevel(_one_of(given, "LOG_LEVEL", LogLevel, "info")),
        access_log=_switch(given, "ACCESS_LOG"),
        text_log=_one_of(given, "LOG_FORMAT", ("json", "text"), _usual_format()) == "text",
    )
    check_exposure([settings.host], settings)
    if bool(settings.tls_cert) != bool(settings.tls_key):
        raise StartError("TLS_CERT: name the certificate and, with TLS_KEY, its key")
    return _with_limits(settings, given)


def read_keyring(listed: str, path: str | None, devices: Devices | None = None) -> Keyring | None:
    """The keys of API_KEYS, API_KEYS_FILE and DEVICES_PATH; `None` where none is given."""
    if not listed and not path and not devices:
        return None
    name = "API_KEYS"
    try:
        fixed = read_keys(listed.split(",")) if listed else ()
        name = "API_KEYS_FILE"
        return Keyring(fixed, Path(path) if path else None, devices)
    except (OSError, KeyringError) as fault:
        raise StartError(f"{name}: {fault}") from None


def _chosen() -> places.Choice:
    try:
        return places.read_choice()
    except places.ChoiceError as fault:
        raise StartError(str(fault)) from None


def _with_limits(settings: Settings, given: Mapping[str, str]) -> Settings:
    """The settings with their limits; where only this machine calls, none that were not asked for.

    A proxy, or open access, lets others in.
    """
    shared = settings.keys or settings.open_access or settings.proxies
    alone = not shared and is_loopback(settings.host)
    uncounted = alone and "CHALLENGE_LIMIT" not in given
    requests = _limit(given, "RATE_LIMIT", "off" if uncounted else _REQUESTS)
    challenges = _limit(given, "CHALLENGE_LIMIT", _CHALLENGES)
    devices = _limit(given, "DEVICE_LIMIT", _DEVICE_CHALLENGES)
    hall = _limit(given, "HALL_LIMIT", _HALL_CHALLENGES)
    return replace(
        settings,
        rate_limit=requests,
        challenge_limit=requests and challenges,
        device_limit=devices if requests and settings.keys else None,
        hall_limit=hall if requests and settings.keys else None,
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


def _usual_format() -> str:
    """Text where somebody reads it, JSON where a program does."""
    return "text" if sys.stderr is not None and sys.stderr.isatty() else "json"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # Where it is known which cores we may use.
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _number(given: Given, name: str, default: int, *, least: int = 1, most: int) -> int:
    """A whole number within bounds."""
    text = given.get(name, str(default))
    if not text.isascii() or not text.isdecimal() or not least <= int(text[:9]) <= most:
        raise _refused(name, text, f"a number from {least} to {most}")
    return int(text)


def _switch(given: Given, name: str, default: str = "0") -> bool:
    """On or off."""
    return _one_of(given, name, ("0", "1", "off", "on"), default) in ("1", "on")


def _one_of(given: Given, name: str, known: Iterable[str], default: str) -> str:
    """One of a few words."""
    text = given.get(name, default)
    if text not in list(known):
        raise _refused(name, text, "one of " + ", ".join(known))
    return text


def _folders(given: Given, name: str) -> tuple[Path, ...]:
    """Folders that exist, with a colon between them."""
    return tuple(_existing(name, part) for part in given.get(name, "").split(os.pathsep) if part)


def _folder(given: Given, name: str) -> Path | None:
    """A folder that exists."""
    return _existing(name, given[name]) if name in given else None


def _file(given: Given, name: str) -> Path | None:
    """A file that exists."""
    return _existing(name, given[name], Path.is_file, "a file") if name in given else None


def _existing(
    name: str, text: str, there: Callable[[Path], bool] = Path.is_dir, wanted: str = "a folder"
) -> Path:
    path = Path(text)
    if not there(path):
        raise _refused(name, text, wanted)
    return path


def _limit(given: Given, name: str, default: str) -> str | None:
    """A rate such as 300/minute, or several with semicolons between them; `None` for off."""
    text = given.get(name, default)
    if text == "off":
        return None
    return _formed(name, text, _LIMIT, "a rate such as 300/minute, or off")[0]


def _storage(given: Given, name: str) -> str:
    """Where rates are counted; what was written may hold a password."""
    text = given.get(name, "memory://")
    if not _STORAGE.fullmatch(text):
        raise StartError(f"{name}: write memory:// or redis://host:port")
    return text


def _renamed(given: Given, name: str) -> dict[str, str]:
    """Pairs such as ca=ca-2026, with commas between them."""
    pairs = _listed(given, name, _RENAMED, "a pair such as ca=ca-2026")
    return {pair[1]: pair[2] for pair in pairs}


def _hashes(given: Given, name: str) -> frozenset[str]:
    """SHA-256 of files, with commas between them."""
    hashes = _listed(given, name, _SHA256, "a SHA-256, 64 digits of 0-9 and a-f")
    return frozenset(one[0] for one in hashes)


def _origins(given: Given, name: str) -> frozenset[str]:
    """Origins such as https://club.example, with commas between them, or *."""
    origins = _listed(given, name, _ORIGIN, "an origin such as https://club.example, or *")
    return frozenset(one[0] for one in origins)


def _listed(given: Given, name: str, form: re.Pattern[str], wanted: str) -> Iterator[re.Match[str]]:
    """What stands between commas, each of one form."""
    parts = (part.strip() for part in given.get(name, "").split(","))
    return (_formed(name, part, form, wanted) for part in parts if part)


def _formed(name: str, text: str, form: re.Pattern[str], wanted: str) -> re.Match[str]:
    if match := form.fullmatch(text):
        return match
    raise _refused(name, text, wanted)


def _refused(name: str, text: str, wanted: str) -> StartError:
    return StartError(f"{name}: {text!r} is not {wanted}")
