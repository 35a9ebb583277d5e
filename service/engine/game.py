"""A game under way: the board, what is known of racks and bag, and what has been counted so far.

Tiles are counted, not believed: a player holds a full rack while the bag lasts, so the number of
tiles in the bag and on every rack follows from the plays alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from service.engine.board import Board
from service.engine.challenge import Consequences
from service.engine.errors import RuleError
from service.engine.events import Ended, Event
from service.engine.racks import Tiles
from service.engine.results import Ending
from service.engine.rules import Rules, TurnKind
from service.engine.scoring import Score
from service.engine.tiles import BLANK, Face
from service.engine.turns import scoreless_end

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an event, and the article it offends against."""

    number: int
    code: str
    detail: str
    article: str


class Counted(NamedTuple):
    """What an event came to. `score` is what it adds to the totals, `whose` the one it changes."""

    number: int
    event: Event
    player: int
    score: int
    totals: Numbers
    whose: int
    made: Score | None = None
    verdict: Consequences | None = None


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """A play that may still be challenged, and the game as it was before it."""

    player: int
    score: Score
    before: "Game" = field(repr=False, compare=False)


class Game(NamedTuple):
    """A game after some events. `racks` are the tiles known to be held, `held` how many there are.

    `unseen` counts the tiles that are not on the board, by face. `turn` is whose turn it is, and
    nobody's before the first event: the record says who begins. `uncounted` is how many events
    did not count. A game is a tuple because every event makes a new one, and a tuple is changed
    four times faster than a data class.
    """

    bag: int
    unseen: Mapping[Face, int]
    held: Numbers
    racks: tuple[Tiles, ...]
    totals: Numbers
    unfounded: Numbers
    free_exchanges: Numbers
    overtime: Numbers
    board: Board = Board()
    turn: int | None = None
    turns: tuple[TurnKind, ...] = ()
    open_play: OpenPlay | None = None
    ending: Ending | None = None
    enders: Numbers = ()
    end: Ended | None = None
    counted: tuple[Counted, ...] = ()
    uncounted: int = 0
    faults: tuple[Fault, ...] = ()
    stopped: bool = False

    @property
    def number(self) -> int:
        """The number of the next event."""
        return len(self.counted) + self.uncounted + 1


def start_game(players: int, rules: Rules) -> Game:
    """A game before its first event, all racks drawn."""
    unseen = {**rules.alphabet.counts, Face(BLANK): rules.alphabet.blanks}
    none = (0,) * players
    return Game(
        bag=sum(unseen.values()) - players * rules.rack.size,
        unseen=unseen,
        held=(rules.rack.size,) * players,
        racks=((),) * players,
        totals=none,
        unfounded=none,
        free_exchanges=none,
        overtime=none,
    )


def note(game: Game, fault: RuleError, article: str) -> Game:
    """The game with a fault of its next event noted."""
    found = Fault(game.number, fault.code, str(fault), article)
    return game._replace(faults=(*game.faults, found))


def leave_uncounted(game: Game, fault: RuleError, article: str) -> Game:
    """The game after an event that does not count, with the reason noted."""
    return note(game, fault, article)._replace(uncounted=game.uncounted + 1)


def following(game: Game, player: int) -> int:
    """Whose turn comes after a player's."""
    return (player + 1) % len(game.totals)


def added(numbers: Numbers, player: int, amount: int) -> Numbers:
    """The numbers with one of them raised."""
    changed = list(numbers)
    changed[player] += amount
    return tuple(changed)


def with_rack(racks: tuple[Tiles, ...], player: int, rack: Tiles) -> tuple[Tiles, ...]:
    """The racks with one of them replaced."""
    return (*racks[:player], rack, *racks[player + 1 :])


def after_turn(game: Game, kind: TurnKind, counted: Counted, rules: Rules) -> Game:
    """The game after a turn without a play that stands, over if there were enough of them.

    The turn was that of the player whose total it concerns.
    """
    turns = (*game.turns, kind)
    over = scoreless_end(turns, rules, scored=any(counted.totals))
    return game._replace(
        totals=counted.totals,
        turn=following(game, counted.whose),
        turns=turns,
        open_play=None,
        ending=Ending.SCORELESS if over else None,
        counted=(*game.counted, counted),
    )
