"""The conditions of an event: what its director announces where the text leaves it to somebody.

An edition says of each clause by whose word it is open; whatever else is announced is refused,
unless it is what the edition fixes anyway. The rules under the conditions are rules like any
others, so nothing that counts, pairs or settles knows that somebody chose them.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from service.engine.challenge import variant
from service.engine.errors import NotOpenError, UnknownSystemError
from service.engine.rules import Clause, ConventionKind, LeftoverKind, Limited, Rules, SpreadOf
from service.engine.tournament.provisions import (
    Bye,
    Classification,
    Corrector,
    EntryKind,
    Event,
    FirstRound,
    FirstRoundKind,
    Gibson,
    Key,
    LateEntry,
    Pairing,
    Repeats,
    Silent,
    Start,
    System,
    TournamentRules,
)

NEEDED = ("classification", "system", "points", "bye", "absence")
"""What must be announced of an event on which a regulation says nothing else."""
NAMED_ONLY = {System.GREEN, System.NAST, System.CHEW}
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LONGEST_CLOCK = 24 * 60 * 60


class Worth(NamedTuple):
    """What a round without a game is worth: points in halves, and spread."""

    halves: int
    spread: int


@dataclass(frozen=True, slots=True)
class Conditions:
    """What is announced; None is as the edition has it. `points` are halves: won, drawn, lost."""

    classification: tuple[Key, ...] | None = None
    system: System | None = None
    points: tuple[int, int, int] | None = None
    bye: Worth | None = None
    absence: Worth | None = None
    spread_cap: int | None = None
    clock_seconds: int | None = None
    variant: str | None = None
    leftover: LeftoverKind | None = None


def fixed_by(rules: Rules) -> Conditions:
    """What an edition fixes itself, as it would be announced."""
    return Conditions(**{name: value for name, (_, value) in _fixed(rules).items()})


def _fixed(rules: Rules) -> dict[str, tuple[Clause, Any]]:
    """Which clause fixes each condition, and how it would be announced."""
    event, standing = rules.tournament, rules.standing
    keys, pairing, bye = event.classification, event.pairing, event.bye
    halves = standing.win_halves, standing.draw_halves, standing.loss_halves
    sits = Worth(bye.halves, bye.spread) if isinstance(bye, Bye) else None
    missed = Worth(bye.missed_halves, -bye.missed_spread) if isinstance(bye, Bye) else None
    return {
        "classification": (keys, keys.final if isinstance(keys, Classification) else None),
        "system": (pairing, pairing.system if isinstance(pairing, Pairing) else None),
        "points": (standing, halves if standing.scored else None),
        "bye": (bye, sits),
        "absence": (rules.absence, missed),
        "spread_cap": (standing, standing.spread_cap if standing.spread else None),
        "clock_seconds": (rules.clock, rules.clock.seconds),
        "variant": (rules.challenge, rules.challenge.default_variant),
        "leftover": (rules.leftover, rules.leftover.kind),
    }


def under(conditions: Conditions, rules: Rules) -> Rules:
    """The rules of an event that was announced under these conditions."""
    fixed, chosen = fixed_by(rules), {}
    for field in fields(Conditions):
        value = getattr(conditions, field.name)
        if value is not None and value != getattr(fixed, field.name):
            _require_open(field.name, value, rules)
            chosen[field.name] = value
    if not chosen:
        return rules
    decided = {rules.conditions[name].article: rules.conditions[name].decided_by for name in chosen}
    pairing = rules.tournament.pairing
    if "system" in chosen and isinstance(pairing, Pairing):
        decided[pairing.systems[chosen["system"]]] = rules.conditions["system"].decided_by
    played = _played(Conditions(**chosen), rules)
    return replace(played, tournament=_event(conditions, chosen, played), decided=decided)


def _require_open(name: str, value: Any, rules: Rules) -> None:
    """Refuse what the text does not leave open, or not so far."""
    leeway = rules.conditions.get(name)
    if leeway is None:
        article = _fixed(rules)[name][0].article
        told = f"{rules.id} does not leave {name!r} to the event [{article}]"
        raise NotOpenError(told, "fixed", clause=name, article=article)
    if leeway.choices and str(value) not in leeway.choices:
        told = f"{rules.id} leaves {' or '.join(leeway.choices)} open [{leeway.article}]"
        raise NotOpenError(told, "choices", clause=name, article=leeway.article)
    match name:
        case "clock_seconds":
            _check_clock(value, leeway.article, rules)
        case "variant":
            variant(value, rules)
        case "system":
            pairing = rules.tournament.pairing
            if isinstance(pairing, Pairing) and value not in pairing.systems:
                raise UnknownSystemError(f"the regulation has no system '{value}'")


def _check_clock(seconds: int, article: str, rules: Rules) -> None:
    """Refuse a clock beyond the bounds of the text."""
    clock = rules.clock
    least, most = (1, LONGEST_CLOCK) if clock.others else (clock.least, clock.most)
    if not least <= seconds <= most:
        told = f"a clock may be set from {least} to {most} s, not to {seconds} [{article}]"
        clause = "clock_seconds"
        raise NotOpenError(told, "bounds", clause=clause, article=article, least=least, most=most)


def _played(chosen: Conditions, rules: Rules) -> Rules:
    """The rules of a game under what was announced."""
    open_to = rules.conditions
    if chosen.clock_seconds is not None:
        rules = _timed(chosen.clock_seconds, rules)
    if chosen.variant is not None:
        challenge = replace(rules.challenge, default_variant=chosen.variant)
        rules = replace(rules, challenge=challenge)
    if chosen.leftover is not None:
        article = open_to["leftover"].article
        leftover = replace(rules.leftover, kind=chosen.leftover, article=article)
        rules = replace(rules, leftover=leftover)
    if chosen.points is not None:
        rules = _scored(chosen, rules)
    if chosen.absence is not None:
        rules = _absent(chosen.absence, chosen.bye or Worth(0, 0), rules)
    return rules


def _timed(seconds: int, rules: Rules) -> Rules:
    """The rules with another clock; outside the bounds a tournament may not be rated."""
    clock = rules.clock
    supplementary = rules.overtime.lost_from if clock.limits is Limited.WHOLE else 0
    whole = seconds + supplementary
    if not clock.least <= seconds <= clock.most:
        rules = replace(rules, rating=replace(rules.rating, silent=True))
    return replace(
        rules, clock=replace(clock, seconds=seconds, least=whole, most=whole, others=False)
    )


def _scored(chosen: Conditions, rules: Rules) -> Rules:
    """The rules with points, and a spread that is capped where a cap was announced."""
    won, drew, lost = chosen.points or (0, 0, 0)
    standing = replace(
        rules.standing,
        scored=True,
        win_halves=won,
        draw_halves=drew,
        loss_halves=lost,
        spread=True,
        spread_of=SpreadOf.FINAL,
        spread_cap=chosen.spread_cap or 0,
        article=rules.conditions["points"].article,
    )
    return replace(rules, standing=standing)


def _absent(absence: Worth, bye: Worth, rules: Rules) -> Rules:
    """The rules with a result for who did not come; who did has a win and the spread of a bye."""
    article = rules.conditions["absence"].article
    convention = replace(
        rules.absence,
        kind=ConventionKind.FIXED_SPREAD,
        winner_spread=bye.spread,
        loser_spread=-absence.spread,
        excused_spread=-absence.spread,
        article=article,
    )
    both = replace(
        rules.both_absent,
        silent=False,
        spread=-absence.spread,
        excused_spread=-absence.spread,
        article=article,
    )
    return replace(rules, absence=convention, both_absent=both)


def _event(conditions: Conditions, chosen: dict[str, Any], rules: Rules) -> TournamentRules:
    """The sections about tournaments under what was announced, silent while that is not enough."""
    event = rules.tournament
    if isinstance(event.pairing, Silent):
        needed = [getattr(conditions, name) for name in NEEDED]
        return event if None in needed else _announced(conditions, rules)
    if "system" in chosen:
        article = rules.conditions["system"].article
        pairing = replace(event.pairing, system=chosen["system"], article=article)
        return replace(event, pairing=pairing)
    return event


def _announced(conditions: Conditions, rules: Rules) -> TournamentRules:
    """An event of which the director decides everything; what nobody announced stays silent."""
    keys, system = conditions.classification or (), conditions.system or System.SWISS
    bye, absence = conditions.bye or Worth(0, 0), conditions.absence or Worth(0, 0)
    open_to = rules.conditions
    at = open_to["system"].article
    cap = conditions.spread_cap
    systems = {way.value: at for way in System if way not in NAMED_ONLY}
    lost = -absence.spread
    return replace(
        rules.tournament,
        classification=Classification(open_to["classification"].article, "", keys, keys, LETTERS),
        bye=Bye(
            open_to["bye"].article, "", *bye, True, True, lost, lost, missed_halves=absence.halves
        ),
        late_entry=LateEntry(at, "", EntryKind.OPEN, False),
        event=Event(at, "", 1, (), False, "", Corrector.CHIEF_ARBITER, Corrector.CHIEF_ARBITER, at),
        first_round=FirstRound(at, "", FirstRoundKind.ENDS, 0),
        pairing=Pairing(at, "", system, Repeats.AVOID, 0, 0, 50, 1, Start.DRAW, systems, {}),
        gibson=Gibson(at, "", cap) if cap else rules.tournament.gibson,
    )
