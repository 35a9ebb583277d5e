"""Who can no longer be caught, and who can no longer win a prize, before the last rounds.

One round moves a player by one win and, at most, by the cap of a spread; two players together by
twice that.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Held(NamedTuple):
    """What a player holds: points in halves, and spread."""

    halves: int
    spread: int


def out_of_reach(ahead: Held, behind: Held, left: int, cap: int) -> bool:
    """Whether `behind` cannot come level with `ahead`, winning all while the other loses all."""
    lead = ahead.halves - behind.halves
    if lead != 2 * left:
        return lead > 2 * left
    return ahead.spread - behind.spread > 2 * cap * left


def safe_places(rows: Sequence[Held], left: int, cap: int, places: int) -> list[int]:
    """The places, from 0, whose holders can neither lose nor improve them."""
    return [
        place
        for place in range(min(places, len(rows)))
        if all(out_of_reach(above, rows[place], left, cap) for above in rows[:place])
        and all(out_of_reach(rows[place], below, left, cap) for below in rows[place + 1 :])
    ]


def prize_in_reach(rows: Sequence[Held], place: int, left: int, by: tuple[int, int]) -> bool:
    """Whether a player can still end among the prizes; `by` is the cap and the prizes."""
    cap, prizes = by
    if place < prizes:
        return True
    return not out_of_reach(rows[prizes - 1], rows[place], left, cap)


def without_prize(rows: Sequence[Held], left: int, cap: int, prizes: int) -> list[int]:
    """The places whose holders can win no prize any more, the best first."""
    return [
        place
        for place in range(prizes, len(rows))
        if not prize_in_reach(rows, place, left, (cap, prizes))
    ]
