"""`python -m build_lexicon`: what a maintainer does with lexicons, one function a command."""

import argparse
import gc
import sys
from datetime import UTC, date, datetime
from pathlib import Path

from build_lexicon.building import alphabet_of, is_built
from build_lexicon.comparing import compare
from build_lexicon.errors import BuildError
from build_lexicon.explaining import explain
from build_lexicon.importing import import_list, read_listing
from build_lexicon.library import alphabet_of_language, open_built, recipes
from build_lexicon.report import layer_words, report
from build_lexicon.sheet import sheet
from build_lexicon.sources import open_sources, sha256_of
from build_lexicon.together import build_all
from service.rulebook import RulebookError, load_rulebook

ROOT = Path(__file__).parent.parent


def build_command(given: argparse.Namespace) -> None:
    """Build the lexicons of the named recipes, or all."""
    rulebook = load_rulebook(*given.rulebook)
    chosen = [
        recipe
        for recipe in recipes(given.lexicons, given.ids)
        if not (given.missing and is_built(recipe))
    ]
    build_all(chosen, rulebook)


def why_command(given: argparse.Namespace) -> None:
    """Say why a word is in a lexicon, or is not."""
    (recipe,) = recipes(given.lexicons, [given.lexicon])
    alphabet = alphabet_of(recipe.alphabet, load_rulebook(*given.rulebook))
    for line in explain(given.word, open_sources(recipe), alphabet):
        print(line)


def export_command(given: argparse.Namespace) -> None:
    """Print the words of a lexicon, one a line."""
    rulebook = load_rulebook(*given.rulebook)
    if given.layer is None:
        words = list(open_built(given.lexicon, given.lexicons, rulebook).words())
    else:
        (recipe,) = recipes(given.lexicons, [given.lexicon])
        words = list(layer_words(recipe, rulebook, given.layer))
    print("\n".join(words))


def sheet_command(given: argparse.Namespace) -> None:
    """Print the table sheet of short words as HTML."""
    print(sheet(open_built(given.lexicon, given.lexicons, load_rulebook(*given.rulebook))), end="")


def import_command(given: argparse.Namespace) -> None:
    """Make a lexicon of a federation's own list."""
    rulebook = load_rulebook(*given.rulebook)
    name = given.alphabet or alphabet_of_language(given.language, given.lexicons, rulebook)
    alphabet = alphabet_of(name, rulebook)
    listing = read_listing(given.list, alphabet, dict(given.code), given.most_repeats)
    for line in (*listing.rejected, *listing.repeated):
        print(line, file=sys.stderr)
    id_ = given.id or f"{given.language}-{given.version}"
    identity = {
        "language": given.language,
        "alphabet": name,
        "version": given.version,
        "name": given.name or given.source,
        "official": given.official,
    }
    source = {
        "name": given.source,
        "version": given.version,
        "licence": given.licence,
        "sha256": sha256_of(given.list),
    }
    identity["built"] = (given.date or _modified(given.list)).isoformat()
    made = import_list(listing, given.lexicons / f"{id_}.marisa", identity, source)
    print(
        f"{id_}: {made['words']} words from {listing.lines} lines ({listing.encoding}), "
        f"{len(listing.rejected)} rejected, {len(listing.repeated)} repeated"
    )


def compare_command(given: argparse.Namespace) -> None:
    """Print the words that two lexicons do not share."""
    rulebook = load_rulebook(*given.rulebook)
    old, new = (open_built(name, given.lexicons, rulebook) for name in (given.old, given.new))
    difference = compare(old, new)
    for line in difference.lines():
        print(line)
    print(
        f"{old.title} -> {new.title}: "
        f"{len(difference.added)} added, {len(difference.removed)} removed",
        file=sys.stderr,
    )


def report_command(given: argparse.Namespace) -> None:
    """Print the figures of the lexicons."""
    rulebook = load_rulebook(*given.rulebook)
    for recipe in recipes(given.lexicons, given.ids):
        for line in report(
            recipe,
            rulebook,
            probes=given.probes,
            yardsticks=given.yardsticks,
            since=given.since,
        ):
            print(line, flush=True)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    main_parser = argparse.ArgumentParser("build_lexicon", description=__doc__)
    main_parser.add_argument("--lexicons", type=Path, default=ROOT / "lexicons", metavar="FOLDER")
    main_parser.add_argument("--rulebook", type=Path, action="append", default=[], metavar="FOLDER")
    commands = main_parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("build", help="build lexicons from their recipes")
    command.add_argument("ids", nargs="*", metavar="LEXICON")
    command.add_argument("--missing", action="store_true", help="only what is not built yet")
    command.set_defaults(run=build_command)

    command = commands.add_parser("why", help="why is a word in, or not?")
    command.add_argument("lexicon")
    command.add_argument("word")
    command.set_defaults(run=why_command)

    command = commands.add_parser("export", help="print the words, one a line")
    command.add_argument("lexicon")
    command.add_argument("--layer", choices=["base", "enclitics"])
    command.set_defaults(run=export_command)

    command = commands.add_parser("sheet", help="a page of all short words, as HTML")
    command.add_argument("lexicon")
    command.set_defaults(run=sheet_command)

    command = commands.add_parser("compare", help="words added and removed between two lexicons")
    command.add_argument("old")
    command.add_argument("new")
    command.set_defaults(run=compare_command)

    _add_import(commands.add_parser("import", help="make a lexicon of a federation's own list"))
    _add_report(commands.add_parser("report", help="figures, probes, changes"))
    return main_parser


def _add_import(command: argparse.ArgumentParser) -> None:
    command.add_argument("list", type=Path)
    command.add_argument("--language", required=True)
    command.add_argument("--version", required=True)
    command.add_argument("--source", required=True, help="who made the list, in words")
    command.add_argument("--official", action="store_true")
    command.add_argument("--code", type=_code, action="append", default=[], metavar="W=L·L")
    command.add_argument("--id", help="file name of the lexicon; LANGUAGE-VERSION unless given")
    command.add_argument("--name", help="what people see; the source unless given")
    command.add_argument("--licence", default="as agreed with the owner of the list")
    command.add_argument("--alphabet", help="name of the tiles, if no recipe has the language")
    command.add_argument("--date", type=date.fromisoformat, help="of the list; YYYY-MM-DD")
    command.add_argument("--most-repeats", type=int, default=10, metavar="PERCENT")
    command.set_defaults(run=import_command)


def _add_report(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", nargs="*", metavar="LEXICON")
    command.add_argument("--probes", type=Path, default=ROOT / "tests" / "words", metavar="FOLDER")
    command.add_argument("--yardsticks", type=Path, metavar="FOLDER", help="with a measure.py")
    command.add_argument("--since", type=Path, metavar="FOLDER", help="the last release")
    command.set_defaults(run=report_command)


def _code(text: str) -> tuple[str, str]:
    letter, _, tile = text.partition("=")
    if len(letter) != 1 or not tile:
        raise argparse.ArgumentTypeError(f"{text!r} is not LETTER=TILE")
    return letter, tile


def _modified(path: Path) -> date:
    return datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).date()


def main() -> int:
    """Run one command; a fault is one line and exit code 1."""
    given = parser().parse_args()
    # Millions of words and no cycles among them: looking for garbage takes a tenth of a build.
    gc.disable()
    try:
        given.run(given)
    except (BuildError, RulebookError) as error:
        print(f"build_lexicon: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our words has seen enough (… | head).
        sys.stderr.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
