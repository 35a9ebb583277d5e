"""The end of a game in GCG: lines about racks and clocks, and the pragmas that say the rest.

>Ana: (XZ?) +18 418           the other player's tiles, added to Ana's score
>Bo: XZ? (XZ?) -18 312        a player's own tiles, deducted
>Bo: (time) -10 302           overtime, paid in points
#end abandon Bo               why the game ended, where the turns do not tell
#overtime 0 61                the clocks, in seconds; also #remaining, #excused, #rack1, #rack2
"""

from dataclasses import replace

from service.engine.clock import overtime_penalty
from service.engine.errors import NotationError
from service.engine.events import Ended, Player
from service.engine.gcg.lines import Kind, Line, Pragma
from service.engine.notation import read_rack
from service.engine.racks import Tiles
from service.engine.results import Ending
from service.engine.rules import Overtime, Rules
from service.engine.tiles import Alphabet

_CLOCKS = ("overtime", "remaining")
_RACKS = ("rack1", "rack2", "rack3", "rack4")
END_PRAGMAS = ("end", "excused", *_CLOCKS, *_RACKS)


def start_end(players: int) -> Ended:
    """An end of which nothing is known yet."""
    return Ended(racks=(None,) * players)


def add_end_line(end: Ended, line: Line, player: int, rules: Rules) -> Ended:
    """The end with one more line about a rack or a clock."""
    players, points = len(end.racks), line.score or 0
    charged = list(end.charged or (0,) * players)
    finals = list(end.finals or (None,) * players)
    charged[player] += points
    finals[player] = line.total if line.total is not None else finals[player]
    end = replace(end, charged=tuple(charged), finals=tuple(finals))
    if line.kind is Kind.TIME:
        used = list(end.overtime or (0,) * players)
        used[player] += _seconds(-points, rules.overtime)
        return replace(end, overtime=tuple(used))
    own = points < 0 or line.rack == line.text
    holder = player if own else (player + 1) % players
    if players > 2 and not own:
        return end
    return _with_rack(end, holder, line.text, rules.alphabet)


def add_end_pragma(end: Ended, pragma: Pragma, players: tuple[Player, ...], rules: Rules) -> Ended:
    """The end with what a pragma says of it."""
    match pragma.name:
        case "end":
            reason, *nicks = pragma.value.split() or [""]
            if reason not in list(Ending):
                raise NotationError(f"{reason!r} is no ending: " + ", ".join(Ending))
            return replace(end, ending=Ending(reason), players=_read_enders(nicks, players))
        case "overtime":
            return replace(end, overtime=_read_clocks(pragma.value, len(players)))
        case "remaining":
            return replace(end, remaining=_read_clocks(pragma.value, len(players)))
        case "excused":
            return replace(end, excused=True)
        case _:
            holder = _RACKS.index(pragma.name)
            if holder >= len(players):
                raise NotationError(f"there is no player {holder + 1}")
            return _with_rack(end, holder, pragma.value, rules.alphabet)


def _read_enders(nicks: list[str], players: tuple[Player, ...]) -> tuple[int, ...]:
    """The players that an ending names, each of them once."""
    known = [player.nick for player in players]
    enders: list[int] = []
    for nick in nicks:
        if nick not in known:
            raise NotationError(f"no player is called {nick!r}")
        if known.index(nick) in enders:
            raise NotationError(f"{nick!r} is named twice")
        enders.append(known.index(nick))
    return tuple(enders)


def _with_rack(end: Ended, player: int, written: str, alphabet: Alphabet) -> Ended:
    racks: list[Tiles | None] = list(end.racks)
    racks[player] = read_rack(written.strip(), alphabet)
    return replace(end, racks=tuple(racks))


def _read_clocks(written: str, players: int) -> tuple[int, ...]:
    seconds = written.split()
    if len(seconds) != players or not all(part.isdecimal() and len(part) < 7 for part in seconds):
        raise NotationError(f"{written!r} is not a number of seconds for each player")
    return tuple(map(int, seconds))


def _seconds(points: int, overtime: Overtime) -> int:
    """The least overtime that costs so many points; a minute where no overtime would."""
    started = (0, *range(1, overtime.lost_from, 60), overtime.lost_from)
    costs = (used for used in started if overtime_penalty(used, overtime) == points)
    return next(costs, 60)
