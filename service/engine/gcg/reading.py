"""GCG files as found in the wild, read into records: first the grammar, then what it means.

    #player1 Ana Ana Pop          a pragma; lines without a mark go on with its text
    >Ana: AEILRST 8D RELATIS +66 66
    >Ana: AEILRST -AE +0 66       an exchange; a bare - is a pass
    >Ana: AEILRST -- -66 0        the play above, withdrawn
    >Ana: (challenge) +5 71       also (time), (cambio_secco), or the tiles left on a rack

Words after the running total are a remark of whoever wrote the file. A line that is neither an
event nor a pragma is refused with its number. The nicks tell who did what; whatever concerns the
end becomes one event after the last turn. Some pragmas are our own, for what GCG cannot say:
`#contested` (the words of a challenge), `#variant`, `#retracted`, `#uncontested` (a misplaced play
that stayed), and those of the end:

    >Ana: (XZ?) +18 418           the other player's tiles, added to Ana's score
    >Bo: XZ? (XZ?) -18 312        a player's own tiles, deducted
    >Bo: (time) -10 302           overtime, paid in points
    #end abandon Bo               why the game ended, where the turns do not tell
    #overtime 0 61                the clocks, in seconds; also #remaining, #rack1, #rack2
    #excused Bo                   who was; without a nick, all; likewise #called
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from service.engine.challenge import keys
from service.engine.errors import NotationError, RuleError, TooLongError
from service.engine.game.record import (
    ARBITERS_DRAW,
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
from service.engine.gcg.notes import PREFIX, read_fields, read_incident, tells_incident
from service.engine.notation import read_gcg_play, read_rack
from service.engine.placement import same_tiles
from service.engine.rules import Overtime, Rules
from service.engine.settlement import Each, Ending, overtime_penalty
from service.engine.tiles import Alphabet, Tiles

_LINE = re.compile(
    r"""
    >(?P<nick>[^:]+):\s*
    (?:(?P<rack>[^\s()+-]\S*)\s+)?
    (?:
        (?P<play>(?:\d{1,2}[A-Za-z]|[A-Za-z]\d{1,2})\s+\S+)
      | (?P<withdrawn>--)
      | -(?P<exchanged>\S*)
      | \((?P<remark>[^()]*)\)
    )
    (?:
        \s+(?P<score>[+-]{0,2}\d{1,6})\s+(?P<total>-?\d{1,6})(?:\s+(?P<more>\S.*))?
      | \s+(?P<alone>\+-?\d{1,6})
    )?
    """,
    re.VERBOSE,
)
_PRAGMA = re.compile(r"#(?P<name>[A-Za-z][\w-]*)\s*(?P<value>.*)")
_DASHES = str.maketrans("\u2010\u2011\u2012\u2013\u2014\u2212", "------")


class Kind(StrEnum):
    """What an event line is about."""

    PLAY = "play"
    PASS = "pass"
    EXCHANGE = "exchange"
    FREE_EXCHANGE = "cambio_secco"
    WITHDRAWN = "withdrawn"
    CHALLENGE = "challenge"
    TIME = "time"
    RACK = "rack"


# Racks are written in capitals, so (TIME) is a rack and (time) is not.
_REMARKS = {
    "challenge": Kind.CHALLENGE,
    "time": Kind.TIME,
    "cambio_secco": Kind.FREE_EXCHANGE,
    "cambio secco": Kind.FREE_EXCHANGE,
}


@dataclass(frozen=True, slots=True)
class Line:
    """An event as written. `text` is the play, the tiles exchanged or those left on a rack.

    `more` are words that stand after the running total.
    """

    number: int
    nick: str
    kind: Kind
    rack: str
    text: str
    score: int | None
    total: int | None
    more: str = ""


@dataclass(frozen=True, slots=True)
class Pragma:
    """A line that starts with #, and the lines that go on with it."""

    number: int
    name: str
    value: str


def read_lines(text: str) -> Iterator[Line | Pragma]:
    """The events and pragmas of a file."""
    pragma: Pragma | None = None
    more: list[str] = []
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        written = raw.strip()
        if not written:
            continue
        if pragma is not None and written[0] not in "#>":
            more.append(written)
            continue
        if pragma is not None:
            yield _with_lines(pragma, more)
            pragma, more = None, []
        if written[0] == "#":
            pragma = _read_pragma(written, number)
        else:
            yield _read_line(written, number)
    if pragma is not None:
        yield _with_lines(pragma, more)


def unreadable(number: int, reason: str) -> NotationError:
    """The refusal of a line."""
    return NotationError(f"line {number}: {reason}", "unreadable", line=number)


def _read_pragma(written: str, number: int) -> Pragma | None:
    """The pragma of a line; a # before anything but a name is a remark of no consequence."""
    match = _PRAGMA.fullmatch(written)
    return Pragma(number, match["name"].lower(), match["value"]) if match else None


def _with_lines(pragma: Pragma, more: list[str]) -> Pragma:
    return Pragma(pragma.number, pragma.name, "\n".join((pragma.value, *more)))


def _read_line(written: str, number: int) -> Line:
    match = _LINE.fullmatch(written if written.isascii() else written.translate(_DASHES))
    if not match:
        raise unreadable(number, f"{written[:60]!r} is not an event")
    kind, text = _read_event(match)
    score = match["score"] or match["alone"]
    return Line(
        number=number,
        nick=match["nick"].strip(),
        kind=kind,
        rack=match["rack"] or "",
        text=text,
        score=None if score is None else _read_score(score),
        total=None if match["total"] is None else int(match["total"]),
        more=match["more"] or "",
    )


def _read_event(match: re.Match[str]) -> tuple[Kind, str]:
    if match["play"] is not None:
        return Kind.PLAY, match["play"]
    if match["withdrawn"] is not None:
        return Kind.WITHDRAWN, ""
    if match["exchanged"] is not None:
        return (Kind.EXCHANGE if match["exchanged"] else Kind.PASS), match["exchanged"]
    remark = match["remark"].strip()
    return _REMARKS.get(remark, Kind.RACK), remark


def _read_score(written: str) -> int:
    """Some writers put both signs: "+-10" is minus ten."""
    number = int(written.lstrip("+-"))
    return -number if "-" in written else number


_NAMED = re.compile(rb"^#character-encoding[ \t]+(\S+)", re.MULTILINE | re.IGNORECASE)
# Files that claim Latin-1 are often really cp1252. The list is our own because Python remembers
# for ever every name that it is asked for and does not know.
_NAMES = {
    "utf-8": """utf8 utf u8 utf8ucs2 utf8ucs4 cp65001 ascii usascii us 646 iso646us iso646irv1991
        isoir6 ansix341968 ansix341986 cp367 ibm367 csascii""",
    "cp1252": """cp1252 windows1252 1252 iso88591 iso885911987 iso8859 8859 latin1 latin l1 isoir100
        cp819 ibm819 csisolatin1""",
    "iso8859-2": "iso88592 iso885921987 latin2 l2 isoir101 csisolatin2",
    "cp1250": "cp1250 windows1250 1250",
    "iso8859-15": "iso885915 latin9 l9",
    "iso8859-16": "iso885916 iso8859162001 latin10 l10 isoir226",
}
_KNOWN = {name: encoding for encoding, names in _NAMES.items() for name in names.split()}
"""The encodings we read, by their names in small letters without punctuation."""

_LONGEST_NAME = 40


def decode(file: bytes) -> str:
    """The text of a file, whatever program wrote it."""
    file = file.removeprefix(codecs.BOM_UTF8)
    named = _NAMED.search(file)
    if named is None:
        return _decode_unnamed(file)
    encoding = _known(named[1].decode("ascii", "replace"))
    try:
        return file.decode(encoding)
    except UnicodeDecodeError as fault:
        if encoding == "cp1252":
            return file.decode("iso8859-1")
        line = file.count(b"\n", 0, fault.start) + 1
        raise NotationError(
            f"line {line}: not {encoding}, as the file says it is", "unreadable", line=line
        ) from None


def _decode_unnamed(file: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return file.decode(encoding)
        except UnicodeDecodeError:
            continue
    return file.decode("iso8859-1")


def _known(name: str) -> str:
    written = name[:_LONGEST_NAME]
    encoding = _KNOWN.get(re.sub(r"[\W_]", "", written).lower())
    if encoding is None or written != name:
        raise NotationError(f"the character encoding {written!r} is not one we read")
    return encoding


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
    return Record(draft.players, tuple(events), notes, tuple(draft.headers), draft.variant)


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
    if kind != ARBITERS_DRAW:
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
