"""The folder in which devices are enrolled: codes that wait, and keys that codes were given for.

    codes/K7QM2XJD      what this code sets up: a role, a table, the organiser's choices
    devices/<digest>    the same file once a device came with the code and a key of its own making
    withdrawn/K7QM2XJD  the same file when its device may no longer ask
    replaced/K7QM2XJD   the same file when another sheet was printed before a device came
    pin, wrong/         the organiser's PIN, stretched, and how often a device had it wrong

One rename takes a code and puts a key in force: of two devices that come at once one is first,
whichever process answers, and what happened survives a restart. Only digests of keys are kept.
"""

import hashlib
import hmac
import json
import os
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters that look like others; O, I and L are read as the digits that they look like."""
LENGTH = 8
KEY = re.compile(r"[A-Za-z0-9_-]{32,64}")
_CODE = re.compile(f"[{ALPHABET}]{{{LENGTH}}}")
_LOOKALIKES = str.maketrans("OIL", "011", " -")
_MOST_DOUBLINGS = 9
_STRETCHED = {"n": 2**14, "r": 8, "p": 1}
"""Sixteen megabytes and some hundredths of a second for each try."""


class NoSuchCodeError(Exception):
    """A code that was never given out."""


class UsedCodeError(Exception):
    """A code that another device came with first, or that was withdrawn."""


class ReplacedCodeError(UsedCodeError):
    """A code that nobody came with before it was replaced."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a code is for: a role, a label for people, and what the device is set up with."""

    code: str
    role: str
    label: str
    choices: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PinTry:
    """Whether a PIN was right; if not, or not looked at, how many seconds to wait."""

    right: bool
    wait: int = 0


def new_code() -> str:
    """A code that nobody can guess: forty bits, and few wrong tries a minute."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(typed: str) -> str:
    """A code as it was given out, however it was typed."""
    return typed.upper().translate(_LOOKALIKES)


def digest_of(key: str) -> str:
    """What is kept of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def back_off(wrong: int) -> int:
    """Seconds to wait after so many wrong tries: 1, 2, 4 … 512."""
    return 2 ** min(wrong - 1, _MOST_DOUBLINGS) if wrong else 0


class Devices:
    """The folder, as every process that serves from it sees it at this moment."""

    def __init__(self, folder: Path) -> None:
        """Use a folder; what is missing in it is made when it is needed."""
        self.folder = folder

    def issue(self, place: Place) -> None:
        """Give out a code."""
        write_private(self.folder / "codes" / place.code, json.dumps(asdict(place)))

    def exchange(self, typed: str, key: str) -> Place:
        """Put a key in force for what the code is for; the same device may come again."""
        code, digest = read_code(typed), digest_of(key)
        if not _CODE.fullmatch(code):
            raise NoSuchCodeError
        held = self.folder / "devices" / digest
        if not held.exists():
            held.parent.mkdir(mode=0o700, exist_ok=True)
            try:
                (self.folder / "codes" / code).rename(held)
            except FileNotFoundError:
                raise self._refusal(code) from None
        place = _read(held)
        if place.code != code:
            raise UsedCodeError
        return place

    def holder(self, digest: str) -> Place | None:
        """What the key with this digest is good for, if it is in force."""
        try:
            return _read(self.folder / "devices" / digest)
        except FileNotFoundError:
            return None

    def waiting(self) -> list[Place]:
        """The codes that nobody has used."""
        return [place for _, place in self._all("codes")]

    def enrolled(self) -> list[Place]:
        """What the keys in force are for."""
        return [place for _, place in self._all("devices")]

    def withdraw(self, label: str) -> int:
        """Take back every code and every key of a place; how many there were."""
        found = [
            (path, place)
            for folder in ("codes", "devices")
            for path, place in self._all(folder)
            if place.label == label
        ]
        for path, place in found:
            self._move(path, "withdrawn", place)
        return len(found)

    def replace_codes(self) -> None:
        """Take back every code that nobody has used: others are given out instead."""
        for path, place in list(self._all("codes")):
            self._move(path, "replaced", place)

    def _move(self, path: Path, folder: str, place: Place) -> None:
        target = self.folder / folder / place.code
        target.parent.mkdir(mode=0o700, exist_ok=True)
        path.rename(target)

    def set_pin(self, pin: str) -> None:
        """Keep the organiser's PIN so that it can be recognised, but not read."""
        salt = secrets.token_hex(16)
        write_private(self.folder / "pin", f"{salt} {_stretched(pin, salt)}")

    def try_pin(self, digest: str, pin: str) -> PinTry:
        """Whether the PIN is right; each wrong try of a device makes its next one wait longer."""
        tries = self.folder / "wrong" / digest
        wrong, until = _wrong(tries)
        # A clock that was set back must not lock a device for longer than it earned.
        left = min(until - time.time(), back_off(wrong))
        if left > 0:
            return PinTry(right=False, wait=int(left) + 1)
        salt, _, kept = (self.folder / "pin").read_text(encoding="ascii").partition(" ")
        if hmac.compare_digest(_stretched(pin, salt), kept):
            tries.unlink(missing_ok=True)
            return PinTry(right=True)
        wait = back_off(wrong + 1)
        write_private(tries, f"{wrong + 1} {time.time() + wait}")
        return PinTry(right=False, wait=wait)

    def _refusal(self, code: str) -> NoSuchCodeError | UsedCodeError:
        """Why a code that does not wait puts no key in force."""
        if (self.folder / "replaced" / code).exists():
            return ReplacedCodeError()
        if (self.folder / "withdrawn" / code).exists():
            return UsedCodeError()
        used = any(place.code == code for place in self.enrolled())
        return UsedCodeError() if used else NoSuchCodeError()

    def _all(self, folder: str) -> Iterator[tuple[Path, Place]]:
        for path in sorted((self.folder / folder).glob("[!.]*")):
            try:
                yield path, _read(path)
            except FileNotFoundError:  # Used or withdrawn since we looked.
                continue


def write_private(path: Path, text: str) -> None:
    """Write a file that only this user reads: whole, or not at all."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    new.replace(path)


def _read(path: Path) -> Place:
    return Place(**json.loads(path.read_text(encoding="utf-8")))


def _wrong(path: Path) -> tuple[int, float]:
    try:
        wrong, until = path.read_text(encoding="ascii").split()
    except FileNotFoundError:
        return 0, 0.0
    return int(wrong), float(until)


def _stretched(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=salt.encode(), dklen=32, **_STRETCHED).hex()
