"""What is on the shelf: the lexicons in the folders of this machine, and which are in force."""

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from service import places as folders
from service.command.answers import STANDINGS, hash_lines, standing
from service.command.base import CommandError, Exit
from service.command.local import places, rulebook
from service.command.output import Console, Ink, table
from service.command.words import check_hash
from service.engine.rules import Rules
from service.lexicon import Lexicon, LexiconError, MissingLexiconError, check_fit, open_lexicon
from service.places import ChoiceError, choice_file, read_choice, write_choice

FILES = (".json", ".marisa", ".why")  # Without its manifest a list is nowhere: that goes first.
SAID = "said to be official"
PUBLISHED = "published, not official"
TOLD = {"language", "version", "words", "official", "sha256"}  # of every manifest
HEAD = ["id", "language", "version", "status", "words", "in force for"]


def show(_options: Namespace, console: Console) -> Exit:
    """Print what is here, and what could be."""
    rows = [_row(path) for path in _manifests()]
    first, *lines = table([HEAD, *rows], right=[4])
    console.say(console.ink(first, Ink.FAINT))
    for line in lines:
        console.say(line)
    here = {path.stem for path in _manifests()}
    for name, text in _offered():
        if not any(found.startswith(f"{name}-") for found in here):
            console.say(f"not here: {name}  {text}")
    if any(SAID in row for row in rows):
        console.note(f"{SAID}: `arbiter lexicon use` vouches for a list, on a server OFFICIAL does")
    console.note(f"in force by {_reason()}")
    return Exit.VALID


def use(options: Namespace, console: Console) -> Exit:
    """Write down which lexicon is in force from now on."""
    put_in_force(options.lexicon, options.name, console)
    return Exit.VALID


def check(options: Namespace, console: Console) -> Exit:
    """Verify files against their manifests, and against the hash that was announced."""
    in_force = (places().lexicon_of(name) for name in rulebook().lexicons())
    here = (path.stem for path in _manifests())
    names = options.lexicons or list(dict.fromkeys((*in_force, *here)))
    if options.expect is not None and len(names) != 1:
        raise CommandError("--expect is the hash of one lexicon: say which, before it")
    damaged = []
    for name in names:
        try:
            lexicon = _opened(name)
        except CommandError as fault:
            console.note(str(fault))
            damaged.append(name)
            continue
        if options.expect is not None:
            check_hash(lexicon.id, lexicon.sha256, options.expect)
        status = _status(_facts(_manifest_of(name)))
        console.say(f"{lexicon.id}  {lexicon.version} ({status})  {lexicon.words} words, whole")
        console.say("  sha256 {}\n         {}".format(*hash_lines(lexicon.sha256)))
        users = ", ".join(_users(name))
        console.say(f"  in force for {users}" if users else "  not in force")
    if damaged:
        cure = "get or import it anew (an open one: make lexicons)"
        raise CommandError(f"do not judge with {', '.join(damaged)}: {cure}")
    return Exit.VALID


def remove(options: Namespace, console: Console) -> Exit:
    """Take away the files of a list that was imported and is not in force."""
    id_ = options.lexicon
    places_of_it = [
        folder
        for folder in places().lexicons_path
        if id_ in {path.stem for path in folder.glob("*") if path.suffix in FILES}
    ]
    if not places_of_it:
        raise CommandError(f"there is no lexicon {id_}; `arbiter lexicon list` shows what is here")
    if (folders.recipes() / f"{id_}.toml").is_file():
        raise CommandError(f"{id_} is an open lexicon: it was built, not imported, and stays")
    names = [name for name in rulebook().lexicons() if places().lexicon_of(name) == id_]
    names += [name for name, chosen in places().chosen.items() if chosen == id_]
    if names:
        raise CommandError(f"{id_} is in force: use another first, arbiter lexicon use {names[0]}")
    sha256 = _facts(places_of_it[0] / f"{id_}.json").get("sha256")
    try:
        for suffix in FILES:
            (places_of_it[0] / f"{id_}{suffix}").unlink(missing_ok=True)
    except OSError as fault:
        raise CommandError(f"cannot remove {fault.filename}: {fault.strerror}") from None
    if sha256 not in [_facts(path).get("sha256") for path in _manifests()]:
        _take_back(sha256)
    console.say(f"removed {id_} from {places_of_it[0]}")
    return Exit.VALID


def put_in_force(id_: str, name: str | None, console: Console) -> None:
    """Let a name of editions stand for a lexicon, once that is known to be whole and to fit."""
    lexicon = _opened(id_)
    name = name or _name_for(lexicon)
    users = [rules for rules in rulebook().editions.values() if rules.lexicon == name]
    if not users:
        known = ", ".join(rulebook().lexicons())
        raise CommandError(f"no edition has a lexicon {name!r}: say --for one of {known}")
    try:
        for rules in users:
            check_fit(lexicon, rules)
        before = read_choice()
        chosen = before.lexicons | {name: id_}
        if id_ == name:
            del chosen[name]  # The open lexicon is in force where nothing else is.
        vouched = {lexicon.sha256} if lexicon.official else set()
        path = write_choice(chosen, before.official | vouched)
    except (ChoiceError, LexiconError) as fault:
        raise CommandError(str(fault)) from None
    _tell(lexicon, users, path, console)


def _opened(name: str) -> Lexicon:
    try:
        return open_lexicon(name, places().lexicons_path)
    except MissingLexiconError as fault:
        raise CommandError(f"{fault}; `arbiter lexicon list` shows what is here") from None
    except LexiconError as fault:
        raise CommandError(str(fault)) from None


def _facts(manifest: Path) -> dict[str, Any]:
    """What a manifest says; nothing if it cannot be read."""
    try:
        found = json.loads(manifest.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and found.keys() >= TOLD else {}


def _take_back(sha256: str | None) -> None:
    """Nobody vouches any longer for a list that is gone."""
    try:
        before = read_choice()
        if sha256 in before.official:
            write_choice(before.lexicons, before.official - {sha256})
    except ChoiceError as fault:
        raise CommandError(str(fault)) from None


def _tell(lexicon: Lexicon, users: list[Rules], path: Path, console: Console) -> None:
    published = _is_published(_facts(_manifest_of(lexicon.id)))
    status = PUBLISHED if published else STANDINGS[standing(lexicon.about())]
    editions = ", ".join(rules.id for rules in users)
    console.say(f"in force  {lexicon.id}: {lexicon.name}, {lexicon.version} ({status})")
    console.say("sha256    {}\n          {}".format(*hash_lines(lexicon.sha256)))
    console.say(f"editions  {editions}")
    console.say(f"kept in   {path}")
    over = places().lexicons.get(users[0].lexicon)
    if over not in (None, lexicon.id):
        console.note(f"but LEXICONS says {over} in this terminal, and goes before: unset LEXICONS")
    console.note("a service or box that is running goes on with its old list until it is restarted")


def _name_for(lexicon: Lexicon) -> str:
    """The name of editions that a lexicon is for: its own, its language, or the only one."""
    editions = rulebook().editions.values()
    names = sorted({rules.lexicon for rules in editions if rules.language == lexicon.language})
    for name in (lexicon.id, lexicon.language):
        if name in names:
            return name
    if len(names) == 1:
        return names[0]
    if not names:
        raise CommandError(f"no edition is played in {lexicon.language!r}")
    raise CommandError(f"{lexicon.id} may stand for {', '.join(names)}: say which with --for")


def _manifests() -> Iterator[Path]:
    """Every manifest with its trie; the first folder that has a name wins."""
    seen: set[str] = set()
    for folder in places().lexicons_path:
        for path in sorted(folder.glob("*.json")):
            if path.with_suffix(".marisa").is_file() and path.stem not in seen:
                seen.add(path.stem)
                yield path


def _manifest_of(name: str) -> Path:
    """The manifest of a lexicon that could be opened."""
    return next(path for path in _manifests() if path.stem == name)


def _row(path: Path) -> list[str]:
    if not (facts := _facts(path)):
        return [path.stem, "", "", "unreadable", "", ""]
    words = f"{facts['words']:,}".replace(",", " ")
    told = [path.stem, facts["language"], facts["version"], _status(facts), words]
    return [*told, ", ".join(_users(path.stem))]


def _users(id_: str) -> list[str]:
    """The editions that a lexicon is in force for."""
    editions = rulebook().editions.values()
    return [rules.id for rules in editions if places().lexicon_of(rules.lexicon) == id_]


def _status(facts: Mapping[str, Any]) -> str:
    """Whether a list is official: its manifest says so, and somebody here vouched for it."""
    if facts["official"] and facts["sha256"] not in places().official:
        return SAID
    return PUBLISHED if _is_published(facts) else STANDINGS[standing(facts)]


def _is_published(facts: Mapping[str, Any]) -> bool:
    """Whether anybody may have a list that nobody calls official."""
    return bool(facts.get("published")) and not facts["official"]


def _offered() -> Iterator[tuple[str, str]]:
    from build_lexicon.published import all_published
    from service.places import recipes

    for source in all_published(recipes() / "published"):
        yield source.id, f"{source.name}: arbiter lexicon get {source.id}"


def _reason() -> str:
    where = [str(choice_file())] if places().chosen else []
    if places().lexicons:
        where.insert(0, "LEXICONS")
    return " and ".join(where) or "the editions themselves: nothing else was chosen"
