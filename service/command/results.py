"""A result as people read it: what each player had, what was added, what came out."""

from collections.abc import Sequence

from arbiter_client.answers import Adjustment, Recount, Result

from service.command.console import Console, Ink
from service.command.layout import table

NAMELESS = ("first", "second")


def say_result(result: Result | Recount, names: Sequence[str], console: Console) -> None:
    """Print the adjustments, then the final scores with the winner; nothing if there is none."""
    for line in table([_adjusted(a, names) for a in result.get("adjustments", [])], right=[1]):
        console.say(line)
    final = result.get("final")
    if final is None:
        return
    scores = ", ".join(f"{names[player]} {score}" for player, score in enumerate(final))
    console.say(console.ink(f"{scores}: {_outcome(result, names)}", Ink.STRONG))
    for name, numbers in (("points", result.get("points")), ("spread", result.get("spread"))):
        if numbers:
            console.say(f"{name} " + " : ".join(f"{number:g}" for number in numbers))


def _adjusted(adjustment: Adjustment, names: Sequence[str]) -> list[str]:
    player, points = names[adjustment["player"]], f"{adjustment['points']:+d}"
    return [player, points, f"art. {adjustment['article']}"]


def _outcome(result: Result | Recount, names: Sequence[str]) -> str:
    winner = result.get("winner")
    if winner is not None:
        return f"{names[winner]} wins"
    return "both lose" if result.get("result") == "both_lose" else "a draw"
