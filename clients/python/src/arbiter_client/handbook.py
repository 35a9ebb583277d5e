"""The arbiter's handbook: what an incident asks, and what the regulation says about it."""

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict

Facts = Mapping[str, int | bool | str | Mapping[str, object]]
"""What is known about an incident, by the names of its questions.

`player` is whose fault it is; `conditions` are those of the event.
"""

Sentence = dict[str, str]
"""The same in the federation's language and in English, by their codes."""


class Decides(TypedDict):
    """Who decides what the regulation does not say."""

    article: str
    text: Sentence


class Condition(TypedDict):
    """What another fact must be: one of a few values, or a number within bounds."""

    fact: str
    among: NotRequired[list[str | bool]]
    least: NotRequired[int]
    most: NotRequired[int]


class Option(TypedDict):
    """One of the words that a choice may be."""

    value: str
    text: Sentence


class Question(TypedDict):
    """A fact to ask for; it matters only where all of `needed_if` holds."""

    name: str
    kind: Literal["number", "seconds", "yes_no", "choice", "tile"]
    text: Sentence
    needed_if: list[Condition]
    least: NotRequired[int]
    most: NotRequired[int]
    options: NotRequired[list[Option]]


class Found(TypedDict):
    """A step that speaks of what was looked for; what only the facts tell is an ellipsis."""

    article: str
    step: Sentence


class Incident(TypedDict):
    """Something that may go wrong, and what has to be known about it.

    `found` is there where something was looked for.
    """

    id: str
    topic: str
    article: str
    title: Sentence
    asks: list[Question]
    found: NotRequired[list[Found]]


class Incidents(TypedDict):
    """The handbook of an edition; one without a handbook has no incidents."""

    rules: str
    language: str
    incidents: list[Incident]
    decides: NotRequired[Decides]


class Worked(TypedDict):
    """A number that follows from the facts, and what it counts."""

    value: int
    unit: Literal["tiles", "points", "spread", "seconds", "times"]


class Ruling(TypedDict):
    """What to do, what follows, and the event for the record where there is one."""

    incident: str
    title: Sentence
    article: str
    silent: bool
    reading: str
    steps: list[Sentence]
    numbers: dict[str, Worked]
    turn: Literal["goes_on", "resumed", "pass", "lost", "over"]
    event: NotRequired[dict[str, Any]]
    decides: NotRequired[Decides]
