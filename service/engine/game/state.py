"""A game under way: the board, what is known of racks and bag, and what has been counted so far.

Tiles are counted, not believed: a player holds a full rack while the bag lasts, so the number of
tiles in the bag and on every rack follows from the plays alone. In bag and racks a blank is a blank
whatever it shows on the board.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from service.engine.board import Board, Square
from service.engine.challenge import Consequences
from service.engine.errors import (
    BagExceededError,
    ExchangeError,
    NotOnRackError,
    RuleError,
    TooManyTilesError,
)
from service.engine.game.record import Challenged, Ended, Event
from service.engine.rules import Rules, TurnKind
from service.engine.scoring import Score, WordScore
from service.engine.settlement import Adjustments, Ending
from service.engine.tiles import BLANK, Face, Laid, Tiles

_BLANK = Face(BLANK)


def kinds(tiles: Iterable[Laid]) -> list[Face]:
    """What each tile is in the bag."""
    return [_BLANK if tile.blank else tile.face for tile in tiles]


def take(tiles: Iterable[Laid], unseen: Mapping[Face, int]) -> dict[Face, int]:
    """The unseen tiles without these; more of a kind than there are is refused."""
    left = dict(unseen)
    for tile in tiles:
        kind = _BLANK if tile.blank else tile.face
        number = left[kind]
        if number == 0:
            name = "blank" if tile.blank else f"{kind} tile"
            raise BagExceededError(f"one {name} more than there are")
        left[kind] = number - 1
    return left


def without(rack: Tiles, tiles: Iterable[Laid]) -> Tiles:
    """What is left of a rack; tiles that were not known to be on it change nothing."""
    gone = kinds(tiles)
    left = []
    for tile, kind in zip(rack, kinds(rack), strict=True):
        if kind in gone:
            gone.remove(kind)
        else:
            left.append(tile)
    return tuple(left)


def check_shown(rack: Tiles, unseen: Mapping[Face, int], size: int) -> None:
    """Refuse a rack that nobody could hold: too many tiles, or tiles that are on the board."""
    if len(rack) > size:
        raise TooManyTilesError(f"{len(rack)} tiles shown, a rack holds {size}")
    take(rack, unseen)


def check_held(tiles: Collection[Laid], rack: Tiles | None, held: int) -> None:
    """Refuse tiles that were not on the rack, as far as that is known."""
    if len(tiles) > held:
        raise NotOnRackError(f"{len(tiles)} tiles, {held} were left")
    if rack is not None and len(without(rack, tiles)) > len(rack) - len(tiles):
        shown = Counter(kinds(rack))
        lacking = sorted((Counter(kinds(tiles)) - shown).elements())
        raise NotOnRackError(f"{' '.join(lacking)} not on the rack that the sheet shows")


def same_tiles(one: Tiles, other: Tiles) -> bool:
    """Whether two racks hold the same tiles, in whatever order."""
    return sorted(kinds(one)) == sorted(kinds(other))


def tiles_of(unseen: Mapping[Face, int]) -> Tiles:
    """The unseen tiles one by one, blanks last."""
    return tuple(Laid(f, blank=f == BLANK) for f, number in unseen.items() for _ in range(number))


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
_NO_TILES: Mapping[Square, Laid] = {}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with an event, and the article it offends against."""

    number: int
    code: str
    detail: str
    article: str


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
    laid: Mapping[Square, Laid] = _NO_TILES
    misplaced: Fault | None = None

    @property
    def counts(self) -> int:
        """What the event adds to the totals."""
        return self.score if self.announced is None else self.announced

    @property
    def due(self) -> int:
        """What the sheet should say: of a play its true score, of a verdict what it changes."""
        return self.counts if self.made is None else self.score


@dataclass(frozen=True, slots=True)
class OpenPlay:
    """A play that may still be challenged, and the game as it was before it.

    `counts` is what the play added to the totals; `also` are words of a redeclared blank, which are
    contested with it and `rack` what the sheet says was held before it.
    """

    player: int
    score: Score
    counts: int
    also: tuple[WordScore, ...]
    rack: Tiles | None
    before: "Game" = field(repr=False, compare=False)


@dataclass(frozen=True, slots=True)
class Judged:
    """The latest challenge, as far as a second verdict may still change what it came to.

    `before` is the game before the challenge; `open` is whether no turn has been taken since.
    """

    contested: OpenPlay
    challenge: Challenged
    challenger: int
    stands: bool
    before: "Game" = field(repr=False, compare=False)
    open: bool = True


class Game(NamedTuple):
    """A game after some events. `racks` are the tiles known to be held, `held` how many there are.

    `unseen` counts the tiles that are not on the board, by face. `turn` is whose turn it is, and
    nobody's before the first event: the record says who begins. `totals` are the sums that decide,
    `computed` those of the true scores. `decided` is what arbiters did to the spreads, `called`
    whose time was called, `renamed` the words of blanks redeclared since the latest play.
    `uncounted` is how many events did not count. A game is a tuple because every event makes a new
    one, and a tuple is changed four times faster than a data class.
    """

    bag: int
    unseen: Mapping[Face, int]
    held: Numbers
    racks: tuple[Tiles, ...]
    totals: Numbers
    computed: Numbers
    challenges: Numbers
    unfounded: Numbers
    free_exchanges: Numbers
    overtime: Numbers
    board: Board = Board()
    turn: int | None = None
    turns: tuple[TurnKind, ...] = ()
    open_play: OpenPlay | None = None
    judged: Judged | None = None
    renamed: tuple[WordScore, ...] = ()
    called: frozenset[int] = frozenset()
    decided: Adjustments = ()
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
        computed=none,
        challenges=none,
        unfounded=none,
        free_exchanges=none,
        overtime=none,
    )


def note(game: Game, fault: RuleError, article: str, follows: str = "") -> Game:
    """The game with a fault of its next event noted, and with what follows from it."""
    detail = f"{fault}; {follows}" if follows else str(fault)
    found = Fault(game.number, fault.code, detail, article)
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


def closed(judged: Judged | None) -> Judged | None:
    """The latest challenge once play has gone on."""
    return replace(judged, open=False) if judged is not None and judged.open else judged


def after_turn(game: Game, kind: TurnKind, counted: Counted, rules: Rules) -> Game:
    """The game after a turn without a play that stands, over if there were enough of them.

    The turn was that of the player whose total it concerns.
    """
    turns = (*game.turns, kind)
    players = len(counted.totals)
    over = scoreless_end(turns, rules, scored=any(counted.totals), players=players)
    return game._replace(
        totals=counted.totals,
        turn=following(game, counted.whose),
        turns=turns,
        open_play=None,
        judged=closed(game.judged),
        ending=Ending.SCORELESS if over else None,
        counted=(*game.counted, counted),
    )
