"""How one variable of the environment is read: as a number, a switch, a folder, a limit.

A value that cannot be read is a `StartError` that begins with the variable's name.
"""

import re
from collections.abc import Iterable, Mapping
from os import pathsep
from pathlib import Path

Given = Mapping[str, str]

_RATE = r"[1-9]\d{0,6}/(second|minute|hour|day)"
_LIMIT = re.compile(f"{_RATE}(;{_RATE}){{0,3}}")
_RENAMED = re.compile(r"([A-Za-z0-9._-]+)=([A-Za-z0-9._-]+)")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_ORIGIN = re.compile(r"\*|https?://[A-Za-z0-9.:\[\]-]+")
_STORAGE = re.compile(r"memory://|(redis|rediss|redis\+unix|redis\+cluster|redis\+sentinel)://\S+")


class StartError(SystemExit):
    """A service that must not run: the process ends with one line and without a traceback."""

    def __init__(self, message: str) -> None:
        """Say it as the command does, should the process end by it."""
        super().__init__(message)
        self.code = f"arbiter: {message}"


def number(given: Given, name: str, default: int, *, least: int = 1, most: int) -> int:
    """A whole number within bounds."""
    text = given.get(name, str(default))
    if not text.isascii() or not text.isdecimal() or not least <= int(text[:9]) <= most:
        raise _refused(name, text, f"a number from {least} to {most}")
    return int(text)


def switch(given: Given, name: str, default: str = "0") -> bool:
    """On or off."""
    return one_of(given, name, ("0", "1", "off", "on"), default) in ("1", "on")


def one_of(given: Given, name: str, known: Iterable[str], default: str) -> str:
    """One of a few words."""
    text = given.get(name, default)
    if text not in list(known):
        raise _refused(name, text, "one of " + ", ".join(known))
    return text


def folders(given: Given, name: str) -> tuple[Path, ...]:
    """Folders that exist, with a colon between them."""
    paths = tuple(Path(part) for part in given.get(name, "").split(pathsep) if part)
    for path in paths:
        if not path.is_dir():
            raise _refused(name, str(path), "a folder")
    return paths


def folder(given: Given, name: str) -> Path | None:
    """A folder that exists."""
    path = Path(given[name]) if name in given else None
    if path and not path.is_dir():
        raise _refused(name, str(path), "a folder")
    return path


def file(given: Given, name: str) -> Path | None:
    """A file that exists."""
    path = Path(given[name]) if name in given else None
    if path and not path.is_file():
        raise _refused(name, str(path), "a file")
    return path


def limit(given: Given, name: str, default: str) -> str | None:
    """A rate such as 300/minute, or several with semicolons between them; `None` for off."""
    text = given.get(name, default)
    if text == "off":
        return None
    if not _LIMIT.fullmatch(text):
        raise _refused(name, text, "a rate such as 300/minute, or off")
    return text


def storage(given: Given, name: str) -> str:
    """Where rates are counted."""
    text = given.get(name, "memory://")
    if not _STORAGE.fullmatch(text):
        raise StartError(f"{name}: write memory:// or redis://host:port")
    return text


def renamed(given: Given, name: str) -> dict[str, str]:
    """Pairs such as ca=ca-2026, with commas between them."""
    pairs = {}
    for part in _parts(given, name):
        match = _RENAMED.fullmatch(part)
        if not match:
            raise _refused(name, part, "a pair such as ca=ca-2026")
        pairs[match[1]] = match[2]
    return pairs


def hashes(given: Given, name: str) -> frozenset[str]:
    """SHA-256 of files, with commas between them."""
    for part in _parts(given, name):
        if not _SHA256.fullmatch(part):
            raise _refused(name, part, "a SHA-256, 64 digits of 0-9 and a-f")
    return frozenset(_parts(given, name))


def origins(given: Given, name: str) -> frozenset[str]:
    """Origins such as https://club.example, with commas between them, or *."""
    for part in _parts(given, name):
        if not _ORIGIN.fullmatch(part):
            raise _refused(name, part, "an origin such as https://club.example, or *")
    return frozenset(_parts(given, name))


def _parts(given: Given, name: str) -> list[str]:
    return [part.strip() for part in given.get(name, "").split(",") if part.strip()]


def _refused(name: str, text: str, wanted: str) -> StartError:
    return StartError(f"{name}: {text!r} is not {wanted}")
