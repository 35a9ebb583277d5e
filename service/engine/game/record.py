"""What a game record is made of: who played, and what happened in which order.

A record says what the sheet says. `declared` is the score that the sheet gives an event and `total`
the running total beside it; both may be missing, and neither is believed (replay.py counts anew).
Turns come in order, so `player` may be left out.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from service.engine.notation import Play
from service.engine.settlement import Ending
from service.engine.tiles import Tiles

MOST_EVENTS = 500
"""More than any game has: a record beyond it is refused before it is counted."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player's name, and the short one without spaces that begins a line of GCG."""

    nick: str
    name: str


def name_players(names: Iterable[str]) -> tuple[Player, ...]:
    """Players with a nick each, made from their names; no two are the same."""
    players: list[Player] = []
    for number, name in enumerate(names, 1):
        nick = "_".join(name.replace(":", " ").split()) or f"player{number}"
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
class Ended(Entry):
    """The end of the game as the sheet tells it; what is left empty is worked out.

    `players` went out, overran, gave up or did not come. `charged` is what the sheet adds to each
    score at the end and `finals` what it comes to; either may be empty.
    """

    ending: Ending | None = None
    players: tuple[int, ...] = ()
    racks: tuple[Tiles | None, ...] = ()
    overtime: tuple[int, ...] = ()
    remaining: tuple[int, ...] = ()
    excused: bool = False
    charged: tuple[int, ...] = ()
    finals: tuple[int | None, ...] = ()


Turn = Played | Exchanged | Passed | FreelyExchanged
Event = Turn | Challenged | Timed | Ended


@dataclass(frozen=True, slots=True)
class Record:
    """A game as written down, with whatever else its file says.

    `notes` are remarks by the number of the event they follow; `headers` are other lines, in order.
    """

    players: tuple[Player, ...]
    events: tuple[Event, ...]
    notes: dict[int, str] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
