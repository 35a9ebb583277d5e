"""Where a rule comes from: what every section of an edition has in common."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """Where a rule comes from; `reading` says how we take a text that is silent or ambiguous."""

    article: str
    reading: str
