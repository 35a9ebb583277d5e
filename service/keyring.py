"""API keys: who may call, kept as SHA-256 digests, given by the environment or by a file.

One key is written `role:digest`, `role:digest:label` or `role:digest:label:2027-03-31`, the last
day on which it is good. The key itself is never stored. A key is found by its digest: how long that
takes says nothing of a key that was drawn at random. A file is read again when it changes, so keys
are rotated without a restart; a file that has become unreadable leaves the last good keys in force.
The key of an enrolled device is looked up by its digest in the folder of devices (devices.py).
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from enum import StrEnum
from logging import getLogger
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import NamedTuple

from service.devices import Devices, digest_of

_KEY = re.compile(
    r"(device|arbiter|client):([0-9a-f]{64})(?::([\w .-]{1,64})(?::(\d{4}-\d\d-\d\d))?)?"
)
_LOOK_AGAIN = 1.0  # seconds
_log = getLogger("service.keys")

Stamp = tuple[int, int, int]
"""What tells one version of a file from another: inode, time and size."""


class Role(StrEnum):
    """What a key is for."""

    DEVICE = "device"
    ARBITER = "arbiter"
    CLIENT = "client"


@dataclass(frozen=True, slots=True)
class Key:
    """The digest of a key and what it opens."""

    role: Role
    digest: str
    label: str = ""
    until: date | None = None
    """The last day on which it is good, by UTC."""

    def is_good(self) -> bool:
        """Whether it is not over."""
        return self.until is None or datetime.now(UTC).date() <= self.until

    def until_then(self, last: date) -> "Key":
        """The same key, good for no longer than this."""
        return replace(self, until=min(last, self.until or last))

    def __str__(self) -> str:
        """The key as it is written."""
        parts = (self.role, self.digest, self.label, str(self.until or ""))
        return ":".join(filter(None, parts))


class Caller(NamedTuple):
    """Who calls: the role of the key, if it is a good one, and what rates are counted by."""

    role: Role | None
    counted_by: str
    label: str = ""

    @property
    def limited(self) -> bool:
        """Whether this caller's calls are counted."""
        return self.role not in (Role.ARBITER, Role.DEVICE)


class KeyringError(Exception):
    """Keys that cannot be read; the message never quotes one."""


def read_keys(lines: Iterable[str]) -> tuple[Key, ...]:
    """The keys of some lines; empty lines and lines that start with # are passed over."""
    keys = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        match = _KEY.fullmatch(text)
        if not match:
            told = "is not role:sha256 with role device, arbiter or client"
            raise KeyringError(f"entry {number} {told}")
        try:
            until = date.fromisoformat(match[4]) if match[4] else None
        except ValueError:
            raise KeyringError(f"entry {number}: there is no day {match[4]}") from None
        keys.append(Key(Role(match[1]), match[2], match[3] or "", until))
    if not keys:
        raise KeyringError("there is no key in it")
    return tuple(keys)


class Keyring:
    """The keys in force: fixed ones, those of a file as it is now, those of enrolled devices."""

    def __init__(
        self, fixed: tuple[Key, ...], path: Path | None = None, devices: Devices | None = None
    ) -> None:
        """Read the file once; one that cannot be read is a `KeyringError`."""
        self._fixed = fixed
        self._devices = devices
        self._path = path
        self._lock = Lock()
        self._looked = monotonic()
        self._stamp: Stamp | None = None
        self._reported = ""
        from_file: tuple[Key, ...] = ()
        if path:
            self._stamp, from_file = _read_file(path)
        self._take(from_file)

    def secret(self) -> bytes:
        """What only those know who know the digest of every key in force, by every start alike."""
        return self._secret

    def find(self, presented: str) -> Key | None:
        """The key in force that was presented."""
        if self._path and monotonic() - self._looked >= _LOOK_AGAIN:
            self._look_again(self._path)
        digest = digest_of(presented)
        key = self._by_digest.get(digest)
        return key if key and key.is_good() else self._enrolled(digest)

    def _take(self, from_file: tuple[Key, ...]) -> None:
        """Put the fixed keys and these in force; of two alike the first one counts."""
        keys = self._fixed + from_file
        self._by_digest = {key.digest: key for key in reversed(keys)}
        self._secret = _secret(self._by_digest)

    def _enrolled(self, digest: str) -> Key | None:
        """The key of a device, as the folder has it now: nothing is kept here."""
        place = self._devices.holder(digest) if self._devices else None
        return Key(Role(place.role), digest, place.label) if place else None

    def _look_again(self, path: Path) -> None:
        """Take over a changed file; a faulty one is reported and changes nothing."""
        with self._lock:
            self._looked = monotonic()
            try:
                if _stamp(path) == self._stamp:
                    return
                self._stamp, from_file = _read_file(path)
                self._take(from_file)
            except (OSError, KeyringError) as fault:
                self._report(str(fault))
            else:
                self._reported = ""
                _log.info("API_KEYS_FILE: %d keys read", len(from_file))

    def _report(self, fault: str) -> None:
        """Log what is wrong with the file, once until it changes."""
        if fault != self._reported:
            _log.error("API_KEYS_FILE: %s; the keys read before stay in force", fault)
        self._reported = fault


def _secret(digests: Iterable[str]) -> bytes:
    return hashlib.sha256("".join(sorted(digests)).encode()).digest()


def _read_file(path: Path) -> tuple[Stamp, tuple[Key, ...]]:
    stamp = _stamp(path)
    try:
        return stamp, read_keys(path.read_text(encoding="utf-8").splitlines())
    except UnicodeDecodeError:
        raise KeyringError(f"{path.name} is not UTF-8 text") from None


def _stamp(path: Path) -> Stamp:
    status = path.stat()
    return status.st_ino, status.st_mtime_ns, status.st_size
