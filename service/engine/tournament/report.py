"""A player's line in FIDE's tournament report (TRF): columns that other programs count.

A round is an opponent's number, a colour (`w` began) and a letter for the result; `H` is half a
point without a game, `U` a bye, `Z` a round missed, `+` and `-` a game that one did not come to.
"""

from collections.abc import Iterable

FIRST_ROUND, ROUND_WIDTH = 91, 10
HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "F": 2, "H": 1, "Z": 0}
HALVES |= {"W": 2, "D": 1, "L": 0}


def report_line(number: int, name: str, rating: int | None, rounds: Iterable[str]) -> str:
    """The record 001 of a player, with the points that the rounds add up to."""
    cells = list(rounds)
    points = sum(HALVES.get(cell.rstrip()[-1:], 0) for cell in cells)
    head = f"001 {number:>4}      {name[:33]:<33} {rating or '':>4}"
    return f"{head:<80}{points / 2:>4.1f} {number:>4}  " + "  ".join(cells)


def round_cell(opponent: int, colour: str, result: str) -> str:
    """A round of a player; opponent 0 is nobody."""
    return f"{opponent:>4} {colour} {result}" if opponent else f"0000 - {result}"
