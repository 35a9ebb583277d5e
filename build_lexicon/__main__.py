"""`python -m build_lexicon`: what a maintainer does with lexicons.

Players and federations have `arbiter lexicon`, which does the same with their lists.
"""

import argparse
import gc
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from build_lexicon.adopting import imported
from build_lexicon.building import build_all, ensure_index, is_built, layer_words, look_up
from build_lexicon.errors import BuildError
from build_lexicon.explaining import Decision, decide, explain
from build_lexicon.library import Built, check_guard, compare, open_built, recipes
from build_lexicon.options import add_guarded, add_import
from build_lexicon.words import kit_of
from service import places
from service.rulebook import RulebookError, load_rulebook


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
    command.set_defaults(run=why)
    _add_set(found.add_parser("set", help="decide that a word is in or out"))

    _add_export(found.add_parser("export", help="print the words, one a line"))

    command = found.add_parser("compare", help="words added and removed between two lexicons")
    command.add_argument("old")
    command.add_argument("new")
    add_guarded(command)
    command.set_defaults(run=print_difference)

    command = found.add_parser("import", help="make a lexicon of a federation's own list")
    add_import(command)
    command.set_defaults(run=import_list)
    _add_report(found.add_parser("report", help="how good lexicons are, in figures"))
    return main_parser


def _add_build(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", nargs="*", metavar="LEXICON")
    command.add_argument("--missing", action="store_true", help="only what is not built yet")
    command.add_argument("--index", action="store_true", help="also what `why` looks up")
    command.set_defaults(run=build)


def _add_set(command: argparse.ArgumentParser) -> None:
    command.add_argument("lexicon", help="the recipe whose lists decide")
    command.add_argument("word")
    command.add_argument("verdict", choices=["in", "out"])
    command.add_argument("--reason", required=True, help="in a few words, with the article")
    command.add_argument("--rule", help="of the recipe, where its method keeps them with words")
    command.set_defaults(run=decide_word)


def _add_export(command: argparse.ArgumentParser) -> None:
    command.add_argument("lexicon")
    command.add_argument("--layer", help="only what one layer adds: base, or one of the method's")
    add_guarded(command)
    command.set_defaults(run=export)


def _add_report(command: argparse.ArgumentParser) -> None:
    command.add_argument("ids", nargs="*", metavar="LEXICON")
    command.add_argument("--yardsticks", type=Path, metavar="FOLDER", help="with a measure.py")
    command.add_argument("--games", type=int, default=0, help="to play over each list (0)")
    command.add_argument("--tables", type=Path, metavar="PAGE", help="put the figures there too")
    command.set_defaults(run=print_report)


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
    try:
        from build_lexicon.laboratory import report
    except ImportError:
        raise BuildError("figures are measured in a checkout: the laboratory is not here") from None
    asked = report.Asked(given.yardsticks, given.games)
    report.print_reports(
        recipes(_recipes(given), given.ids), load_rulebook(*given.rulebook), asked, given.tables
    )


def _why_listed(word: str, built: Built) -> str:
    """A list has no reasons but itself."""
    key = built.kit.key_or_none(word)
    if key is None or key not in built.trie:
        return f"{word} is not in {built.id}, {built.title}"
    names = ", ".join(source["name"] for source in built.manifest["sources"])
    return f"{built.kit.spell(key)} is in {built.id}, {built.title}: a word of the list of {names}"


def _recipes(given: Namespace) -> Path:
    return given.lexicons or places.recipes()


def _lexicons(given: Namespace) -> Path:
    return given.lexicons or places.lexicons()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a fault is one line and exit code 1."""
    given = parser().parse_args(arguments)
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
