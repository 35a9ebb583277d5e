"""Where every article of the five regulations is kept: a value, an incident, or nowhere and why.

`articles/<edition>.txt` has a line an article: its number, a short title of ours, and where it is
kept. `make site` has a page of it.
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ARTICLES = Path(__file__).parent / "articles"
PROVISIONS = Path(__file__).parent / "provisions"
KINDS = ("value", "step", "print", "none")
EDITIONS = sorted(path.stem for path in ARTICLES.iterdir())
_HEAD = """# What is covered, article by article

Made from `tests/regulations/articles/` and `tests/regulations/provisions/`.

Every article of the five regulations is a *value* of its edition file ([side by
side](editions.md)), an *incident* of the [handbook](handbook.md), both, or nothing for a service,
with the reason. A test holds each line to the files it names, and every article that is cited
anywhere to this list. Below, each text sentence by sentence, with what would fail without it."""
_KEPT = re.compile(r"(value|incident|none): (.+?)(?=; (?:value|incident|none): |$)")


@dataclass(frozen=True, slots=True)
class Row:
    """An article and where it is kept; `reason` is why nowhere."""

    number: str
    title: str
    values: tuple[str, ...]
    incidents: tuple[str, ...]
    reason: str


def read_rows(edition: str) -> list[Row]:
    """The articles of an edition, in their order."""
    text = (ARTICLES / f"{edition}.txt").read_text(encoding="utf-8")
    return [_row(line) for line in text.splitlines() if not line.startswith("#")]


def _row(line: str) -> Row:
    number, title, kept = line.split(" | ")
    found = dict(_KEPT.findall(kept))
    assert "; ".join(f"{kind}: {names}" for kind, names in found.items()) == kept, line
    values, incidents = (tuple(found.get(kind, "").split(", ")) for kind in ("value", "incident"))
    reason = found.get("none", "")
    return Row(number, title, tuple(filter(None, values)), tuple(filter(None, incidents)), reason)


def read_provisions(edition: str) -> list[dict[str, Any]]:
    """What an edition says sentence by sentence, with what its federation's editions share.

    A line is a `value` (as a `case` of the data files has it, as it `is` in the edition file, or by
    words of the lists), a `step` of an incident (a case, or what `holds` with these facts), a
    `print` (the test that looks at it), or none of these, and why.
    """
    names = (edition.partition("-")[0], edition)
    paths = [PROVISIONS / f"{name}.toml" for name in names]
    files = (tomllib.loads(path.read_text("utf-8")) for path in paths if path.exists())
    return [provision for file in files for provision in file["provision"]]


def page() -> str:
    """The page about all editions."""
    parts = [_HEAD]
    for edition in EDITIONS:
        rows = read_rows(edition)
        inside = sum(not row.reason for row in rows)
        parts += ["", f"## {edition}", "", f"{inside} of {len(rows)} articles.", ""]
        parts += ["| article | about | values | incidents |", "|---|---|---|---|"]
        parts += [_line(row) for row in rows]
        parts += _sentences(read_provisions(edition))
    return "\n".join([*parts, ""])


def _sentences(provisions: list[dict[str, Any]]) -> list[str]:
    """The provisions as a table; a reason stands where nothing is kept."""
    kept = [(p, next(kind for kind in KINDS if kind in p)) for p in provisions]
    rows = [f"| {p['article']} | {p['says']} | {kind}: {p[kind]} |" for p, kind in kept]
    head = ["", f"{len(rows)} provisions:", "", "| article | says | kept as |", "|---|---|---|"]
    return [*head, *rows] if rows else []


def _line(row: Row) -> str:
    if row.reason:
        return f"| {row.number} | {row.title} | *not for a service: {row.reason}* | |"
    values, incidents = (
        ", ".join(f"`{name}`" for name in names) for names in (row.values, row.incidents)
    )
    return f"| {row.number} | {row.title} | {values} | {incidents} |"
