"""What games are worth, and what they add up to: points, spread, opponents, byes.

Every result comes from `settle`; only the endings that a single game does not know (a bye, a missed
round, a game that is annulled) are decided here, by the edition. Points are counted in halves. In
the ledger players are numbers, their places in the document: a season of 10 000 games is counted in
milliseconds. Most games are two signed scores: they are told apart first and added up together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from service.engine.errors import RecordError, SilentError
from service.engine.rules import Rules
from service.engine.settlement import (
    Ending,
    Finish,
    Pair,
    Result,
    drawn,
    is_rated,
    is_so,
    settle,
    won,
)
from service.engine.tournament.document import EndedBy, Game, Tournament, day_of, games_by_round
from service.engine.tournament.provisions import EntryKind, LateEntry, Pairing, Silent, said


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
            raise RecordError(f"{_place(game)}: a bye is for one player", "tournament")
        case EndedBy.ARBITER_DRAW:
            return _counted(_settled(game, (0, 0), rules))
        case EndedBy.ANNULLED:
            return _annulled(game, rules)
        case EndedBy.ABSENCE:
            return _absent(_counted(_settled(game, (0, 0), rules)), game, rules)
        case EndedBy.SCORELESS | EndedBy.ROUND_TIME | EndedBy.TOTAL_TIME:
            return _counted(_settled(game, _scores(game), rules), at_table=True)
        case EndedBy.TIME | EndedBy.ABANDON:
            scores = (0, 0) if len(game.at_fault) == 2 else _scores(game)
            return _counted(_settled(game, scores, rules), at_table=True)
        case _:
            assert_never(game.ended_by)


def count_signed(scores: Pair, rules: Rules) -> Counted:
    """A game whose scores are final as both players signed them."""
    winner = int(scores[1] > scores[0])
    even = scores[0] == scores[1]
    result = drawn(scores, (), rules) if even else won(winner, scores, (), rules)
    return _counted(replace(result, rated=is_rated(Ending.OUT, rules)), at_table=True)


def uncertain_ratings(
    games: Sequence[Game], after: int, rules: Rules
) -> dict[bool | None, list[Game]]:
    """The games up to a round that do not count for ratings, and those of which nothing is said."""
    found: dict[bool | None, list[Game]] = {False: [], None: []}
    for game in games if not rules.rating.silent else ():
        if game.round <= after and (rated := count_game(game, rules).rated) is not True:
            found[rated].append(game)
    return found


def count_bye(rules: Rules) -> Counted:
    """A round without an opponent, through no fault of one's own."""
    bye = said(rules.tournament.bye, "what a player without an opponent gets")
    return Counted((bye.halves,), (bye.spread,), (0,), rated=False, direct=False)


def count_missed(rules: Rules, *, excused: bool = False) -> Counted:
    """A round missed without an opponent being left alone by it."""
    bye = said(rules.tournament.bye, "what a missed round costs")
    lost = bye.excused_spread if excused else bye.missed_spread
    return Counted((bye.missed_halves,), (-lost,), (0,), rated=False, direct=False)


def _absent(counted: Counted, game: Game, rules: Rules) -> Counted:
    """The points of who did not come are those of a missed round."""
    missed = rules.tournament.bye
    if isinstance(missed, Silent):
        return counted
    sides = enumerate(counted.halves)
    halves = (missed.missed_halves if n in game.at_fault else own for n, own in sides)
    return replace(counted, halves=tuple(halves))


def _alone(game: Game, rules: Rules) -> Counted:
    match game.ended_by:
        case EndedBy.BYE:
            return count_bye(rules)
        case EndedBy.ABSENCE:
            return count_missed(rules, excused=is_so(game.excused, 0))
        case _:
            told = f"{game.players[0]!r} sits alone in round {game.round}: bye or absence?"
            raise RecordError(told, "tournament")


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
        raise RecordError(f"{game} has no ending to settle", "tournament")
    ending = Ending(game.ended_by.value)
    finish = Finish(scores, ((), ()), ending, game.at_fault, excused=game.excused)
    try:
        return settle(finish, rules)
    except (SilentError, RecordError) as fault:
        raise fault.at(_place(game)) from None


def _counted(result: Result, *, at_table: bool = False) -> Counted:
    if not result.halves:
        raise SilentError("the regulation gives no points for a game")
    return Counted(result.halves, result.spread or (0, 0), result.final, result.rated, at_table)


def _scores(game: Game) -> Pair:
    if game.scores is None:
        raise RecordError(f"{_place(game)}: '{game.ended_by}' needs the scores", "tournament")
    return game.scores


def _place(game: Game) -> str:
    return f"round {game.round}, {' and '.join(game.players)}"


_FAR = 10**9
"""More than any game is won by: its spread is the most that one game moves."""


@dataclass(slots=True)
class Ledger:
    """Sums by player, and what the keys of a classification need.

    A direct opponent is one of those `beaten`, `drawn` with or `lost` to, by number; `differences`
    are those of the games won at the table, `missed` the rounds without a game.
    """

    halves: list[int]
    spread: list[int]
    total: list[int]
    missed: list[int]
    beaten: list[list[int]]
    drawn: list[list[int]]
    lost: list[list[int]]
    differences: list[list[int]]


def open_ledger(
    tournament: Tournament, rounds: Sequence[Sequence[Game]], after: int, rules: Rules
) -> Ledger:
    """The ledger after a round of these, up to which every result is in."""
    players = tournament.players
    ledger = _empty(len(players))
    index = {player.id: number for number, player in enumerate(players)}
    win = count_signed((_FAR, 0), rules)
    special = [_enter_signed(ledger, games, index, win) for games in rounds[: after + 1]]
    _add_up_signed(ledger, win, count_signed((0, 0), rules))
    latest = max((player.joined for player in players), default=1)
    for number in range(1, after + 1):
        for game in special[number]:
            _enter(ledger, game, [index[player] for player in game.players], rules)
        if number < latest:
            seated = {player for game in rounds[number] for player in game.players}
            late = [n for n, p in enumerate(players) if number < p.joined and p.id not in seated]
            _enter_late(ledger, late, rules)
    return ledger


def _empty(size: int) -> Ledger:
    def sums() -> list[int]:
        return [0] * size

    def lists() -> list[list[int]]:
        return [[] for _ in range(size)]

    return Ledger(sums(), sums(), sums(), sums(), lists(), lists(), lists(), lists())


def _enter_signed(
    ledger: Ledger, games: Sequence[Game], index: dict[str, int], win: Counted
) -> list[Game]:
    """Enter the games with two signed scores; the others are returned."""
    spread, total, differences = ledger.spread, ledger.total, ledger.differences
    beaten, lost = ledger.beaten, ledger.lost
    most = win.spread[0]
    special = []
    for game in games:
        _, players, scores, ended_by, _, _, _, _ = game
        if scores is None or ended_by is not None or len(players) != 2:
            special.append(game)
            continue
        name, opponent = players
        one, two = index[name], index[opponent]
        own, other = scores
        total[one] += own
        total[two] += other
        margin = own - other
        if not margin:
            ledger.drawn[one].append(two)
            ledger.drawn[two].append(one)
            continue
        if margin < 0:
            one, two, margin = two, one, -margin
        gained = margin if margin < most else most
        spread[two] -= gained
        beaten[one].append(two)
        lost[two].append(one)
        differences[one].append(gained)
    return special


def _add_up_signed(ledger: Ledger, win: Counted, draw: Counted) -> None:
    """Add what signed games are worth: so much for each won, drawn and lost."""
    (won, lost), drew = win.halves, draw.halves[0]
    for seat, gained in enumerate(ledger.differences):
        ledger.halves[seat] = (
            won * len(ledger.beaten[seat])
            + drew * len(ledger.drawn[seat])
            + lost * len(ledger.lost[seat])
        )
        ledger.spread[seat] += sum(gained)


def _enter(ledger: Ledger, game: Game, seats: list[int], rules: Rules) -> None:
    """Enter a game that ended in any other way."""
    counted = count_game(game, rules)
    for side, seat in enumerate(seats):
        ledger.halves[seat] += counted.halves[side]
        ledger.spread[seat] += counted.spread[side]
        ledger.total[seat] += counted.scores[side]
        if counted.at_table and counted.spread[side] > 0:
            ledger.differences[seat].append(counted.spread[side])
        if counted.direct:
            _kept(ledger, counted, side, rules)[seat].append(seats[1 - side])
        if game.ended_by is EndedBy.ABSENCE and (len(seats) == 1 or side in game.at_fault):
            ledger.missed[seat] += 1


def _kept(ledger: Ledger, counted: Counted, side: int, rules: Rules) -> list[list[int]]:
    """Where the opponent of one side is kept; a game that both lost is no draw."""
    own, other = counted.halves[side], counted.halves[1 - side]
    if own == other:
        return ledger.drawn if own == rules.standing.draw_halves else ledger.lost
    return ledger.beaten if own > other else ledger.lost


def _enter_late(ledger: Ledger, late: Sequence[int], rules: Rules) -> None:
    """Count a round that players missed because they had not come yet.

    Who is there and has no entry has no result: it is not guessed, and `check` tells of it.
    """
    entry = rules.tournament.late_entry
    for seat in late:
        ledger.missed[seat] += 1
        if isinstance(entry, LateEntry) and entry.kind is not EntryKind.BEFORE_FIRST:
            continue
        missed = count_missed(rules)
        ledger.halves[seat] += missed.halves[0]
        ledger.spread[seat] += missed.spread[0]


def fictitious_halves(joined: int, rules: Rules) -> int:
    """What a late entrant counts for pairing: half a point for every round already played."""
    entry = said(rules.tournament.late_entry, "what late entrants count for pairing")
    return joined - 1 if entry.fictitious else 0


@dataclass(frozen=True, slots=True)
class History:
    """`met` gives the last round in which two met, `barred` whom nobody may meet again now.

    The two differ where a long event lets pairs repeat on another day; `byes` are those of the day
    there.
    """

    met: Mapping[str, Mapping[str, int]]
    barred: Mapping[str, Mapping[str, int]]
    byes: Mapping[str, int]
    starts: Mapping[str, int]


def read_history(tournament: Tournament, before: int, rules: Rules) -> History:
    """The history of everybody before a round."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    today = day_counted(before, tournament, pairing)
    met: dict[str, dict[str, int]] = {player.id: {} for player in tournament.players}
    barred: dict[str, dict[str, int]] = {player.id: {} for player in tournament.players}
    byes: dict[str, int] = {}
    starts: dict[str, int] = {}
    for number, games in enumerate(games_by_round(tournament)[:before]):
        counts = day_counted(number, tournament, pairing) == today
        for game in games:
            if game.first is not None:
                starts[game.first] = starts.get(game.first, 0) + 1
            if len(game.players) == 2:
                one, two = game.players
                met[one][two] = met[two][one] = number
                if counts:
                    barred[one][two] = barred[two][one] = number
            elif game.ended_by is EndedBy.BYE and counts:
                byes[game.players[0]] = byes.get(game.players[0], 0) + 1
    return History(met, barred, byes, starts)


def day_counted(number: int, tournament: Tournament, pairing: Pairing) -> int:
    """The day on which nobody meets or sits twice; a short event is as one day."""
    return day_of(number, tournament.days) if is_long(tournament, pairing) else 0


def is_long(tournament: Tournament, pairing: Pairing) -> bool:
    """Whether pairs may repeat on another day of the event."""
    return bool(pairing.long_rounds) and tournament.rounds > pairing.long_rounds
