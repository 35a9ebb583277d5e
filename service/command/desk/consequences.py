"""What follows from a verdict, beside it: what happens to the play, and what it costs whom.

The desk knows words and no play, so a share of the play's score stays a share. Penalties come from
the edition on this machine, whose variants the engine reads; a service may have editions of its
own, and then only the verdict is shown.
"""

from service.command.local import rulebook
from service.command.texts import Texts
from service.engine.challenge import variant
from service.engine.errors import UnknownVariantError
from service.engine.rules import Penalty, PenaltyKind


def check_variant(rules_name: str, name: str | None) -> None:
    """Refuse a variant that the edition does not have (`UnknownVariantError`)."""
    rules = rulebook().find(rules_name)
    if rules is not None:
        variant(name, rules)


def what_follows(edition: str, name: str | None, words: int, texts: Texts, *, valid: bool) -> str:
    """The line beside a verdict; empty where this machine does not know the edition."""
    rules = rulebook().find(edition)
    if rules is None:
        return ""
    if not valid:
        fallen, rejected = texts("after.falls"), rules.challenge.rejected
        if rejected.kind is PenaltyKind.NONE:
            return fallen
        return f"{fallen} {_said_of(texts('after.player'), _say(rejected, 1, texts))}"
    try:
        return _said_of(texts("after.challenger"), _say(variant(name, rules), words, texts))
    except UnknownVariantError:
        return ""


def _said_of(who: str, cost: str) -> str:
    """Who pays, and what."""
    return f"{who} – {cost[:1].lower()}{cost[1:]}"


def _say(penalty: Penalty, words: int, texts: Texts) -> str:
    worked = f"penalty.{penalty.kind}.worked"
    said = texts(
        worked if words > 1 and worked in texts else f"penalty.{penalty.kind}",
        amount=penalty.amount,
        count=words,
        total=penalty.amount * words,
        steps=", ".join(map(str, penalty.steps)),
    )
    article = f"art. {penalty.article}" if penalty.article[:1].isdecimal() else penalty.article
    return f"{said} ({article})"
