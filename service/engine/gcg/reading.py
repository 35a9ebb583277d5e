"""GCG files as found in the wild, read into records.

The nicks tell who did what; whatever concerns the end becomes one event after the last turn. Some
pragmas are our own, for what GCG cannot say: `#contested` (the words of a challenge), `#variant`,
`#retracted`, `#uncontested` (a misplaced play that stayed), and those of the end:

    >Ana: (XZ?) +18 418           the other player's tiles, added to Ana's score
    >Bo: XZ? (XZ?) -18 312        a player's own tiles, deducted
    >Bo: (time) -10 302           overtime, paid in points
    #end abandon Bo               why the game ended, where the turns do not tell
    #overtime 0 61                the clocks, in seconds; also #remaining, #rack1, #rack2
    #excused Bo                   who was; without a nick, all; likewise #called
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from service.engine.challenge import keys
from service.engine.errors import NotationError, RuleError, TooLongError
from service.engine.game.record import (
    MOST_CONTESTED,
    MOST_EVENTS,
    Challenged,
    Ended,
    Event,
    Exchanged,
    FreelyExchanged,
    Passed,
    Played,
    Player,
    Record,
)
from service.engine.gcg.incidents import DRAW, PREFIX, read_fields, read_incident, tells_incident
from service.engine.gcg.lines import Kind, Line, Pragma, decode, read_lines, unreadable
from service.engine.notation import read_gcg_play, read_rack
from service.engine.placement import same_tiles
from service.engine.rules import Overtime, Rules
from service.engine.settlement import Each, Ending, overtime_penalty
from service.engine.tiles import Alphabet, Tiles

_CLOCKS = ("overtime", "remaining")
_RACKS = ("rack1", "rack2", "rack3", "rack4")
_END_LINES = 20  # Racks and clocks of all players, which are one event.
END_PRAGMAS = ("end", "excused", "called", *_CLOCKS, *_RACKS)


def start_end(players: int) -> Ended:
    """An end of which nothing is known yet."""
    return Ended(racks=(None,) * players)


def add_end_line(end: Ended, line: Line, player: int, rules: Rules) -> Ended:
    """The end with one more line about a rack or a clock."""
    players, points = len(end.racks), line.score or 0
    held = read_rack(line.rack, rules.alphabet) if line.rack else None
    charged = list(end.charged or (0,) * players)
    finals = list(end.finals or (None,) * players)
    charged[player] += points
    finals[player] = line.total if line.total is not None else finals[player]
    end = replace(end, charged=tuple(charged), finals=tuple(finals))
    if line.kind is Kind.TIME:
        used = list(end.overtime or (0,) * players)
        if used[player]:
            end = _contradicted(end, f"two lines about the time of {line.nick}")
        paid = overtime_penalty(used[player], rules.overtime)
        used[player] = _seconds(paid - points, rules.overtime)
        return replace(end, overtime=tuple(used))
    own = points < 0 or line.rack == line.text
    if (
        points < 0
        and held is not None
        and not same_tiles(held, read_rack(line.text, rules.alphabet))
    ):
        end = _contradicted(end, f"{line.nick} holds {line.rack} and pays for {line.text}")
    holder = player if own else (player + 1) % players
    if players > 2 and not own:
        return end
    return _with_rack(end, holder, line.text, rules.alphabet)


def _contradicted(end: Ended, told: str) -> Ended:
    return replace(end, contradictions=(*end.contradictions, told))


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
            return replace(end, excused=_read_each(pragma.value, players))
        case "called":
            return replace(end, called=_read_each(pragma.value, players))
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
            raise NotationError(f"no player is called {nick!r}", "nobody", name=nick)
        if known.index(nick) in enders:
            raise NotationError(f"{nick!r} is named twice")
        enders.append(known.index(nick))
    return tuple(enders)


def _read_each(written: str, players: tuple[Player, ...]) -> Each:
    """Of whom something is so: of the players who are named, or of all."""
    named = _read_enders(written.split(), players)
    return tuple(player in named for player in range(len(players))) if named else True


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


_PLAYERS = ("player1", "player2", "player3", "player4")
_OWN_PRAGMAS = ("contested", "variant", "retracted", "uncontested")
PRAGMAS = frozenset((*_PLAYERS, *_OWN_PRAGMAS, *END_PRAGMAS, "note", "character-encoding"))
"""Lines that tell of the players or of what happened; every other one is a header."""


@dataclass(slots=True)
class _Draft:
    """A record while its file is being read."""

    players: tuple[Player, ...]
    events: list[Event] = field(default_factory=list)
    notes: dict[int, list[str]] = field(default_factory=dict)
    headers: list[tuple[str, str]] = field(default_factory=list)
    end: Ended | None = None
    variant: str | None = None
    mover: int | None = None


def read_gcg(file: str | bytes, rules: Rules) -> Record:
    """The record in a GCG file; a line that cannot be read is refused with its number."""
    items = _within_bounds(read_lines(file if isinstance(file, str) else decode(file)))
    draft = _Draft(_read_players(items))
    for item in items:
        try:
            if isinstance(item, Line):
                _add_line(draft, item, rules)
            else:
                _add_pragma(draft, item, rules)
        except RuleError as fault:
            raise fault.at(f"line {item.number}", line=item.number) from None
        if len(draft.events) > MOST_EVENTS:
            raise _too_long()
    events = draft.events if draft.end is None else [*draft.events, draft.end]
    if len(events) > MOST_EVENTS:
        raise _too_long()
    notes = {number: "\n".join(parts) for number, parts in draft.notes.items()}
    return Record(draft.players, tuple(events), notes, tuple(draft.headers))


def _within_bounds(items: Iterable[Line | Pragma]) -> list[Line | Pragma]:
    """The items of a file, refused as soon as it has more lines than a record has events."""
    kept, lines = [], 0
    for item in items:
        lines += isinstance(item, Line)
        if lines > MOST_EVENTS + _END_LINES:
            raise _too_long()
        kept.append(item)
    return kept


def _too_long() -> TooLongError:
    return TooLongError(f"a record has at most {MOST_EVENTS} events", "most", most=MOST_EVENTS)


def _read_players(items: list[Line | Pragma]) -> tuple[Player, ...]:
    """The players that the file names, or those who appear in it."""
    named: dict[str, Player] = {}
    pragmas = [item for item in items if isinstance(item, Pragma) and item.name in _PLAYERS]
    for pragma in sorted(pragmas, key=lambda pragma: pragma.name):
        nick, _, name = pragma.value.partition(" ")
        if not nick or nick in named:
            raise unreadable(pragma.number, f"{pragma.value!r} is not a new player")
        named[nick] = Player(nick, name.strip() or nick)
    for line in (item for item in items if isinstance(item, Line)):
        if line.nick not in named and len(named) > 1:
            raise unreadable(line.number, f"no player is called {line.nick!r}")
        named.setdefault(line.nick, Player(line.nick, line.nick))
    return tuple(named.values())


def _add_line(draft: _Draft, line: Line, rules: Rules) -> None:
    player = [known.nick for known in draft.players].index(line.nick)
    if line.kind in (Kind.TIME, Kind.RACK):
        end = draft.end or start_end(len(draft.players))
        draft.end = add_end_line(end, line, player, rules)
        if line.more:
            draft.notes.setdefault(len(draft.events), []).append(line.more)
        return
    if line.kind in (Kind.WITHDRAWN, Kind.CHALLENGE):
        draft.events.append(_read_challenge(draft, line, player, rules))
    else:
        draft.events.append(_read_turn(line, player, rules))
    if line.kind is Kind.PLAY:
        draft.mover = player
    if line.more:
        draft.notes.setdefault(len(draft.events), []).append(line.more)


def _read_turn(line: Line, player: int, rules: Rules) -> Event:
    score, total = line.score, line.total
    rack = read_rack(line.rack, rules.alphabet) if line.rack else None
    match line.kind:
        case Kind.PLAY:
            play = read_gcg_play(line.text, rules.alphabet)
            return Played(player=player, declared=score, total=total, rack=rack, play=play)
        case Kind.EXCHANGE if line.text.isdecimal() and len(line.text) < 4:
            count = int(line.text)
            return Exchanged(player=player, declared=score, total=total, rack=rack, count=count)
        case Kind.EXCHANGE:
            tiles = read_rack(line.text, rules.alphabet)
            return Exchanged(
                player=player,
                declared=score,
                total=total,
                rack=rack,
                count=len(tiles),
                tiles=tiles,
            )
        case Kind.FREE_EXCHANGE:
            return FreelyExchanged(player=player, declared=score, total=total, rack=rack)
        case _:
            return Passed(player=player, declared=score, total=total, rack=rack)


def _read_challenge(draft: _Draft, line: Line, player: int, rules: Rules) -> Challenged:
    """A challenge, on the line of whoever gains or loses by it."""
    rack = read_rack(line.rack, rules.alphabet) if line.rack else None
    if line.kind is Kind.WITHDRAWN:
        # Some sheets write -- +0 and let the total alone tell what was taken back.
        declared = line.score or None
        return Challenged(
            stands=False, declared=declared, total=line.total, rack=rack, whose=player
        )
    return Challenged(
        rack=rack,
        player=None if player == draft.mover else player,
        declared=line.score,
        total=line.total,
        stands=True,
        variant=draft.variant,
        whose=player,
    )


def _add_pragma(draft: _Draft, pragma: Pragma, rules: Rules) -> None:
    if pragma.name in END_PRAGMAS:
        end = draft.end or start_end(len(draft.players))
        draft.end = add_end_pragma(end, pragma, draft.players, rules)
    elif pragma.name in _OWN_PRAGMAS:
        _add_own_pragma(draft, pragma, rules)
    elif pragma.name == "note" and tells_incident(pragma.value):
        _add_incident(draft, pragma.value.removeprefix(PREFIX), rules)
    elif pragma.name == "note":
        draft.notes.setdefault(len(draft.events), []).append(pragma.value)
    elif pragma.name not in (*_PLAYERS, "character-encoding"):
        draft.headers.append((pragma.name, pragma.value))


def _add_incident(draft: _Draft, text: str, rules: Rules) -> None:
    """What a note of ours tells beside the turns; an arbiter's draw is the end of the game."""
    kind, fields = read_fields(text)
    if kind != DRAW:
        draft.events.append(read_incident(text, draft.players, rules.alphabet))
        return
    end = draft.end or start_end(len(draft.players))
    article, reason = fields.get("article", ""), fields.get("reason", "")
    draft.end = replace(end, ending=Ending.ARBITER_DRAW, article=article, reason=reason)


def _add_own_pragma(draft: _Draft, pragma: Pragma, rules: Rules) -> None:
    """What a pragma of ours adds to the event above it; a variant above all events is for all."""
    latest = draft.events[-1] if draft.events else None
    match pragma.name, latest:
        case "variant", None:
            draft.variant = pragma.value
        case "variant", Challenged():
            draft.events[-1] = replace(latest, variant=pragma.value)
        case "contested", Challenged():
            words = tuple(pragma.value.split())
            if len(words) > MOST_CONTESTED:
                raise NotationError(f"{len(words)} words contested, {MOST_CONTESTED} are the most")
            keys(words, rules.alphabet)
            draft.events[-1] = replace(latest, words=words)
        case "retracted", Challenged():
            draft.events[-1] = replace(latest, retracted=True)
        case "uncontested", Played():
            draft.events[-1] = replace(latest, uncontested=True)
        case _:
            raise NotationError(f"#{pragma.name} does not follow an event it could be about")
