"""What a director's file holds: players, games and notes, as values, and whether it is sound.

A game of one player is a bye or a missed round; a game without scores and ending is paired but not
played yet. A result is never guessed from scores: 0-0 may be a game that both lost. At the end
stands what FIDE's report (TRF) has of a player: columns that other programs count.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from operator import itemgetter
from typing import NamedTuple, assert_never

from service.engine.errors import (
    RecordError,
    RoundIncompleteError,
    TooFewRoundsError,
    TooLateError,
    TwiceInRoundError,
    UnknownPlayerError,
)
from service.engine.rules import Rules
from service.engine.settlement import Each, Pair
from service.engine.tournament.provisions import EntryKind, LateEntry, said

_PLAYERS, _SCORES = itemgetter(1), itemgetter(2)
MOST_PLAYERS = 1000
MOST_ROUNDS = 40
NAMES = ("whole", "short", "none")
"""How pages call players: a surname may be an initial, and a name a number of the list."""


class EndedBy(StrEnum):
    """How a game of a tournament ended, in the words of a settlement and three more."""

    OUT = "out"
    SCORELESS = "scoreless"
    TIME = "time"
    TOTAL_TIME = "total_time"
    ROUND_TIME = "round_time"
    ABANDON = "abandon"
    ABSENCE = "absence"
    BYE = "bye"
    ARBITER_DRAW = "arbiter_draw"
    ANNULLED = "annulled"


class NoteKind(StrEnum):
    """What the arbiters noted about a player beside the games."""

    COMPENSATION = "compensation"
    TECHNICAL_WARNING = "technical_warning"
    DISCIPLINARY_WARNING = "disciplinary_warning"
    SPREAD = "spread"


class Player(NamedTuple):
    """Somebody who entered; `joined` is the first round, from `left` on nobody pairs them.

    In an event of pairs `team` is the pair; a pair that stands as one entrant has `members`.
    """

    id: str
    name: str
    rating: int | None = None
    club: str | None = None
    joined: int = 1
    left: int | None = None
    reason: str | None = None
    team: str | None = None
    members: tuple[str, ...] = ()

    def plays_in(self, number: int) -> bool:
        """Whether the player is to be paired in this round."""
        return self.joined <= number and (self.left is None or number < self.left)


class Game(NamedTuple):
    """A table of a round; `at_fault` are those who overran, gave up or did not come.

    A tuple, because a season has thousands of them.
    """

    round: int
    players: tuple[str, ...]
    scores: Pair | None = None
    ended_by: EndedBy | None = None
    at_fault: tuple[int, ...] = ()
    excused: Each = False
    table: int | None = None
    first: str | None = None

    @property
    def open(self) -> bool:
        """Whether the result is not in yet."""
        return self.scores is None and self.ended_by is None


class Outcome(NamedTuple):
    """What the result of a game is, whatever else is written of it."""

    scores: Pair | None
    ended_by: EndedBy | None = None
    at_fault: tuple[int, ...] = ()
    excused: Each = False


@dataclass(frozen=True, slots=True)
class Note:
    """Spread given or taken by an arbiter; `amount` is a play's value for a compensation."""

    player: str
    kind: NoteKind
    amount: int = 0
    round: int | None = None
    article: str | None = None


class ActKind(StrEnum):
    """What was done beside the games, in the record of an event."""

    CORRECTION = "correction"
    RULING = "ruling"
    VERDICT = "verdict"
    WARNING = "warning"
    ABSENCE = "absence"
    WITHDRAWAL = "withdrawal"
    UNDO = "undo"
    APPEAL = "appeal"
    CLOSED = "closed"


class Decider(StrEnum):
    """By whose word an act was done."""

    CHIEF_ARBITER = "chief_arbiter"
    ARBITER = "arbiter"
    DIRECTOR = "director"
    PLAYER = "player"


class State(NamedTuple):
    """How something stood before or after an act: a result, a round, a verdict, a note."""

    result: Outcome | None = None
    games: tuple[Game, ...] = ()
    event: int | None = None
    kind: NoteKind | None = None
    play: int | None = None


NOTHING_SAID = State()


@dataclass(frozen=True, slots=True)
class Act:
    """A line of the record, which only grows: an `undo` removes none.

    It takes a round back or, where it names a player, a note of that `kind` and round.
    """

    n: int
    kind: ActKind
    by: Decider
    round: int | None = None
    table: int | None = None
    player: str | None = None
    article: str | None = None
    before: State = NOTHING_SAID
    after: State = NOTHING_SAID


@dataclass(frozen=True, slots=True)
class Tournament:
    """The whole document; `days` is how many rounds each day has, where that matters.

    Where entrants are pairs each has as many `seats` in a round; those `apart` may not meet.
    """

    players: tuple[Player, ...]
    games: tuple[Game, ...] = ()
    rounds: int = 1
    notes: tuple[Note, ...] = ()
    days: tuple[int, ...] = ()
    name: str = ""
    version: int = 0
    record: tuple[Act, ...] = ()
    seats: int = 1
    apart: tuple[frozenset[str], ...] = ()


def games_by_round(tournament: Tournament) -> list[list[Game]]:
    """The games of each round; the list at 0 stays empty."""
    last = tournament.rounds
    rounds: list[list[Game]] = [[] for _ in range(last + 1)]
    for game in tournament.games:
        number = game.round
        if not 1 <= number <= last:
            raise no_round(number, last).at(" and ".join(game.players))
        rounds[number].append(game)
    return rounds


def no_round(number: int, last: int) -> RecordError:
    """Why nothing can be said of a round that the event does not have."""
    told = f"there is no round {number}: the event has {last}"
    return RecordError(told, "no_round", round=number, rounds=last)


def last_complete_round(rounds: Sequence[Sequence[Game]]) -> int:
    """The last round before which, and in which, every result is in."""
    for number in range(1, len(rounds)):
        games = rounds[number]
        if not games or (None in map(_SCORES, games) and any(game.open for game in games)):
            return number - 1
    return len(rounds) - 1


def counted_round(rounds: Sequence[Sequence[Game]], after: int | None) -> int:
    """The round to count up to: the last complete one, unless another is asked for.

    Refused where a result up to that one is missing.
    """
    complete = last_complete_round(rounds)
    if after is None:
        return complete
    if after >= len(rounds):
        raise no_round(after, len(rounds) - 1)
    if after <= complete:
        return after
    missing = [game for game in rounds[complete + 1] if game.open]
    what = f"the result of {' and '.join(missing[0].players)}" if missing else "every game"
    raise RoundIncompleteError(f"round {complete + 1} lacks {what}")


def check_seats(tournament: Tournament) -> list[list[Game]]:
    """The games of each round; ids used twice, names of nobody and two seats in one are refused."""
    known: set[str] = set()
    for player in tournament.players:
        if player.id in known:
            told = f"two players have the id {player.id!r}"
            raise RecordError(told, "same_id", id=player.id)
        known.add(player.id)
    for note in notes_of(tournament):
        require_known((note.player,), known)
    rounds = games_by_round(tournament)
    for number, games in enumerate(rounds):
        seats = list(chain.from_iterable(map(_PLAYERS, games)))
        seated = set(seats)
        if len(seated) == len(seats) and seated <= known:
            continue
        try:
            require_known(seats, known)
        except UnknownPlayerError as fault:
            raise fault.at(f"round {number}") from None
        twice = next((p for p, count in Counter(seats).items() if count > tournament.seats), None)
        if twice is None:
            continue
        raise TwiceInRoundError(f"{twice!r} has two entries in round {number}")
    return rounds


def require_known(players: Iterable[str], known: Iterable[str]) -> None:
    """Refuse an id that no player has."""
    for player in players:
        if player not in known:
            raise UnknownPlayerError(f"there is no player {player!r}")


def outcome_of(game: Game) -> Outcome:
    """The result of a game."""
    return Outcome(game.scores, game.ended_by, game.at_fault, game.excused)


def notes_of(tournament: Tournament) -> list[Note]:
    """The notes of the document and those that stand in its record, each once."""
    notes = list(tournament.notes)
    left = Counter(map(_about, notes))
    for note in _recorded(tournament.record):
        if left[_about(note)]:
            left[_about(note)] -= 1
        else:
            notes.append(note)
    return notes


def _about(note: Note) -> tuple[object, ...]:
    return note.player, note.kind, note.round


def _recorded(record: Iterable[Act]) -> list[Note]:
    """The notes of a record that were not taken back.

    A warning is a technical one unless it says otherwise; a verdict with the value of the `play`
    that was judged wrongly is a compensation.
    """
    notes: list[Note] = []
    for act in record:
        kind, amount = act.after.kind or NoteKind.TECHNICAL_WARNING, act.after.play
        if act.player is None:
            continue
        if act.kind is ActKind.VERDICT and amount is not None:
            kind = NoteKind.COMPENSATION
        elif act.kind is ActKind.UNDO:
            gone = act.player, act.before.kind, act.round
            last = next((note for note in reversed(notes) if _about(note) == gone), None)
            notes = [note for note in notes if note is not last]
            continue
        elif act.kind is not ActKind.WARNING:
            continue
        notes.append(Note(act.player, kind, amount or 0, act.round, act.article))
    return notes


def day_of(number: int, days: Sequence[int]) -> int:
    """The day on which a round is played, 0 where the document names no days."""
    played = 0
    for day, rounds in enumerate(days, 1):
        played += rounds
        if number <= played:
            return day
    return len(days) + 1 if days else 0


def check_length(rounds: int, rules: Rules) -> None:
    """Refuse an event of too few rounds."""
    event = said(rules.tournament.event, "how long an event is")
    if rounds < event.least_rounds:
        raise TooFewRoundsError(f"{rounds} rounds: {event.least_rounds} is the least")


def last_entry(rounds: int, entry: LateEntry) -> int:
    """The last round at which players may enter."""
    match entry.kind:
        case EntryKind.UNTIL_HALF:
            return rounds // 2
        case EntryKind.BEFORE_FIRST:
            return 1
        case EntryKind.OPEN:
            return rounds
        case _:
            assert_never(entry.kind)


def check_event(tournament: Tournament, rules: Rules) -> None:
    """Refuse an event that is too short, or one that let somebody in when nobody may enter."""
    check_length(tournament.rounds, rules)
    entry = rules.tournament.late_entry
    if not isinstance(entry, LateEntry) or entry.kind is EntryKind.BEFORE_FIRST:
        return
    until = max(1, last_entry(tournament.rounds, entry))
    for player in tournament.players:
        if player.joined > until:
            raise TooLateError(
                f"{player.id!r} joined in round {player.joined}: round {until} is the last for it"
            )


# A round of a TRF is an opponent's number, a colour (`w` began) and a letter for the result: `H` is
# half a point without a game, `U` a bye, `Z` a round missed, `+` and `-` a game without one player.
FIRST_ROUND, ROUND_WIDTH = 91, 10
HALVES = {"1": 2, "=": 1, "0": 0, "+": 2, "-": 0, "U": 2, "F": 2, "H": 1, "Z": 0}
HALVES |= {"W": 2, "D": 1, "L": 0}


def report_line(number: int, name: str, rating: int | None, rounds: Iterable[str]) -> str:
    """The record 001 of a player, with the points that the rounds add up to."""
    cells = list(rounds)
    points = sum(HALVES.get(cell.rstrip()[-1:], 0) for cell in cells)
    head = f"001 {number:>4}      {name[:33]:<33} {rating or '':>4}"
    return f"{head:<80}{points / 2:>4.1f} {number:>4}  " + "  ".join(cells)


def round_cell(opponent: int, colour: str, result: str) -> str:
    """A round of a player; opponent 0 is nobody."""
    return f"{opponent:>4} {colour} {result}" if opponent else f"0000 - {result}"
