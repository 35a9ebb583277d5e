"""What one game is worth in a tournament: points in halves, spread, score, rated or not.

Every result comes from `settle`; only the endings that a single game does not know (a bye, a missed
round, a game that is annulled) are decided here, by the edition.
"""

from dataclasses import dataclass
from typing import assert_never

from service.engine.errors import RecordError, SilentError
from service.engine.rules import Rules
from service.engine.settlement import (
    Ending,
    Finish,
    Pair,
    Result,
    drawn,
    is_so,
    settle,
    won,
)
from service.engine.tournament.document import EndedBy, Game
from service.engine.tournament.provisions import said


@dataclass(frozen=True, slots=True)
class Counted:
    """A game's worth to each of its players, in their order.

    `rated` is None where the regulation does not say; `at_table` is whether tiles were laid, and
    `direct` whether the two are opponents of each other.
    """

    halves: tuple[int, ...]
    spread: tuple[int, ...]
    scores: tuple[int, ...]
    rated: bool | None
    at_table: bool = False
    direct: bool = True


def count_game(game: Game, rules: Rules) -> Counted:
    """What a game that is over is worth."""
    if len(game.players) == 1:
        return _alone(game, rules)
    match game.ended_by:
        case None | EndedBy.OUT:
            return count_signed(_scores(game), rules)
        case EndedBy.BYE:
            raise RecordError(f"{_place(game)}: a bye is for one player")
        case EndedBy.ARBITER_DRAW:
            return _counted(_settled(game, (0, 0), rules), rated=None)
        case EndedBy.ANNULLED:
            return _annulled(game, rules)
        case EndedBy.ABSENCE:
            result = _settled(game, (0, 0), rules)
            return _counted(result, rated=result.rated)
        case EndedBy.SCORELESS | EndedBy.ROUND_TIME | EndedBy.TOTAL_TIME:
            return _counted(_settled(game, _scores(game), rules), rated=True, at_table=True)
        case EndedBy.TIME | EndedBy.ABANDON:
            scores = (0, 0) if len(game.at_fault) == 2 else _scores(game)
            return _counted(_settled(game, scores, rules), rated=None, at_table=True)
        case _:
            assert_never(game.ended_by)


def count_signed(scores: Pair, rules: Rules) -> Counted:
    """A game whose scores are final as both players signed them."""
    if scores[0] == scores[1]:
        return _counted(drawn(scores, (), rules), rated=True, at_table=True)
    winner = int(scores[1] > scores[0])
    return _counted(won(winner, scores, (), rules), rated=True, at_table=True)


def count_bye(rules: Rules) -> Counted:
    """A round without an opponent, through no fault of one's own."""
    bye = said(rules.tournament.bye, "what a player without an opponent gets")
    return Counted((bye.halves,), (bye.spread,), (0,), rated=False, direct=False)


def count_missed(rules: Rules, *, excused: bool = False) -> Counted:
    """A round missed without an opponent being left alone by it."""
    bye = said(rules.tournament.bye, "what a missed round costs")
    lost = bye.excused_spread if excused else bye.missed_spread
    return Counted((rules.standing.loss_halves,), (-lost,), (0,), rated=False, direct=False)


def _alone(game: Game, rules: Rules) -> Counted:
    match game.ended_by:
        case EndedBy.BYE:
            return count_bye(rules)
        case EndedBy.ABSENCE:
            return count_missed(rules, excused=is_so(game.excused, 0))
        case _:
            raise RecordError(
                f"{game.players[0]!r} sits alone in round {game.round}: bye or absence?"
            )


def _annulled(game: Game, rules: Rules) -> Counted:
    """A game of a cheat: the other counts as one without an opponent, if anybody is named."""
    event = said(rules.tournament.event, "what becomes of a game that is annulled")
    if not event.annulled:
        told = f"{rules.id} does not say what becomes of a game that is annulled"
        raise SilentError(f"{_place(game)}: {told}")
    halves, spread = [0, 0], [0, 0]
    if len(game.at_fault) == 1:
        bye, other = count_bye(rules), 1 - game.at_fault[0]
        halves[other], spread[other] = bye.halves[0], bye.spread[0]
    return Counted(tuple(halves), tuple(spread), (0, 0), rated=False, direct=False)


def _settled(game: Game, scores: Pair, rules: Rules) -> Result:
    if game.ended_by is None:
        raise RecordError(f"{game} has no ending to settle")
    ending = Ending(game.ended_by.value)
    finish = Finish(scores, ((), ()), ending, game.at_fault, excused=game.excused)
    try:
        return settle(finish, rules)
    except SilentError as fault:
        raise fault.at(_place(game)) from None
    except RecordError as fault:
        raise RecordError(f"{_place(game)}: {fault}") from None


def _counted(result: Result, *, rated: bool | None, at_table: bool = False) -> Counted:
    if not result.halves:
        raise SilentError("the regulation gives no points for a game")
    return Counted(result.halves, result.spread or (0, 0), result.final, rated, at_table)


def _scores(game: Game) -> Pair:
    if game.scores is None:
        raise RecordError(f"{_place(game)}: '{game.ended_by}' needs the scores")
    return game.scores


def _place(game: Game) -> str:
    return f"round {game.round}, {' and '.join(game.players)}"
