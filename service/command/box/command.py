"""`arbiter box`: one laptop becomes the judge of a whole tournament on its own Wi-Fi.

It gives every table a one-time code and the arbiter another, writes a sheet to print, says what to
announce, serves, and shows what happens in the hall. Started again in the same folder it goes on
where it was, so that tablets need nothing when the laptop restarts. What is done beside a box that
runs (another code, more tables, a device withdrawn) changes the folder, where the service looks at
every call, and prints the sheet anew.
"""

import os
import socket
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from getpass import getpass
from pathlib import Path
from typing import TYPE_CHECKING

from service.command import serve
from service.command.base import Command, CommandError, Exit
from service.command.box import folder as folders
from service.command.box import plan as plans
from service.command.box.folder import ARBITER, Folder, label
from service.command.box.hall import Day, place_name, serve_and_watch
from service.command.box.plan import TABLES, Plan
from service.command.box.sheet import link, shown_code
from service.command.local import checked_settings, languages
from service.command.output import Console, is_terminal
from service.devices import Place
from service.places import machine_settings
from service.settings import Settings, is_loopback

if TYPE_CHECKING:
    from service.command.box.page import Page

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
    parser.add_argument("--no-browser", action="store_true", help="do not open the laptop's page")
    add_actions(parser)


def run(options: Namespace, console: Console) -> Exit:
    """Prepare everything, say what is to be done, serve and watch."""
    if action := getattr(options, "action", None):
        code: Exit = action(options, console)
        return code
    from service.command.box.page import Page  # Only here: no action waits for a web server.

    folder = Folder(options.folder)
    with folder.held():
        before = None if options.new_keys else folder.read_plan()
    named = plans.named_rules(options)
    plans.check_options(options, plans.find_rules(named) if named else None)
    settings = find_address(options, before)
    if missing := serve.missing_lexicons():
        serve.build_lexicons(missing, console)
    with Page(folder, options).served() as page:
        if not options.no_browser:
            page.open()
        if before is None and not named:
            options = _choices(options, page, console)
        with folder.made(), folder.held():
            plan, notes = prepare(options, folder, settings)
            sheet = folders.print_sheet(folder, plan)
            variables = {"HOST": settings.host, "PORT": str(settings.port)}
            variables |= folder.variables(plan)
            checked_settings({**os.environ, **variables})
            console.say(plan.texts("box.page", link=page.address))
            console.say(f"{plan.texts('hall.sheet')}: {folder.path / 'sheet.html'}")
            serve_and_watch(Day(folder, sheet, tuple(notes)), variables, console, page.show)
    return Exit.VALID


def _choices(options: Namespace, page: "Page", console: Console) -> Namespace:
    """What is chosen on the page, where somebody is there who can open it."""
    if not page.is_open and not _is_watched():
        raise CommandError("by which rules? --rules frs, for example; `arbiter rules` lists them")
    console.say(plans.first_texts(options)("box.choose", link=page.address))
    console.out.flush()
    return page.choices()


def prepare(options: Namespace, folder: Folder, settings: Settings) -> tuple[Plan, list[str]]:
    """The plan, new or of before, with a code for every table that has none, and what to say."""
    before = None if options.new_keys else folder.read_plan()
    plan = plans.adapted(before, options) if before else plans.choose(options)
    secure = options.tls or (before is not None and before.is_secure)
    address = f"{'https' if secure else 'http'}://{settings.bind}"
    host = options.host or plan.host
    plan = replace(plan, address=address, host=host, wifi=_wifi(options, plan))
    if before is None:
        folder.forget()
    folder.keep(plan)
    _give_codes(before, plan, folder)
    if plan.is_secure:
        certify(settings.host, folder)
    folder.give_arbiter_key(plan)
    assumed = [] if before else plans.assumed(options, plan)
    return plan, [*_notes(before, plan, settings), *assumed]


def _give_codes(before: Plan | None, plan: Plan, folder: Folder) -> None:
    """A code for every place that needs one; no place that was withdrawn gets one unasked."""
    moved = before is not None and before.address != plan.address
    if moved or (before is not None and before.lang != plan.lang):
        folder.devices.replace_codes()  # They lead elsewhere, or bring another language.
    out = folder.devices.withdrawn()
    places = (ARBITER, *plan.exits) if moved else folder.without_code(plan)
    folder.give_out(plan, [place for place in places if label(place) not in out])


def certify(host: str, folder: Folder) -> None:
    """A certificate for this host, unless there is one that is still good."""
    try:
        from service.command.box import certificate
    except ImportError:
        raise CommandError("--tls needs a package: pip install cryptography") from None
    printed = certificate.read_fingerprint(folder.path / "tls.crt", host)
    if not printed:
        printed = certificate.make_certificate(host, folder.path, machine_settings() / "tls")
    folder.write(folder.path / "fingerprint", printed)


def _notes(before: Plan | None, plan: Plan, settings: Settings) -> Iterator[str]:
    """What the organiser must know about this start."""
    texts = plan.texts
    if before and before.address != plan.address:
        yield texts("box.moved", old=before.address, new=plan.address)
    elif before:
        yield texts("box.again" if before.lang == plan.lang else "box.reprint")
    if is_loopback(settings.host):
        yield texts("box.loopback", host=settings.host)


def _wifi(options: Namespace, plan: Plan) -> dict[str, str]:
    """The Wi-Fi to print a code for; its password is never on the command line."""
    if not options.wifi_name:
        return dict(plan.wifi)
    password: str | None = getattr(options, "wifi_password", os.environ.get(WIFI_PASSWORD))
    if password is None and _is_watched():
        password = getpass(f"{plan.texts('box.wifi.ask', network=options.wifi_name)} ")
    if password is None:
        raise CommandError(f"--wifi-name: the password comes from {WIFI_PASSWORD}; empty for none")
    return {"name": options.wifi_name, "password": password}


def _is_watched() -> bool:
    """Whether somebody sits at a terminal."""
    return is_terminal(sys.stdin) and is_terminal(sys.stdout)


ELSEWHERE = ("192.0.2.1", 9)
"""An address that exists nowhere: finding the way to it sends nothing."""


def find_address(options: Namespace, before: Plan | None) -> Settings:
    """Where to listen, tried out: where the command says, or where the tablets look for it."""
    named = before.host if before and _is_own(before.host) else ""
    host = options.host or named or lan_address()
    if host in ("0.0.0.0", "::"):
        raise CommandError(
            f"--host: {host} is no address that a tablet can open: name the laptop's"
        )
    port = options.port or os.environ.get("PORT") or (before.port if before else "")
    with serve.naming(options):
        settings = checked_settings({"HOST": host, "PORT": port, "OPEN_ACCESS": "1"})
        serve.check_start(settings)
    return settings


def lan_address() -> str:
    """The address under which others on the network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            raise CommandError("no network: join the Wi-Fi, or name an address: --host") from None
        address: str = probe.getsockname()[0]
        return address


def _is_own(host: str) -> bool:
    """Whether this machine still has an address; an empty one is nobody's."""
    if not host:
        return False
    try:
        socket.create_server((host, 0), family=socket.getaddrinfo(host, 0)[0][0]).close()
    except OSError:
        return False
    return True


def add_actions(parser: ArgumentParser) -> None:
    """The actions, each with its places or a number."""
    actions = parser.add_subparsers(metavar="ACTION", parser_class=type(parser))
    for name, summary, action in (
        ("code", "another code for a table, while the box runs", give_code),
        ("withdraw", "no device of a table may ask any more", withdraw),
        ("tables", "more tables, while the box runs", more_tables),
    ):
        own = actions.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        if name == "tables":
            own.add_argument("count", type=int, metavar="N", help="how many there are from now on")
        else:
            own.add_argument("places", nargs="+", metavar="TABLE", help=f"a table, or {ARBITER}")
        own.set_defaults(action=action)


def give_code(options: Namespace, console: Console) -> Exit:
    """Give out another code for each place, and print the sheet anew."""
    return _say_codes(options, folders.give_codes(Folder(options.folder), options.places), console)


def more_tables(options: Namespace, console: Console) -> Exit:
    """Give out a code for every table that there was not, and print the sheet anew."""
    return _say_codes(options, folders.add_tables(Folder(options.folder), options.count), console)


def withdraw(options: Namespace, console: Console) -> Exit:
    """Take every device and every code of each place out."""
    folder = Folder(options.folder)
    for name, count in folders.take_out(folder, options.places).items():
        texts = folders.set_up(folder).texts
        console.say(f"{place_name(name, texts)}: {texts('box.withdrawn', count=count)}")
    return Exit.VALID


def _say_codes(options: Namespace, places: Sequence[Place], console: Console) -> Exit:
    """New codes on the screen, to be scanned from there."""
    import segno

    plan = folders.set_up(Folder(options.folder))
    for place in places:
        console.say(f"{place_name(place.label, plan.texts)}   {shown_code(place.code)}")
        console.say(link(plan, place))
        if is_terminal(sys.stdout):
            segno.make_qr(link(plan, place)).terminal(console.out, compact=True)
    return Exit.VALID


COMMANDS = {"box": Command(arguments, run)}
