"""`arbiter serve`: builds the lexicons that are missing, then becomes the server."""

import hashlib
import importlib.util
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from service.command.base import Command, CommandError, Exit
from service.command.local import checked_settings, places, rulebook
from service.command.output import Console
from service.places import lexicons, recipes
from service.serving.start import check, start, start_afresh
from service.settings import Server, Settings, StartError

BUILD = (sys.executable, "-m", "build_lexicon", "build", "--missing")


def arguments(parser: ArgumentParser) -> None:
    """Where to listen; everything else is set in the environment."""
    parser.add_argument("--host", help="address to listen on ($HOST; 127.0.0.1)")
    parser.add_argument("--port", help="port to listen on ($PORT; 8000)")


def run(options: Namespace, console: Console) -> Exit:
    """Serve until stopped."""
    for name in ("host", "port"):
        if value := getattr(options, name):
            os.environ[name.upper()] = value
    # What cannot be is one line now, rather than one from every worker or after a long build.
    with naming(options):
        settings = checked_settings(os.environ)
        check_start(settings)
    if missing := missing_lexicons():
        build_lexicons(missing, console)
    console.out.flush()
    if settings.server is Server.GUNICORN:
        start_afresh()
    start(settings)
    return Exit.VALID


@contextmanager
def naming(options: Namespace) -> Iterator[None]:
    """Call what is wrong with an option by the option's name, not by its variable's."""
    try:
        yield
    except CommandError as fault:
        text = str(fault)
        for name in ("host", "port"):
            if getattr(options, name):
                text = text.replace(f"{name.upper()}: ", f"--{name}: ", 1)
                text = text.replace(f"{name.upper()}=", f"--{name} ")
        raise CommandError(text) from None


def check_start(settings: Settings) -> None:
    """Refuse a server that is not installed, or an address that cannot be had."""
    try:
        check(settings)
    except StartError as fault:
        raise CommandError(str(fault)) from None


def missing_lexicons() -> list[str]:
    """The lexicons that editions name and no folder holds, or only in an older version."""
    renamed = [places().lexicon_of(name) for name in rulebook().lexicons()]
    return [name for name in renamed if not any(_holds(f, name) for f in places().lexicons_path)]


def build_lexicons(missing: list[str], console: Console) -> None:
    """Build what is missing; the builder shows its own progress."""
    names = ", ".join(missing)
    if places().lexicons_path != Settings().lexicons_path:
        raise CommandError(f"lexicons {names} are missing: put their files into LEXICONS_PATH")
    if importlib.util.find_spec("build_lexicon") is None:
        raise CommandError(f"lexicons {names} are missing and cannot be built: set LEXICONS_PATH")
    console.note(f"building the lexicons that are missing: {names}, into {lexicons()}")
    if subprocess.run(BUILD, check=False).returncode != 0:
        raise CommandError(f"lexicons {names} could not be built: see above")
    if still := missing_lexicons():
        raise CommandError(
            f"lexicons {', '.join(still)} are still missing and have no recipe: import them again,"
            " or put others in force (arbiter lexicon list)"
        )


def _holds(folder: Path, name: str) -> bool:
    """Whether a folder has a lexicon; one that we can build anew must be what its recipe gives."""
    trie, manifest = folder / f"{name}.marisa", recipes() / f"{name}.json"
    if folder not in Settings().lexicons_path or not (trie.is_file() and manifest.is_file()):
        return trie.is_file()
    found = hashlib.sha256(trie.read_bytes()).hexdigest()
    return f'"{found}"' in manifest.read_text(encoding="utf-8")


COMMANDS = {"serve": Command(arguments, run)}
