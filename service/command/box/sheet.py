"""The sheet of a tournament: a page for the organiser, then a QR code to cut out for every table.

The codes hold keys, so the sheet is as secret as they are. Two words on it are those of the
tablet's page, in its language; the rest is for whoever runs the command.
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
<html lang="en">
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
<p>Keep this sheet: whoever reads a code holds the key of its table.</p>
<h2>Announce before the round</h2>
<p>{name} {version} ({status})<br>sha256 <code>{sha256}</code></p>
<h2>Organiser</h2>
<p>PIN <strong>{pin}</strong> ends arbitration mode on a tablet.</p>
<div class="card"><h2>arbiter</h2>{arbiter}</div>
<p>The same in a terminal: <code>{export}</code></p>
</header>
<main>
{cards}
</main>
</html>
"""
_LINK = re.compile('<a href="([^"]+)">')
_CARD = '<section class="card"><h2>{table} {number}</h2>{code}</section>'


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
    return "official" if lexicon.official else _texts(lang)["lexicon.open"]


def write_sheet(sheet: Sheet) -> str:
    """The sheet as a page to print."""
    table = escape(_texts(sheet.lang)["setup.table"])
    cards = (
        _CARD.format(table=table, number=escape(card.table), code=_code(card.link))
        for card in sheet.cards
    )
    return _PAGE.format(
        title=escape(sheet.title),
        name=escape(sheet.lexicon.name),
        version=escape(sheet.lexicon.version),
        status=escape(lexicon_status(sheet.lexicon, sheet.lang)),
        sha256=sheet.lexicon.sha256,
        pin=sheet.pin,
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
