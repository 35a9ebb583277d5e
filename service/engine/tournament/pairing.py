"""The next round, by any system of an edition: who meets whom, who sits, what had to give way.

Nothing is hidden: a pair that repeats or joins a club is listed as relaxed, what the text leaves
open as unsaid, and lots are drawn with the seed of the request.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from service.engine.errors import (
    RecordError,
    RuleError,
    SilentError,
    TwiceInRoundError,
)
from service.engine.rules import Rules
from service.engine.tournament.annex import green_bye
from service.engine.tournament.document import (
    Player,
    Tournament,
    check_seats,
    require_known,
)
from service.engine.tournament.drawing import (
    Drawn,
    by_standing,
    check_whole_field,
    free_rows,
    whole_field,
)
from service.engine.tournament.entries import Sitting, check_event
from service.engine.tournament.history import read_history
from service.engine.tournament.provisions import System, said
from service.engine.tournament.remarks import (
    Relaxed,
    begins,
    left_open,
    of_one_club,
    repeated,
)
from service.engine.tournament.schedules import article_of
from service.engine.tournament.standings import Unsaid, pairing_order
from service.engine.tournament.systems import (
    Wanted,
    pair_field,
)


@dataclass(frozen=True, slots=True)
class Table:
    """Two who meet, the higher placed first; `first` begins, None: they draw tiles.

    `absent` are those who are known not to come, so that the game is decided before it begins.
    """

    players: tuple[str, str]
    first: str | None
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Paired:
    """A round as proposed; `distance` only where the least was looked for, and proved."""

    round: int
    system: System
    article: str
    tables: tuple[Table, ...]
    bye: Sitting | None
    relaxed: tuple[Relaxed, ...]
    unsaid: tuple[Unsaid, ...]
    seed: int
    distance: int | None = None


Outside = Callable[[Tournament, Wanted, Sequence[Player], Rules], Drawn]
"""A system that is not ours: it is given the players who are to be paired, in their order."""
Outsiders = Mapping[System, Outside]
NOTHING: Outsiders = {}


def pair_round(
    tournament: Tournament,
    wanted: Wanted,
    rules: Rules,
    outside: Outsiders = NOTHING,
) -> Paired:
    """The round that a director asks for; `outside` are the systems that others pair."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    system = wanted.system or pairing.system
    article = _article_of(system, tournament, wanted, rules)
    check_event(tournament, rules)
    _check_wanted(tournament, wanted)
    history = read_history(tournament, wanted.round, rules)
    if system in outside:
        rows = pairing_order(tournament, rules, wanted.round - 1).rows
        here = [row.player for row in free_rows(tournament, wanted, rows)]
        drawn = outside[system](tournament, wanted, here, rules)
    elif (whole := pair_field(tournament, wanted, system, rules)) is not None:
        drawn = whole_field(tournament, wanted, whole, rules)
        check_whole_field(drawn, wanted, history)
    else:
        drawn = by_standing(tournament, wanted, (system, history), rules)
    tables = tuple(
        Table(pair, pair[0] if drawn.first_begins else begins(pair, history, pairing))
        for pair in drawn.pairs
    )
    says = pairing.article if system is pairing.system else article
    relaxed = repeated(drawn.pairs, history, says) + drawn.relaxed
    relaxed += of_one_club(drawn.pairs, tournament, wanted, pairing)
    unsaid = drawn.unsaid + left_open(tournament, drawn.bye, system, rules)
    head = wanted.round, system, article
    return Paired(*head, tables, drawn.bye, relaxed, unsaid, wanted.seed, drawn.distance)


def _check_wanted(tournament: Tournament, wanted: Wanted) -> None:
    """Refuse a request that names nobody of the event, or the same player twice."""
    check_seats(tournament)
    known = {player.id for player in tournament.players}
    fixed = [player for pair in wanted.fixed for player in pair]
    require_known((*wanted.absent, *fixed), known)
    if not 1 <= wanted.round <= tournament.rounds:
        raise RecordError(f"there is no round {wanted.round}: the event has {tournament.rounds}")
    twice = [player for player in fixed if fixed.count(player) > 1 or player in wanted.absent]
    if twice:
        raise TwiceInRoundError(f"{twice[0]!r} is fixed and cannot sit twice or be absent", "fixed")


def _article_of(system: System, tournament: Tournament, wanted: Wanted, rules: Rules) -> str:
    """The article of a system; of Green the text says only who sits, so that is told instead."""
    try:
        return article_of(system, said(rules.tournament.pairing, "how rounds are paired"))
    except SilentError as fault:
        who = _sits_by_green(tournament, wanted, rules) if system is System.GREEN else None
        raise SilentError(f"{fault}; in this round {who!r} sits" if who else f"{fault}") from None


def _sits_by_green(tournament: Tournament, wanted: Wanted, rules: Rules) -> str | None:
    try:
        check_seats(tournament)
        byes = read_history(tournament, wanted.round, rules).byes
        orders = [pairing_order(tournament, rules, after).rows for after in (0, wanted.round - 1)]
        seeds, standing = ([r.player.id for r in free_rows(tournament, wanted, o)] for o in orders)
    except RuleError:
        return None  # There is no such round yet, and that it is silent is the first thing to say.
    last = wanted.round == tournament.rounds
    return green_bye(seeds, standing, byes.keys(), last=last) if len(seeds) % 2 else None
