"""The commands of `python -m build_lexicon`, one function each."""

import sys
from argparse import Namespace
from collections.abc import Generator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NamedTuple

from build_lexicon.adopting import (
    About,
    adopt,
    look_over,
    next_steps,
    open_lexicons,
    refuse_open_name,
    told,
    try_name,
)
from build_lexicon.building import is_built, kit_of
from build_lexicon.comparing import compare
from build_lexicon.deciding import Decision, decide
from build_lexicon.errors import BuildError
from build_lexicon.explaining import explain
from build_lexicon.importing import ListOptions, read_listing
from build_lexicon.index import ensure_index, look_up
from build_lexicon.library import Built, alphabet_of_language, open_built, recipes
from build_lexicon.report import Asked, Figures, layer_words, report
from build_lexicon.sheet import sheet
from build_lexicon.sources import sha256_of
from build_lexicon.tables import write_tables
from build_lexicon.together import build_all
from service import places
from service.rulebook import load_rulebook


def build(given: Namespace) -> None:
    """Build the lexicons of the named recipes, or all."""
    folder = _lexicons(given)
    chosen = [
        recipe
        for recipe in recipes(_recipes(given), given.ids)
        if not (given.missing and is_built(recipe, folder))
    ]
    build_all(chosen, load_rulebook(*given.rulebook), folder, index=given.index)


def why(given: Namespace) -> None:
    """Say why a word is in a lexicon, or is not."""
    rulebook = load_rulebook(*given.rulebook)
    if not (_recipes(given) / f"{given.lexicon}.toml").is_file():
        print(_why_listed(given.word, open_built(given.lexicon, _lexicons(given), rulebook)))
        return
    (recipe,) = recipes(_recipes(given), [given.lexicon])
    kit, folder = kit_of(recipe.alphabet, rulebook), _lexicons(given)
    ensure_index(recipe, kit, folder)
    for line in explain(given.word, recipe, kit, lambda key: look_up([key], recipe, folder)[key]):
        print(line)


def decide_word(given: Namespace) -> None:
    """Put a decision about a word into its file."""
    (recipe,) = recipes(_recipes(given), [given.lexicon])
    kit = kit_of(recipe.alphabet, load_rulebook(*given.rulebook))
    decision = Decision(given.word, given.verdict == "in", given.reason, given.rule)
    path = decide(decision, recipe, kit)
    print(f"{path}: {given.word} is {given.verdict}")
    print(f"Raise the version in {recipe.id}.toml, then: make lexicons")


def export(given: Namespace) -> None:
    """Print the words of a lexicon, one a line."""
    rulebook = load_rulebook(*given.rulebook)
    if given.layer is None:
        built = open_built(given.lexicon, _lexicons(given), rulebook)
        check_guard([built], allowed=given.guarded)
        words = list(built.words())
    else:
        (recipe,) = recipes(_recipes(given), [given.lexicon])
        words = list(layer_words(recipe, rulebook, given.layer))
    print("\n".join(words))


def print_sheet(given: Namespace) -> None:
    """Print the table sheet of short words as HTML."""
    built = open_built(given.lexicon, _lexicons(given), load_rulebook(*given.rulebook))
    check_guard([built], allowed=given.guarded)
    print(sheet(built), end="")


def import_list(given: Namespace) -> None:
    """Make a lexicon of a federation's own list."""
    done = imported(given, _recipes(given), _lexicons(given))
    for note in done.notes:
        print(note, file=sys.stderr)
    print("\n".join(done.lines))
    if given.lexicons is None:
        print("\n".join(done.steps))
    elif done.steps:
        # `arbiter lexicon use` would not find it there.
        print(f"It lies in {given.lexicons}: name this folder in LEXICONS_PATH.")


class Imported(NamedTuple):
    """What is told of an import: lines that gave no word, the sum, and what comes next."""

    notes: list[str]
    lines: list[str]
    steps: list[str]


def imported(given: Namespace, recipes_folder: Path, folder: Path) -> Imported:
    """Read a list as the options say and, unless it is a dry run, make a lexicon of it."""
    rulebook = load_rulebook(*given.rulebook)
    name = given.alphabet or alphabet_of_language(given.language, recipes_folder, rulebook)
    kit = kit_of(name, rulebook)
    listing = read_listing(given.list, kit, _options(given))
    about = About(
        id=given.id or f"{given.language}-{given.version}",
        language=given.language,
        version=given.version,
        name=given.name or given.source,
        source=given.source,
        licence=given.licence,
        official=given.official,
        built=given.date or _modified(given.list),
        sha256=sha256_of(given.list),
        odd=given.odd or "",
    )
    refuse_open_name(about.id, recipes_folder)
    lexicons = open_lexicons(given.language, kit, (folder, recipes_folder), rulebook)
    sums = [listing.summary(), *look_over(listing, lexicons, given.odd)]
    if given.dry_run:
        try_name(listing, about, folder, replace=given.replace)
        return Imported(listing.notes(), [*sums, "nothing was written"], [])
    made = adopt(listing, about, kit, folder, replace=given.replace)
    lines = [*sums, *told(about.id, made)]
    return Imported(listing.notes(), lines, list(next_steps(about.id, made)))


def print_difference(given: Namespace) -> None:
    """Print the words that two lexicons do not share."""
    rulebook = load_rulebook(*given.rulebook)
    old, new = (open_built(name, _lexicons(given), rulebook) for name in (given.old, given.new))
    difference = compare(old, new)
    check_guard([old, new], allowed=given.guarded)
    for line in difference.lines():
        print(line)
    print(f"{old.title} -> {new.title}: {difference.summary()}", file=sys.stderr)


def print_report(given: Namespace) -> None:
    """Print the figures of the lexicons, and put them into the tables of a page."""
    rulebook = load_rulebook(*given.rulebook)
    asked = Asked(given.probes, given.yardsticks, given.since, given.games)
    measured = [
        _printed(report(recipe, rulebook, asked)) for recipe in recipes(_recipes(given), given.ids)
    ]
    if given.tables is not None:
        write_tables(given.tables, measured, _recipes(given))


def _printed(lines: Generator[str, None, Figures]) -> Figures:
    while True:
        try:
            print(next(lines), flush=True)
        except StopIteration as end:
            figures: Figures = end.value
            return figures


def _why_listed(word: str, built: Built) -> str:
    """A list has no reasons but itself."""
    key = built.kit.key_or_none(word)
    if key is None or key not in built.trie:
        return f"{word} is not in {built.id}, {built.title}"
    names = ", ".join(source["name"] for source in built.manifest["sources"])
    return f"{built.kit.spell(key)} is in {built.id}, {built.title}: a word of the list of {names}"


def _options(given: Namespace) -> ListOptions:
    return ListOptions(
        given.language,
        dict(given.code),
        given.encoding,
        given.column,
        odd=given.odd is not None,
    )


def check_guard(lexicons: Sequence[Built], *, allowed: bool) -> None:
    """Refuse to print words that their owner keeps, unless whoever asks may."""
    for built in lexicons:
        if built.manifest.get("guarded") and not allowed:
            raise BuildError(
                f"{built.id} is guarded: its owner has not published the words; if you may print "
                "them, say --guarded"
            )


def _recipes(given: Namespace) -> Path:
    return given.lexicons or places.recipes()


def _lexicons(given: Namespace) -> Path:
    return given.lexicons or places.lexicons()


def _modified(path: Path) -> date:
    return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).date()
