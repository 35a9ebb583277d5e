"""What happened before a round, by player: whom they met, how often they sat and began."""

from collections.abc import Mapping
from dataclasses import dataclass

from service.engine.rules import Rules
from service.engine.tournament.document import EndedBy, Tournament, day_of, games_by_round
from service.engine.tournament.provisions import Pairing, said


@dataclass(frozen=True, slots=True)
class History:
    """`met` gives the last round in which two met, `barred` whom nobody may meet again now.

    The two differ where a long event lets pairs repeat on another day; `byes` are those of the day
    there.
    """

    met: Mapping[str, Mapping[str, int]]
    barred: Mapping[str, Mapping[str, int]]
    byes: Mapping[str, int]
    starts: Mapping[str, int]


def read_history(tournament: Tournament, before: int, rules: Rules) -> History:
    """The history of everybody before a round."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    today = day_counted(before, tournament, pairing)
    met: dict[str, dict[str, int]] = {player.id: {} for player in tournament.players}
    barred: dict[str, dict[str, int]] = {player.id: {} for player in tournament.players}
    byes: dict[str, int] = {}
    starts: dict[str, int] = {}
    for number, games in enumerate(games_by_round(tournament)[:before]):
        counts = day_counted(number, tournament, pairing) == today
        for game in games:
            if game.first is not None:
                starts[game.first] = starts.get(game.first, 0) + 1
            if len(game.players) == 2:
                one, two = game.players
                met[one][two] = met[two][one] = number
                if counts:
                    barred[one][two] = barred[two][one] = number
            elif game.ended_by is EndedBy.BYE and counts:
                byes[game.players[0]] = byes.get(game.players[0], 0) + 1
    return History(met, barred, byes, starts)


def day_counted(number: int, tournament: Tournament, pairing: Pairing) -> int:
    """The day on which nobody meets or sits twice; a short event is as one day."""
    long = bool(pairing.long_rounds) and tournament.rounds > pairing.long_rounds
    return day_of(number, tournament.days) if long else 0
