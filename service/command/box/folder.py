"""The folder of a box: the plan, the codes and devices, the arbiter's key, the sheet.

    box.json     what the organiser chose
    event/       the director's document and what tables reported (service/event.py)
    enrolment/   codes that wait and devices that have one (service/devices.py)
    keys.txt     the digest of the arbiter's key for a terminal
    arbiter.env  that key, in lines that a shell reads
    sheet.html   the sheet to print
    tls.crt …    the certificate, its key, its print, and the authority behind it (ca.crt)

Whoever reads it holds every table, so only its owner may.
"""

import json
import os
import re
import secrets
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from service.command.base import KEY, RULES, URL, CommandError
from service.command.box.plan import TABLE, Plan, extended
from service.command.box.sheet import Sheet, write_sheet
from service.command.local import local_judge
from service.devices import Devices, Place, digest_of, new_code, write_private
from service.keyring import KeyringError, read_keys

ARBITER = "arbiter"
TERMINAL = "terminal"
"""The label of the arbiter's key for the commands of this laptop."""


@dataclass(frozen=True, slots=True)
class Folder:
    """Where a box keeps its things."""

    path: Path

    @property
    def keys(self) -> Path:
        """The digests of keys that no code stands for."""
        return self.path / "keys.txt"

    @property
    def event(self) -> Path:
        """What the service keeps of the event."""
        return self.path / "event"

    @property
    def devices(self) -> Devices:
        """The codes and the devices."""
        return Devices(self.path / "enrolment")

    @contextmanager
    def made(self) -> Iterator[None]:
        """Let there be the folder, for one of two boxes to hold; not if nothing comes into it."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as fault:
            raise CommandError(f"cannot write into {self.path}: {fault.strerror}") from None
        try:
            yield
        finally:
            with suppress(OSError):
                self.path.rmdir()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep every other box out of the folder, if it is there; refused where one is inside."""
        try:
            import fcntl
        except ImportError:  # Not on Windows; a second box there only finds the address taken.
            yield
            return
        if not self.path.is_dir():
            yield
            return
        opened = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            message = f"{self.path}: a box is running in this folder: stop it first, with Ctrl-C"
            raise CommandError(message) from None
        else:
            yield
        finally:
            os.close(opened)

    def variables(self, plan: Plan) -> dict[str, str]:
        """The settings of a service with the keys, codes, event and certificate of this folder."""
        self.event.mkdir(mode=0o700, parents=True, exist_ok=True)
        files = {"API_KEYS_FILE": self.keys, "DEVICES_PATH": self.devices.folder}
        files["EVENT_PATH"] = self.event
        if plan.is_secure:
            files |= {"TLS_CERT": self.path / "tls.crt", "TLS_KEY": self.path / "tls.key"}
        log = {"ACCESS_LOG": "1", "LOG_LEVEL": "info", "LOG_FORMAT": "json"}
        return log | {name: str(path) for name, path in files.items()}

    def read_plan(self) -> Plan | None:
        """The plan of a box that was set up here before; what is broken is named by its name."""
        path = self.path / "box.json"
        if not path.exists():
            if self.keys.exists():
                raise CommandError(f"{self.path} was made by an older version: delete it")
            return None
        try:
            plan = Plan(**json.loads(path.read_text(encoding="utf-8")))
            read_keys(self.keys.read_text(encoding="utf-8").splitlines())
        except KeyringError as fault:
            raise self._broken(self.keys, str(fault)) from None
        except OSError as fault:
            raise self._broken(Path(fault.filename), str(fault.strerror)) from None
        except (ValueError, TypeError):
            raise self._broken(path, "it is not what the box wrote") from None
        return plan

    def stamp(self) -> tuple[float, ...]:
        """What differs once tables were added, or a device came or was withdrawn."""
        paths = (self.path / "box.json", self.devices.folder / "devices")
        return tuple(path.stat().st_mtime for path in paths if path.exists())

    def write(self, path: Path, text: str) -> None:
        """Write a file for its owner alone."""
        try:
            write_private(path, text)
        except OSError as fault:
            raise CommandError(f"cannot write into {self.path}: {fault.strerror}") from None

    def keep(self, plan: Plan) -> None:
        """Keep a plan, with its PIN where the service looks for it."""
        self.write(self.path / "box.json", json.dumps(asdict(plan), ensure_ascii=False, indent=1))
        self.devices.set_pin(plan.pin)

    def forget(self) -> None:
        """Forget every code, device and key that there was."""
        shutil.rmtree(self.devices.folder, ignore_errors=True)
        (self.path / "arbiter.env").unlink(missing_ok=True)

    def give_arbiter_key(self, plan: Plan) -> None:
        """A key for a terminal: the digest here, the key in lines for a shell; made once."""
        path = self.path / "arbiter.env"
        found = re.search(f"{KEY}=(\\S+)", path.read_text("utf-8")) if path.exists() else None
        key = found[1] if found else secrets.token_urlsafe(32)
        variables = {URL: plan.address, RULES: plan.rules, KEY: key}
        if plan.is_secure:
            variables["REQUESTS_CA_BUNDLE"] = str((self.path / "ca.crt").resolve())
        lines = [f"export {name}={shlex.quote(value)}\n" for name, value in variables.items()]
        lines.append(f'export PATH={shlex.quote(str(Path(sys.executable).parent))}:"$PATH"\n')
        self.write(path, "".join(lines))
        self.write(self.keys, f"arbiter:{digest_of(key)}:{TERMINAL}\n")

    def give_out(self, plan: Plan, tables: Iterable[str]) -> list[Place]:
        """A new code for each of these places; `arbiter` is one of them."""
        places = [_place(plan, table) for table in tables]
        for place in places:
            self.devices.issue(place)
        return places

    def without_code(self, plan: Plan) -> list[str]:
        """The places that have neither a code that waits nor a device."""
        taken = {place.label for place in (*self.devices.waiting(), *self.devices.enrolled())}
        return [table for table in (ARBITER, *plan.exits) if label(table) not in taken]

    def _broken(self, path: Path, why: str) -> CommandError:
        return CommandError(f"{path}: {why}; delete {self.path} and every table is set up anew")


def sheet_of(folder: Folder, plan: Plan) -> Sheet:
    """The sheet as it is now."""
    lexicon = local_judge().lexicon_of(plan.edition)
    certificate = folder.path / "fingerprint"
    printed = certificate.read_text(encoding="ascii") if plan.is_secure else ""
    codes, out = tuple(folder.devices.waiting()), frozenset(folder.devices.withdrawn())
    return Sheet(plan, lexicon, codes, datetime.now(), printed, out)


def print_sheet(folder: Folder, plan: Plan) -> Sheet:
    """The sheet as it is now, written into the folder."""
    sheet = sheet_of(folder, plan)
    folder.write(folder.path / "sheet.html", write_sheet(sheet))
    return sheet


def give_codes(folder: Folder, tables: Sequence[str]) -> list[Place]:
    """A new code for each place, also on a new sheet."""
    plan = _plan_with(folder, tables)
    places = folder.give_out(plan, tables)
    print_sheet(folder, plan)
    return places


def add_tables(folder: Folder, count: int) -> list[Place]:
    """A code for every table that there was not, also on a new sheet."""
    before = set_up(folder)
    plan = extended(before, count)
    folder.keep(plan)
    return give_codes(folder, [table for table in plan.exits if table not in before.exits])


def take_out(folder: Folder, tables: Sequence[str]) -> dict[str, int]:
    """Take every device and code of each place back; how many there were, by the label."""
    plan = _plan_with(folder, tables)
    found = {label(table): folder.devices.withdraw(label(table)) for table in tables}
    print_sheet(folder, plan)
    return found


def set_up(folder: Folder) -> Plan:
    """The plan of a box that was set up."""
    plan = folder.read_plan()
    if plan is None:
        raise CommandError(f"there is no box in {folder.path}: start one, or name its --folder")
    return plan


def _plan_with(folder: Folder, tables: Iterable[str]) -> Plan:
    """The plan of a box that has all these places."""
    plan = set_up(folder)
    for table in tables:
        if table not in (ARBITER, *plan.exits):
            raise CommandError(
                f"there is no table {table}: 1 to {len(plan.exits)}, or {ARBITER};"
                " `arbiter box tables N` makes more"
            )
    return plan


def label(table: str) -> str:
    """Under which label the place of a table is known."""
    return table if table == ARBITER else f"{TABLE}{table}"


def _place(plan: Plan, table: str) -> Place:
    chosen = {"rules": plan.rules, "lang": plan.lang, "variant": plan.variant}
    if plan.clock:
        chosen["clock"] = plan.clock
    if table == ARBITER:
        return Place(new_code(), "arbiter", ARBITER, chosen)
    own = {"table": table, "procedure": plan.procedure, "exit": plan.exits[table]}
    return Place(new_code(), "device", label(table), chosen | own)
