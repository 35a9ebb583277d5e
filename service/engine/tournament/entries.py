"""Who may be in an event, who may sit, and who may still change a result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from service.engine.errors import TooFewRoundsError, TooLateError
from service.engine.rules import Rules
from service.engine.tournament.document import Player, Tournament
from service.engine.tournament.provisions import Corrector, EntryKind, LateEntry, said


class Moment(StrEnum):
    """How far a result has gone."""

    OPEN = "open"
    SIGNED = "signed"
    HANDED_IN = "handed_in"
    NEXT_ROUND = "next_round"


@dataclass(frozen=True, slots=True)
class Entry:
    """Whether somebody may enter now, until which round, and what they count for pairing."""

    allowed: bool
    until: int
    fictitious: int | None


@dataclass(frozen=True, slots=True)
class Passed:
    """Somebody who stands lower than the one who sits, and why they do not."""

    player: str
    article: str
    detail: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who has no opponent in a round; `again`: they sat before, `members`: those of a pair."""

    player: str
    article: str
    passed_over: tuple[Passed, ...]
    again: bool = False
    members: tuple[str, ...] = ()


def late_entry(rounds: int, number: int, rules: Rules) -> Entry:
    """Whether players may enter at this round of so many."""
    entry = said(rules.tournament.late_entry, "until when players may enter")
    until = last_entry(rounds, entry)
    allowed = number <= until
    halves = number - 1 if entry.fictitious else 0
    return Entry(allowed, until, halves if allowed else None)


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
    event = said(rules.tournament.event, "how long an event is")
    if tournament.rounds < event.least_rounds:
        raise TooFewRoundsError(f"{tournament.rounds} rounds: {event.least_rounds} is the least")
    entry = rules.tournament.late_entry
    if not isinstance(entry, LateEntry) or entry.kind is EntryKind.BEFORE_FIRST:
        return
    until = max(1, last_entry(tournament.rounds, entry))
    for player in tournament.players:
        if player.joined > until:
            raise TooLateError(
                f"{player.id!r} joined in round {player.joined}: round {until} is the last for it"
            )


def who_sits(
    order: Sequence[Player], byes: Mapping[str, int], rules: Rules
) -> tuple[list[Player], tuple[Passed, ...]]:
    """Who may sit, the last in the standing first, and who below them may not."""
    bye = said(rules.tournament.bye, "who sits")
    may, passed = [], []
    for player in reversed(order):
        if player.joined > 1 and not bye.late_entrants:
            passed.append(Passed(player.id, bye.article, f"joined in round {player.joined}"))
        elif bye.once and byes.get(player.id, 0):
            passed.append(Passed(player.id, bye.article, "has sat before"))
        else:
            may.append(player)
    return may, tuple(passed)


def eliminated(missed: int, rounds: int, rules: Rules) -> bool:
    """Whether somebody missed too many rounds of the event."""
    elimination = said(rules.tournament.elimination, "who is eliminated")
    return missed * elimination.share > rounds


def who_corrects(moment: Moment, rules: Rules, *, both: bool, reverses: bool) -> Corrector:
    """Who may change a result by then; `both` ask for it, and it `reverses` who won."""
    event = said(rules.tournament.event, "who may correct a result")
    match moment:
        case Moment.OPEN:
            return Corrector.PLAYERS
        case Moment.SIGNED:
            return Corrector.PLAYERS if both else Corrector.NOBODY
        case Moment.HANDED_IN:
            return event.handed_in if both and reverses else Corrector.NOBODY
        case Moment.NEXT_ROUND:
            return Corrector.NOBODY
        case _:
            assert_never(moment)
