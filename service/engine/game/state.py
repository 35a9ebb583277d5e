"""A game under way: the board, what is known of racks and bag, and what has been counted so far.

Tiles are counted, not believed: a player holds a full rack while the bag lasts, so the number of
tiles in the bag and on every rack follows from the plays alone. In bag and racks a blank is a blank
whatever it shows on the board.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from service.engine.board import Board
from service.engine.challenge import Consequences
from service.engine.errors import ExchangeError, RuleError, Value
from service.engine.game.record import Challenged, Ended, Event
from service.engine.rules import Ending, Rules, TurnKind
from service.engine.scoring import Score, WordScore
from service.engine.settlement import Adjustments
from service.engine.tiles import Laid, Tiles


def check_exchange(tiles: int, bag: int, rules: Rules) -> None:
    """Refuse an exchange that the bag does not allow."""
    if bag < rules.exchange.min_bag:
        least = rules.exchange.min_bag
        told = f"the bag holds {bag} tiles, an exchange needs {least}"
        raise ExchangeError(told, "bag", bag=bag, least=least)
    most = min(rules.rack.size, bag)
    if not 1 <= tiles <= most:
        told = f"{tiles} tiles cannot be exchanged, only 1 to {most}"
        raise ExchangeError(told, "count", count=tiles, most=most)


def check_free_exchange(used: int, bag: int, rules: Rules) -> None:
    """Refuse an exchange of the whole rack that would keep the turn."""
    if rules.free_exchange.per_player == 0:
        raise ExchangeError(f"{rules.id} has no exchange that keeps the turn", "no_free")
    most, least = rules.free_exchange.per_player, rules.free_exchange.min_bag
    if used >= most:
        raise ExchangeError(f"{rules.id} gives a player {most} of these", "free_used", most=most)
    if bag < least:
        told = f"the bag holds {bag} tiles, {least} are needed"
        raise ExchangeError(told, "bag", bag=bag, least=least)


def scoreless_end(
    turns: Sequence[TurnKind], rules: Rules, *, scored: bool, players: int = 2
) -> bool:
    """Whether the latest turns end the game; `scored` is whether anybody has points yet."""
    if rules.scoreless.only_after_a_score and not scored:
        return False
    runs = [(run.turns, run.kinds) for run in rules.scoreless.runs]
    if players > 2 and rules.scoreless.each:
        runs = [(run.turns * players, run.kinds) for run in rules.scoreless.each]
    return any(len(turns) >= length and kinds.issuperset(turns[-length:]) for length, kinds in runs)


Numbers = tuple[int, ...]
_NO_TILES: Mapping[int, Laid] = {}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an event, and the article it offends against."""

    number: int
    code: str
    detail: str
    article: str
    reason: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)


class Counted(NamedTuple):
    """What an event came to. `score` is what it is worth, `whose` the total that it changes.

    `announced` is what counts instead, where the sheet says something else and it stands; `laid`
    are the tiles of a play and `misplaced` what could have been held against them.
    """

    number: int
    event: Event
    player: int
    score: int
    totals: Numbers
    whose: int
    made: Score | None = None
    verdict: Consequences | None = None
    announced: int | None = None
    laid: Mapping[int, Laid] = _NO_TILES
    misplaced: Fault | None = None

    @property
    def counts(self) -> int:
        """What the event adds to the totals."""
        return self.score if self.announced is None else self.announced

    @property
    def due(self) -> int:
        """What the sheet should say: of a play its true score, of a verdict what it changes."""
        return self.counts if self.made is None else self.score


class Before(NamedTuple):
    """What a play changes beside the board and the scores; `turns` is how many there were."""

    bag: int
    held: Numbers
    racks: tuple[Tiles, ...]
    turns: int


class Renaming(NamedTuple):
    """A blank declared anew: by whom, what it showed before, and the words that it now makes.

    They are words of that player's play (FRS 5.8 d): contested with it, and taken back with it.
    """

    player: int
    was: Laid
    words: tuple[WordScore, ...]


Renamed = Mapping[int, Renaming]
"""The blanks that were declared anew, by the square of each."""


@dataclass(slots=True)
class OpenPlay:
    """A play that may still be challenged, as it was counted, and what was `before` it.

    `counts` is what it has added to the totals by now; `renamed` are blanks that its player
    declared anew.
    """

    counted: Counted
    score: Score
    counts: int
    renamed: Renamed
    before: Before

    @property
    def player(self) -> int:
        """Whose play it is."""
        return self.counted.player


@dataclass(slots=True)
class Judged:
    """The latest challenge, as far as a second verdict may still change what it came to.

    `before` is a copy of the game before the challenge; `open` is whether no turn has been taken
    since, and `verdicts` how many there were.
    """

    contested: OpenPlay
    challenge: Challenged
    challenger: int
    stands: bool
    before: "Game" = field(repr=False, compare=False)
    open: bool = True
    verdicts: int = 1


@dataclass(slots=True)
class Game:
    """A game in which events happen. `racks` are the tiles known to be held, `held` how many.

    `turn` is whose turn it is, and nobody's before the first event: the record says who begins.
    `totals` are the sums that decide, `computed` those of the true scores. `decided` is what
    arbiters did to the spreads, `called` whose time was called, `renamed` the blanks declared anew
    for plays that are still to come. `uncounted` is how many events did not count.
    """

    board: Board
    bag: int
    held: Numbers
    racks: tuple[Tiles, ...]
    totals: Numbers
    computed: Numbers
    challenges: Numbers
    unfounded: Numbers
    free_exchanges: Numbers
    overtime: Numbers
    turn: int | None = None
    turns: list[TurnKind] = field(default_factory=list)
    open_play: OpenPlay | None = None
    judged: Judged | None = None
    renamed: Renamed = field(default_factory=dict)
    called: frozenset[int] = frozenset()
    decided: Adjustments = ()
    ending: Ending | None = None
    enders: Numbers = ()
    end: Ended | None = None
    counted: list[Counted] = field(default_factory=list)
    uncounted: int = 0
    faults: tuple[Fault, ...] = ()
    stopped: bool = False

    @property
    def number(self) -> int:
        """The number of the next event."""
        return len(self.counted) + self.uncounted + 1

    def following(self, player: int) -> int:
        """Whose turn comes after a player's."""
        return (player + 1) % len(self.totals)

    def copy(self) -> "Game":
        """The game as it is now, whatever happens in it later."""
        board, turns, counted = self.board.copy(), self.turns.copy(), self.counted.copy()
        return replace(self, board=board, turns=turns, counted=counted)


def start_game(players: int, rules: Rules) -> Game:
    """A game before its first event, all racks drawn."""
    none = (0,) * players
    return Game(
        board=Board(rules.plan, rules.alphabet),
        bag=sum(rules.alphabet.bag.values()) - players * rules.rack.size,
        held=(rules.rack.size,) * players,
        racks=((),) * players,
        totals=none,
        computed=none,
        challenges=none,
        unfounded=none,
        free_exchanges=none,
        overtime=none,
    )


def note(game: Game, fault: RuleError, article: str, follows: str = "") -> None:
    """Note a fault of the next event, and what follows from it."""
    detail = f"{fault}; {follows}" if follows else str(fault)
    found = Fault(game.number, fault.code, detail, article, fault.reason, fault.values)
    game.faults += (found,)


def leave_uncounted(game: Game, fault: RuleError, article: str) -> None:
    """Let an event not count, with the reason noted."""
    note(game, fault, article)
    game.uncounted += 1


def added(numbers: Numbers, player: int, amount: int) -> Numbers:
    """The numbers with one of them raised."""
    changed = list(numbers)
    changed[player] += amount
    return tuple(changed)


def with_rack(racks: tuple[Tiles, ...], player: int, rack: Tiles) -> tuple[Tiles, ...]:
    """The racks with one of them replaced."""
    return (*racks[:player], rack, *racks[player + 1 :])


def end_turn(game: Game, kind: TurnKind, counted: Counted, rules: Rules) -> None:
    """End a turn without a play that stands, and the game if there were enough of them.

    The turn was that of the player whose total it concerns.
    """
    game.turns.append(kind)
    game.totals = counted.totals
    over = scoreless_end(game.turns, rules, scored=any(game.totals), players=len(game.totals))
    game.ending = Ending.SCORELESS if over else None
    game.turn = game.following(counted.whose)
    game.open_play = None
    if game.judged is not None:
        game.judged.open = False
    game.counted.append(counted)
