"""The folder in which devices are enrolled: codes that wait, and keys that codes were given for.

    codes/K7QM2XJD      what this code sets up: a role, a table, the organiser's choices
    devices/<digest>    the same file once a device came with the code and a key of its own making
    used/K7QM2XJD       says of a code that a device came with it
    withdrawn/K7QM2XJD  the same file when its device may no longer ask
    replaced/K7QM2XJD   the same file when another sheet was printed before a device came
    pin                 the organiser's PIN, stretched
    tries/<digest>/3    the third wrong PIN of a device in a row; its time says when it was typed

One rename takes a code and puts a key in force: of two devices that come at once one is first,
whichever process answers, and what happened survives a restart and a loss of power. A PIN is looked
at once its try is on record; a folder that cannot be written lets nobody in, and a file that is
damaged is good for nothing and harms no other. Only digests of keys are kept.
"""

import hashlib
import hmac
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters that look like others; O, I and L are read as the digits that they look like."""
LENGTH = 8
ROLES = ("device", "arbiter")
"""What a code can set up."""
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


class ClosedFolderError(Exception):
    """A folder in which nothing can be put on record: full, read-only or gone."""


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
        place = self.holder(digest) or self._take(code, digest)
        if place.code != code:
            raise UsedCodeError
        return place

    def _take(self, code: str, digest: str) -> Place:
        """Take a code that waits; whoever comes a moment later finds it used."""
        path = self.folder / "codes" / code
        place = _read(path)
        if place is None:
            raise self._refusal(code)
        with _on_record():
            _mark(self.folder / "used" / code)
            try:
                _move(path, self.folder / "devices" / digest)
            except FileNotFoundError:
                raise self._refusal(code) from None
        return place

    def holder(self, digest: str) -> Place | None:
        """What the key with this digest is good for, if it is in force."""
        return _read(self.folder / "devices" / digest)

    def waiting(self) -> list[Place]:
        """The codes that nobody has used."""
        return [place for _, place in self._all("codes")]

    def enrolled(self) -> list[Place]:
        """What the keys in force are for."""
        return [place for _, place in self._all("devices")]

    def withdrawn(self) -> set[str]:
        """The labels of the places that are out: what they had was taken back."""
        back = {place.label for _, place in self._all("withdrawn")}
        return back - {place.label for place in (*self.waiting(), *self.enrolled())}

    def withdraw(self, label: str) -> int:
        """Take back every code and every key of a place; how many there were."""
        found = [
            (path, place)
            for folder in ("codes", "devices")
            for path, place in self._all(folder)
            if place.label == label
        ]
        for path, place in found:
            _move(path, self.folder / "withdrawn" / place.code)
        return len(found)

    def replace_codes(self) -> None:
        """Take back every code that nobody has used: others are given out instead."""
        for path, place in list(self._all("codes")):
            _move(path, self.folder / "replaced" / place.code)

    def set_pin(self, pin: str) -> None:
        """Keep the organiser's PIN so that it can be recognised, but not read."""
        salt = secrets.token_hex(16)
        write_private(self.folder / "pin", f"{salt} {_stretched(pin, salt)}")

    def try_pin(self, digest: str, pin: str) -> PinTry:
        """Whether the PIN is right; each wrong try of a device makes its next one wait longer.

        Every try is one more wrong one until the PIN was looked at: of two that come at once one
        has to wait, and a try that cannot be put on record is not looked at.
        """
        tries = self.folder / "tries" / digest
        with _on_record():
            wrong, left = _wrong(tries)
            if left > 0:
                return PinTry(right=False, wait=int(left) + 1)
            wait = back_off(wrong + 1)
            if not _mark(tries / str(wrong + 1)):
                return PinTry(right=False, wait=wait)
        if not self._is_pin(pin):
            return PinTry(right=False, wait=wait)
        shutil.rmtree(tries, ignore_errors=True)
        return PinTry(right=True)

    def _is_pin(self, pin: str) -> bool:
        try:
            salt, _, kept = (self.folder / "pin").read_text(encoding="ascii").partition(" ")
        except (OSError, ValueError):
            return False  # Nobody's PIN is right where there is none.
        return hmac.compare_digest(_stretched(pin, salt), kept)

    def _refusal(self, code: str) -> NoSuchCodeError | UsedCodeError:
        """Why a code that does not wait puts no key in force."""
        if (self.folder / "replaced" / code).exists():
            return ReplacedCodeError()
        used = any((self.folder / kind / code).exists() for kind in ("used", "withdrawn"))
        return UsedCodeError() if used else NoSuchCodeError()

    def _all(self, folder: str) -> Iterator[tuple[Path, Place]]:
        """The places of a folder that can be read."""
        for path in sorted((self.folder / folder).glob("[!.]*")):
            if place := _read(path):
                yield path, place


def write_private(path: Path, text: str, mode: int = 0o600) -> None:
    """Write a file that only this user reads, or who may: whole, or not, whenever power goes."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        new.chmod(mode)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    settle(path.parent)


def _move(path: Path, target: Path) -> None:
    """Give a file its next place, for good."""
    target.parent.mkdir(mode=0o700, exist_ok=True)
    path.replace(target)
    settle(target.parent)


def _mark(path: Path) -> bool:
    """Put down that something happened, and when; whether nobody had done so before."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        return False
    now = time.time()
    os.utime(path, (now, now))
    settle(path.parent)
    return True


def settle(folder: Path) -> None:
    """Let what was moved or made in a folder outlast the power."""
    if os.name != "posix":
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


@contextmanager
def _on_record() -> Iterator[None]:
    """Say in one way that something could not be put on record."""
    try:
        yield
    except OSError as fault:
        raise ClosedFolderError(fault.strerror) from None


def _read(path: Path) -> Place | None:
    """A place, unless its file is gone or damaged."""
    try:
        place = Place(**json.loads(path.read_text(encoding="utf-8")))
        texts = (place.code, place.label, *chain(*place.choices.items()))
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return None
    is_whole = place.role in ROLES and all(isinstance(text, str) for text in texts)
    return place if is_whole else None


def _wrong(tries: Path) -> tuple[int, float]:
    """How many wrong tries in a row there were, and how many seconds the next one has to wait."""
    numbers = [int(path.name) for path in tries.glob("[0-9]*") if path.name.isdecimal()]
    wrong = max(numbers, default=0)
    if not wrong:
        return 0, 0.0
    last, now = tries / str(wrong), time.time()
    try:
        typed = last.stat().st_mtime
        if typed > now:  # The clock was set back: nobody waits for longer than he earned.
            os.utime(last, (now, now))
    except FileNotFoundError:  # The right one came since we looked.
        return 0, 0.0
    return wrong, min(typed, now) + back_off(wrong) - now


def _stretched(pin: str, salt: str) -> str:
    return hashlib.scrypt(pin.encode(), salt=salt.encode(), dklen=32, **_STRETCHED).hex()
