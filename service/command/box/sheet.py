"""The sheet of a tournament: a page for the organiser, then a QR code to cut out for every table.

A code on it works once and for one device; the organiser's page has the PIN and the numbers of the
tables, so that page is kept. It speaks the language of the tournament. What is announced is said
here, for the sheet, the terminal and the page of the laptop alike.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from jinja2 import Template

from service.command.answers import full_hash, standing
from service.command.box.plan import TABLE, Plan, penalties, procedure_text
from service.devices import Place
from service.engine.rules import BY_ARBITERS
from service.lexicon import Lexicon

CHECKLIST = ("power", "announce", "wifi", "sheet", "look", "try", "arbiter")


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed: the plan, the lexicon, the codes that wait, and a certificate's print."""

    plan: Plan
    lexicon: Lexicon
    codes: tuple[Place, ...]
    made: datetime
    fingerprint: str = ""
    out: frozenset[str] = frozenset()
    """The labels of places that were withdrawn."""

    @property
    def moment(self) -> str:
        """When it was made, so that an old print is told from a new one."""
        return f"{self.made:%Y-%m-%d %H:%M:%S}"

    @property
    def lexicon_name(self) -> str:
        """The lexicon, and whether a federation stands behind it."""
        status = self.plan.texts(f"lexicon.{standing(self.lexicon.about())}")
        return f"{self.lexicon.name} {self.lexicon.version} ({status})"


def announced(sheet: Sheet) -> list[tuple[str, str]]:
    """What players are told beside the lexicon, and what they compare a certificate with."""
    plan, texts = sheet.plan, sheet.plan.texts
    told = penalties(plan.edition, plan.variant, texts)
    told.append((texts("setup.procedure"), procedure_text(plan.procedure, texts)))
    if sheet.fingerprint:
        told.append((texts("sheet.certificate"), sheet.fingerprint))
    return told


def checklist(sheet: Sheet) -> list[str]:
    """What to do before the first round."""
    short = full_hash(sheet.lexicon.sha256)[:14]
    return [sheet.plan.texts(f"box.check.{name}", short=short) for name in CHECKLIST]


def link(plan: Plan, place: Place) -> str:
    """The address that a code is scanned as; a browser sends nothing after the # to a server."""
    return f"{plan.address}/{page_of(place)}#code={place.code}"


def page_of(place: Place) -> str:
    """The page that a place works with."""
    return "arbiter" if place.role == "arbiter" else "tablet"


def shown_code(code: str) -> str:
    """A code as it is read out and typed."""
    return f"{code[:4]} {code[4:]}"


def write_sheet(sheet: Sheet, only: str = "") -> str:
    """The sheet as a page to print, or this one of its codes alone."""
    codes = [place for place in sheet.codes if only in ("", place.code)]
    tables = sorted(
        (place for place in codes if place.role == "device"),
        key=lambda place: int(place.choices["table"]),
    )
    away = sheet.out | {place.label for place in tables}
    template = (Path(__file__).parent / "sheet.html").read_text(encoding="utf-8")
    page = Template(template, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    printed: str = page.render(
        sheet=sheet,
        plan=sheet.plan,
        texts=sheet.plan.texts,
        whole=not only,
        hash=full_hash(sheet.lexicon.sha256),
        announced=announced(sheet),
        todo=checklist(sheet),
        arbiters=[_card(sheet, place) for place in codes if place.role == "arbiter"],
        wifi=_wifi(sheet.plan),
        tables=[_card(sheet, place) for place in tables],
        done=", ".join(table for table in sheet.plan.exits if f"{TABLE}{table}" not in away),
    )
    return printed


def _card(sheet: Sheet, place: Place) -> Mapping[str, str]:
    """What a code's own piece of paper says."""
    texts, table = sheet.plan.texts, place.choices.get("table")
    may = "sheet.may.typed" if place.choices.get("procedure") in BY_ARBITERS else "sheet.may"
    host = sheet.plan.address.removeprefix("http://")  # Who types no scheme gets this one.
    return {
        "title": texts("header.table", table=table) if table else texts("sheet.desk"),
        "drawn": _drawn(link(sheet.plan, place)),
        "code": shown_code(place.code),
        "address": f"{host}/{page_of(place)}",
        "may": texts(may if table else "sheet.may.arbiter"),
    }


def _wifi(plan: Plan) -> str:
    """The code that joins the network, if the organiser gave its name."""
    if not plan.wifi:
        return ""
    from segno.helpers import make_wifi_data

    name, password = plan.wifi["name"], plan.wifi["password"]
    return _drawn(make_wifi_data(name, password or None, "WPA" if password else "nopass"))


def _drawn(text: str) -> str:
    import segno  # Only the sheet draws codes: no other command waits for it.

    drawn: str = segno.make_qr(text, error="m").svg_inline(omitsize=True)
    return drawn
