"""`arbiter box`: one laptop becomes the judge of a whole tournament on its own Wi-Fi.

It gives every table a one-time code and the arbiter another, writes a sheet to print, says what to
announce, serves, and shows what happens in the hall. Started again in the same folder it goes on
where it was, so that tablets need nothing when the laptop restarts.
"""

import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from getpass import getpass
from pathlib import Path

from service.command.base import Command, CommandError, Exit
from service.command.box import plan as plans
from service.command.box.actions import add_actions, print_sheet
from service.command.box.address import find_address
from service.command.box.choosing import TABLES, assumed, choose
from service.command.box.folder import ARBITER, Folder
from service.command.box.interview import Reader
from service.command.box.plan import Plan
from service.command.box.screen import Board
from service.command.box.watch import serve_and_watch
from service.command.commands import serve
from service.command.local import checked_settings
from service.command.output import Console, is_terminal
from service.command.texts import languages
from service.places import machine_settings
from service.settings import Settings, is_loopback

WIFI_PASSWORD = "WIFI_PASSWORD"


def arguments(parser: ArgumentParser) -> None:
    """How many tables play, and by which rules."""
    parser.add_argument(
        "--rules", metavar="EDITION", help="frs-2019, or frs for the newest edition of a federation"
    )
    parser.add_argument("--tables", type=int, metavar="N", help=f"how many tables ({TABLES})")
    parser.add_argument("--host", help="address of this machine on the Wi-Fi (found by itself)")
    parser.add_argument("--port", help="port to listen on ($PORT; that of before; 8000)")
    parser.add_argument("--lang", choices=languages(), help="language of tablets, sheet and screen")
    parser.add_argument("--procedure", help="how challenges are judged, where rules leave a choice")
    parser.add_argument("--variant", default="", help="the announced penalty, if there is a choice")
    parser.add_argument("--pin", help="4 to 8 digits that end arbitration mode (made up)")
    parser.add_argument("--tls", action="store_true", help="serve over HTTPS with a certificate")
    parser.add_argument("--wifi-name", metavar="NAME", help="print a code that joins this Wi-Fi")
    parser.add_argument("--folder", type=Path, default=Path("box"), help="for all it makes (box)")
    parser.add_argument("--new-keys", action="store_true", help="begin anew: tablets scan anew")
    add_actions(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Prepare everything, say what is to be done, serve and watch."""
    if action := getattr(options, "action", None):
        code: Exit = action(options, console)
        return code
    folder = Folder(options.folder)
    with folder.held():
        before = None if options.new_keys else folder.read_plan()
    settings = find_address(options, before)
    if missing := serve.missing_lexicons():
        serve.build_lexicons(missing, console)
    with folder.held():
        plan, notes = prepare(options, folder, settings)
        sheet = print_sheet(folder, plan)
    variables = {
        "HOST": settings.host,
        "PORT": str(settings.port),
        "API_KEYS_FILE": str(folder.keys),
        "DEVICES_PATH": str(folder.enrolment),
        "ACCESS_LOG": "1",
        "LOG_LEVEL": "info",
        "LOG_FORMAT": "json",
        **folder.certificate(plan),
    }
    checked_settings({**os.environ, **variables})
    with folder.held():
        serve_and_watch(Board(sheet, tuple(notes)), folder.path, variables, console)
    return Exit.VALID


def prepare(options: Namespace, folder: Folder, settings: Settings) -> tuple[Plan, list[str]]:
    """The plan, new or of before, with a code for every table that has none, and what to say."""
    before = None if options.new_keys else folder.read_plan()
    plan = plans.adapted(before, options) if before else choose(options, _reader())
    secure = options.tls or (before is not None and before.is_secure)
    address = f"{'https' if secure else 'http'}://{settings.bind}"
    host = options.host or plan.host
    plan = replace(plan, address=address, host=host, wifi=_wifi(options, plan))
    if before is None:
        folder.start_anew(plan)
    else:
        folder.keep(plan)
    moved = before is not None and before.address != plan.address
    if moved or (before is not None and before.lang != plan.lang):
        folder.devices.replace_codes()  # They lead elsewhere, or bring another language.
    folder.give_out(plan, [ARBITER, *plan.exits] if moved else folder.without_code(plan))
    if plan.is_secure:
        certify(settings.host, folder)
    folder.give_arbiter_key(plan)
    notes = _notes(before, plan, settings)
    if before is None and _reader() is None:
        notes += assumed(options, plan)
    return plan, notes


def certify(host: str, folder: Folder) -> None:
    """A certificate for this host, unless there is one that is still good."""
    try:
        from service.command.box import certificate
    except ImportError:
        raise CommandError("--tls needs a package: pip install cryptography") from None
    printed = certificate.read_fingerprint(folder.path / "tls.crt", host)
    if not printed:
        printed = certificate.make_certificate(host, folder.path, machine_settings() / "tls")
    folder.write(folder.fingerprint, printed)


def _notes(before: Plan | None, plan: Plan, settings: Settings) -> list[str]:
    """What the organiser must know about this start."""
    texts, notes = plan.texts, []
    if before is None:
        pass
    elif before.address != plan.address:
        notes.append(texts("box.moved", old=before.address, new=plan.address))
    elif before.lang != plan.lang:
        notes.append(texts("box.reprint"))
    else:
        notes.append(texts("box.again"))
    if is_loopback(settings.host):
        notes.append(texts("box.loopback", host=settings.host))
    return notes


def _wifi(options: Namespace, plan: Plan) -> dict[str, str]:
    """The Wi-Fi to print a code for; its password is never on the command line."""
    if not options.wifi_name:
        return dict(plan.wifi)
    password = os.environ.get(WIFI_PASSWORD)
    if password is None and _reader():
        password = getpass(f"{plan.texts('box.wifi.ask', network=options.wifi_name)} ")
    if password is None:
        raise CommandError(f"--wifi-name: the password comes from {WIFI_PASSWORD}; empty for none")
    return {"name": options.wifi_name, "password": password}


def _reader() -> Reader | None:
    """How to ask whoever sits here, if somebody does."""
    return input if is_terminal(sys.stdin) and is_terminal(sys.stdout) else None


COMMAND = Command(
    "box",
    "the tournament box: codes for the tablets, a sheet to print, and the service",
    "arbiter box --rules frs --tables 12",
    arguments,
    run,
)
