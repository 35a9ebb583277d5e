"""Use cases of a tournament's director: they need an edition and the director's own document.

A question is the body that the API takes, an answer what it sends, both as JSON values. Nothing is
kept: the document is the history.
"""

from service.dutch import pair_dutch
from service.engine.rules import Rules
from service.engine.tournament.check import check as check_tournament
from service.engine.tournament.provisions import System
from service.engine.tournament.schedules import schedule as write_rounds
from service.engine.tournament.standings import pairing_order
from service.engine.tournament.standings import standings as classify
from service.engine.tournament.teams import entrants_of, pair_entrants
from service.schemas.fields import Fields
from service.schemas.tournament import (
    read_check,
    read_pairings,
    read_schedule,
    read_standings,
)
from service.schemas.tournament_answers import (
    write_check,
    write_paired,
    write_schedule,
    write_standings,
)

OUTSIDE = {System.DUTCH: pair_dutch}
"""Systems that another program pairs."""


def standings(body: object, rules: Rules) -> Fields:
    """The classification after a round, or the order by which the next one is paired."""
    asked = read_standings(body)
    entrants = entrants_of(asked.tournament, rules)
    if asked.pairing:
        return write_standings(pairing_order(entrants, rules, asked.after))
    return write_standings(classify(entrants, rules, asked.after, final=asked.final))


def pairings(body: object, rules: Rules) -> Fields:
    """The next round."""
    tournament, wanted = read_pairings(body, rules)
    return write_paired(pair_entrants(tournament, wanted, rules, OUTSIDE))


def schedule(body: object, rules: Rules) -> Fields:
    """Rounds that are known in advance."""
    asked = read_schedule(body, rules)
    plan = write_rounds(len(asked.players), asked.system, asked.groups, rules)
    return write_schedule(plan, asked.players)


def check(body: object, rules: Rules) -> Fields:
    """Everything that is wrong with a tournament or with a round proposed for it."""
    asked = read_check(body)
    return write_check(check_tournament(asked.tournament, rules, asked.round, asked.proposed))
