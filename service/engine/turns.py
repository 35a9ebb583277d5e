"""Turns without a word: when tiles may be exchanged, and when passing ends a game."""

from collections.abc import Sequence

from service.engine.errors import ExchangeError
from service.engine.rules import Rules, TurnKind


def check_exchange(tiles: int, bag: int, rules: Rules) -> None:
    """Refuse an exchange that the bag does not allow."""
    if bag < rules.exchange.min_bag:
        raise ExchangeError(
            f"the bag holds {bag} tiles, an exchange needs {rules.exchange.min_bag}"
        )
    most = min(rules.rack.size, bag)
    if not 1 <= tiles <= most:
        raise ExchangeError(f"{tiles} tiles cannot be exchanged, only 1 to {most}")


def check_free_exchange(used: int, bag: int, rules: Rules) -> None:
    """Refuse an exchange of the whole rack that would keep the turn."""
    if rules.free_exchange.per_player == 0:
        raise ExchangeError(f"{rules.id} has no exchange that keeps the turn")
    if used >= rules.free_exchange.per_player:
        raise ExchangeError(f"{rules.id} gives a player {rules.free_exchange.per_player} of these")
    if bag < rules.free_exchange.min_bag:
        raise ExchangeError(f"the bag holds {bag} tiles, {rules.free_exchange.min_bag} are needed")


def scoreless_end(turns: Sequence[TurnKind], rules: Rules, *, scored: bool) -> bool:
    """Whether the latest turns end the game; `scored` is whether anybody has points yet."""
    if rules.scoreless.only_after_a_score and not scored:
        return False
    return any(
        len(turns) >= run.turns and run.kinds.issuperset(turns[-run.turns :])
        for run in rules.scoreless.runs
    )
