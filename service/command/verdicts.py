"""A verdict as people read it: in the words of the edition, whatever language that is."""

from arbiter_client.catalogue import Edition, EditionLexicon

from service.command.base import Exit
from service.command.console import Console, Ink

NOT_OFFICIAL = "open, not official"


def say_verdict(edition: Edition, console: Console, *, valid: bool) -> Exit:
    """Print the edition's word for yes or no, and answer with the exit code that goes with it."""
    word = verdict_word(edition, valid=valid)
    console.say(console.ink(word, Ink.GOOD if valid else Ink.BAD))
    return exit_code(valid=valid)


def verdict_word(edition: Edition, *, valid: bool) -> str:
    """The edition's word for yes or no."""
    return edition["verdicts"]["valid" if valid else "invalid"]


def exit_code(*, valid: bool) -> Exit:
    """The exit code of a verdict."""
    return Exit.VALID if valid else Exit.NOT_VALID


def lexicon_name(lexicon: EditionLexicon) -> str:
    """A lexicon as people must see it named: an open one never looks official."""
    name = f"{lexicon['language']}/{lexicon['version']}"
    return name if lexicon["official"] else f"{name} ({NOT_OFFICIAL})"
