"""`arbiter key`: makes a key, and lets the one with the same name go on for a week.

Only digests stand in the file that the service reads; the key itself is printed once.
"""

import secrets
from argparse import ArgumentParser, Namespace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from stat import S_IMODE

from service.command.base import Command, CommandError, Exit
from service.command.output import Console
from service.devices import digest_of, write_private
from service.keyring import Key, KeyringError, Role, read_keys

OVERLAP = timedelta(days=7)
"""How long the former key stays good, so that whoever has it can change it."""


def arguments(parser: ArgumentParser) -> None:
    """For whom, for how long, and the file."""
    parser.add_argument("role", choices=list(Role), type=Role)
    parser.add_argument("label", metavar="NAME", help="for whom it is, as logs and figures say")
    parser.add_argument("--days", type=int, default=365, help="how long it is good (365)")
    parser.add_argument("--file", type=Path, required=True, help="what API_KEYS_FILE names")


def run(options: Namespace, console: Console) -> Exit:
    """Put a new key into the file and print it."""
    if not 1 <= options.days <= 3660:
        raise CommandError("--days: from 1 to 3660")
    today = datetime.now(UTC).date()
    key = secrets.token_urlsafe(32)
    until = today + timedelta(days=options.days)
    made = Key(options.role, digest_of(key), options.label, until)
    try:
        there = options.file.exists()
        lines = options.file.read_text(encoding="utf-8").splitlines() if there else []
        # A service of another user goes on reading the file that it was let read.
        mode = S_IMODE(options.file.stat().st_mode) if there else 0o600
        kept = [_shortened(line, made, today + OVERLAP) for line in lines]
        read_keys([*kept, str(made)])
        write_private(options.file, "\n".join([*kept, str(made), ""]), mode)
    except (OSError, KeyringError, UnicodeDecodeError) as fault:
        raise CommandError(f"{options.file}: {fault}") from None
    console.say(key)
    console.note(f"for {made.label}, good until {made.until}; it is shown only now")
    return Exit.VALID


def _shortened(line: str, made: Key, until: date) -> str:
    """The line of a file; of a key that is replaced, good for a few days more at the most."""
    text = line.strip()
    if not text or text.startswith("#"):
        return line
    (key,) = read_keys([text])
    if (key.role, key.label) != (made.role, made.label):
        return line
    return str(key.until_then(until))


COMMANDS = {"key": Command(arguments, run)}
