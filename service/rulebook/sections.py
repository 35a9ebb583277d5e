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
        PenaltyKind.POINTS_PER_WORD: {"amount"},
        PenaltyKind.POINTS_PER_PLAY: {"amount"},
        PenaltyKind.BONUS_PER_WORD: {"amount"},
        PenaltyKind.RISING_POINTS: {"steps"},
        PenaltyKind.LOST_TURN: set(),
        PenaltyKind.LOST_TURN_AFTER_FIRST: set(),
        PenaltyKind.SECONDS: {"amount"},
    },
    OvertimeKind: {
        OvertimeKind.NONE: {"lost_from", "needs_call"},
        OvertimeKind.PER_MINUTE: {"amount", "lost_from", "needs_call"},
        OvertimeKind.FLAT: {"amount", "exhausted", "lost_from", "needs_call"},
    },
    ConventionKind: {
        ConventionKind.SILENT: set(),
        ConventionKind.MARGIN_FROM_CLOCK: {"racks", "compared", "margin", "per_minute"},
        ConventionKind.BELOW_WINNER: {"racks", "compared", "margin"},
        ConventionKind.FORFEIT_IF_AHEAD: {"racks", "compared", "deduction", "score"},
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
}
"""Which fields only help the pages: a file without them is complete."""

_UNSAID = {"article": "silent", "reading": "The file was written before this was asked for."}
ADDED: dict[str, Any] = {
    "overtime.needs_call": False,
    "corrections": {**_UNSAID, "scores": "silent", "sums": "silent"},
    "blanks": {**_UNSAID, "redeclared": "silent"},
    "later_verdicts": {**_UNSAID, "kind": "silent"},
    "arbiters_draw": {**_UNSAID, "silent": True},
    "rating": {**_UNSAID, "silent": True, "unrated": []},
}
"""What is taken where an edition of somebody else's lacks a section or a key that came later."""
