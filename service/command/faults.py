"""What to say when no answer came: the fault, and what to do about it, in one line."""

from service.client import (
    ArbiterError,
    KeyRefusedError,
    NotFoundError,
    TooManyRequestsError,
    UnavailableError,
    UnexpectedAnswerError,
    UnreachableError,
)

_ADVICE: dict[type[ArbiterError], str] = {
    UnreachableError: "start it with `arbiter serve`, name another with --url, or use --offline",
    UnexpectedAnswerError: "is --url the address of an arbiter service?",
    KeyRefusedError: "give a key that may ask this with --key or ARBITER_KEY",
    NotFoundError: "`arbiter rules` lists the editions",
    TooManyRequestsError: "wait a minute, or use a key of your own",
    UnavailableError: "try again, or use --offline",
}


def one_line(fault: ArbiterError) -> str:
    """What went wrong and, where something can be done about it, what."""
    advice = _ADVICE.get(type(fault))
    return f"{fault.detail.rstrip('.')}; {advice}" if advice else fault.detail
