"""`arbiter lexicon`: the one door to the word lists of this machine, and how lists get here.

The builder is imported where it is needed, so that other commands start without it.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from build_lexicon.options import add_guarded, add_import
from service import places as folders
from service.command.base import Command, CommandError, Exit, add_actions, run_action
from service.command.lexicon import shelf
from service.command.local import load_texts, places, rulebook
from service.command.output import Console, waiting
from service.command.words import add_expect

if TYPE_CHECKING:
    from build_lexicon.library import Built
    from build_lexicon.published import Published


PAGE = 8091


def arguments(parser: ArgumentParser) -> None:
    """What is to be done with which list."""
    add = add_actions(parser)
    add("list", "the lexicons on this machine, and the lists that can be had", shelf.show)
    own = add("use", "put a lexicon in force on this machine", shelf.use)
    own.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    own.add_argument("--for", dest="name", help="the lexicon of the editions that it replaces")
    own = add("check", "verify the files of lexicons and print their hashes", shelf.check)
    own.add_argument(
        "lexicons", nargs="*", metavar="lexicon", help="all that are here unless given"
    )
    add_expect(own)
    own = add("get", "load a published list, import it and put it in force", get)
    own.add_argument("list", help="its id, such as ro-loc, or the file that describes it")
    own.add_argument("--file", help="the publisher's file, if it was loaded by other means")
    own.add_argument("--version", help="another version than the one described")
    own.add_argument("--no-use", action="store_true", help="import it, but do not put it in force")
    add_import(add("import", "make a lexicon of a federation's own list", import_list))
    own = add("remove", "take an imported list away", shelf.remove)
    own.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    own = add("compare", "the words that two lexicons do not share", compare)
    own.add_argument("old")
    own.add_argument("new")
    add_guarded(own)
    own = add("review", "ask an officer about doubtful words, most valuable first", review)
    own.add_argument("lexicon", help="an open lexicon: it, ca, ro")
    own.add_argument("--to", default="decisions.tsv", help="your answers (decisions.tsv)")
    own.add_argument("--name", default="", help="who answers: answers are signed")
    own.add_argument("--why", default="", help="on what the answers rest")
    own.add_argument("--from", dest="words", help="words that were contested, one a line")
    own.add_argument("--beside", action="append", default=[], help="another officer's answers")
    own.add_argument("--ask", type=int, metavar="N", help="print N questions to fill in")
    own.add_argument("--apply", metavar="FILE", help="take the questions that were filled in")
    own.add_argument(
        *("--page",),
        type=int,
        nargs="?",
        const=PAGE,
        metavar="PORT",
        help=f"ask on a page of this machine instead ({PAGE})",
    )
    own = add("build", "make a lexicon of an open one and decisions", build)
    own.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    own.add_argument("--with", dest="decisions", action="append", required=True)
    own.add_argument("--as", dest="tag", required=True, help="such as figs-2026")
    own = add("sheet", "a page of all words of two and three tiles, as HTML", sheet)
    own.add_argument("lexicon", help="the id that `arbiter lexicon list` shows")
    add_guarded(own)


def get(options: Namespace, console: Console) -> Exit:
    """Load, check and import a published list, show what changes, and put it in force."""
    from build_lexicon import published
    from build_lexicon.adopting import adopt
    from build_lexicon.library import alphabet_of_language
    from build_lexicon.words import kit_of

    with _faults():
        source = _described(options.list)
        version = options.version or source.version
        _introduce(source, version, console)
        data = _loaded(source, version, options.file, console)
        name = alphabet_of_language(source.language, folders.recipes(), rulebook())
        kit = kit_of(name, rulebook())
        listing = published.read_list(source, version, data, kit)
        about = published.about(source, version, data)
        adopt(listing, about, kit, _folder())
        for note in listing.notes():
            console.note(note)
        console.say(listing.summary())
        _difference(about.id, source.language, console)
    if options.no_use:
        console.say(f"not in force: arbiter lexicon use {about.id}")
    else:
        shelf.put_in_force(about.id, None, console)
    return Exit.VALID


def import_list(options: Namespace, console: Console) -> Exit:
    """Make a lexicon of a list, and say how to put it in force."""
    from build_lexicon.adopting import imported

    options.rulebook = places().rulebook_path
    with _faults():
        done = imported(options, folders.recipes(), _folder())
    for note in done.notes:
        console.note(note)
    for line in (*done.lines, *done.steps):
        console.say(line)
    return Exit.VALID


def compare(options: Namespace, console: Console) -> Exit:
    """Count the words that two lists do not share, and print them if they may be printed."""
    from build_lexicon.library import compare as difference_of

    with _faults():
        old, new = _built(options.old), _built(options.new)
        difference = difference_of(old, new)
    console.note(f"{old.title} -> {new.title}: {difference.summary()}")
    guarded = [built.id for built in (old, new) if built.manifest.get("guarded")]
    if guarded and not options.guarded:
        owned = " and ".join(guarded)
        console.note(f"only counted: {owned} is guarded; if you may print its words, say --guarded")
        return Exit.VALID
    for line in difference.lines():
        console.say(line)
    return Exit.VALID


def sheet(options: Namespace, console: Console) -> Exit:
    """Print the short words as one A4 page, for every table (FIGS 24)."""
    console.say(short_words(options.lexicon, guarded=options.guarded).rstrip())
    return Exit.VALID


def short_words(lexicon: str, *, guarded: bool = False) -> str:
    """The page of short words, in the language of the lexicon; `guarded` ones have an owner."""
    from build_lexicon.library import check_guard
    from service.command.lexicon.page import sheet as page_of

    with _faults():
        built = _built(lexicon)
        check_guard([built], allowed=guarded)
        return page_of(built, load_texts(built.manifest["language"]))


def review(options: Namespace, console: Console) -> Exit:
    """Ask about families of words, and keep what is answered."""
    from build_lexicon import reviewing

    options.index = _place(options.lexicon)
    with _faults():
        built = _built(options.lexicon)
        if options.apply is not None:
            by = (options.name, options.why)
            count = reviewing.apply(Path(options.apply), Path(options.to), by, built.kit)
            console.say(f"{count} answers in {options.to}")
            return Exit.VALID
        evening = reviewing.interview(options, built, folders.recipes())
        if options.ask is not None:
            for line in reviewing.sheet_of(evening, options.ask):
                console.say(line)
            return Exit.VALID
        if not options.name:
            raise CommandError(reviewing.UNSIGNED)
        if options.page is not None:
            from service.command.lexicon.page import serve

            serve(evening, options.page, load_texts(built.manifest["language"]), console)
        else:
            reviewing.ask(evening, console.say)
    build_it = f"arbiter lexicon build {options.lexicon} --with {options.to} --as NAME"
    console.say(f"kept in {options.to}; {build_it}")
    return Exit.VALID


def build(options: Namespace, console: Console) -> Exit:
    """Make a lexicon of a built one and what officers decided."""
    from build_lexicon.reviewing import build_with

    with _faults():
        paths = [Path(path) for path in options.decisions]
        made = build_with(_built(options.lexicon), paths, options.tag, _folder())
    console.say(f"{made.id}: {made.added} words added, {made.gone} taken away")
    console.say(f"    arbiter lexicon use {made.id}")
    return Exit.VALID


@contextmanager
def _faults() -> Iterator[None]:
    """A fault of the builder is one of the command."""
    from build_lexicon.errors import BuildError

    try:
        yield
    except BuildError as fault:
        raise CommandError(str(fault)) from None


def _described(name: str) -> "Published":
    from build_lexicon.published import all_published, read_published

    folder = folders.recipes() / "published"
    if name.endswith(".toml"):
        return read_published(Path(name))
    known = {source.id: source for source in all_published(folder)}
    if name not in known:
        raise CommandError(
            f"no published list is called {name!r}, only {', '.join(known)}; a list that you have "
            "as a file is imported: arbiter lexicon import"
        )
    return known[name]


def _introduce(source: "Published", version: str, console: Console) -> None:
    console.say(f"{source.name}, version {version}, by {source.publisher}")
    console.say(f"  page     {source.page}")
    console.say(f"  licence  {source.licence}")
    console.say(f"  status   {source.standing(version)}")
    console.say(f"  note     {source.federation}")
    console.say(f"  ask      {source.ask}")


def _loaded(source: "Published", version: str, file: str | None, console: Console) -> bytes:
    from build_lexicon.published import FetchError, UnreachableError, load

    if file is not None:
        return load(source, version, Path(file))
    address = source.address(version)
    try:
        with waiting(console, f"loading {address}"):
            return load(source, version, None)
    except UnreachableError as fault:
        raise CommandError(
            f"{fault}. Without a network: load {address} elsewhere, carry the file here, and say"
            f" arbiter lexicon get {source.id} --file {address.rpartition('/')[2]}"
        ) from None
    except FetchError as fault:
        raise CommandError(
            f"{fault}. See what {source.page} offers now, and say"
            f" arbiter lexicon get {source.id} --file FILE, or --version"
        ) from None


def _difference(id_: str, language: str, console: Console) -> None:
    """How the list differs from the open one, in numbers, if that is built."""
    from build_lexicon.errors import BuildError
    from build_lexicon.library import compare as difference_of

    try:
        open_list = _built(language)
    except BuildError:
        return
    difference = difference_of(open_list, _built(id_))
    console.say(f"against {open_list.title}: {difference.summary()}")
    console.say(f"  arbiter lexicon compare {language} {id_}")


def _built(name: str) -> "Built":
    from build_lexicon.library import open_built

    return open_built(name, _place(name), rulebook())


def _place(name: str) -> Path:
    """The first folder that has a lexicon."""
    found = [path for path in places().lexicons_path if (path / f"{name}.json").is_file()]
    return (found or [_folder()])[0]


def _folder() -> Path:
    """Where new lexicons go: the first folder that is looked into."""
    return places().lexicons_path[0]


COMMANDS = {"lexicon": Command(arguments, run_action)}
