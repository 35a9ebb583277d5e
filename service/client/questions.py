"""What a question may hold: the request bodies of the contract, as types with the same names."""

from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, Required, TypedDict


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
    position: str
    placement: Literal["uncontested"]
    declared: int


class JudgeOptions(TypedDict, total=False):
    """What lies on the board, and the challenge as it was made."""

    before: Sequence[Play]
    position: str
    placement: Literal["uncontested"]
    contested: Sequence[str]
    variant: str
    prior_unfounded: int
    retracted: bool


class Finish(TypedDict, total=False):
    """A game at its end."""

    scores: Required[Sequence[int]]
    racks: Required[Sequence[str]]
    ended_by: Required[str]
    player: int | Sequence[int]
    overtime_seconds: Sequence[int]
    remaining_seconds: Sequence[int]
    excused: bool


class Game(TypedDict):
    """A recorded game; what an event may hold depends on its `type`."""

    players: Sequence[str]
    events: Sequence[Mapping[str, object]]
    variant: NotRequired[str]
