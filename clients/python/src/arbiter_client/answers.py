"""What an answer holds: the JSON of the contract, as types with the same names.

One addition: the two answers that opened a lexicon carry its identity, which travels in the header
`Lexicon`.
"""

from typing import Literal, NotRequired, TypedDict

from arbiter_client.questions import Game


class LexiconUsed(TypedDict):
    """Which lexicon gave an answer: the hash is that of its file."""

    language: str
    version: str
    sha256: str


class Verdict(TypedDict):
    """Whether every word of a challenge is valid; which one is not is never told."""

    valid: bool
    lexicon: NotRequired[LexiconUsed]


class Spelling(TypedDict):
    """How an entry is read: its tiles, or nothing where a letter has no tile."""

    text: str
    tiles: list[str] | None


class Spelled(TypedDict):
    """How each entry is read."""

    words: list[Spelling]


class WordScore(TypedDict):
    """A word that a play forms, and what it scores."""

    word: str
    score: int
    sum: NotRequired[str]


class PlayScore(TypedDict):
    """What a play scores; `agrees` only if a score was declared."""

    score: int
    words: list[WordScore]
    bonus: int
    tiles: int
    agrees: NotRequired[bool]


class MoverShare(TypedDict):
    """What a challenge means for the player who made the play."""

    points: int
    turn: Literal["kept", "lost"]


class ChallengerShare(MoverShare):
    """What a challenge means for the player who made it."""

    seconds: int


class Judgement(TypedDict):
    """The verdict on a challenged play and its consequences."""

    valid: bool
    score: int
    withdrawn: bool
    mover: MoverShare
    challenger: ChallengerShare
    lexicon: NotRequired[LexiconUsed]


class Adjustment(TypedDict):
    """Points added after the last play, and the article that says so.

    `spread` is what an arbiter's decision adds to the spread alone.
    """

    player: int
    points: int
    article: str
    decided_by: NotRequired[str]
    spread: NotRequired[int]


class Result(TypedDict):
    """A settled game; `points`, `spread` and `rated` only where the edition defines them."""

    final: list[int]
    winner: int | None
    result: Literal["win", "draw", "both_lose"]
    adjustments: list[Adjustment]
    points: NotRequired[list[float]]
    spread: NotRequired[list[int]]
    rated: NotRequired[bool]


class Disagreement(TypedDict):
    """A number on the sheet that is not the computed one; at the end it names its player."""

    n: int
    declared: int
    computed: int
    player: NotRequired[int]


class Fault(TypedDict):
    """An event that the rules do not allow, and the article it offends against."""

    n: int
    code: str
    detail: str
    article: str
    reason: NotRequired[str]
    values: NotRequired[dict[str, str | int]]


class RecountedEvent(TypedDict):
    """One event of a game, counted again; `declared` and `difference` only if a score was."""

    n: int
    player: int | None
    type: str
    words: list[WordScore]
    score: int
    totals: list[int]
    declared: NotRequired[int]
    difference: NotRequired[int]


class Arithmetic(TypedDict):
    """The sums of the true scores, and what the sums that decide have more."""

    totals: list[int]
    difference: list[int]
    final: NotRequired[list[int]]


class Unsettled(TypedDict):
    """Why a finished game has no result, for a program to say."""

    code: str
    reason: NotRequired[str]
    values: NotRequired[dict[str, str | int]]


class Recount(TypedDict):
    """A game counted again, event by event; a finished one is settled too.

    `additions` are running totals that do not follow from the sheet's own scores; `unsettled` says
    why a finished game has no result, and `record` is the game that was read, where it was asked.
    """

    players: list[str]
    events: list[RecountedEvent]
    disagreements: list[Disagreement]
    additions: list[Disagreement]
    faults: list[Fault]
    position: str
    bag: int
    held: list[int]
    totals: list[int]
    arithmetic: Arithmetic
    over: bool
    reason: NotRequired[str]
    unsettled: NotRequired[str]
    unsettled_by: NotRequired[Unsettled]
    record: NotRequired[Game]
    final: NotRequired[list[int]]
    winner: NotRequired[int | None]
    result: NotRequired[Literal["win", "draw", "both_lose"]]
    adjustments: NotRequired[list[Adjustment]]
    points: NotRequired[list[float]]
    spread: NotRequired[list[int]]
    rated: NotRequired[bool]
