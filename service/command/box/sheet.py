"""The sheet of a tournament: a page for the organiser, then a QR code to cut out for every table.

The codes hold keys, so the sheet is as secret as they are. It speaks the language of the tablets.
"""

import json
import re
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from shlex import quote
from urllib.parse import parse_qsl, urlsplit

from service.command.options import KEY, RULES, URL
from service.lexicon import Lexicon

TEXTS = Path(__file__).parents[2] / "web" / "i18n"

_PAGE = """<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<title>{title}</title>
<style>
@page {{ margin: 12mm }}
body {{ font: 11pt/1.4 system-ui, sans-serif; color: #000; background: #fff; margin: 0 }}
code {{ overflow-wrap: anywhere }}
header {{ break-after: page }}
main {{ display: grid; grid-template-columns: 1fr 1fr; gap: 6mm }}
.card {{ border: 1px dashed #888; padding: 5mm; text-align: center; break-inside: avoid }}
.card h2 {{ font-size: 22pt; margin: 0 0 3mm }}
svg {{ width: 60mm; height: 60mm }}
</style>
<header>
<h1>{title}</h1>
<p>{keep}</p>
<h2>{announce}</h2>
<p>{name} {version} ({status})<br>sha256 <code>{sha256}</code></p>
<h2>{organiser}</h2>
<p>{ends}</p>
<div class="card"><h2>{desk}</h2>{arbiter}</div>
<p>{terminal} <code>{export}</code></p>
<p>{withdraw}</p>
</header>
<main>
{cards}
</main>
</html>
"""
_LINK = re.compile('<a href="([^"]+)">')
_CARD = '<section class="card"><h2>{table} {number}</h2>{code}<p>{may}</p></section>'


@dataclass(frozen=True, slots=True)
class Card:
    """A table and the link that sets its tablet up."""

    table: str
    link: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is printed."""

    title: str
    lang: str
    lexicon: Lexicon
    pin: str
    arbiter: str
    cards: tuple[Card, ...]


def languages() -> list[str]:
    """The languages that the pages speak."""
    return sorted(path.stem for path in TEXTS.glob("*.json"))


def lexicon_status(lexicon: Lexicon, lang: str) -> str:
    """Whether a federation stands behind the lexicon, in a language of the pages."""
    return _texts(lang)["lexicon.official" if lexicon.official else "lexicon.open"]


def write_sheet(sheet: Sheet) -> str:
    """The sheet as a page to print."""
    said = {name: escape(text) for name, text in _texts(sheet.lang).items()}
    cards = (
        _CARD.format(
            table=said["setup.table"],
            number=escape(card.table),
            code=_code(card.link),
            may=said["sheet.may"],
        )
        for card in sheet.cards
    )
    return _PAGE.format(
        lang=sheet.lang,
        title=escape(sheet.title),
        keep=said["sheet.keep"],
        announce=said["sheet.announce"],
        organiser=said["sheet.organiser"],
        ends=said["sheet.ends"].format(pin=f"<strong>{sheet.pin}</strong>"),
        desk=said["sheet.desk"],
        terminal=said["sheet.terminal"],
        withdraw=said["sheet.withdraw"],
        name=escape(sheet.lexicon.name),
        version=escape(sheet.lexicon.version),
        status=escape(lexicon_status(sheet.lexicon, sheet.lang)),
        sha256=sheet.lexicon.sha256,
        arbiter=_code(sheet.arbiter),
        export=escape(_export(sheet.arbiter)),
        cards="\n".join(cards),
    )


def read_links(page: str) -> list[str]:
    """The links of a sheet: the arbiter's first, then those of the tables."""
    return [unescape(link) for link in _LINK.findall(page)]


def _code(link: str) -> str:
    """A QR code that can also be clicked."""
    import segno  # Only the sheet draws codes: no other command waits for it.

    drawn = segno.make_qr(link, error="m").svg_inline(omitsize=True)
    return f'<a href="{escape(link)}">{drawn}</a>'


def _export(link: str) -> str:
    """The line that sets the command up as the link does the page."""
    parts = urlsplit(link)
    given = dict(parse_qsl(parts.fragment))
    variables = {URL: f"http://{parts.netloc}", RULES: given["rules"], KEY: given["key"]}
    return " ".join(["export", *(f"{name}={quote(value)}" for name, value in variables.items())])


def _texts(lang: str) -> dict[str, str]:
    texts: dict[str, str] = json.loads((TEXTS / f"{lang}.json").read_text(encoding="utf-8"))
    return texts
