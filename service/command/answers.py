"""Answers as people read them: verdicts in the words of the edition, lexicons, results."""

from collections.abc import Iterator, Mapping, Sequence

from arbiter_client.answers import Adjustment, Recount, Result
from arbiter_client.catalogue import Edition, EditionLexicon

from service.command.output import Console, Ink, table

STANDINGS = {"official": "official", "guarded": "not official", "open": "open, not official"}
NAMELESS = ("first", "second")


def verdict_line(edition: Edition, console: Console, *, valid: bool) -> str:
    """The edition's word for yes or no, in its colour."""
    return console.ink(verdict_word(edition, valid=valid), Ink.GOOD if valid else Ink.BAD)


def verdict_word(edition: Edition, *, valid: bool) -> str:
    """The edition's word for yes or no."""
    return edition["verdicts"]["valid" if valid else "invalid"]


def lexicon_name(lexicon: EditionLexicon) -> str:
    """A lexicon as people must see it named: an open one never looks official."""
    name = f"{lexicon['language']}/{lexicon['version']}"
    return name if lexicon["official"] else f"{name} ({STANDINGS[standing(lexicon)]})"


def standing(lexicon: Mapping[str, object]) -> str:
    """Whether the operator vouches for a lexicon; if nobody does, whether its owner guards it."""
    if lexicon["official"]:
        return "official"
    return "guarded" if lexicon.get("guarded") else "open"


def short_hash(sha256: str) -> str:
    """The beginning of a hash, in groups that can be read out and compared."""
    return " ".join(sha256[at : at + 4] for at in (0, 4, 8)) + " …"


def full_hash(sha256: str) -> str:
    """A whole hash in the same groups."""
    return " ".join(sha256[at : at + 4] for at in range(0, len(sha256), 4))


def hash_lines(sha256: str) -> tuple[str, str]:
    """A whole hash in two lines, which a narrow screen does not break."""
    half = len(sha256) // 2
    return full_hash(sha256[:half]), full_hash(sha256[half:])


def grouped(number: int) -> str:
    """A number with a space before each thousand."""
    return f"{number:,}".replace(",", " ")


def result_lines(result: Result | Recount, names: Sequence[str], console: Console) -> Iterator[str]:
    """The adjustments, then the final scores with the winner; nothing if there is none."""
    yield from table([_adjusted(a, names) for a in result.get("adjustments", [])], right=[1])
    final = result.get("final")
    if final is None:
        return
    scores = ", ".join(f"{names[player]} {score}" for player, score in enumerate(final))
    yield console.ink(f"{scores}: {_outcome(result, names)}", Ink.STRONG)
    for name, numbers in (("points", result.get("points")), ("spread", result.get("spread"))):
        if numbers:
            yield f"{name} " + " : ".join(f"{number:g}" for number in numbers)


def _adjusted(adjustment: Adjustment, names: Sequence[str]) -> list[str]:
    player, points = names[adjustment["player"]], f"{adjustment['points']:+d}"
    return [player, points, f"art. {adjustment['article']}"]


def _outcome(result: Result | Recount, names: Sequence[str]) -> str:
    winner = result.get("winner")
    if winner is not None:
        return f"{names[winner]} wins"
    return "both lose" if result.get("result") == "both_lose" else "a draw"
