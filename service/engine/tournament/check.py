"""Everything that is wrong with a tournament or with a proposed round, each by its article.

Counting and pairing stop at the first fault that they cannot live with; this lists them all, and
says who may still enter, who is to be eliminated and who may change a result.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from service.engine.errors import RuleError, SilentError
from service.engine.rules import Rules
from service.engine.tournament.document import (
    Act,
    ActKind,
    Decider,
    EndedBy,
    Game,
    NoteKind,
    Outcome,
    Tournament,
    check_seats,
    day_of,
    last_complete_round,
    last_entry,
    notes_of,
    outcome_of,
)
from service.engine.tournament.ledger import count_game, day_counted, open_ledger, read_history
from service.engine.tournament.pairing import entrants_of, in_teams, split_teams
from service.engine.tournament.provisions import (
    Bye,
    Compensation,
    Corrector,
    Elimination,
    Event,
    LateEntry,
    Repeats,
    Silent,
    Warnings,
    said,
)

Couples = tuple[tuple[str, ...], ...]
NO_ARTICLE = "document"
ELIMINATED = "eliminated"
"""Why somebody left whom an arbiter sent away."""
UNSOUND = {"same_id", "unknown_player", "twice_in_round", "record"}


@dataclass(frozen=True, slots=True)
class MayEnter:
    """Whether somebody may enter now, until which round, and what they count for pairing."""

    allowed: bool
    until: int
    fictitious: int | None


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong, where, with whom and by which article."""

    code: str
    article: str
    detail: str
    round: int | None = None
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """The faults, who is to be eliminated, and whether somebody may still enter."""

    faults: tuple[Finding, ...]
    eliminated: tuple[str, ...]
    late_entry: MayEnter


def check(
    tournament: Tournament, rules: Rules, number: int | None = None, proposed: Couples = ()
) -> Findings:
    """What is wrong with the history, and with a round proposed for it."""
    said(rules.tournament.pairing, "how rounds are paired")
    rounds = _rounds(tournament)
    complete = last_complete_round(rounds)
    number = number or min(complete + 1, tournament.rounds)
    faults = [*_player_faults(tournament, rules), *_seat_faults(tournament, rounds)]
    sound = not {fault.code for fault in faults} & UNSOUND
    faults += _event_faults(tournament, rules)
    faults += _game_faults(tournament, rules)
    faults += _note_faults(tournament, rules)
    faults += _history_faults(tournament, rounds, complete, rules)
    faults += _team_faults(tournament, rounds, rules)
    faults += _record_faults(tournament, rounds, rules)
    if proposed and sound:
        faults += _proposal_faults(tournament, number, proposed, rules)
    out = _eliminated(tournament, complete, rules) if sound else ()
    return Findings(tuple(faults), out, late_entry(tournament.rounds, number, rules))


def _rounds(tournament: Tournament) -> list[list[Game]]:
    """The games of each round, leaving out those of rounds that the event does not have."""
    rounds: list[list[Game]] = [[] for _ in range(tournament.rounds + 1)]
    for game in tournament.games:
        if 1 <= game.round <= tournament.rounds:
            rounds[game.round].append(game)
    return rounds


def _player_faults(tournament: Tournament, rules: Rules) -> Iterator[Finding]:
    ids = Counter(player.id for player in tournament.players)
    names = Counter(player.name for player in tournament.players)
    for player, count in ids.items():
        if count > 1:
            detail = f"{count} players have the id {player!r}"
            yield Finding("same_id", NO_ARTICLE, detail, None, (player,))
    for name, count in names.items():
        if count > 1:
            who = tuple(player.id for player in tournament.players if player.name == name)
            yield Finding(
                "same_name", NO_ARTICLE, f"{count} players are called {name!r}", None, who
            )
    entry = rules.tournament.late_entry
    if isinstance(entry, LateEntry):
        until = max(1, last_entry(tournament.rounds, entry))
        for late in tournament.players:
            if late.joined > until:
                detail = f"joined in round {late.joined}; round {until} is the last for it"
                yield Finding("too_late", entry.article, detail, late.joined, (late.id,))


def _event_faults(tournament: Tournament, rules: Rules) -> Iterator[Finding]:
    event = rules.tournament.event
    if isinstance(event, Event) and tournament.rounds < event.least_rounds:
        detail = f"{tournament.rounds} rounds: {event.least_rounds} is the least"
        yield Finding("too_few_rounds", event.article, detail)


def _seat_faults(tournament: Tournament, rounds: Sequence[Sequence[Game]]) -> Iterator[Finding]:
    """Players nobody knows, with two entries in a round, or in one they were not there for."""
    known = {player.id: player for player in tournament.players}
    named: list[tuple[int | None, tuple[str, ...]]]
    named = [(note.round, (note.player,)) for note in notes_of(tournament)]
    named += [(game.round, game.players) for game in tournament.games]
    for number, players in named:
        for player in players:
            if player not in known:
                detail = f"there is no player {player!r}"
                yield Finding("unknown_player", NO_ARTICLE, detail, number, (player,))
    for game in tournament.games:
        if not 1 <= game.round <= tournament.rounds:
            detail = f"the event has {tournament.rounds} rounds"
            yield Finding("record", NO_ARTICLE, detail, game.round, game.players)
    for number, games in enumerate(rounds):
        seats = Counter(player for game in games for player in game.players)
        for player, count in seats.items():
            if count > 1:
                detail = f"{player!r} has {count} entries"
                yield Finding("twice_in_round", NO_ARTICLE, detail, number, (player,))
            entrant = known.get(player)
            if (
                entrant
                and entrant.team is None
                and not entrant.joined <= number <= (entrant.left or number)
            ):
                detail = f"{player!r} is not in the event in this round"
                yield Finding("not_in_event", NO_ARTICLE, detail, number, (player,))


def _game_faults(tournament: Tournament, rules: Rules) -> Iterator[Finding]:
    """Results that cannot be counted, and players without an entry in a complete round."""
    for game in tournament.games:
        if game.open:
            continue
        try:
            count_game(game, rules)
        except RuleError as fault:
            yield Finding(fault.code, NO_ARTICLE, str(fault), game.round, game.players)
        last = game.round == tournament.rounds and game.excused
        if last and game.ended_by is EndedBy.ABSENCE and rules.absence.excused_spread:
            detail = "in the last round only a loss chosen after being late counts as excused"
            yield Finding("excused_last", rules.absence.article, detail, game.round, game.players)
    rounds = _rounds(tournament)
    for number in range(1, last_complete_round(rounds) + 1):
        seated = {player for game in rounds[number] for player in game.players}
        for player in tournament.players:
            if player.plays_in(number) and player.id not in seated:
                detail = f"{player.id!r} has neither a game nor a bye nor an absence"
                yield Finding("round_incomplete", NO_ARTICLE, detail, number, (player.id,))


def _note_faults(tournament: Tournament, rules: Rules) -> Iterator[Finding]:
    """Notes of which the regulation does not say what they are worth."""
    sections = {
        NoteKind.TECHNICAL_WARNING: rules.tournament.warnings,
        NoteKind.DISCIPLINARY_WARNING: rules.tournament.warnings,
        NoteKind.COMPENSATION: rules.tournament.compensation,
    }
    for note in notes_of(tournament):
        section = sections.get(note.kind)
        if isinstance(section, Silent):
            yield Finding(
                SilentError.code, section.article, section.reading, note.round, (note.player,)
            )


def _history_faults(
    tournament: Tournament, rounds: Sequence[Sequence[Game]], complete: int, rules: Rules
) -> Iterator[Finding]:
    """Rounds paired too early, pairs that met before and players who sat before."""
    pairing, bye = said(rules.tournament.pairing, "how rounds are paired"), rules.tournament.bye
    never = pairing.repeats is Repeats.NEVER
    once = isinstance(bye, Bye) and bye.once
    met: dict[tuple[int, frozenset[str]], int] = {}
    sat: dict[tuple[int, str], int] = {}
    for number, games in enumerate(rounds):
        if number > complete + 1 and games:
            detail = f"round {complete + 1} is not complete"
            yield Finding("round_incomplete", NO_ARTICLE, detail, complete + 1)
            return
        day = day_counted(number, tournament, pairing)
        for game in games:
            pair = day, frozenset(game.players)
            if len(pair[1]) == 2:
                if never and pair in met:
                    detail = f"they met in round {met[pair]}"
                    yield Finding("repeat", pairing.article, detail, number, game.players)
                met[pair] = number
            elif game.ended_by is EndedBy.BYE:
                who = day, game.players[0]
                if once and who in sat:
                    detail = f"{who[1]!r} sat in round {sat[who]}"
                    yield Finding("bye_twice", bye.article, detail, number, game.players)
                sat[who] = number


def _team_faults(
    tournament: Tournament, rounds: Sequence[Sequence[Game]], rules: Rules
) -> Iterator[Finding]:
    """Pairs that are none, and pairs whose members do not meet the same pair."""
    if not in_teams(tournament):
        return
    clause = said(rules.tournament.pairs, "how players in pairs are counted")
    try:
        entrants_of(tournament, rules)
    except RuleError as fault:
        yield Finding(fault.code, clause.article, str(fault))
        return
    for number, games in enumerate(rounds):
        yield from _split_faults(games, number, tournament, rules)


def _split_faults(
    games: Sequence[Game], number: int, tournament: Tournament, rules: Rules
) -> Iterator[Finding]:
    for members in split_teams(games, tournament):
        clause = said(rules.tournament.pairs, "how players in pairs are counted")
        detail = "the members of a pair do not meet the same pair"
        yield Finding("split_pair", clause.article, detail, number, members)


def _record_faults(
    tournament: Tournament, rounds: Sequence[Sequence[Game]], rules: Rules
) -> Iterator[Finding]:
    """Acts that nobody was entitled to, or too late, and results that changed without one."""
    event = rules.tournament.event
    if not tournament.record or not isinstance(event, Event):
        return
    last = Last()
    for act in tournament.record:
        for code, article, told in _act_faults(act, last, tournament, rules):
            who = (act.player,) if act.player else ()
            yield Finding(code, article, f"act {act.n}: {told}", act.round, who)
        last.follow(act, rounds)
    yield from _unrecorded(last, rounds, event)


def _act_faults(
    act: Act, last: "Last", tournament: Tournament, rules: Rules
) -> Iterator[tuple[str, str, str]]:
    """What is wrong with an act after those before it: a code, its article and why."""
    sections = rules.tournament
    event = said(sections.event, "who may correct a result")
    latest = max(last.closed, default=0)
    may, article = _decides(act, last, tournament, rules)
    if act.by is Decider.PLAYER and act.kind not in PLAYERS_MAY:
        yield "not_entitled", act.article or event.article, f"a player decides no {act.kind}"
    elif may is Corrector.NOBODY:
        yield "too_late", article, "a result that was handed in is not changed any more"
    elif may and act.by.value != may.value:
        only, by = (who.value.replace("_", " ") for who in (may, act.by))
        yield "not_entitled", article, f"only the {only} may decide it, not the {by}"
    elif act.kind is ActKind.APPEAL and event.appeals and act.round in last.closed:
        yield "too_late", event.appeals, "an appeal is made before the next round begins"
    elif act.kind is ActKind.VERDICT:
        most, given = rules.later_verdicts.verdicts, last.verdicts[_contest(act)]
        if most and given >= most:
            yield "third_verdict", rules.later_verdicts.article, f"{most} verdicts are the most"
        paid = sections.compensation
        if act.after.play is not None and isinstance(paid, Compensation) and paid.same_day:
            days = [day_of(number, tournament.days) for number in (act.round or 0, latest)]
            if act.round and days[1] > days[0]:
                yield "too_late", paid.article, "a wrong verdict is shown on its own day"


def _decides(
    act: Act, last: "Last", tournament: Tournament, rules: Rules
) -> tuple[Corrector | None, str]:
    """Who alone may do such an act, and by which article; nobody in particular is None."""
    event = said(rules.tournament.event, "who may correct a result")
    warnings, elimination = rules.tournament.warnings, rules.tournament.elimination
    gone = {player.id for player in tournament.players if player.reason == ELIMINATED}
    chief = ""
    match act.kind:
        case ActKind.CORRECTION:
            sides = [_winner(state.result) for state in (act.before, act.after)]
            reverses = None not in sides and sides[0] != sides[1]
            may = who_corrects(event, closed=act.round in last.closed, reverses=reverses)
            return may, event.correcting or event.article
        case ActKind.WARNING if isinstance(warnings, Warnings):
            chief = warnings.chief if act.after.kind is NoteKind.DISCIPLINARY_WARNING else ""
        case ActKind.WITHDRAWAL if isinstance(elimination, Elimination) and act.player in gone:
            chief = elimination.chief
    return Corrector.CHIEF_ARBITER if chief else None, chief


def _contest(act: Act) -> tuple[object, ...]:
    """Which challenge a verdict is about."""
    return act.round, act.table, act.player, act.before.event


def _winner(result: Outcome | None) -> int | None:
    """Who is ahead by a result: 0 nobody, 1 the first and -1 the second, None if it is not said."""
    if result is None or result.scores is None:
        return None
    return (result.scores[0] > result.scores[1]) - (result.scores[0] < result.scores[1])


def _unrecorded(last: "Last", rounds: Sequence[Sequence[Game]], event: Event) -> Iterator[Finding]:
    """Results that are not as the last act about them has them."""
    for (number, players), wanted in last.results.items():
        games = rounds[number] if number < len(rounds) else ()
        found = next((game for game in games if frozenset(game.players) == players), None)
        if found is None or (outcome_of(found) != wanted):
            who = found.players if found else tuple(sorted(players))
            detail = "the result is not as the record has it"
            article = event.correcting or event.article
            yield Finding("changed_without_record", article, detail, number, who)


class Last:
    """What the last act says of every result, and which rounds are closed by then."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self.closed: set[int] = set()
        self.verdicts: Counter[tuple[object, ...]] = Counter()
        self.results: dict[tuple[int, frozenset[str]], Outcome] = {}

    def follow(self, act: Act, rounds: Sequence[Sequence[Game]]) -> None:
        """Take up one more act."""
        if act.kind is ActKind.VERDICT:
            self.verdicts[_contest(act)] += 1
        if act.round is None:
            return
        if act.kind is ActKind.UNDO and act.player is None:
            self.closed.discard(act.round)
            gone = [about for about in self.results if about[0] >= act.round]
            for about in gone:
                del self.results[about]
        elif act.kind is ActKind.CLOSED:
            self.closed.add(act.round)
            for game in act.after.games:
                self.results[act.round, frozenset(game.players)] = outcome_of(game)
        elif act.kind is ActKind.CORRECTION and act.after.result is not None:
            games = rounds[act.round] if act.round < len(rounds) else ()
            for game in games:
                if act.player in game.players or (act.table and act.table == game.table):
                    self.results[act.round, frozenset(game.players)] = act.after.result


PLAYERS_MAY = {ActKind.ABSENCE, ActKind.WITHDRAWAL, ActKind.APPEAL}
"""What a player decides alone."""


def _proposal_faults(
    tournament: Tournament, number: int, proposed: Couples, rules: Rules
) -> Iterator[Finding]:
    """What is wrong with a round that somebody wants to play."""
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    known = {player.id: player for player in tournament.players}
    history = read_history(tournament, number, rules)
    seats = Counter(player for pair in proposed for player in pair)
    for player, count in seats.items():
        if player not in known:
            detail = f"there is no player {player!r}"
            yield Finding("unknown_player", NO_ARTICLE, detail, number, (player,))
        elif count > 1:
            detail = f"{player!r} has {count} seats"
            yield Finding("twice_in_round", NO_ARTICLE, detail, number, (player,))
        elif not known[player].plays_in(number):
            detail = f"{player!r} is not in the event in this round"
            yield Finding("not_in_event", NO_ARTICLE, detail, number, (player,))
    for left in tournament.players:
        if left.plays_in(number) and left.id not in seats:
            detail = f"{left.id!r} is not paired"
            yield Finding("unpaired", pairing.article, detail, number, (left.id,))
    for pair in proposed:
        if len(pair) == 2 and pair[1] in history.barred.get(pair[0], {}):
            detail = f"they met in round {history.met[pair[0]][pair[1]]}"
            yield Finding("repeat", pairing.article, detail, number, pair)
        early = number <= pairing.club_rounds
        clubs = [known[player].club for player in pair if player in known]
        if early and len(clubs) == 2 and clubs[0] is not None and clubs[0] == clubs[1]:
            yield Finding("club", pairing.article, f"both are of {clubs[0]}", number, pair)
        if len(pair) == 1 and history.byes.get(pair[0]):
            yield Finding("bye_twice", pairing.article, "has sat before", number, pair)
    games = [Game(number, pair) for pair in proposed]
    yield from _split_faults(games, number, tournament, rules)


def _eliminated(tournament: Tournament, complete: int, rules: Rules) -> tuple[str, ...]:
    if not isinstance(rules.tournament.elimination, Elimination):
        return ()
    try:
        ledger = open_ledger(tournament, check_seats(tournament), complete, rules)
    except RuleError:
        return ()
    missed = zip(tournament.players, ledger.missed, strict=True)
    return tuple(p.id for p, count in missed if eliminated(count, tournament.rounds, rules))


def late_entry(rounds: int, number: int, rules: Rules) -> MayEnter:
    """Whether players may enter at this round of so many."""
    entry = said(rules.tournament.late_entry, "until when players may enter")
    until = last_entry(rounds, entry)
    allowed = number <= until
    halves = number - 1 if entry.fictitious else 0
    return MayEnter(allowed, until, halves if allowed else None)


def eliminated(missed: int, rounds: int, rules: Rules) -> bool:
    """Whether somebody missed too many rounds of the event."""
    elimination = said(rules.tournament.elimination, "who is eliminated")
    return missed * elimination.share > rounds


def who_corrects(event: Event, *, closed: bool, reverses: bool) -> Corrector:
    """Who may change a result that was handed in: before the next round, only to reverse it."""
    before = reverses and not closed and event.handed_in is not Corrector.NOBODY
    return event.handed_in if before else event.recorded
