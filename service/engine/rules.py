"""What an edition of a regulation may decide, as types only.

Every value is read from an edition file (service/rulebook). A choice between procedures is a
closed list, so the type checker can tell when a rule is forgotten somewhere. A clause carries the
article it comes from and, where the text is silent or says two things, the reading we chose.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from service.engine.board import Plan
from service.engine.tiles import Alphabet
from service.engine.tournament.provisions import Clause as Clause
from service.engine.tournament.provisions import TournamentRules


class PenaltyKind(StrEnum):
    """How a challenge is paid for."""

    NONE = "none"
    PERCENT = "percent"
    POINTS_PER_WORD = "points_per_word"
    POINTS_PER_PLAY = "points_per_play"
    BONUS_PER_WORD = "bonus_per_word"
    RISING_POINTS = "rising_points"
    LOST_TURN = "lost_turn"
    LOST_TURN_AFTER_FIRST = "lost_turn_after_first"
    SECONDS = "seconds"


class TurnKind(StrEnum):
    """What a turn came to, as far as endings are concerned."""

    PLAY = "play"
    ZERO = "zero"
    PASS = "pass"
    EXCHANGE = "exchange"
    WITHDRAWN = "withdrawn"
    LOST = "lost"


class LeftoverKind(StrEnum):
    """What becomes of the tiles that the other player still holds when one goes out."""

    DEDUCT = "deduct"
    TRANSFER = "transfer"
    DOUBLE_TO_FINISHER = "double_to_finisher"


class OvertimeKind(StrEnum):
    """How time beyond the allowance is paid for."""

    NONE = "none"
    PER_MINUTE = "per_minute"
    FLAT = "flat"


class ConventionKind(StrEnum):
    """How a game that was lost off the board is written down."""

    SILENT = "silent"
    MARGIN_FROM_CLOCK = "margin_from_clock"
    BELOW_WINNER = "below_winner"
    FORFEIT_IF_AHEAD = "forfeit_if_ahead"
    FORFEIT = "forfeit"
    MINIMUM_SPREAD = "minimum_spread"
    FIXED_SPREAD = "fixed_spread"


class Compared(StrEnum):
    """Which scores decide whether the loser was ahead."""

    FINAL = "final"
    BEFORE_RACKS = "before_racks"
    RAW = "raw"


class Minutes(StrEnum):
    """What the minutes left on the winner's clock are added to."""

    TO_ACTUAL = "to_actual"
    TO_EITHER = "to_either"


class Limited(StrEnum):
    """Which time the least and the most of a clock are about."""

    INITIAL = "initial"
    WHOLE = "whole"


class SpreadOf(StrEnum):
    """Which scores a spread is the difference of."""

    FINAL = "final"
    PLAYS = "plays"


class FirstChallenge(StrEnum):
    """Which challenge of a player is the first, where the first costs nothing."""

    UNFOUNDED = "unfounded"
    ANY = "any"


class RetractedWords(StrEnum):
    """How many words a challenge counts that was taken back."""

    NAMED = "named"
    ONE = "one"


class WordCount(StrEnum):
    """How contested words are counted when one was formed and named twice."""

    ENTRIES = "entries"
    DISTINCT = "distinct"


class StoppedKind(StrEnum):
    """What counts when a game is stopped by the clock on the wall."""

    SILENT = "silent"
    DEDUCT = "deduct"
    AS_IT_STANDS = "as_it_stands"
    DRAW = "draw"


class Retraction(StrEnum):
    """What a challenge that is taken back comes to."""

    SILENT = "silent"
    UNFOUNDED = "unfounded"


class Rechallenge(StrEnum):
    """Whether a verdict may be asked for once more."""

    SILENT = "silent"
    NONE = "none"
    ONCE_WITH_ARGUMENT = "once_with_argument"
    ANOTHER_ARBITER = "another_arbiter"


class Correctable(StrEnum):
    """How long a number on a score sheet may be put right."""

    SILENT = "silent"
    AT_THE_PLAY = "at_the_play"
    UNTIL_SIGNED = "until_signed"


class Redeclaration(StrEnum):
    """Whether a blank on the board may be given another face."""

    SILENT = "silent"
    NEVER = "never"
    CHIEF_ARBITER = "chief_arbiter"


class LaterVerdict(StrEnum):
    """What a second verdict on the same challenge does to the first."""

    SILENT = "silent"
    FINAL = "final"
    REPLACED = "replaced"
    REPLACED_IN_TIME = "replaced_in_time"
    REPLACED_OR_COMPENSATED = "replaced_or_compensated"


class Entitled(StrEnum):
    """Who may have a challenge judged again."""

    ANYBODY = "anybody"
    CHALLENGER = "challenger"


class Ending(StrEnum):
    """What brought a game to its end."""

    OUT = "out"
    SCORELESS = "scoreless"
    TIME = "time"
    TOTAL_TIME = "total_time"
    ROUND_TIME = "round_time"
    ABANDON = "abandon"
    ABSENCE = "absence"
    ARBITER_DRAW = "arbiter_draw"


class Procedure(StrEnum):
    """Who puts a challenge to the lexicon, and where."""

    ARBITER = "arbiter"
    DEVICE_AT_TABLE = "device_at_table"
    DEVICE_AWAY = "device_away"
    RUNNERS = "runners"
    PLAYERS_RUN = "players_run"
    ARBITER_AWAY = "arbiter_away"


BY_ARBITERS = frozenset(
    (Procedure.ARBITER, Procedure.RUNNERS, Procedure.PLAYERS_RUN, Procedure.ARBITER_AWAY)
)
"""The ways in which no player types."""


class Asker(StrEnum):
    """Who gives the command to judge."""

    CHALLENGER = "challenger"
    OPPONENT = "opponent"
    ARBITER = "arbiter"


class FixedBy(StrEnum):
    """What makes the contested words final."""

    FIRST_LETTER = "first_letter"
    RISING = "rising"
    SLIP = "slip"
    SILENT = "silent"


class Covered(StrEnum):
    """What nobody may look at while a challenge is judged."""

    BOARD = "board"
    RACKS = "racks"


class ScoreAfter(StrEnum):
    """What becomes of the score of a play that was challenged and stands."""

    CONFIRMED = "confirmed"
    ANNOUNCED = "announced"
    RECORDED = "recorded"


class TimerKind(StrEnum):
    """A time that a regulation gives around a challenge, or that is counted for the whole room."""

    DOUBT = "doubt"
    HOLD = "hold"
    LAST_PLAY = "last_play"
    GAME = "game"
    LATE = "late"


@dataclass(frozen=True, slots=True)
class Penalty(Clause):
    """What one side of a challenge loses, or by a bonus the other gains.

    `steps` is only for the rising kind. `announced` is whether a tournament may announce numbers of
    its own, which then stand behind the variant's name: c:5, f:5-10-15.
    """

    kind: PenaltyKind
    amount: int
    steps: tuple[int, ...]
    announced: bool = False


@dataclass(frozen=True, slots=True)
class Rack(Clause):
    """How many tiles a player holds."""

    size: int


@dataclass(frozen=True, slots=True)
class Bingo(Clause):
    """The bonus for laying `tiles` tiles at once."""

    tiles: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Opening(Clause):
    """What the first play must be."""

    min_tiles: int
    covers_centre: bool


@dataclass(frozen=True, slots=True)
class Placement(Clause):
    """Whether a misplaced play that nobody contests stays and counts.

    `priced` is whether contesting a placement in vain costs what contesting a word does.
    """

    stands_uncontested: bool
    priced: bool


@dataclass(frozen=True, slots=True)
class ChallengeRules(Clause):
    """Who pays what when a play is challenged.

    `unfounded` holds the edition's variants by name; `default_variant` is the one in force when
    the organiser announced no other. `aliases` are names such as "senior". `articles` says where
    `retraction` and `rechallenge` are written, where that is not the article of the whole, and
    `placement` where the text lets a misplaced play be contested.
    """

    rejected: Penalty
    unfounded: dict[str, Penalty]
    default_variant: str
    aliases: dict[str, str]
    counts: WordCount
    retraction: Retraction
    retracted: RetractedWords
    first: FirstChallenge
    rechallenge: Rechallenge
    articles: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exchange(Clause):
    """How full the bag must be before tiles may be exchanged."""

    min_bag: int


@dataclass(frozen=True, slots=True)
class FreeExchange(Clause):
    """An exchange of the whole rack that keeps the turn; `per_player` is 0 where there is none.

    `after_exchange` is whether it may also come after an ordinary exchange of the same turn.
    """

    per_player: int
    min_bag: int
    after_exchange: bool


@dataclass(frozen=True, slots=True)
class ScorelessRun:
    """A run of turns of these kinds that ends a game."""

    kinds: frozenset[TurnKind]
    turns: int


@dataclass(frozen=True, slots=True)
class Scoreless(Clause):
    """Endings without a word; some editions do not count them while nobody has scored.

    `runs` are those of two players together, `each` those of every player where three or four play.
    """

    runs: tuple[ScorelessRun, ...]
    each: tuple[ScorelessRun, ...]
    only_after_a_score: bool


@dataclass(frozen=True, slots=True)
class Leftover(Clause):
    """What tiles on a rack cost at the end; a blank there may be worth more than on the board.

    `nobody_out` is the article by which each pays for the own rack when nobody went out, `several`
    the one that settles games of three or four, empty where none does.
    """

    kind: LeftoverKind
    blank_value: int
    nobody_out: str
    several: str


@dataclass(frozen=True, slots=True)
class Overtime(Clause):
    """What time beyond the allowance costs.

    `amount` is per started minute or flat; `exhausted` replaces a flat amount at `lost_from`
    seconds, when the game is lost. `needs_call` is whether it is lost only if the opponent says so.
    """

    kind: OvertimeKind
    amount: int
    exhausted: int
    lost_from: int
    needs_call: bool


@dataclass(frozen=True, slots=True)
class Clock(Clause):
    """How long a player may think; an organiser may set anything from `least` to `most`.

    `limits` says which time that is, the initial one or the whole with supplementary time; `others`
    whether tournaments outside the official ones may set another. `room` are the times that are
    counted down for the whole room; one that ends every game is the section `total_time`.
    """

    seconds: int
    least: int
    most: int
    limits: Limited
    others: bool
    room: tuple["Timer", ...] = ()


@dataclass(frozen=True, slots=True)
class Convention(Clause):
    """The result of a game that one player lost off the board.

    Each kind uses some of the numbers: `deduction` from the loser's score, the least `margin` of
    the winner, `per_minute` left on the winner's clock, the `score` of a forfeit, and the spreads
    of a winner, of a loser and of a loser who is excused. `racks` says whether unplayed tiles are
    deducted first, `overtime` whether time beyond the allowance is paid for as well, `compared`
    which scores tell whether the loser was ahead and `minutes` what minutes left are added to.
    """

    kind: ConventionKind
    racks: bool
    compared: Compared
    deduction: int
    margin: int
    per_minute: int
    minutes: Minutes
    overtime: bool
    score: int
    winner_spread: int
    loser_spread: int
    excused_spread: int


@dataclass(frozen=True, slots=True)
class BothLost(Clause):
    """A game that both players lost off the board; `spread` is what each loses, if excused."""

    silent: bool
    spread: int
    excused_spread: int


@dataclass(frozen=True, slots=True)
class Stopped(Clause):
    """A game that the tournament's time brings to an end; `seconds` is 0 where none are named."""

    kind: StoppedKind
    seconds: int


@dataclass(frozen=True, slots=True)
class Standing(Clause):
    """Classification points, counted in halves, and the largest spread of one game.

    `scored` is false where the regulation gives no points; `spread_of` tells which scores a spread
    is the difference of, and `spread_cap` 0 means no cap.
    """

    scored: bool
    win_halves: int
    draw_halves: int
    loss_halves: int
    spread: bool
    spread_of: SpreadOf
    spread_cap: int


@dataclass(frozen=True, slots=True)
class Way(Clause):
    """How one procedure goes; `slip` tells whether the words are first written on paper."""

    asks: Asker
    fixed_by: FixedBy
    covers: tuple[Covered, ...]
    slip: bool


@dataclass(frozen=True, slots=True)
class Timer(Clause):
    """A time in seconds that players would else count in their heads."""

    kind: TimerKind
    seconds: int


@dataclass(frozen=True, slots=True)
class Corrections(Clause):
    """Until when the score of a play, and a running total, may be put right.

    A score that may no longer be put right stands as it was announced.
    """

    scores: Correctable
    sums: Correctable


@dataclass(frozen=True, slots=True)
class Blanks(Clause):
    """Whether a blank may change its face after its play."""

    redeclared: Redeclaration


@dataclass(frozen=True, slots=True)
class LaterVerdicts(Clause):
    """What a second verdict does while no tile has touched a rack, and what it does afterwards.

    `verdicts` is how many there are on one challenge, the first among them (0: no limit), and
    `entitled` who may ask for another. `bonus` is what a player who was wronged gets in spread
    beside the value of the play.
    """

    kind: LaterVerdict
    bonus: int
    verdicts: int = 0
    entitled: Entitled = Entitled.ANYBODY


@dataclass(frozen=True, slots=True)
class ArbitersDraw(Clause):
    """Whether an arbiter may call a game that cannot be restored a draw."""

    silent: bool


@dataclass(frozen=True, slots=True)
class Rating(Clause):
    """Which games do not count for the players' ratings; `silent` where none is spoken of.

    Of the endings that are `unsaid` the text does not say whether they count.
    """

    silent: bool
    unrated: frozenset[Ending]
    unsaid: frozenset[Ending] = frozenset()


@dataclass(frozen=True, slots=True)
class Procedures(Clause):
    """The ways of consulting the lexicon that the edition knows, and its words for yes and no.

    `score`, `ways` and `timers` guide the players on a device; a file without them is served all
    the same.
    """

    kinds: tuple[Procedure, ...]
    valid: str
    invalid: str
    score: ScoreAfter = ScoreAfter.CONFIRMED
    ways: dict[str, Way] = field(default_factory=dict)
    timers: tuple[Timer, ...] = ()


class Decides(StrEnum):
    """Whose word it is where an article leaves something open."""

    DIRECTOR = "director"
    ARBITER = "arbiter"
    ORGANISER = "organiser"
    FEDERATION = "federation"


@dataclass(frozen=True, slots=True)
class Leeway(Clause):
    """By whose word an event may have it otherwise; `choices` where only some ways are open."""

    decided_by: Decides
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Identity(Clause):
    """The federation's name and the colours it is shown with, as `#rrggbb`; both may be empty."""

    name: str
    colours: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """One edition of one regulation, complete.

    `sequence` orders the editions of a federation; `lexicon` is the word list it plays with.
    `conditions` is what the text leaves to an event, and `presets` are such as clubs announce, in
    the words of a request: they are offered and never assumed. Where an event has used what is
    left to it, `decided` tells of each article by whose word.
    """

    id: str
    federation: str
    language: str
    title: str
    sequence: int
    lexicon: str
    alphabet: Alphabet
    plan: Plan
    identity: Identity
    board: Clause
    tiles: Clause
    rack: Rack
    opening: Opening
    placement: Placement
    premiums: Clause
    bingo: Bingo
    procedures: Procedures
    challenge: ChallengeRules
    exchange: Exchange
    free_exchange: FreeExchange
    passing: Clause
    going_out: Clause
    scoreless: Scoreless
    leftover: Leftover
    clock: Clock
    overtime: Overtime
    time_loss: Convention
    total_time: Stopped
    round_time: Stopped
    abandonment: Convention
    both_abandon: BothLost
    absence: Convention
    both_absent: BothLost
    drawn: Clause
    standing: Standing
    corrections: Corrections
    blanks: Blanks
    later_verdicts: LaterVerdicts
    arbiters_draw: ArbitersDraw
    rating: Rating
    conditions: dict[str, Leeway]
    tournament: TournamentRules
    presets: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    decided: Mapping[str, str] = field(default_factory=dict)
