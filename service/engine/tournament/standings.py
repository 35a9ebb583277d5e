"""The classification after a round, by the keys of an edition, and who can no longer be caught.

Points are counted in halves and Berger in quarters, so nothing is ever rounded. Players who are
equal in every key share a place, and the answer says that the text goes no further.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import add
from typing import Any, NamedTuple

from service.engine.errors import SilentError
from service.engine.rules import Rules
from service.engine.tournament.document import (
    Note,
    NoteKind,
    Player,
    Tournament,
    check_event,
    check_seats,
    counted_round,
    notes_of,
)
from service.engine.tournament.ledger import Ledger, fictitious_halves, open_ledger
from service.engine.tournament.provisions import Buchholz, Classification, Key, Warnings, said

_tuple = tuple.__new__  # Makes a named tuple in half the time that its name takes.


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


class Opponent(NamedTuple):
    """A direct opponent as a tie-break sees them: their points, and whether these were counted."""

    player: str
    halves: int
    result: str
    counted: bool


_Columns = dict[str, Sequence[Any]]
"""What rows hold but their places, by its name, of all players in the order of the document."""

Tie = Callable[[Player], Any]
"""What players who are equal are ordered by."""


def standings(
    tournament: Tournament, rules: Rules, after: int | None = None, *, final: bool = False
) -> Standings:
    """The published classification: real points only."""
    classification = said(rules.tournament.classification, "how a classification is made")
    check_event(tournament, rules)
    rounds = check_seats(tournament)
    after = counted_round(rounds, after)
    keys = classification.final if final else classification.between
    ledger = open_ledger(tournament, rounds, after, rules)
    notes = _notes(tournament, after, rules, final=final)
    rows = _placed(_columns(tournament, ledger, rules, notes), keys, _by_name(classification))
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
    after = counted_round(rounds, after)
    ledger = open_ledger(tournament, rounds, after, rules)
    for seat, player in enumerate(tournament.players):
        if 1 < player.joined <= after + 1:
            ledger.halves[seat] += fictitious_halves(player.joined, rules)
    notes = _notes(tournament, after, rules, final=False)
    columns = _columns(tournament, ledger, rules, notes)
    newcomer = said(rules.tournament.first_round, "how players are ordered").newcomer
    name = _by_name(classification)
    rating = _by_rating(newcomer if after else -1, name)
    if after:
        rows = _placed(columns, keys, name if Key.NAME in keys else rating)
    else:
        listed = sorted(zip(*columns.values(), strict=True), key=lambda line: rating(line[0]))
        rows = [Row(place, *line) for place, line in enumerate(listed, 1)]
    unsaid = _ties(rows, classification.article)
    return Standings(after, False, keys, classification.article, tuple(rows), unsaid)


def opponents_of(tournament: Tournament, table: Standings, rules: Rules) -> list[list[Opponent]]:
    """Everybody's direct opponents, the best placed first; of equals the worst placed is cut.

    Where no key looks at the opponents' points there is nothing to explain.
    """
    if not {Key.MEDIAN_BUCHHOLZ, Key.BERGER} & set(table.keys):
        return [[] for _ in table.rows]
    clause = said(rules.tournament.buchholz, "how Median-Buchholz is counted")
    ledger = open_ledger(tournament, check_seats(tournament), table.after, rules)
    seat = {player.id: number for number, player in enumerate(tournament.players)}
    rows = {seat[row.player.id]: row for row in table.rows}
    kinds = {"win": ledger.beaten, "draw": ledger.drawn, "loss": ledger.lost}
    found = []
    for own in rows:
        met = [(rows[other], kind) for kind, lists in kinds.items() for other in lists[own]]
        met.sort(key=lambda one: (-one[0].halves, one[0].place, one[0].player.id))
        kept = len(met) - dropped(tournament.rounds, clause)
        found.append(
            [
                Opponent(row.player.id, row.halves, kind, at < kept)
                for at, (row, kind) in enumerate(met)
            ]
        )
    return found


def deduction(technical: int, disciplinary: int, warnings: Warnings) -> int:
    """Spread lost for warnings: none for the first, then so much for each."""
    count = technical + warnings.disciplinary * disciplinary
    return warnings.amount * max(0, count - warnings.free)


def median_buchholz(opponents: Iterable[int], rounds: int, buchholz: Buchholz) -> int:
    """The opponents' points without those of the worst; no best opponent is dropped."""
    return sum(sorted(opponents)[dropped(rounds, buchholz) :])


def dropped(rounds: int, buchholz: Buchholz) -> int:
    """How many of the worst opponents are cut in an event of so many rounds."""
    return buchholz.long_drop if rounds >= buchholz.long_from else buchholz.drop


def _columns(
    tournament: Tournament, ledger: Ledger, rules: Rules, notes: dict[str, list[Applied]]
) -> _Columns:
    """Everything that the keys are made of."""
    classification = said(rules.tournament.classification, "how a classification is made")
    players, spread = tournament.players, ledger.spread
    buchholz, berger = _opponents_points(tournament, ledger, rules)
    applied: list[tuple[Applied, ...]] = [()] * len(players)
    if notes:
        applied = [tuple(notes.get(player.id, ())) for player in players]
        points = (sum(note.points for note in found) for found in applied)
        spread = list(map(add, spread, points))
    best: list[tuple[int, ...]] = [()] * len(players)
    if Key.BEST_DIFFERENCES in classification.final:
        best = [tuple(sorted(won, reverse=True)) for won in ledger.differences]
    met = zip(ledger.beaten, ledger.drawn, ledger.lost, strict=True)
    games = [len(beaten) + len(drawn) + len(lost) for beaten, drawn, lost in met]
    sums = ledger.halves, buchholz, berger, spread, ledger.total
    held = (players, *sums, best, games, applied)
    return dict(zip(Row._fields[1:], held, strict=True))


def _opponents_points(
    tournament: Tournament, ledger: Ledger, rules: Rules
) -> tuple[list[int], list[int]]:
    """Median-Buchholz and Berger of every player; nothing where no key asks for them."""
    classification = said(rules.tournament.classification, "how a classification is made")
    if not {Key.MEDIAN_BUCHHOLZ, Key.BERGER} & {*classification.between, *classification.final}:
        nothing = [0] * len(ledger.halves)
        return nothing, nothing
    clause = said(rules.tournament.buchholz, "how Median-Buchholz is counted")
    points = ledger.halves.__getitem__
    buchholz, berger = [], []
    for beaten, drawn, lost in zip(ledger.beaten, ledger.drawn, ledger.lost, strict=True):
        opponents = map(points, beaten + drawn + lost)
        buchholz.append(median_buchholz(opponents, tournament.rounds, clause))
        berger.append(2 * sum(map(points, beaten)) + sum(map(points, drawn)))
    return buchholz, berger


def _by_name(classification: Classification) -> Tie:
    return lambda player: (name_key(player.name, classification.alphabet), player.id)


def _by_rating(unrated: int, name: Tie) -> Tie:
    """By rating, then by name."""
    return lambda player: (-(unrated if player.rating is None else player.rating), name(player))


def _placed(columns: _Columns, keys: Sequence[Key], tie: Tie) -> list[Row]:
    """The rows in order; equal in every key is the same place.

    Every key but the name is the better the larger it is.
    """
    named = Key.NAME in keys
    before_name = keys[: keys.index(Key.NAME)] if named else keys
    counted = [columns[_COLUMNS[key]] for key in before_name]
    players = columns["player"]
    values = list(zip(*counted, strict=True)) or [()] * len(players)
    lines = list(zip(*columns.values(), strict=True))
    rows: list[Row] = []
    place, before = 0, None
    for number, seat in enumerate(_in_order(values, players, tie), 1):
        found = (values[seat], players[seat].name if named else "")
        if found != before:
            place, before = number, found
        rows.append(_tuple(Row, (place, *lines[seat])))
    return rows


def _in_order(values: Sequence[tuple[Any, ...]], players: Sequence[Player], tie: Tie) -> list[int]:
    """The numbers of the players, the best first; a tie is looked at only where there is one."""
    seats = range(len(players))
    if len(set(values)) == len(values):
        return sorted(seats, key=values.__getitem__, reverse=True)
    many = Counter(values)
    equal = [seat for seat in seats if many[values[seat]] > 1]
    equal.sort(key=lambda seat: tie(players[seat]))
    alone = [seat for seat in seats if many[values[seat]] == 1]
    return sorted(equal + alone, key=values.__getitem__, reverse=True)


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
    for note in notes_of(tournament):
        if note.round is not None and note.round > after:
            continue
        try:
            if note.kind in (NoteKind.TECHNICAL_WARNING, NoteKind.DISCIPLINARY_WARNING):
                said(rules.tournament.warnings, "what warnings cost")
                warned.setdefault(note.player, Counter())[note.kind] += 1
            else:
                applied.setdefault(note.player, []).append(_applied(note, rules))
        except SilentError as fault:
            raise fault.at(f"{note.player!r}") from None
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
    if not rows or len({row.place for row in rows}) == len(rows):
        return ()
    shared: dict[int, list[str]] = {}
    for row in rows:
        shared.setdefault(row.place, []).append(row.player.id)
    detail = "equal in every key: the regulation goes no further"
    return tuple(
        Unsaid("tie", article, detail, tuple(players))
        for players in shared.values()
        if len(players) > 1
    )


class Held(NamedTuple):
    """What a player holds: points in halves, and spread."""

    halves: int
    spread: int


def out_of_reach(ahead: Held, behind: Held, left: int, cap: int) -> bool:
    """Whether `behind` cannot come level with `ahead`, winning all while the other loses all."""
    lead = ahead.halves - behind.halves
    if lead != 2 * left:
        return lead > 2 * left
    return ahead.spread - behind.spread > 2 * cap * left


def safe_places(rows: Sequence[Held], left: int, cap: int, places: int) -> list[int]:
    """The places, from 0, whose holders can neither lose nor improve them."""
    return [
        place
        for place in range(min(places, len(rows)))
        if all(out_of_reach(above, rows[place], left, cap) for above in rows[:place])
        and all(out_of_reach(rows[place], below, left, cap) for below in rows[place + 1 :])
    ]


def prize_in_reach(rows: Sequence[Held], place: int, left: int, by: tuple[int, int]) -> bool:
    """Whether a player can still end among the prizes; `by` is the cap and the prizes."""
    cap, prizes = by
    if place < prizes:
        return True
    return not out_of_reach(rows[prizes - 1], rows[place], left, cap)


def without_prize(rows: Sequence[Held], left: int, cap: int, prizes: int) -> list[int]:
    """The places whose holders can win no prize any more, the best first."""
    return [
        place
        for place in range(prizes, len(rows))
        if not prize_in_reach(rows, place, left, (cap, prizes))
    ]


_SAME = str.maketrans("şţŞŢ’‘‐‑–—", "șțȘȚ''----")
"""Romanian s and t are typed with a cedilla as often as with a comma, and signs in many ways."""


@lru_cache(maxsize=4096)
def name_key(name: str, alphabet: str) -> tuple[int, ...]:
    """What a name is sorted by; capitals and small letters are alike."""
    composed = unicodedata.normalize("NFC", name).translate(_SAME).casefold()
    return tuple(_place(letter, alphabet) for letter in composed)


def _place(letter: str, alphabet: str) -> int:
    """Spaces and signs come first, then the alphabet, then letters of other scripts."""
    place = alphabet.find(letter)
    if place < 0:
        place = alphabet.find(unicodedata.normalize("NFD", letter)[0])
    if place >= 0:
        return 128 + place
    return 1024 + ord(letter) if letter.isalpha() else min(ord(letter), 127)
