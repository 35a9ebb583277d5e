"""What a game record is made of: who played, and what happened in which order.

A record says what the sheet says. `declared` is the score that the sheet gives an event and `total`
the running total beside it; both may be missing, and neither is believed (replay.py counts anew).
Turns come in order, so `player` may be left out.

Beside the turns a record holds what happened at the table and what was decided about it: points
that an arbiter gave or took, scores put right, verdicts given a second time, tiles drawn wrongly.
Whether an edition foresees such a thing is asked when it is counted, not when it is written down.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from service.engine.board import Square
from service.engine.errors import RecordError
from service.engine.notation import Play
from service.engine.settlement import Each, Ending
from service.engine.tiles import Face, Tiles

MOST_EVENTS = 500
"""More than any game has: a record beyond it is refused before it is counted."""

MOST_CONTESTED = 16
"""More words than any play forms, however often a sheet names one."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's name, and the short one without spaces that begins a line of GCG."""

    nick: str
    name: str


def name_players(names: Sequence[str], nicks: Sequence[str] | None = None) -> tuple[Player, ...]:
    """Players with a nick each, their own or made from their names; no two are the same."""
    if nicks is not None and len(nicks) != len(names):
        raise RecordError(f"there are {len(names)} players and {len(nicks)} nicks")
    players: list[Player] = []
    for number, (name, given) in enumerate(zip(names, nicks or names, strict=True), 1):
        nick = "_".join(given.replace(":", " ").split()) or f"player{number}"
        while any(player.nick == nick for player in players):
            nick = f"{nick}_{number}"
        players.append(Player(nick, " ".join(name.split()) or nick))
    return tuple(players)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What a sheet may say of any event; `rack` is what the player held before it."""

    player: int | None = None
    declared: int | None = None
    total: int | None = None
    rack: Tiles | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Played(Entry):
    """Tiles laid on the board; `uncontested` where the sheet says that nobody minded the place."""

    play: Play
    uncontested: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchanged(Entry):
    """Tiles put back for others; which ones is not always known."""

    count: int
    tiles: Tiles = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed(Entry):
    """A turn given up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreelyExchanged(Entry):
    """The whole rack exchanged without giving up the turn (the cambio secco)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenged(Entry):
    """A challenge of the play before it, by `player`, with its outcome as recorded.

    `declared` and `total` are about whoever gains or loses by it; `whose` names that player where
    the sheet does.
    """

    stands: bool
    words: tuple[str, ...] = ()
    variant: str | None = None
    retracted: bool = False
    whose: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed(Entry):
    """Seconds that a player used beyond the allowance."""

    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted(Entry):
    """What may be said of an incident: the article it was settled by, and why."""

    article: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted(Noted):
    """What an arbiter adds to a player's score, to the spread, or to both."""

    points: int = 0
    spread: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected(Noted):
    """The score of an earlier event put right: event number `of` now has the declared score."""

    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LostTurn(Noted):
    """A turn that a player may not take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Redeclared(Noted):
    """A blank on the board that shows another face from now on."""

    square: Square
    face: Face


@dataclass(frozen=True, slots=True, kw_only=True)
class Misdrawn(Noted):
    """Tiles drawn beyond a full rack, or short of one where `over` is false.

    Where it was put right, the player holds again what counting the tiles says.
    """

    over: bool
    tiles: int
    corrected: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CalledTime(Noted):
    """The call that a player's time is used up, by the opponent.

    The first call of an edition with supplementary time only starts that time.
    """

    supplementary: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudged(Noted):
    """The challenge before it judged once more, with the later verdict.

    `racked` is whether a tile had already touched a rack when it came.
    """

    stands: bool
    racked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Noted):
    """The end of the game as the sheet tells it; what is left empty is worked out.

    `players` went out, overran, gave up or did not come; `excused` are those of them with an excuse
    and `called` those whose time the opponent called. `charged` is what the sheet adds to each
    score at the end and `finals` what it comes to; either may be empty. `contradictions` are lines
    of the sheet that say two things.
    """

    ending: Ending | None = None
    players: tuple[int, ...] = ()
    racks: tuple[Tiles | None, ...] = ()
    overtime: tuple[int, ...] = ()
    remaining: tuple[int, ...] = ()
    excused: Each = False
    called: Each = False
    charged: tuple[int, ...] = ()
    finals: tuple[int | None, ...] = ()
    contradictions: tuple[str, ...] = ()


Turn = Played | Exchanged | Passed | FreelyExchanged
Incident = Adjusted | Corrected | LostTurn | Redeclared | Misdrawn | CalledTime | Rejudged
Event = Turn | Challenged | Timed | Incident | Ended

INCIDENTS: Mapping[str, Callable[..., Incident]] = {
    "adjustment": Adjusted,
    "correction": Corrected,
    "turn_lost": LostTurn,
    "redeclared": Redeclared,
    "overdraw": partial(Misdrawn, over=True),
    "underdraw": partial(Misdrawn, over=False),
    "called_time": CalledTime,
    "rejudged": Rejudged,
}
"""What may happen beside the turns, as requests, files and answers call it."""
FLAGS = {"valid": "stands", "on_rack": "racked"}
"""What two fields of these are called there."""
ARBITERS_DRAW = "arbiters_draw"
_NAMES = {made: name for name, made in INCIDENTS.items()} | {
    Exchanged: "exchange",
    Passed: "pass",
    FreelyExchanged: "cambio_secco",
    Challenged: "challenge",
    Timed: "time",
    Played: "play",
}


def name_of(event: Event) -> str:
    """What requests, files and answers call an event."""
    if isinstance(event, Misdrawn):
        return "overdraw" if event.over else "underdraw"
    if isinstance(event, Ended):
        return ARBITERS_DRAW if event.ending is Ending.ARBITER_DRAW else "end"
    return _NAMES[type(event)]


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down, with whatever else its file says.

    `notes` are remarks by the number of the event they follow; `headers` are other lines, in order.
    `variant` is the penalty announced for the whole game; each challenge says its own.
    """

    players: tuple[Player, ...]
    events: tuple[Event, ...]
    notes: dict[int, str] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
    variant: str | None = None
