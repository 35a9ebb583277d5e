"""The sheet of a tournament: a page for the organiser, then a QR code to cut out for every table.

A code on it works once and for one device; the organiser's page has the PIN and the numbers of the
tables, so that page is kept. It speaks the language of the tournament.
"""

import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path

from service.command.answers import full_hash, standing
from service.command.box.plan import TABLE, Plan, penalties, procedure_text
from service.devices import Place
from service.engine.rules import BY_ARBITERS
from service.lexicon import Lexicon
from service.texts import Texts

CHECKLIST = ("power", "announce", "wifi", "sheet", "look", "try", "arbiter")
_PAGE = (Path(__file__).parent / "sheet.html").read_text(encoding="utf-8")
_CARD = """<section class="card"><h2>{title}</h2>{code}<p class="code">{shown}</p>
<p><b>{address}</b></p><p>{may}</p><p class="made">{made}</p></section>"""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed: the plan, the lexicon, the codes that wait, and a certificate's print."""

    plan: Plan
    lexicon: Lexicon
    folder: Path
    codes: tuple[Place, ...]
    made: datetime
    fingerprint: str = ""
    out: frozenset[str] = frozenset()
    """The labels of places that were withdrawn."""

    @property
    def command(self) -> str:
        """The command that starts this box again, as a shell on this laptop finds it."""
        command = f"{_program()} box"
        return (
            command if str(self.folder) == "box" else f"{command} --folder {_quoted(self.folder)}"
        )

    @property
    def moment(self) -> str:
        """When it was made, so that an old print is told from a new one."""
        return f"{self.made:%Y-%m-%d %H:%M:%S}"


def lexicon_status(lexicon: Lexicon, texts: Texts) -> str:
    """Whether a federation stands behind the lexicon."""
    return texts(f"lexicon.{standing(lexicon.about())}")


def checklist(sheet: Sheet) -> list[str]:
    """What to do before the first round."""
    short = full_hash(sheet.lexicon.sha256)[:14]
    values = {"sheet": sheet.folder / "sheet.html", "short": short}
    return [sheet.plan.texts(f"box.check.{name}", **values) for name in CHECKLIST]


def link(plan: Plan, place: Place) -> str:
    """The address that a code is scanned as; a browser sends nothing after the # to a server."""
    return f"{plan.address}/{page_of(place)}#code={place.code}"


def page_of(place: Place) -> str:
    """The page that a place works with."""
    return "arbiter" if place.role == "arbiter" else "tablet"


def shown_code(code: str) -> str:
    """A code as it is read out and typed."""
    return f"{code[:4]} {code[4:]}"


def write_sheet(sheet: Sheet) -> str:
    """The sheet as a page to print."""
    texts, plan = sheet.plan.texts, sheet.plan
    arbiters = [place for place in sheet.codes if place.role == "arbiter"]
    tables = sorted(
        (place for place in sheet.codes if place.role == "device"),
        key=lambda place: int(place.choices["table"]),
    )
    first = [*(_card(sheet, place) for place in arbiters), *_wifi(sheet)]
    return _PAGE.format(
        lang=texts.language,
        title=escape(plan.edition.title),
        facts="\n".join(f"<dt>{escape(n)}</dt><dd>{v}</dd>" for n, v in _facts(sheet)),
        todo="\n".join(f"<li>{escape(step)}</li>" for step in checklist(sheet)),
        made=escape(texts("sheet.made", time=sheet.moment)),
        keep=escape(texts("sheet.keep")),
        first="\n".join(first),
        exits="\n".join(_exits(sheet)),
        exits_note=escape(texts("sheet.exits")),
        how=escape(texts("sheet.how")),
        cards="\n".join(_card(sheet, place) for place in tables),
        done=_done(sheet, {place.choices["table"] for place in tables}),
    )


def _facts(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """What the organiser announces and needs, in words and in HTML."""
    plan, texts, lexicon = sheet.plan, sheet.plan.texts, sheet.lexicon
    status = lexicon_status(lexicon, texts)
    yield texts("sheet.announce"), escape(f"{lexicon.name} {lexicon.version} ({status})")
    yield "SHA-256", f'<code class="hash">{full_hash(lexicon.sha256)}</code>'
    for name, cost in penalties(plan.edition, plan.variant, texts):
        yield name, escape(cost)
    yield texts("setup.procedure"), escape(procedure_text(plan.procedure, texts))
    ends = escape(texts("sheet.ends"))
    yield texts("sheet.pin"), f"<b>{plan.pin}</b> {ends}"
    if sheet.fingerprint:
        yield texts("sheet.certificate"), f"<code>{sheet.fingerprint}</code>"
    yield texts("sheet.again"), f"<code>{escape(sheet.command)} code 3</code>"
    yield texts("sheet.withdraw"), f"<code>{escape(sheet.command)} withdraw 3</code>"
    more = len(plan.exits) + 1
    yield texts("sheet.more"), f"<code>{escape(sheet.command)} tables {more}</code>"
    source = escape(f". {_quoted(sheet.folder / 'arbiter.env')} && arbiter terminal")
    yield texts("sheet.terminal"), f"<code>{source}</code>"


def _card(sheet: Sheet, place: Place) -> str:
    texts, table = sheet.plan.texts, place.choices.get("table")
    host = sheet.plan.address.removeprefix("http://")  # Who types no scheme gets this one.
    return _CARD.format(
        title=escape(texts("header.table", table=table) if table else texts("sheet.desk")),
        code=_drawn(link(sheet.plan, place)),
        shown=shown_code(place.code),
        address=escape(f"{host}/{page_of(place)}"),
        may=escape(texts(_may(place))),
        made=sheet.moment,
    )


def _may(place: Place) -> str:
    """The name of the text that says what a code is for."""
    if place.role == "arbiter":
        return "sheet.may.arbiter"
    return "sheet.may.typed" if place.choices["procedure"] in BY_ARBITERS else "sheet.may"


def _wifi(sheet: Sheet) -> Iterator[str]:
    """The code that joins the network, if the organiser gave its name."""
    wifi, texts = sheet.plan.wifi, sheet.plan.texts
    if wifi:
        from segno.helpers import make_wifi_data

        security = "WPA" if wifi["password"] else "nopass"
        code = _drawn(make_wifi_data(wifi["name"], wifi["password"] or None, security))
        name, note = escape(wifi["name"]), escape(texts("sheet.wifi"))
        told = f"<h2>Wi-Fi</h2>{code}<p><b>{name}</b></p><p>{note}</p>"
        yield f'<section class="card">{told}</section>'


def _exits(sheet: Sheet) -> Iterator[str]:
    for table, number in sheet.plan.exits.items():
        yield f"<li><b>{table}</b> {number[:4]} {number[4:]}</li>"


def _done(sheet: Sheet, waiting: set[str]) -> str:
    """The tables that have a device, and therefore no code here."""
    away = waiting | {label.removeprefix(TABLE) for label in sheet.out}
    tables = [table for table in sheet.plan.exits if table not in away]
    said = sheet.plan.texts("sheet.done", tables=", ".join(tables))
    return f"<p>{escape(said)}</p>" if tables else ""


def _program() -> str:
    """How the command is called here: by its name, or by its place where that is on no path."""
    if shutil.which("arbiter"):
        return "arbiter"
    program = Path(sys.executable).with_name("arbiter")
    here = program.relative_to(Path.cwd()) if program.is_relative_to(Path.cwd()) else program
    return _quoted(here)


def _quoted(path: Path) -> str:
    return shlex.quote(str(path))


def _drawn(text: str) -> str:
    import segno  # Only the sheet draws codes: no other command waits for it.

    drawn: str = segno.make_qr(text, error="m").svg_inline(omitsize=True)
    return drawn
