"""`arbiter box`: one laptop becomes the judge of a whole tournament on its own Wi-Fi.

It makes a key for every table and one for the arbiter, keeps only their digests, writes a sheet of
QR codes that set the tablets up, says what to announce, and becomes the server. Started again in
the same folder it keeps the keys and the sheet, so that tablets need nothing when the laptop
restarts, and says which options it cannot heed therefore.
"""

import os
import socket
from argparse import ArgumentParser, Namespace
from pathlib import Path

from service.command.base import Command, CommandError, Exit
from service.command.box.sheet import Sheet, languages, lexicon_status, read_links, write_sheet
from service.command.box.tournament import (
    TABLES,
    Tournament,
    make_keys,
    not_heeded,
    read_choices,
    read_setup,
)
from service.command.commands import serve
from service.command.local import checked_settings, local_judge, rulebook
from service.command.options import add_rules
from service.command.output import Console, Ink
from service.engine.rules import Rules
from service.lexicon import Lexicon
from service.settings import Settings

ELSEWHERE = ("192.0.2.1", 9)
"""An address that exists nowhere: finding the way to it sends nothing."""

CHECKLIST = """\
Start of the day
 1. Mains power is connected, sleep is switched off, the clock is right.
 2. Announce the lexicon and its SHA-256, as above, before the round (FRS 5.11).
 3. The Wi-Fi is closed: players do not know its password.
 4. Print {sheet}, let each tablet scan the code of its table, keep the codes.
 5. Every tablet shows its table and {short}, the beginning of the SHA-256.
 6. Try a word that is valid and one that is not at one table, then begin arbitration mode.
 7. The arbiter: scan the first code, or copy the line below it and run `arbiter terminal`.
 8. Afterwards stop this with Ctrl-C and delete {folder}: it opens every table.
"""


def arguments(parser: ArgumentParser) -> None:
    """How many tables play, and by which rules."""
    add_rules(parser)
    parser.add_argument("--tables", type=int, metavar="N", help=f"how many tables ({TABLES})")
    parser.add_argument("--host", help="address of this machine on the Wi-Fi (found by itself)")
    parser.add_argument("--port", help="port to listen on ($PORT; 8000)")
    parser.add_argument("--lang", choices=languages(), help="language of the tablets (the rules')")
    parser.add_argument("--procedure", help="how challenges are judged, where rules leave a choice")
    parser.add_argument("--variant", default="", help="the announced penalty, if there is a choice")
    parser.add_argument("--pin", help="4 to 8 digits that end arbitration mode (made up)")
    parser.add_argument("--folder", type=Path, default=Path("box"), help="for keys and sheet (box)")
    parser.add_argument("--new-keys", action="store_true", help="make new keys: tablets scan anew")


def run(options: Namespace, console: Console) -> Exit:
    """Prepare everything, say what is to be done, and serve."""
    tournament = read_choices(options)
    settings = find_address(options)
    if missing := serve.missing_lexicons():
        serve.build_lexicons(missing, console)
    keys = options.folder / "keys.txt"
    if keys.exists() and not options.new_keys:
        console.note(f"{keys} stays in force; --new-keys makes new keys for all tables")
        rules = keep_sheet(options, tournament.rules, settings, console)
        lexicon = local_judge().lexicon_of(rules)
    else:
        lexicon = local_judge().lexicon_of(tournament.rules)
        write_keys(options.folder, tournament, settings, lexicon)
    say_what_to_do(console, options.folder, settings, lexicon)
    os.environ["API_KEYS_FILE"] = str(keys)
    return serve.run(Namespace(host=settings.host, port=str(settings.port)), console)


def find_address(options: Namespace) -> Settings:
    """Where to listen, tried out."""
    host = options.host or lan_address()
    port = options.port or os.environ.get("PORT", "")
    settings = checked_settings({"HOST": host, "PORT": port, "OPEN_ACCESS": "1"})
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, settings.port), family=family):
            return settings
    except OSError as fault:
        raise CommandError(f"cannot listen on {settings.bind}: {fault.strerror}") from None


def lan_address() -> str:
    """The address under which others on the network reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            raise CommandError("no network: join the Wi-Fi, or name an address: --host") from None
        address: str = probe.getsockname()[0]
        return address


def write_keys(folder: Path, tournament: Tournament, settings: Settings, lexicon: Lexicon) -> None:
    """Write the digests of new keys, and the sheet, where only this user reads them."""
    keys = make_keys(tournament, settings.bind)
    sheet = Sheet(
        tournament.rules.title, tournament.lang, lexicon, tournament.pin, keys.arbiter, keys.cards
    )
    page = write_sheet(sheet)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_private(folder / "sheet.html", page)
        _write_private(folder / "keys.txt", "\n".join(keys.digests) + "\n")
    except OSError as fault:
        raise CommandError(f"cannot write into {folder}: {fault.strerror}") from None


def keep_sheet(options: Namespace, rules: Rules, settings: Settings, console: Console) -> Rules:
    """Say what the sheet of the first time has otherwise than the options; its rules are played."""
    sheet = options.folder / "sheet.html"
    try:
        setup = read_setup(read_links(sheet.read_text(encoding="utf-8")))
    except OSError:
        setup = {}
    if not setup:
        console.note(f"{sheet} cannot be read: tablets are as they were set up")
        return rules
    if ignored := not_heeded(options, rules, setup):
        console.note(f"{sheet} stays as it was first made; ignored: {', '.join(ignored)}")
    if setup["address"] != settings.bind:
        console.note(f"its codes lead to {setup['address']}, which is not the address served now")
    return rulebook().find(setup["rules"]) or rules


def say_what_to_do(console: Console, folder: Path, settings: Settings, lexicon: Lexicon) -> None:
    """What to announce, and the checklist."""
    console.say(f"{lexicon.name} {lexicon.version} ({lexicon_status(lexicon, 'en')})")
    console.say(console.ink(f"sha256 {lexicon.sha256}", Ink.STRONG))
    console.say(f"http://{settings.bind}/tablet for tables, /arbiter for the arbiter\n")
    sheet = folder / "sheet.html"
    console.say(CHECKLIST.format(sheet=sheet, short=lexicon.sha256[:8], folder=folder))


def _write_private(path: Path, text: str) -> None:
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)


COMMAND = Command(
    "box",
    "the tournament box: keys, QR codes for the tablets, a checklist, and the service",
    "arbiter box --rules frs --tables 12",
    arguments,
    run,
)
