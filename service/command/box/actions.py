"""What is done beside a box that runs: another code, more tables, a device withdrawn.

Each changes the folder, where the service looks at every call, and prints the sheet anew.
"""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from datetime import datetime

from service.command.base import CommandError, Exit
from service.command.box import plan as plans
from service.command.box.folder import ARBITER, Folder, label
from service.command.box.plan import Plan
from service.command.box.screen import place_name
from service.command.box.sheet import Sheet, link, shown_code, write_sheet
from service.command.local import local_judge
from service.command.output import Console, is_terminal
from service.devices import Place

_MORE = "more tables, while the box runs"


def add_actions(parser: ArgumentParser) -> None:
    """The actions, each with its places or a number."""
    actions = parser.add_subparsers(metavar="ACTION", parser_class=type(parser))
    for name, summary, action in (
        ("code", "another code for a table, while the box runs", give_code),
        ("withdraw", "no device of a table may ask any more", withdraw),
    ):
        own = actions.add_parser(name, help=summary, description=f"{summary.capitalize()}.")
        own.add_argument("places", nargs="+", metavar="TABLE", help=f"a table, or {ARBITER}")
        own.set_defaults(action=action)
    own = actions.add_parser("tables", help=_MORE, description=f"{_MORE.capitalize()}.")
    own.add_argument("count", type=int, metavar="N", help="how many tables there are from now on")
    own.set_defaults(action=add_tables)


def give_code(options: Namespace, console: Console) -> Exit:
    """Give out another code for each place, and print the sheet anew."""
    folder, plan = _opened(options)
    _check_places(options.places, plan)
    _give_out(folder, plan, options.places, console)
    return Exit.VALID


def add_tables(options: Namespace, console: Console) -> Exit:
    """Give out a code for every table that there was not, and print the sheet anew."""
    folder, before = _opened(options)
    plan = plans.extended(before, options.count)
    folder.keep(plan)
    _give_out(folder, plan, [table for table in plan.exits if table not in before.exits], console)
    return Exit.VALID


def withdraw(options: Namespace, console: Console) -> Exit:
    """Take every device and every code of each place out."""
    folder, plan = _opened(options)
    _check_places(options.places, plan)
    for table in options.places:
        count = folder.devices.withdraw(label(table))
        name = place_name(label(table), plan.texts)
        console.say(f"{name}: {plan.texts('box.withdrawn', count=count)}")
    print_sheet(folder, plan)
    return Exit.VALID


def print_sheet(folder: Folder, plan: Plan) -> Sheet:
    """The sheet as it is now, written into the folder."""
    lexicon = local_judge().lexicon_of(plan.edition)
    printed = folder.fingerprint.read_text(encoding="ascii") if plan.is_secure else ""
    codes = tuple(folder.devices.waiting())
    sheet = Sheet(plan, lexicon, folder.path, codes, datetime.now(), printed)
    folder.write(folder.sheet, write_sheet(sheet))
    return sheet


def _opened(options: Namespace) -> tuple[Folder, Plan]:
    """The folder of a box that was set up, and its plan."""
    folder = Folder(options.folder)
    plan = folder.read_plan()
    if plan is None:
        raise CommandError(f"there is no box in {options.folder}: start one, or name its --folder")
    return folder, plan


def _check_places(places: Sequence[str], plan: Plan) -> None:
    for table in places:
        if table not in (ARBITER, *plan.exits):
            raise CommandError(
                f"there is no table {table}: 1 to {len(plan.exits)}, or {ARBITER};"
                " `arbiter box tables N` makes more"
            )


def _give_out(folder: Folder, plan: Plan, places: Sequence[str], console: Console) -> None:
    """A new code for each place: on the screen, and on the sheet."""
    known = {place.code for place in folder.devices.waiting()}
    folder.give_out(plan, places)
    for place in folder.devices.waiting():
        if place.code not in known:
            _show(plan, place, console)
    print_sheet(folder, plan)


def _show(plan: Plan, place: Place, console: Console) -> None:
    """A code on the screen, to be scanned from there."""
    import segno

    console.say(f"{place_name(place.label, plan.texts)}   {shown_code(place.code)}")
    console.say(link(plan, place))
    if is_terminal(sys.stdout):
        segno.make_qr(link(plan, place)).terminal(console.out, compact=True)
