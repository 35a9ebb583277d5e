"""Reads the files of a rulebook and the plain values in them; what is wrong is refused here."""

import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar


class RulebookError(Exception):
    """A rule file that cannot be used; the message is one line with the file and the key."""

    def __init__(self, path: Path, fault: str, key: str = "") -> None:
        """Say what is wrong, and where."""
        where = f"{path.name}: {key}" if key else path.name
        super().__init__(" ".join(f"{where}: {fault}".splitlines()))


Plain = TypeVar("Plain", int, str, bool, dict[str, Any], list[Any])
Choice = TypeVar("Choice", bound=StrEnum)

_MOST = 1_000_000
_WANTED: dict[type, str] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    dict: "a table",
    list: "a list",
}


def list_files(folder: Path, ending: str) -> list[Path]:
    """The files of a folder with this ending; none where there is no such folder."""
    try:
        return [path for path in folder.iterdir() if path.name.endswith(ending)]
    except FileNotFoundError:
        return []
    except OSError as fault:
        raise RulebookError(folder, f"cannot be read: {fault}") from None


def read_text(path: Path) -> str:
    """The text of a file."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise RulebookError(path, f"cannot be read: {fault}") from None


def read_table(path: Path) -> dict[str, Any]:
    """The tables of a file."""
    text = read_text(path)
    try:
        return tomllib.loads(text)
    # A number of thousands of digits is a bare ValueError, a thousand brackets a RecursionError.
    except (ValueError, RecursionError) as fault:
        raise RulebookError(path, str(fault)) from None


def check_keys(path: Path, table: dict[str, Any], wanted: set[str], where: str = "") -> None:
    """Refuse a table that lacks a key or has one that nobody reads."""
    prefix = f"{where}." if where else ""
    if missing := sorted(wanted - set(table)):
        raise RulebookError(path, "is missing", prefix + missing[0])
    if unknown := sorted(set(table) - wanted):
        raise RulebookError(path, "is not a known key", prefix + unknown[0])


def read_plain(path: Path, key: str, kind: type[Plain], given: Any) -> Plain:
    """A value that must have this type."""
    if type(given) is not kind:
        raise RulebookError(path, f"{_quoted(given)} is not {_WANTED[kind]}", key)
    return given


def read_number(path: Path, key: str, given: Any, least: int = 0) -> int:
    """A number within reason: nothing in a rulebook is negative or in the millions."""
    number = read_plain(path, key, int, given)
    if not least <= number <= _MOST:
        raise RulebookError(path, f"{_quoted(number)} is not from {least} to {_MOST}", key)
    return number


def read_texts(path: Path, key: str, given: Any) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(read_plain(path, key, str, item) for item in read_plain(path, key, list, given))


def read_choice(path: Path, key: str, kind: type[Choice], given: Any) -> Choice:
    """One of a few words."""
    if given not in list(kind):
        raise RulebookError(path, f"{_quoted(given)} is not {' or '.join(kind)}", key)
    return kind(given)


def _quoted(given: Any) -> str:
    """A wrong value as a message shows it; one that may be endless is only named."""
    if isinstance(given, dict | list):
        return _WANTED[type(given)]
    if isinstance(given, int) and abs(given) > _MOST:
        return "so big a number"
    return repr(given)
