"""What a round breaks or leaves open, once it is paired, and who begins each game."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engine.rules import Rules
from service.engine.tournament.document import Tournament
from service.engine.tournament.entries import Sitting
from service.engine.tournament.history import History
from service.engine.tournament.provisions import Pairing, Start, System, said
from service.engine.tournament.schedules import usual_rounds
from service.engine.tournament.standings import Unsaid
from service.engine.tournament.systems import Wanted

Couple = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A rule that a pair or a bye breaks, because it had to or because the director asked."""

    rule: str
    players: tuple[str, ...]
    article: str
    detail: str


def begins(pair: Couple, history: History, pairing: Pairing) -> str | None:
    """Who has begun less often begins; otherwise they draw tiles."""
    if pairing.start is Start.DRAW:
        return None
    one, two = (history.starts.get(player, 0) for player in pair)
    if one == two:
        return None
    return pair[0] if one < two else pair[1]


def repeated(pairs: Sequence[Couple], history: History, article: str) -> tuple[Relaxed, ...]:
    """The pairs who have met before, with the article that says of the system when they may."""
    return tuple(
        Relaxed("repeat", (one, two), article, f"they met in round {history.met[one][two]}")
        for one, two in pairs
        if two in history.met[one]
    )


def of_one_club(
    pairs: Sequence[Couple], tournament: Tournament, wanted: Wanted, pairing: Pairing
) -> tuple[Relaxed, ...]:
    """The pairs of one club, in the rounds in which clubs are kept apart."""
    asked = wanted.clubs is not None and wanted.clubs.lasts(wanted.round)
    if wanted.round > pairing.club_rounds and not asked:
        return ()
    clubs = {player.id: player.club for player in tournament.players}
    return tuple(
        Relaxed("club", pair, pairing.article, f"both are of {clubs[pair[0]]}")
        for pair in pairs
        if clubs[pair[0]] is not None and clubs[pair[0]] == clubs[pair[1]]
    )


def sits_again(sitting: Sitting | None, rules: Rules) -> tuple[Relaxed, ...]:
    """A bye of somebody who sat before."""
    if sitting is None or not sitting.again:
        return ()
    bye = said(rules.tournament.bye, "who sits")
    return (Relaxed("bye", (sitting.player,), bye.article, "everybody has sat who may sit"),)


def left_open(
    tournament: Tournament, sitting: Sitting | None, system: System, rules: Rules
) -> tuple[Unsaid, ...]:
    """What was decided by a reading of ours."""
    found = []
    bye = rules.tournament.bye
    if sitting is not None and bye.reading:
        found.append(Unsaid("bye", bye.article, bye.reading, (sitting.player,)))
    event = said(rules.tournament.event, "how long an event is")
    size = len(tournament.players)
    few = event.all_play_all and size <= usual_rounds(size, event)
    if few and system is not System.ROUND_ROBIN:
        detail = "so few players meet each other once, by 'round_robin'"
        found.append(Unsaid("all_play_all", event.article, detail))
    return tuple(found)
