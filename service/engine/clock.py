"""What time costs: penalties for overtime, and when overtime loses the game."""

from typing import assert_never

from service.engine.rules import Overtime, OvertimeKind


def overtime_penalty(seconds: int, overtime: Overtime) -> int:
    """Points lost for so many seconds beyond the allowance; never more than at the loss."""
    if seconds <= 0:
        return 0
    match overtime.kind:
        case OvertimeKind.NONE:
            return 0
        case OvertimeKind.PER_MINUTE:
            started_minutes = (min(seconds, overtime.lost_from) + 59) // 60
            return overtime.amount * started_minutes
        case OvertimeKind.FLAT:
            return overtime.exhausted if lost_on_time(seconds, overtime) else overtime.amount
        case _:
            assert_never(overtime.kind)


def lost_on_time(seconds: int, overtime: Overtime) -> bool:
    """Whether so much overtime loses the game."""
    return seconds >= overtime.lost_from
