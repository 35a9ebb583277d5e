"""`arbiter lexicon`: the one door to the word lists of this machine."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable

from build_lexicon.options import add_guarded, add_import
from service.command.base import Command, Exit, show_actions_unless_given
from service.command.lexicon import loading, shelf
from service.command.output import Console
from service.command.words import add_expect

Action = Callable[[Namespace, Console], Exit]


def arguments(parser: ArgumentParser) -> None:
    """What is to be done with which list."""
    show_actions_unless_given(parser)
    actions = parser.add_subparsers(metavar="ACTION", parser_class=type(parser))

    def add(name: str, summary: str, action: Action) -> ArgumentParser:
        own: ArgumentParser = actions.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        own.set_defaults(action=action)
        return own

    add("list", "the lexicons on this machine, and the lists that can be had", shelf.show)
    use = add("use", "put a lexicon in force on this machine", shelf.use)
    use.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    use.add_argument("--for", dest="name", help="the lexicon of the editions that it replaces")
    check = add("check", "verify the files of lexicons and print their hashes", shelf.check)
    check.add_argument(
        "lexicons", nargs="*", metavar="lexicon", help="all that are here unless given"
    )
    add_expect(check)
    get = add("get", "load a published list, import it and put it in force", loading.get)
    get.add_argument("list", help="its id, such as ro-loc, or the file that describes it")
    get.add_argument("--file", help="the publisher's file, if it was loaded by other means")
    get.add_argument("--version", help="another version than the one described")
    get.add_argument("--no-use", action="store_true", help="import it, but do not put it in force")
    add_import(add("import", "make a lexicon of a federation's own list", loading.import_list))
    remove = add("remove", "take an imported list away", shelf.remove)
    remove.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    compare = add("compare", "the words that two lexicons do not share", loading.compare)
    compare.add_argument("old")
    compare.add_argument("new")
    add_guarded(compare)
    review = add(
        "review", "ask an officer about doubtful words, most valuable first", loading.review
    )
    review.add_argument("lexicon", help="an open lexicon: it, ca, ro")
    review.add_argument("--to", default="decisions.tsv", help="your answers (decisions.tsv)")
    review.add_argument("--name", default="", help="who answers")
    review.add_argument("--why", default="", help="on what the answers rest")
    review.add_argument("--from", dest="words", help="words that were contested, one a line")
    review.add_argument("--beside", action="append", default=[], help="another officer's answers")
    review.add_argument("--ask", type=int, metavar="N", help="print N questions to fill in")
    review.add_argument("--apply", metavar="FILE", help="take the questions that were filled in")
    build = add("build", "make a lexicon of an open one and decisions", loading.build)
    build.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    build.add_argument("--with", dest="decisions", action="append", required=True)
    build.add_argument("--as", dest="tag", required=True, help="such as figs-2026")
    sheet = add("sheet", "a page of all words of two and three tiles, as HTML", loading.sheet)
    sheet.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    add_guarded(sheet)


def run(options: Namespace, console: Console) -> Exit:
    """Do it."""
    code: Exit = options.action(options, console)
    return code


COMMANDS = {"lexicon": Command(arguments, run)}
