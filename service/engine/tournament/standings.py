"""The classification after a round, by the keys of an edition.

Points are counted in halves and Berger in quarters, so nothing is ever rounded. Players who are
equal in every key share a place, and the answer says that the text goes no further.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter, mul
from typing import NamedTuple

from service.engine.rules import Rules
from service.engine.tournament.collation import name_key
from service.engine.tournament.document import (
    Note,
    NoteKind,
    Player,
    Tournament,
    check_seats,
    last_complete_round,
)
from service.engine.tournament.entries import check_event
from service.engine.tournament.ledger import Ledger, fictitious_halves, open_ledger
from service.engine.tournament.provisions import Buchholz, Key, Warnings, said


@dataclass(frozen=True, slots=True)
class Applied:
    """A note as it changed a spread, with its article."""

    kind: NoteKind
    points: int
    article: str
    round: int | None = None


class Row(NamedTuple):
    """A line of the classification: points in halves, `berger` in quarters."""

    place: int
    player: Player
    halves: int
    buchholz: int
    berger: int
    spread: int
    total: int
    differences: tuple[int, ...]
    games: int
    applied: tuple[Applied, ...]


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Something that the regulation leaves open, and who is concerned; `rule` is a short name."""

    rule: str
    article: str
    detail: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """The classification with the keys it was made by."""

    after: int
    final: bool
    keys: tuple[Key, ...]
    article: str
    rows: tuple[Row, ...]
    unsaid: tuple[Unsaid, ...]


def standings(
    tournament: Tournament, rules: Rules, after: int | None = None, *, final: bool = False
) -> Standings:
    """The published classification: real points only."""
    classification = said(rules.tournament.classification, "how a classification is made")
    check_event(tournament, rules)
    rounds = check_seats(tournament)
    after = last_complete_round(rounds) if after is None else after
    keys = classification.final if final else classification.between
    ledger = open_ledger(tournament, rounds, after, rules)
    rows = _rows(tournament, ledger, rules, _notes(tournament, after, rules, final=final))
    rows = _placed(rows, keys)
    unsaid = _ties(rows, classification.article)
    return Standings(after, final, keys, classification.article, tuple(rows), unsaid)


def pairing_order(tournament: Tournament, rules: Rules, after: int | None = None) -> Standings:
    """The order by which rounds are paired: fictitious points count.

    Who is equal goes by name where that is a key, else by rating. Before the first round it is the
    list by rating alone, the unrated last.
    """
    classification = said(rules.tournament.classification, "how a classification is made")
    keys = classification.between
    check_event(tournament, rules)
    rounds = check_seats(tournament)
    after = last_complete_round(rounds) if after is None else after
    ledger = open_ledger(tournament, rounds, after, rules)
    for seat, player in enumerate(tournament.players):
        if 1 < player.joined <= after + 1:
            ledger.halves[seat] += fictitious_halves(player.joined, rules)
    rows = _rows(tournament, ledger, rules, _notes(tournament, after, rules, final=False))
    newcomer = said(rules.tournament.first_round, "how players are ordered").newcomer
    unrated = newcomer if after else -1
    if not after or Key.NAME not in keys:
        rows.sort(key=lambda row: -_rating(row.player, unrated))
    if after:
        rows = _placed(rows, keys)
    else:
        rows = [Row(place, *row[1:]) for place, row in enumerate(rows, 1)]
    return Standings(after, False, keys, classification.article, tuple(rows), ())


def deduction(technical: int, disciplinary: int, warnings: Warnings) -> int:
    """Spread lost for warnings: none for the first, then so much for each."""
    count = technical + warnings.disciplinary * disciplinary
    return warnings.amount * max(0, count - warnings.free)


def median_buchholz(opponents: Sequence[int], rounds: int, buchholz: Buchholz) -> int:
    """The opponents' points without those of the worst; no best opponent is dropped."""
    drop = buchholz.long_drop if rounds >= buchholz.long_from else buchholz.drop
    return sum(sorted(opponents)[drop:])


def _rows(
    tournament: Tournament, ledger: Ledger, rules: Rules, notes: dict[str, list[Applied]]
) -> list[Row]:
    """The players' lines by name, not placed yet."""
    classification = said(rules.tournament.classification, "how a classification is made")
    halves, rows = ledger.halves, []
    opponents = _opponents_points(tournament, ledger, rules)
    wanted = Key.BEST_DIFFERENCES in classification.final
    for seat, player in enumerate(tournament.players):
        buchholz, berger = opponents[seat] if opponents else (0, 0)
        spread, applied = ledger.spread[seat], tuple(notes.get(player.id, ()))
        if applied:
            spread += sum(note.points for note in applied)
        best = tuple(sorted(ledger.differences[seat], reverse=True)) if wanted else ()
        total, games = ledger.total[seat], len(ledger.opponents[seat])
        sums = halves[seat], buchholz, berger, spread, total
        rows.append(Row(0, player, *sums, best, games, applied))
    alphabet = classification.alphabet
    rows.sort(key=lambda row: (name_key(row.player.name, alphabet), row.player.id))
    return rows


def _opponents_points(
    tournament: Tournament, ledger: Ledger, rules: Rules
) -> list[tuple[int, int]]:
    """Median-Buchholz and Berger of every player; nothing where no key asks for them."""
    classification = said(rules.tournament.classification, "how a classification is made")
    if not {Key.MEDIAN_BUCHHOLZ, Key.BERGER} & {*classification.between, *classification.final}:
        return []
    clause = said(rules.tournament.buchholz, "how Median-Buchholz is counted")
    halves, both = ledger.halves, []
    for met in ledger.opponents:
        held = [halves[other >> 2] for other in met]
        berger = sum(map(mul, held, [other & 3 for other in met]))
        both.append((median_buchholz(held, tournament.rounds, clause), berger))
    return both


def _placed(rows: list[Row], keys: Sequence[Key]) -> list[Row]:
    """Rows by name put in order; equal in every key is the same place.

    Every key but the name is the better the larger it is. Sorting keeps the order of names.
    """
    named = Key.NAME in keys
    before_name = keys[: keys.index(Key.NAME)] if named else keys
    columns = [Row._fields.index(_COLUMNS[key]) for key in before_name]
    value = itemgetter(*columns) if columns else lambda row: ()
    placed: list[Row] = []
    place, before = 0, None
    for number, row in enumerate(sorted(rows, key=value, reverse=True), 1):
        found = (value(row), row.player.name if named else "")
        if found != before:
            place, before = number, found
        placed.append(Row(place, *row[1:]))
    return placed


_COLUMNS = {
    Key.POINTS: "halves",
    Key.MEDIAN_BUCHHOLZ: "buchholz",
    Key.BERGER: "berger",
    Key.SPREAD: "spread",
    Key.TOTAL: "total",
    Key.BEST_DIFFERENCES: "differences",
}


def _notes(
    tournament: Tournament, after: int, rules: Rules, *, final: bool
) -> dict[str, list[Applied]]:
    """What arbiters noted, as it changes spreads by then; warnings are deducted at the end."""
    applied: dict[str, list[Applied]] = {}
    warned: dict[str, Counter[NoteKind]] = {}
    for note in tournament.notes:
        if note.round is not None and note.round > after:
            continue
        if note.kind in (NoteKind.TECHNICAL_WARNING, NoteKind.DISCIPLINARY_WARNING):
            said(rules.tournament.warnings, "what warnings cost")
            warned.setdefault(note.player, Counter())[note.kind] += 1
        else:
            applied.setdefault(note.player, []).append(_applied(note, rules))
    for player, counts in warned.items() if final else ():
        warnings = said(rules.tournament.warnings, "what warnings cost")
        technical = counts[NoteKind.TECHNICAL_WARNING]
        disciplinary = counts[NoteKind.DISCIPLINARY_WARNING]
        if lost := deduction(technical, disciplinary, warnings):
            kind = NoteKind.DISCIPLINARY_WARNING if disciplinary else NoteKind.TECHNICAL_WARNING
            applied.setdefault(player, []).append(Applied(kind, -lost, warnings.article))
    return applied


def _applied(note: Note, rules: Rules) -> Applied:
    if note.kind is NoteKind.COMPENSATION:
        clause = said(rules.tournament.compensation, "what a wrong verdict is worth")
        article = note.article or clause.article
        return Applied(note.kind, note.amount + clause.bonus, article, note.round)
    return Applied(note.kind, note.amount, note.article or "arbiter", note.round)


def _ties(rows: Sequence[Row], article: str) -> tuple[Unsaid, ...]:
    """The groups who share a place."""
    shared: dict[int, list[str]] = {}
    for row in rows:
        shared.setdefault(row.place, []).append(row.player.id)
    detail = "equal in every key: the regulation goes no further"
    return tuple(
        Unsaid("tie", article, detail, tuple(players))
        for players in shared.values()
        if len(players) > 1
    )


def _rating(player: Player, unrated: int) -> int:
    return unrated if player.rating is None else player.rating
