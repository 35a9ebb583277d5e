"""What an edition may decide about tournaments, as types only.

Every section of an edition file about tournaments is one of these; one that says nothing but its
article and a reading, or that is not there, is `Silent`, and whoever needs it is told so.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from service.engine.errors import SilentError


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a rule comes from; `reading` says how we take a text that is silent or ambiguous."""

    article: str
    reading: str


class Key(StrEnum):
    """What a classification is ordered by."""

    POINTS = "points"
    MEDIAN_BUCHHOLZ = "median_buchholz"
    BERGER = "berger"
    SPREAD = "spread"
    TOTAL = "total"
    NAME = "name"
    BEST_DIFFERENCES = "best_differences"


class System(StrEnum):
    """A way of pairing; those that a text only names have no function."""

    DISTANCE = "distance"
    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    KOTH = "koth"
    MODIFIED_SWISS = "modified_swiss"
    RAPID = "rapid"
    FACTORED = "factored"
    SNAKE = "snake"
    PORTLAND = "portland"
    GUELPH = "guelph"
    DUTCH = "dutch"
    GREEN = "green"
    NAST = "nast"
    CHEW = "chew"


class Repeats(StrEnum):
    """Whether two players may meet again.

    AVOID: never while there is another pairing. IF_NEEDED: where the usual way down the standing
    comes to a dead end.
    """

    NEVER = "never"
    AVOID = "avoid"
    IF_NEEDED = "if_needed"
    ALLOWED = "allowed"


class FirstRoundKind(StrEnum):
    """Who meets whom before there is a standing.

    HALVES: the first of the upper half meets the first of the lower half. ENDS: the strongest meets
    the weakest of another club, by lot where nobody is rated. STANDING: as in later rounds, by
    rating.
    """

    HALVES = "halves"
    ENDS = "ends"
    STANDING = "standing"


class EntryKind(StrEnum):
    """Until when players may enter.

    UNTIL_HALF: in no case after the middle of the event. BEFORE_FIRST: not once it has begun, but
    the rounds missed by who was let in have a result. OPEN: at any time.
    """

    UNTIL_HALF = "until_half"
    BEFORE_FIRST = "before_first"
    OPEN = "open"


class Start(StrEnum):
    """Who begins a game: who has begun less often, or lots drawn at the table."""

    BALANCE = "balance"
    DRAW = "draw"


class Corrector(StrEnum):
    """Who may change a result."""

    NOBODY = "nobody"
    PLAYERS = "players"
    CHIEF_ARBITER = "chief_arbiter"


@dataclass(frozen=True, slots=True)
class Silent(Clause):
    """A section on which the regulation says nothing; `article` may say who decides instead."""


@dataclass(frozen=True, slots=True)
class Classification(Clause):
    """The keys between rounds and at the end, and the order of the letters in names."""

    between: tuple[Key, ...]
    final: tuple[Key, ...]
    alphabet: str


@dataclass(frozen=True, slots=True)
class Buchholz(Clause):
    """How many of the worst opponents are dropped, and how many from `long_from` rounds on."""

    drop: int
    long_from: int
    long_drop: int


@dataclass(frozen=True, slots=True)
class Bye(Clause):
    """A round without an opponent: by chance, or missed, in which case spread is lost.

    `once` is whether nobody sits twice, `late_entrants` whether those who joined later may sit.
    """

    halves: int
    spread: int
    once: bool
    late_entrants: bool
    missed_spread: int
    excused_spread: int
    missed_halves: int = 0


@dataclass(frozen=True, slots=True)
class LateEntry(Clause):
    """Until when players may enter, and whether half of the rounds missed count for pairing."""

    kind: EntryKind
    fictitious: bool


@dataclass(frozen=True, slots=True)
class Size:
    """How many rounds up to so many players."""

    players: int
    rounds: int


@dataclass(frozen=True, slots=True)
class Event(Clause):
    """How long an event is; `sizes` is empty where the organiser says.

    `all_play_all` is whether so few players as rounds meet each other once. `annulled` is the
    article that annuls games, empty where none does; `handed_in` who may reverse a result once the
    form is handed in and before the next round, and `recorded` who may put right at any time what
    was wrongly recorded, by the article `correcting`. `appeals` is the article by which there are
    appeals until the next round begins, empty where none does, and `winner_fills` the one by which
    the winner fills the result form in and hands it over.
    """

    least_rounds: int
    sizes: tuple[Size, ...]
    all_play_all: bool
    annulled: str
    handed_in: Corrector
    recorded: Corrector = Corrector.NOBODY
    correcting: str = ""
    appeals: str = ""
    winner_fills: str = ""


@dataclass(frozen=True, slots=True)
class FirstRound(Clause):
    """Who meets whom in round 1; `newcomer` is what the unrated are rated from round 2 on."""

    kind: FirstRoundKind
    newcomer: int


@dataclass(frozen=True, slots=True)
class Pairing(Clause):
    """The usual system and what it may relax.

    An event of more than `long_rounds` rounds lets pairs repeat on another day (0: never). Clubs
    are kept apart in the first `club_rounds` rounds, unless `club_percent` of the entrants are of
    one. KOTH repeats in the last `koth_repeats` rounds. `systems` gives the article of each system;
    `named` says what is missing of those that the text only names.
    """

    system: System
    repeats: Repeats
    long_rounds: int
    club_rounds: int
    club_percent: int
    koth_repeats: int
    start: Start
    systems: dict[str, str]
    named: dict[str, str]


@dataclass(frozen=True, slots=True)
class Warnings(Clause):
    """Spread lost for each technical warning beyond `free`; one disciplinary counts for several.

    `chief` is the article by which only the chief arbiter gives a disciplinary one, empty where
    none does.
    """

    free: int
    amount: int
    disciplinary: int
    chief: str = ""


@dataclass(frozen=True, slots=True)
class Compensation(Clause):
    """What is added to the value of a play that was judged wrongly, if shown on the `same_day`."""

    bonus: int
    same_day: bool = False


@dataclass(frozen=True, slots=True)
class Elimination(Clause):
    """Eliminated is who misses more than one in `share` rounds; `chief` as for warnings."""

    share: int
    chief: str = ""


@dataclass(frozen=True, slots=True)
class Gibson(Clause):
    """How far one round can move a spread, for telling who cannot be caught any more."""

    cap: int


@dataclass(frozen=True, slots=True)
class Pairs(Clause):
    """An event in which so many players are one entrant, each with a game in every round."""

    members: int


@dataclass(frozen=True, slots=True)
class Sending(Clause):
    """What a federation is sent after an event: to whom, in how many days, in which formats.

    Each of `formats` will do; `attach` says what has to be in it.
    """

    to: str
    days: int
    formats: tuple[str, ...]
    attach: tuple[str, ...]


NOWHERE = Silent("silent", "The edition has no such section.")


@dataclass(frozen=True, slots=True)
class TournamentRules:
    """The sections of an edition about tournaments."""

    classification: Classification | Silent = NOWHERE
    buchholz: Buchholz | Silent = NOWHERE
    bye: Bye | Silent = NOWHERE
    late_entry: LateEntry | Silent = NOWHERE
    event: Event | Silent = NOWHERE
    first_round: FirstRound | Silent = NOWHERE
    pairing: Pairing | Silent = NOWHERE
    warnings: Warnings | Silent = NOWHERE
    compensation: Compensation | Silent = NOWHERE
    elimination: Elimination | Silent = NOWHERE
    gibson: Gibson | Silent = NOWHERE
    pairs: Pairs | Silent = NOWHERE
    sending: Sending | Silent = NOWHERE


Said = TypeVar("Said", bound=Clause)


def said(section: Said | Silent, what: str) -> Said:
    """The section, refused where the regulation is silent about `what`."""
    if isinstance(section, Silent):
        by = "" if section.article == NOWHERE.article else f" ({section.article})"
        raise SilentError(f"the regulation does not say {what}: {section.reading}{by}")
    return section
