"""`python -m build_lexicon`: what a maintainer does with lexicons.

Players and federations have `arbiter lexicon`, which does the same with their lists.
"""

import argparse
import gc
import sys
from pathlib import Path

from build_lexicon import commands
from build_lexicon.errors import BuildError
from build_lexicon.options import add_guarded, add_import
from service import places
from service.rulebook import RulebookError


def parser() -> argparse.ArgumentParser:
    """The command line."""
    main_parser = argparse.ArgumentParser("build_lexicon", description=__doc__)
    main_parser.add_argument(
        "--lexicons",
        type=Path,
        metavar="FOLDER",
        help="recipes and lexicons (this checkout's, or the user's data folder)",
    )
    main_parser.add_argument("--rulebook", type=Path, action="append", default=[], metavar="FOLDER")
    found = main_parser.add_subparsers(required=True, metavar="COMMAND")
    _add_build(found.add_parser("build", help="build lexicons from their recipes"))

    command = found.add_parser("why", help="why is a word in, or not?")
    command.add_argument("lexicon")
    command.add_argument("word")
    command.set_defaults(run=commands.why)
    _add_set(found.add_parser("set", help="decide that a word is in or out"))

    _add_export(found.add_parser("export", help="print the words, one a line"))

    command = found.add_parser("sheet", help="a page of all short words, as HTML")
    command.add_argument("lexicon")
    add_guarded(command)
    command.set_defaults(run=commands.print_sheet)

    command = found.add_parser("compare", help="words added and removed between two lexicons")
    command.add_argument("old")
    command.add_argument("new")
    add_guarded(command)
    command.set_defaults(run=commands.print_difference)

    command = found.add_parser("import", help="make a lexicon of a federation's own list")
    add_import(command)
    command.set_defaults(run=commands.import_list)
    _add_report(found.add_parser("report", help="figures, probes, changes"))
    return main_parser


def _add_build(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", nargs="*", metavar="LEXICON")
    command.add_argument("--missing", action="store_true", help="only what is not built yet")
    command.add_argument("--index", action="store_true", help="also what `why` looks up")
    command.set_defaults(run=commands.build)


def _add_set(command: argparse.ArgumentParser) -> None:
    command.add_argument("lexicon", help="the recipe whose lists decide")
    command.add_argument("word")
    command.add_argument("verdict", choices=["in", "out"])
    command.add_argument("--reason", required=True, help="in a few words, with the article")
    command.add_argument("--rule", help="of the recipe, where its method keeps them with words")
    command.set_defaults(run=commands.decide_word)


def _add_export(command: argparse.ArgumentParser) -> None:
    command.add_argument("lexicon")
    command.add_argument("--layer", help="only what one layer adds: base, or one of the method's")
    add_guarded(command)
    command.set_defaults(run=commands.export)


def _add_report(command: argparse.ArgumentParser) -> None:
    probes = places.recipes().parent / "tests" / "words"
    command.add_argument("ids", nargs="*", metavar="LEXICON")
    command.add_argument("--probes", type=Path, default=probes, metavar="FOLDER")
    command.add_argument("--yardsticks", type=Path, metavar="FOLDER", help="with a measure.py")
    command.add_argument("--games", type=int, default=0, help="to play over each list (0)")
    command.add_argument("--since", type=Path, metavar="FOLDER", help="the last release")
    command.add_argument("--tables", type=Path, metavar="PAGE", help="put the figures there too")
    command.set_defaults(run=commands.print_report)


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
