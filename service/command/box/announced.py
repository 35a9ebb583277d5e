"""What an organiser announces before the round, in words: what challenges cost, and who types."""

from service.command.texts import Texts
from service.engine.challenge import variant
from service.engine.rules import Penalty, PenaltyKind, Procedure, Rules


def variant_text(rules: Rules, name: str, texts: Texts) -> str:
    """A variant of the penalty as it is announced: its name if there are others, and its cost."""
    cost = _cost(variant(name or None, rules), texts)
    if len(rules.challenge.unfounded) == 1:
        return cost
    called = f"variant.name.{name}"
    title = texts(called) if called in texts else name
    return f"{title}: {cost}"


def penalties(rules: Rules, name: str, texts: Texts) -> list[tuple[str, str]]:
    """What challenges cost, to be announced: the penalty chosen, or both that there are."""
    rejected = rules.challenge.rejected
    costs = variant_text(rules, name, texts)
    if len(rules.challenge.unfounded) > 1:
        return [(texts("setup.variant"), costs)]
    lines = [(texts("field.unfounded"), costs)]
    if rejected.kind is not PenaltyKind.NONE:
        lines.append((texts("field.rejected"), _cost(rejected, texts)))
    return lines


def procedure_text(procedure: str, texts: Texts) -> str:
    """Who types, and what a tablet is for where only the arbiter does."""
    name = "box.only_arbiter" if procedure == Procedure.ARBITER else f"procedure.{procedure}"
    return texts(name)


def _cost(penalty: Penalty, texts: Texts) -> str:
    values = {"amount": penalty.amount, "steps": ", ".join(map(str, penalty.steps))}
    return texts(f"variant.{penalty.kind}", **values)
