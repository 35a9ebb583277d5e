"""The tables of figures in a Markdown page, each after a line that names it and made anew there.

    <!-- table: lexicons -->
    | id | … |

What was not measured stays as it stands.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from build_lexicon.errors import BuildError
from build_lexicon.library import recipes
from build_lexicon.manifest import read_manifest
from build_lexicon.recipe import Layer
from build_lexicon.report import Figures
from build_lexicon.yardstick import Count

BANDS = {"4": (4, 4), "5–8": (5, 8), "9–15": (9, 15), "4–15": (4, 15)}
LAYERS = (Layer.BASE, "enclitics", "short", "added", "dropped")
_TABLE = re.compile(r"(<!-- table: (\w+) -->\n)((?:\|.*\n)*)")

Rows = list[list[str]]


def write_tables(page: Path, measured: Sequence[Figures], folder: Path) -> None:
    """Put the figures into the tables of a page."""
    tables = {"lexicons": _lexicons(folder), **_measured(measured)}
    try:
        text = page.read_text(encoding="utf-8")
        page.write_text(_TABLE.sub(lambda found: _anew(found, tables), text), encoding="utf-8")
    except OSError as error:
        raise BuildError(f"{page}: {error.strerror}") from None


def _anew(found: re.Match[str], tables: Mapping[str, Rows]) -> str:
    rows = tables.get(found[2])
    if not rows or len(rows) == 1:
        return found[0]
    head, *lines = rows
    marks = ["---:" if _is_number(cell) else "---" for cell in lines[0]]
    return found[1] + "".join(f"| {' | '.join(row)} |\n" for row in (head, marks, *lines))


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[\d .%]+", cell))


def _lexicons(folder: Path) -> Rows:
    rows = [["id", "name", "version", "words", *LAYERS]]
    for recipe in recipes(folder, []):
        found = read_manifest(folder / f"{recipe.id}.json")
        counts = (found["words"], *(found["layers"].get(layer, 0) for layer in LAYERS))
        named = [f"`{recipe.id}`", found["name"], found["version"]]
        rows.append([*named, *map(_number, counts)])
    return rows


def _measured(measured: Iterable[Figures]) -> dict[str, Rows]:
    lengths = [["", "tiles", "precision", "recall", "F1"]]
    play = [["", "plays", "precision", "extra plays", "recall", "refused plays"]]
    alone = [["", "rule", "words alone", "precision"]]
    for figures in measured:
        id_ = f"`{figures.recipe.id}`"
        for band, (shortest, longest) in BANDS.items() if figures.counts else ():
            counts = (figures.counts[n] for n in range(shortest, longest + 1))
            count = sum(counts, start=Count())
            lengths.append([id_, band, *map(_share, (count.precision, count.recall, count.f1))])
        if found := figures.by_play:
            shares = (found.precision, found.extra, found.recall, found.refused)
            play.append([id_, _number(found.plays), *map(_share, shares)])
        for name, words, precision in figures.alone:
            alone.append([id_, name, _number(words), _share(precision)])
    return {"lengths": lengths, "play": play, "alone": alone}


def _number(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def _share(share: float) -> str:
    return f"{share:.3f}".removeprefix("0")
