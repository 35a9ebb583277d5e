"""Reads the lock files: which packages, in which version, from which files.

A line that is not a pinned requirement with hashes is a `LockError`, so whoever reads a lock file
through this module has audited half of it.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from packaging.markers import Marker

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
_PINNED = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[A-Za-z0-9.+!_-]+)(?:\s*;\s*(?P<marker>[^\\]+?))?"
    r"(?P<hashes>(?:\s+--hash=sha256:[0-9a-f]{64})+)"
)


class LockError(Exception):
    """A lock file that does not pin everything; the message names file and requirement."""


@dataclass(frozen=True, slots=True)
class Pin:
    """A package in one version, and the SHA-256 of every file that may be installed for it."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


def lock_files() -> list[Path]:
    """Every lock file."""
    return sorted(FOLDER.glob("*.lock"))


def read_lock(path: Path) -> tuple[Pin, ...]:
    """The packages of a lock file; one twice, or one without hashes, is a fault."""
    pins = tuple(_pin(path, line) for line in _logical_lines(path))
    seen: set[tuple[str, str]] = set()
    for pin in pins:
        if (pin.name, pin.marker) in seen:
            raise LockError(f"{path.name}: {pin.name} stands there twice")
        seen.add((pin.name, pin.marker))
    return pins


def lock_for(python: str, pins: Iterable[Pin]) -> str:
    """A lock file for one version of Python on Linux, without conditions."""
    about = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    about |= {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix"}
    return "".join(
        " ".join([f"{pin.name}=={pin.version}", *(f"--hash=sha256:{one}" for one in pin.hashes)])
        + "\n"
        for pin in pins
        if not pin.marker or Marker(pin.marker).evaluate(about)
    )


def normal(name: str) -> str:
    """A package's name as everybody compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _logical_lines(path: Path) -> Iterator[str]:
    """Requirements with their continued lines joined, without remarks."""
    kept = (
        line
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.strip() and not line.lstrip().startswith("#")
    )
    for line in "\n".join(kept).replace("\\\n", " ").splitlines():
        yield line.strip()


def _pin(path: Path, line: str) -> Pin:
    match = _PINNED.fullmatch(line)
    if not match:
        raise LockError(f"{path.name}: {line[:60]!r} is not pinned with hashes")
    hashes = tuple(part.removeprefix("--hash=sha256:") for part in match["hashes"].split())
    return Pin(normal(match["name"]), match["version"], (match["marker"] or "").strip(), hashes)


if __name__ == "__main__":  # `python -m deploy.locks 3.11.2`: what image.sh installs.
    print(lock_for(sys.argv[1], read_lock(FOLDER / "run.lock")), end="")
