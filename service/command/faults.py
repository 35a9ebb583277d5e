"""What to say when no answer came: the fault, and what to do about it, in one line."""

import re
from collections.abc import Mapping

from arbiter_client import (
    ArbiterError,
    ProblemError,
    TooManyRequestsError,
    UnavailableError,
    UnexpectedAnswerError,
    UnreachableError,
)

from service.lexicon import LexiconError, MissingLexiconError
from service.rulebook import RulebookError

_ADVICE: dict[type[ArbiterError], str] = {
    UnreachableError: "start it with `arbiter serve`, name another with --url, or use --offline",
    UnexpectedAnswerError: "is --url the address of an arbiter service?",
    TooManyRequestsError: "wait {wait}, or use a key of your own",
    UnavailableError: "try again, or use --offline",
}
_AT_THE_DESK: dict[type[ArbiterError], str] = {
    UnreachableError: "Enter asks again; or leave, and open the desk with --offline",
    TooManyRequestsError: "wait {wait}, then Enter asks again",
    UnavailableError: "Enter asks again; or leave, and open the desk with --offline",
}
_BY_CODE = {
    "key": "give one that is in force with --key or ARBITER_KEY",
    "role": "give the arbiter's key with --key or ARBITER_KEY",
    "too_few_rounds": "`arbiter tournament rounds N` changes their number",
    "no_such_incident": "`arbiter incident` without a name lists them",
    "missing_fact": "--questions prints what is asked",
    "no_such_fact": "--questions prints what is asked",
}
_CANNOT_ASK = "cannot_ask"
_TOO_MANY_WORDS = re.compile(r"words: Not a list of 1 to (\d+)\.")
_HEADER = "; send one: Authorization"  # What a program does; people have an option for it.
_BY_ONE_PLAYER = "ends by one player"


def told(fault: Exception, environ: Mapping[str, str]) -> str:
    """What went wrong and what can be done about it; nothing where that is a mistake of ours."""
    match fault:
        case ArbiterError():
            return _line(fault, _ADVICE)
        case MissingLexiconError():
            where = environ.get("LEXICONS_PATH")
            cure = "put its files there" if where else "`arbiter serve` builds what is missing"
            return f"{fault}; {cure}"
        case LexiconError() | RulebookError():
            return str(fault)
        case _:
            return ""


def desk_line(fault: ArbiterError) -> str:
    """The same for an arbiter whose desk stays open."""
    return _line(fault, _ADVICE | _AT_THE_DESK)


def _line(fault: ArbiterError, general: dict[type[ArbiterError], str]) -> str:
    if words := _TOO_MANY_WORDS.fullmatch(fault.detail):
        return f"at most {words[1]} words at once"
    advice = _special(fault) or general.get(type(fault), "").format(wait=_wait(fault))
    said = fault.detail.partition(_HEADER)[0].rstrip(".")
    return f"{said}; {advice}" if advice else fault.detail


def _wait(fault: ArbiterError) -> str:
    """How long to wait: as long as the service says, if it does."""
    seconds = fault.retry_after if isinstance(fault, ProblemError) else None
    return "a minute" if seconds is None else f"{seconds} s"


def _special(fault: ArbiterError) -> str:
    """The advice on a fault that its class alone does not explain."""
    if fault.code == _CANNOT_ASK:
        key = "a key is made of" in fault.detail
        return "the key was refused: see --key and ARBITER_KEY" if key else "is --url an address?"
    if fault.code in _BY_CODE:
        return _BY_CODE[fault.code]
    return "say who with --player" if _BY_ONE_PLAYER in fault.detail else ""
