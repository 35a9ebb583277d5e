"""Where every sentence of the five texts is kept: a value, a step, a print, or nowhere and why.

`articles/<edition>.txt` has a line an article, its number and a short title of ours, so that none
is forgotten; `provisions/` has what each says. `make site` has a page of both.
"""

import tomllib
from pathlib import Path
from typing import Any

ARTICLES = Path(__file__).parent / "articles"
PROVISIONS = Path(__file__).parent / "provisions"
KINDS = ("value", "step", "print", "none")
EDITIONS = sorted(path.stem for path in ARTICLES.iterdir())
_HEAD = """# What is covered, sentence by sentence

Made from `tests/regulations/articles/` and `tests/regulations/provisions/`.

Every sentence of the five regulations is a *value* of its edition file ([side by
side](editions.md)), a *step* of an incident of the [handbook](handbook.md), a *print*, or nothing
for a service (*none*), with the reason. A test holds each line to what would fail without it, and
every article that is cited anywhere to these lists."""


def read_titles(edition: str) -> dict[str, str]:
    """The articles of an edition with their titles, in their order."""
    lines = (ARTICLES / f"{edition}.txt").read_text(encoding="utf-8").splitlines()
    rows = (line.partition(" | ") for line in lines if not line.startswith("#"))
    return {number: title for number, _, title in rows}


def read_provisions(edition: str) -> list[dict[str, Any]]:
    """What an edition says sentence by sentence, with what its federation's editions share.

    A line is a `value` (as a `case` of the data files has it, as it `is` in the edition file, or by
    words of the lists), a `step` of an incident (what `holds` with these facts), a `print` (its
    test), or none of these, and why. `drop` is what proof.py changes to be without it.
    """
    names = (edition.partition("-")[0], edition)
    paths = [PROVISIONS / f"{name}.toml" for name in names]
    files = (tomllib.loads(path.read_text("utf-8")) for path in paths if path.exists())
    return [provision for file in files for provision in file["provision"]]


def page() -> str:
    """The page about all editions."""
    parts = [_HEAD]
    for edition in EDITIONS:
        titles, provisions = read_titles(edition), read_provisions(edition)
        parts += ["", f"## {edition}", "", f"{len(provisions)} provisions:", ""]
        parts += ["| article | about | says | kept as |", "|---|---|---|---|"]
        parts += [_line(provision, titles) for provision in provisions]
    return "\n".join([*parts, ""])


def _line(provision: dict[str, Any], titles: dict[str, str]) -> str:
    article, kind = provision["article"], next(kind for kind in KINDS if kind in provision)
    title = titles.get(article.partition(" ")[0], "")
    return f"| {article} | {title} | {provision['says']} | {kind}: {provision[kind]} |"
