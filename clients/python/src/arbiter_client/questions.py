"""What a question may hold: the request bodies of the contract, as types with the same names.

The text under a field is what the reference (`make site`) says of it.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, Required, TypedDict

Words = list[str] | tuple[str, ...]
"""Several words. One text is not a list: its letters would be asked one by one."""


class SquarePlay(TypedDict):
    """A play by the square it starts on: "F8" is column F, row 8, whatever the direction."""

    start: str
    direction: Literal["across", "down"]
    tiles: str


Play = str | SquarePlay
"""A play as an object, or as GCG writes it: "8F MICIO"."""


class ScoreOptions(TypedDict, total=False):
    """What lies on the board (`before` or `position`), and what else a score may depend on."""

    before: Sequence[Play]
    """The plays that lie on the board, in order."""
    position: str
    """The board as a line of CGP, instead of `before`."""
    placement: Literal["uncontested"]
    """Score a misplaced play as it lies, where the edition lets it stand."""
    declared: int
    """The score that the player announced; the answer says whether it `agrees`."""
    sums: bool
    """Whether each word of the answer says its `sum`."""


class JudgeOptions(TypedDict, total=False):
    """What lies on the board, and the challenge as it was made."""

    before: Sequence[Play]
    """The plays that lie on the board, in order."""
    position: str
    """The board as a line of CGP, instead of `before`."""
    placement: Literal["uncontested"]
    """Judge a misplaced play as it lies, where the edition lets it stand."""
    contested: Words
    """The words that were challenged; the play must form them."""
    variant: str
    """One of the edition's penalty variants."""
    prior_unfounded: int
    """How many unfounded challenges the challenger has made before: rising variants count them."""
    retracted: bool
    """The challenge was taken back instead of judged."""
    conditions: Mapping[str, object]
    """What was announced of the event, where the text leaves it open."""


class Finish(TypedDict, total=False):
    """A game at its end."""

    scores: Required[Sequence[int]]
    """Both scores before anything is adjusted."""
    racks: Required[Sequence[str]]
    """What is left on both racks; `?` is a blank."""
    ended_by: Required[str]
    """`out`, `scoreless`, `time`, `total_time`, `round_time`, `abandon`, `absence` or
    `arbiter_draw`."""
    player: int | Sequence[int]
    """Who went out, overran, abandoned or was absent."""
    overtime_seconds: Sequence[int]
    """Time that each player used beyond the allowance."""
    remaining_seconds: Sequence[int]
    """Time that each player had left, where a loss on time counts it."""
    excused: bool | Sequence[bool]
    """The absence was excused, of both or of each player."""
    called: bool | Sequence[bool]
    """The opponent called the time that was used up, where the edition wants that call."""
    conditions: Mapping[str, object]
    """What was announced of the event, where the text leaves it open."""


class Game(TypedDict):
    """A recorded game; what an event may hold depends on its `type`."""

    players: Sequence[str]
    events: Sequence[Mapping[str, object]]
    variant: NotRequired[str]
    conditions: NotRequired[Mapping[str, object]]
    """What was announced of the event, where the text leaves it open."""
    nicks: NotRequired[Sequence[str]]
    """What the lines of a GCG file call the players."""
    headers: NotRequired[Sequence[Mapping[str, str]]]
    """What a GCG file says of the game, as `name` and `value`."""
    notes: NotRequired[Sequence[Mapping[str, object]]]
    """Remarks, as `text` and the number of the event that it comes `after`."""
