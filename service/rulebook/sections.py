"""Which fields of a section have a meaning under its kind, and which must say something."""

from enum import StrEnum
from typing import Any

from service.engine.rules import (
    ChallengeRules,
    ConventionKind,
    LaterVerdict,
    Overtime,
    OvertimeKind,
    Penalty,
    PenaltyKind,
    Procedures,
    Rack,
    ScorelessRun,
    StoppedKind,
    Timer,
)

USED_BY_KIND: dict[type[StrEnum], dict[str, set[str]]] = {
    PenaltyKind: {
        PenaltyKind.NONE: set(),
        PenaltyKind.PERCENT: {"amount"},
        PenaltyKind.POINTS_PER_WORD: {"amount", "announced"},
        PenaltyKind.POINTS_PER_PLAY: {"amount", "announced"},
        PenaltyKind.BONUS_PER_WORD: {"amount", "announced"},
        PenaltyKind.RISING_POINTS: {"steps", "announced"},
        PenaltyKind.LOST_TURN: set(),
        PenaltyKind.LOST_TURN_AFTER_FIRST: set(),
        PenaltyKind.SECONDS: {"amount", "announced"},
    },
    OvertimeKind: {
        OvertimeKind.NONE: {"lost_from", "needs_call"},
        OvertimeKind.PER_MINUTE: {"amount", "lost_from", "needs_call"},
        OvertimeKind.FLAT: {"amount", "exhausted", "lost_from", "needs_call"},
    },
    ConventionKind: {
        ConventionKind.SILENT: set(),
        ConventionKind.MARGIN_FROM_CLOCK: {"racks", "compared", "margin", "per_minute", "minutes"},
        ConventionKind.BELOW_WINNER: {"racks", "compared", "margin"},
        ConventionKind.FORFEIT_IF_AHEAD: {"racks", "compared", "deduction", "overtime", "score"},
        ConventionKind.FORFEIT: {"score"},
        ConventionKind.MINIMUM_SPREAD: {"racks", "compared", "margin"},
        ConventionKind.FIXED_SPREAD: {"winner_spread", "loser_spread", "excused_spread"},
    },
    StoppedKind: {
        StoppedKind.SILENT: set(),
        StoppedKind.DEDUCT: {"seconds"},
        StoppedKind.AS_IT_STANDS: {"seconds"},
        StoppedKind.DRAW: {"seconds"},
    },
    LaterVerdict: {
        LaterVerdict.SILENT: set(),
        LaterVerdict.FINAL: set(),
        LaterVerdict.REPLACED: set(),
        LaterVerdict.REPLACED_OR_COMPENSATED: {"bonus"},
    },
}
"""Which fields a kind uses; the others of its type have no meaning and stay empty."""

NEVER_EMPTY: dict[type, set[str]] = {
    Rack: {"size"},
    Procedures: {"kinds"},
    Penalty: {"amount", "steps"},
    ScorelessRun: {"kinds", "turns"},
    Timer: {"seconds"},
    Overtime: {"lost_from"},
}
"""Which fields make no sense when they are 0 or an empty list."""

MAY_BE_LEFT_OUT: dict[type, set[str]] = {
    Procedures: {"score", "ways", "timers"},
    ChallengeRules: {"articles"},
    Penalty: {"announced"},
}
"""Which fields mean no more than nothing where they are left out: a file without is complete."""

_UNSAID = {"article": "silent", "reading": "The file was written before this was asked for."}
ADDED: dict[str, Any] = {
    "overtime.needs_call": False,
    "challenge.retracted": "named",
    "challenge.first": "unfounded",
    "scoreless.each": [],
    "leftover.several": "",
    "clock.limits": "initial",
    "clock.others": False,
    "standing.spread_of": "final",
    "time_loss.minutes": ("margin_from_clock", "to_actual"),
    "time_loss.overtime": ("forfeit_if_ahead", True),
    "abandonment.minutes": ("margin_from_clock", "to_actual"),
    "abandonment.overtime": ("forfeit_if_ahead", True),
    "absence.minutes": ("margin_from_clock", "to_actual"),
    "absence.overtime": ("forfeit_if_ahead", True),
    "corrections": {**_UNSAID, "scores": "silent", "sums": "silent"},
    "blanks": {**_UNSAID, "redeclared": "silent"},
    "later_verdicts": {**_UNSAID, "kind": "silent"},
    "arbiters_draw": {**_UNSAID, "silent": True},
    "rating": {**_UNSAID, "silent": True, "unrated": []},
}
"""What is taken where an edition of somebody else's lacks a section or a key that came later.

A pair is for one kind only: the kind, and what is taken there.
"""
