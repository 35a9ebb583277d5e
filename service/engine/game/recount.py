"""A whole record counted again: every event, every sum, the result, and where the sheet differs.

Three things are told apart: a score that was miscounted (a disagreement), a running total that does
not follow from the sheet's own scores (an addition), and an event that was not allowed (a fault).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from operator import sub

from service.engine.errors import RecordError, RuleError
from service.engine.game.ending import settle_game
from service.engine.game.record import Corrected, Ended, Record, Rejudged
from service.engine.game.replay import apply
from service.engine.game.state import Game, start_game
from service.engine.notation import write_position, write_rack
from service.engine.rules import Rules, TurnKind
from service.engine.settlement import Result


@dataclass(frozen=True, slots=True)
class Difference:
    """A number on the sheet that is not what it should be; `player` where it is one's total."""

    number: int
    declared: int
    computed: int
    player: int


@dataclass(frozen=True, slots=True)
class Recount:
    """A record, the game it came to and, if that is over, its result.

    `unsettled` says why a game that is over has no result. `arithmetic` is the result that the true
    scores would have given, where it could be settled too.
    """

    record: Record
    game: Game
    result: Result | None
    unsettled: RuleError | None
    arithmetic: Result | None = None


def recount(record: Record, rules: Rules) -> Recount:
    """The record counted from its first event to its last."""
    if not 2 <= len(record.players) <= 4:
        count = len(record.players)
        raise RecordError(f"a game has 2 to 4 players, not {count}", "players", count=count)
    game = start_game(len(record.players), rules)
    for event in record.events:
        apply(game, event, rules)
    if game.ending is None or game.stopped:
        return Recount(record, game, None, None)
    try:
        result = settle_game(game, game.totals, rules)
    except RuleError as fault:
        return Recount(record, game, None, fault)
    return Recount(record, game, result, None, _arithmetic(game, result, rules))


def _arithmetic(game: Game, result: Result, rules: Rules) -> Result | None:
    """The result by the true scores; a sheet without a wrong score has no other."""
    if game.computed == game.totals:
        return result
    try:
        return settle_game(game, game.computed, rules)
    except RuleError:
        return None


def disagreements(recounted: Recount) -> tuple[Difference, ...]:
    """The events whose score the sheet has wrong, and what it has wrong at the end."""
    return (*_miscounted(recounted.game), *_mischarged(recounted))


def additions(recounted: Recount) -> tuple[Difference, ...]:
    """The running totals that do not follow from the sheet's own scores."""
    return tuple(_wrong_sums(recounted))


def position(game: Game, rules: Rules) -> str:
    """The game as a line of CGP: board, racks and scores from the player to move, idle turns."""
    players, first = len(game.totals), game.turn or 0
    order = [(first + after) % players for after in range(players)]
    racks = "/".join(write_rack(game.racks[player]) for player in order)
    scores = "/".join(str(game.totals[player]) for player in order)
    return f"{write_position(game.board)} {racks} {scores} {_scoreless_turns(game)}"


def _scoreless_turns(game: Game) -> int:
    plays = (TurnKind.PLAY, TurnKind.ZERO)
    kinds = [kind in plays for kind in reversed(game.turns)]
    return kinds.index(True) if True in kinds else len(kinds)


def _miscounted(game: Game) -> Iterator[Difference]:
    """A score that was put right later is compared as it was put right."""
    corrected = {
        counted.event.of: counted.event.declared
        for counted in game.counted
        if isinstance(counted.event, Corrected)
    }
    for counted in game.counted:
        if isinstance(counted.event, Corrected):
            continue
        declared = corrected.get(counted.number, counted.event.declared)
        if declared is None or (declared == counted.score and counted.announced is None):
            continue
        if declared != counted.due:
            yield Difference(counted.number, declared, counted.due, counted.whose)


def _mischarged(recounted: Recount) -> Iterator[Difference]:
    """What the sheet adds at the end against the adjustments of the result."""
    end = recounted.game.end
    if end is None or recounted.result is None:
        return
    for player, declared in enumerate(end.charged):
        due = _due(recounted, player)
        if declared != due:
            yield Difference(recounted.game.counted[-1].number, declared, due, player)


def _wrong_sums(recounted: Recount) -> Iterator[Difference]:
    """A total follows from the one before it or from all scores: an error is told only once.

    Carried on, it is in every later total; put right in silence, in none. A sheet that does not
    say what it adds at the end is taken to add what is due.
    """
    game = recounted.game
    sheet, slip = [0] * len(game.totals), [0] * len(game.totals)
    written: dict[int, int] = {}
    totals = tuple(sheet)
    for counted in game.counted:
        event, player = counted.event, counted.whose
        if isinstance(event, Ended):
            yield from _wrong_finals(recounted, counted.number, sheet, slip)
            continue
        if isinstance(event, Rejudged):  # It undoes a verdict, which may have cost both players.
            sheet = [sum(s) for s in zip(sheet, map(sub, counted.totals, totals), strict=True)]
        elif isinstance(event, Corrected):
            sheet[player] += _correction(event, written)
        else:
            score = counted.counts if event.declared is None else event.declared
            written[counted.number] = score
            sheet[player] += score
        totals = counted.totals
        if event.total is None or event.total == sheet[player]:
            continue
        slip[player] += event.total - sheet[player]
        if slip[player] != 0:
            yield Difference(counted.number, event.total, sheet[player], player)
        sheet[player] = event.total


def _correction(event: Corrected, written: dict[int, int]) -> int:
    """What a correction changes in the sheet's own sums, given the scores written so far."""
    before, now = written.get(event.of, 0), event.declared or 0
    written[event.of] = now
    return now - before


def _wrong_finals(
    recounted: Recount, number: int, sheet: list[int], slip: list[int]
) -> Iterator[Difference]:
    end = recounted.game.end or Ended()
    for player, total in enumerate(end.finals):
        added = end.charged[player] if end.charged else _due(recounted, player)
        due = sheet[player] + added
        if total not in (None, due, due - slip[player]):
            yield Difference(number, total, due, player)


def _due(recounted: Recount, player: int) -> int:
    """What a player's score is adjusted by at the end."""
    result = recounted.result
    return sum(a.points for a in result.adjustments if a.player == player) if result else 0
