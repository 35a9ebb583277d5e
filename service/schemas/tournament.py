"""Tournaments as JSON: the director's document, what is asked about it, and the answers.

The document is the body of every question, with a few fields beside it. Nearly all games are two
signed scores, nearly all players a name, a rating and a club; these are read without a schema,
because a season has thousands of them, and the schema tells what is wrong with any other.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple, cast

from marshmallow import ValidationError

from service.engine.errors import RecordError, UnknownSystemError
from service.engine.rules import Rules
from service.engine.tournament.check import Findings
from service.engine.tournament.document import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    NAMES,
    Act,
    ActKind,
    Decider,
    EndedBy,
    Game,
    Note,
    NoteKind,
    Outcome,
    Player,
    State,
    Tournament,
)
from service.engine.tournament.drawing import Clubs, Prizes, Sitting, Wanted
from service.engine.tournament.pairing import Paired, Table
from service.engine.tournament.provisions import Key, Repeats, System, said
from service.engine.tournament.standings import Opponent, Row, Standings
from service.engine.tournament.systems import Schedule, Wish
from service.schemas.conditions import read_conditions
from service.schemas.fields import (
    Checked,
    Fields,
    ObjectSchema,
    flag,
    listed,
    load,
    one_of,
    pair,
    plain,
    text,
    whole,
)
from service.schemas.plays import MOST_POINTS
from service.schemas.results import read_each, read_players

_MOST_GAMES = MOST_PLAYERS * MOST_ROUNDS
_MOST_VERSION = 10**9
_MOST_RATING = 10_000
_LONGEST_ID = 64
_LONGEST_NAME = 200
_LONGEST_REASON = 1000
_MOST_EVENTS = 500
_LONGEST_LIST = 1024 * 1024
_MOST_RECORDED = 500
_ENTERED = {"id", "name", "rating", "club"}
_SIGNED = {"round", "players", "scores", "table", "first"}
_tuple = tuple.__new__  # Makes a named tuple in half the time that its name takes.
_text_of_an_id = text(_LONGEST_ID)
_round = whole(1, MOST_ROUNDS)


def _name(value: object) -> str:
    """Reads an id: some text without blanks around it."""
    if type(value) is str and 0 < len(value) <= _LONGEST_ID and value == value.strip():
        return value
    _text_of_an_id(value)
    raise ValidationError("Not an id.")


class _PlayerSchema(ObjectSchema):
    id = Checked(_name, required=True)
    name = Checked(text(_LONGEST_NAME))
    rating = Checked(whole(0, _MOST_RATING))
    club = Checked(text(_LONGEST_NAME))
    joined = Checked(_round)
    left = Checked(whole(1, MOST_ROUNDS + 1))
    reason = Checked(text(200))
    team = Checked(_name)
    shown = Checked(one_of({name: name for name in NAMES}))


class _GameSchema(ObjectSchema):
    round = Checked(_round, required=True)
    table = Checked(whole(1, MOST_PLAYERS))
    players = Checked(listed(_name, 1, 2), required=True)
    first = Checked(_name)
    scores = Checked(pair(whole(-MOST_POINTS, MOST_POINTS)))
    ended_by = Checked(one_of({ending.value: ending for ending in EndedBy}))
    player = Checked(read_players)
    excused = Checked(read_each)


class _NoteSchema(ObjectSchema):
    player = Checked(_name, required=True)
    kind = Checked(one_of({kind.value: kind for kind in NoteKind}), required=True)
    play = Checked(whole(0, MOST_POINTS))
    amount = Checked(whole(-MOST_POINTS, MOST_POINTS))
    round = Checked(_round)
    article = Checked(text(100))


_PLAYER, _GAME, _NOTE = _PlayerSchema(), _GameSchema(), _NoteSchema()


def _read_player(value: Any) -> Player:
    try:
        name, called = value["id"], value["name"]
        rating, club = value.get("rating"), value.get("club")
    except (AttributeError, KeyError, TypeError):
        return _read_any_player(value)
    if (
        type(name) is str is type(called)
        and 0 < len(name) <= _LONGEST_ID
        and len(called) <= _LONGEST_NAME
        and name == name.strip()
        and (rating is None or (type(rating) is int and 0 <= rating <= _MOST_RATING))
        and (club is None or (type(club) is str and len(club) <= _LONGEST_NAME))
        and _ENTERED.issuperset(value)
    ):
        return _tuple(Player, (name, called, rating, club, 1, None, None, None, ()))
    return _read_any_player(value)


def _read_any_player(value: object) -> Player:
    given = _PLAYER.read(value)
    given.setdefault("name", given["id"])
    given.pop("shown", None)  # For who writes pages; nothing is counted by it.
    return Player(**given)


def _read_games(value: object) -> list[Game]:
    if type(value) is not list or len(value) > _MOST_GAMES:
        return _read_each_game(value)
    games: list[Game] = []
    names: set[str] = set()  # Met before, so they need no second look.
    try:
        for game in value:
            table = first = None
            try:
                number, players, scores = game["round"], game["players"], game["scores"]
                (one, two), (own, other) = players, scores
                if len(game) > 3:
                    table, first = game.get("table"), game.get("first")
                if one not in names or two not in names:
                    names |= {_name(one), _name(two)}
            except (KeyError, TypeError, ValueError):
                games.append(_read_any_game(game))
                continue
            if (
                type(players) is list is type(scores)
                and type(number) is int is type(own) is type(other)
                and 0 < number <= MOST_ROUNDS
                and -MOST_POINTS <= own <= MOST_POINTS
                and -MOST_POINTS <= other <= MOST_POINTS
                and (table is None or (type(table) is int and 0 < table <= MOST_PLAYERS))
                and (first is None or first in (one, two))
                and (len(game) == 3 or _SIGNED.issuperset(game))
            ):
                signed = (number, (one, two), (own, other), None, (), False, table, first)
                games.append(_tuple(Game, signed))
            else:
                games.append(_read_any_game(game))
    except ValidationError:
        return _read_each_game(value)
    return games


def _read_any_game(value: object) -> Game:
    given = _GAME.read(value)
    players = tuple(given["players"])
    first = given.get("first")
    if first is not None and first not in players:
        raise ValidationError({"first": ["Not one of the players."]})
    return Game(
        given["round"],
        players,
        given.get("scores"),
        given.get("ended_by"),
        given.get("player") or (),
        given.get("excused", False),
        given.get("table"),
        first,
    )


_read_each_game = listed(_read_any_game, 0, _MOST_GAMES)


def _read_note(value: object) -> Note:
    given = _NOTE.read(value)
    wanted = {NoteKind.COMPENSATION: "play", NoteKind.SPREAD: "amount"}.get(given["kind"])
    if wanted is not None and wanted not in given:
        raise ValidationError({wanted: ["Missing data for required field."]})
    amount = given.get(wanted, 0) if wanted else 0
    return Note(given["player"], given["kind"], amount, given.get("round"), given.get("article"))


class _StateSchema(ObjectSchema):
    scores = Checked(pair(whole(-MOST_POINTS, MOST_POINTS)))
    ended_by = Checked(one_of({ending.value: ending for ending in EndedBy}))
    player = Checked(read_players)
    excused = Checked(read_each)
    games = Checked(_read_games)
    event = Checked(whole(1, _MOST_EVENTS))
    kind = Checked(one_of({kind.value: kind for kind in NoteKind}))
    play = Checked(whole(0, MOST_POINTS))
    valid = Checked(flag)


class _ActSchema(ObjectSchema):
    n = Checked(whole(1, _MOST_GAMES), required=True)
    act = Checked(one_of({kind.value: kind for kind in ActKind}), required=True)
    by = Checked(one_of({who.value: who for who in Decider}), required=True)
    at = Checked(text(40))
    round = Checked(_round)
    table = Checked(whole(1, MOST_PLAYERS))
    player = Checked(_name)
    article = Checked(text(100))
    reason = Checked(text(_LONGEST_REASON))
    before = Checked(lambda value: _read_state(value))
    after = Checked(lambda value: _read_state(value))


_STATE, _ACT = _StateSchema(), _ActSchema()


def _read_state(value: object) -> State:
    given = _STATE.read(value)
    result = None
    if "scores" in given or "ended_by" in given:
        at_fault = given.get("player") or ()
        result = Outcome(
            given.get("scores"), given.get("ended_by"), at_fault, given.get("excused", False)
        )
    games = tuple(given.get("games", ()))
    return State(result, games, given.get("event"), given.get("kind"), given.get("play"))


def _read_act(value: object) -> Act:
    given = _ACT.read(value)
    before, after = (given.get(name) or State() for name in ("before", "after"))
    names = ("round", "table", "player", "article")
    about = {name: given.get(name) for name in names}
    return Act(given["n"], given["act"], given["by"], **about, before=before, after=after)


_read_acts = listed(_read_act, 0, _MOST_GAMES)


def _read_record(value: object) -> tuple[Act, ...]:
    acts = tuple(_read_acts(value))
    for number, act in enumerate(acts, 1):
        if act.n != number:
            raise ValidationError({number - 1: {"n": [f"Not {number}: acts are numbered from 1."]}})
    return acts


class _DocumentSchema(ObjectSchema):
    name = Checked(text(200))
    rounds = Checked(_round, required=True)
    version = Checked(whole(0, _MOST_VERSION))
    players = Checked(listed(_read_player, 1, MOST_PLAYERS), required=True)
    games = Checked(_read_games)
    adjustments = Checked(listed(_read_note, 0, _MOST_GAMES))
    days = Checked(listed(_round, 0, MOST_ROUNDS))
    conditions = Checked(read_conditions)
    record = Checked(_read_record)


class _SidePrizesSchema(ObjectSchema):
    among = Checked(listed(_name, 1, MOST_PLAYERS))
    games = Checked(listed(text(_LONGEST_LIST), 0, _MOST_RECORDED))


class _StandingsSchema(_DocumentSchema):
    after = Checked(whole(0, MOST_ROUNDS))
    final = Checked(flag)
    explain = Checked(flag)
    prizes = Checked(_SidePrizesSchema().read)


class _PairingsSchema(_DocumentSchema):
    round = Checked(_round, required=True)
    system = Checked(text(32))
    absent = Checked(listed(_name, 0, MOST_PLAYERS))
    seed = Checked(whole(0, 2**53 - 1))
    repeats = Checked(one_of({choice.value: choice for choice in Repeats}))
    clubs = Checked(one_of({choice.value: choice for choice in Clubs}))
    fixed = Checked(listed(pair(_name), 0, MOST_PLAYERS // 2))
    factor = Checked(whole(2, MOST_PLAYERS))
    groups = Checked(whole(1, MOST_PLAYERS // 2))
    gibson = Checked(lambda value: _read_prizes(value))


class _PrizesSchema(ObjectSchema):
    places = Checked(whole(1, MOST_PLAYERS), required=True)
    prizes = Checked(whole(1, MOST_PLAYERS), required=True)


class _ScheduleSchema(ObjectSchema):
    players = Checked(lambda value: _read_field(value), required=True)
    system = Checked(text(32))
    groups = Checked(whole(1, MOST_PLAYERS // 2))
    rounds = Checked(_round)


class _CheckSchema(_DocumentSchema):
    round = Checked(_round)
    proposed = Checked(listed(listed(_name, 1, 2), 0, MOST_PLAYERS))


class _EnterSchema(ObjectSchema):
    document = Checked(lambda value: _read_document(value), required=True)
    list = Checked(text(_LONGEST_LIST), required=True)


class _WrittenSchema(_DocumentSchema):
    players = Checked(listed(_read_player, 0, MOST_PLAYERS), required=True)


# The word "for" is Python's own.
_FOR = Checked(one_of({"publication": False, "pairing": True}))
_STANDINGS = cast(ObjectSchema, _StandingsSchema.from_dict({"for": _FOR})())
_PAIRINGS, _PRIZES, _SCHEDULE, _CHECK, _ENTER, _WRITTEN = (
    _PairingsSchema(),
    _PrizesSchema(),
    _ScheduleSchema(),
    _CheckSchema(),
    _EnterSchema(),
    _WrittenSchema(),
)


class AskedPrizes(NamedTuple):
    """Side prizes of a document: among whom, if not everybody, and the games that add some."""

    document: Fields
    among: list[str] | None
    games: list[str]


class AskedStandings(NamedTuple):
    """Which standings are wanted; `pairing` is the order by which rounds are paired."""

    tournament: Tournament
    after: int | None
    final: bool
    pairing: bool
    explain: bool
    prizes: AskedPrizes | None


class AskedSchedule(NamedTuple):
    """For whom rounds are to be written in advance, and how."""

    players: list[int] | list[str]
    wish: Wish


class AskedCheck(NamedTuple):
    """What is to be looked through."""

    tournament: Tournament
    round: int | None
    proposed: tuple[tuple[str, ...], ...]


def read_standings(body: object) -> AskedStandings:
    """Which standings are wanted."""
    given = load(_STANDINGS, body)
    final, pairing = given.get("final", False), given.get("for", False)
    asked = _tournament(given), given.get("after"), final, pairing
    prizes = given.get("prizes")
    if prizes is not None:
        prizes = AskedPrizes(_whole(body), prizes.get("among"), prizes.get("games", []))
    return AskedStandings(*asked, given.get("explain", False), prizes)


def read_pairings(body: object, rules: Rules) -> tuple[Tournament, Wanted]:
    """Which round is wanted, and how."""
    given = load(_PAIRINGS, body)
    said(rules.tournament.pairing, "how rounds are paired")
    factor = given.get("factor", 4)
    if factor % 2:
        told = f"a block of {factor} players has no two halves"
        raise RecordError(told, "odd_factor", factor=factor)
    wanted = Wanted(
        round=given["round"],
        system=_system(given.get("system")),
        absent=tuple(given.get("absent", ())),
        seed=given.get("seed", 0),
        repeats=given.get("repeats"),
        clubs=given.get("clubs"),
        fixed=tuple(given.get("fixed", ())),
        factor=factor,
        groups=given.get("groups", 1),
        gibson=given.get("gibson"),
    )
    return _tournament(given), wanted


def read_schedule(body: object, rules: Rules) -> AskedSchedule:
    """For whom rounds are to be written in advance."""
    given = load(_SCHEDULE, body)
    said(rules.tournament.pairing, "how rounds are paired")
    system = _system(given.get("system"))
    wish = Wish(system, given.get("groups", 1), given.get("rounds"))
    return AskedSchedule(given["players"], wish)


def read_check(body: object) -> AskedCheck:
    """What is to be looked through."""
    given = load(_CHECK, body)
    proposed = tuple(map(tuple, given.get("proposed", ())))
    return AskedCheck(_tournament(given), given.get("round"), proposed)


def read_enter(body: object) -> tuple[Fields, str]:
    """A document, in which nobody needs to be yet, and the list of those who enter it."""
    given = load(_ENTER, body)
    return given["document"], given["list"]


def read_written(body: object) -> Fields:
    """A document that is to be written as it stands."""
    load(_WRITTEN, body)
    return _whole(body)


def _read_document(value: object) -> Fields:
    _WRITTEN.read(value)
    return _whole(value)


def _whole(document: Any) -> Fields:
    """A copy of a document in which no list is missing, and nothing is null."""
    whole: Fields = {"games": []} | _said(document)
    return whole


def _said(value: Any) -> Any:
    """A copy of what was sent without what is null, which is as if it were not there."""
    if isinstance(value, dict):
        return {name: _said(part) for name, part in value.items() if part is not None}
    return [_said(part) for part in value] if isinstance(value, list) else value


def _tournament(given: Fields) -> Tournament:
    return Tournament(
        players=tuple(given["players"]),
        games=tuple(given.get("games", ())),
        rounds=given["rounds"],
        notes=tuple(given.get("adjustments", ())),
        days=tuple(given.get("days", ())),
        name=given.get("name", ""),
        version=given.get("version", 0),
        record=given.get("record", ()),
    )


def _system(name: str | None) -> System | None:
    if name is None:
        return None
    if name not in list(System):
        raise UnknownSystemError(f"there is no system {name!r}")
    return System(name)


def _read_prizes(value: object) -> Prizes:
    given = _PRIZES.read(value)
    return Prizes(given["places"], given["prizes"])


def _read_field(value: object) -> list[int] | list[str]:
    """Reads who is to play: how many, or their ids in the order of the list."""
    if isinstance(value, list):
        names = listed(_name, 2, MOST_PLAYERS)(value)
        if len(set(names)) < len(names):
            raise ValidationError("The same player twice.")
        return names
    return list(range(1, whole(2, MOST_PLAYERS)(value) + 1))


def write_standings(table: Standings) -> Fields:
    """A classification, with one field for each key."""
    return {
        "after": table.after,
        "final": table.final,
        "keys": [{"key": key.value, "article": table.article} for key in table.keys],
        "standings": _rows(table),
        "silent": plain(table.unsaid),
    }


def explain(
    answer: Fields,
    opponents: Iterable[Sequence[Opponent]],
    ratings: dict[bool | None, list[Game]],
    rules: Rules,
) -> None:
    """Add to a classification everybody's opponents, and which games do not count for ratings."""
    for row, met in zip(answer["standings"], opponents, strict=True):
        row["opponents"] = [_opponent(opponent) for opponent in met]
    unrated, unsaid = ([_known(game) for game in ratings[rated]] for rated in (False, None))
    rating = {"article": rules.rating.article, "silent": rules.rating.silent}
    answer["rating"] = rating | {"unrated": unrated, "unsaid": unsaid}


def write_paired(paired: Paired) -> Fields:
    """A round as proposed."""
    fields: Fields = {
        "round": paired.round,
        "system": paired.system.value,
        "article": paired.article,
        "pairings": [_table(number, table) for number, table in enumerate(paired.tables, 1)],
        "bye": None if paired.bye is None else _bye(paired.bye),
        "relaxed": plain(paired.relaxed),
        "silent": plain(paired.unsaid),
        "seed": paired.seed,
    }
    if paired.system is System.DISTANCE and paired.distance is not None:
        fields |= {"distance": paired.distance, "proved": True}
    return fields


def write_schedule(plan: Schedule, names: Sequence[int] | Sequence[str]) -> Fields:
    """Rounds in advance; who meets nobody sits."""
    seats = [None, *names]
    fields: Fields = {
        "system": plan.system.value,
        "rounds": plan.rounds,
        "schedule": [[[seats[one], seats[two]] for one, two in played] for played in plan.pairs],
        "article": plan.article,
        "silent": plain(plan.unsaid),
    }
    if len(plan.groups) > 1:
        fields["groups"] = [[seats[number] for number in group] for group in plan.groups]
    return fields


def write_check(checked: Findings) -> Fields:
    """Everything that is wrong, who is to be eliminated, and who may still enter."""
    entry = checked.late_entry
    return {
        "faults": plain(checked.faults),
        "eliminated": list(checked.eliminated),
        "late_entry": {
            "allowed": entry.allowed,
            "until": entry.until,
            "fictitious": None if entry.fictitious is None else _parts(entry.fictitious, 2),
        },
    }


def _table(number: int, table: Table) -> Fields:
    fields: Fields = {"table": number, "players": list(table.players), "first": table.first}
    if table.absent:
        both = len(table.absent) == 2
        fields |= {"ended_by": "absence", "player": [0, 1] if both else table.absent[0]}
    return fields


def _rows(table: Standings) -> list[Fields]:
    """The lines of a classification, with a field for every key; points are always there."""
    keys = [(key.value, _VALUES[key]) for key in table.keys if key is not Key.POINTS]
    written = []
    for row in table.rows:
        player = row.player
        fields = {"place": row.place, "player": player.id, "points": _parts(row.halves, 2)}
        for name, value in keys:
            fields[name] = value(row)
        if player.members:
            fields["players"] = list(player.members)
        fields["games"] = row.games
        fields["adjustments"] = plain(row.applied) if row.applied else []
        written.append(fields)
    return written


def _opponent(met: Opponent) -> Fields:
    points = _parts(met.halves, 2)
    return {"player": met.player, "points": points, "result": met.result, "counted": met.counted}


def _known(game: Game) -> Fields:
    """Which game it is."""
    return {"round": game.round, "players": list(game.players), "ended_by": game.ended_by}


_VALUES: dict[Key, Callable[[Row], Any]] = {
    Key.MEDIAN_BUCHHOLZ: lambda row: _parts(row.buchholz, 2),
    Key.BERGER: lambda row: _parts(row.berger, 4),
    Key.SPREAD: attrgetter("spread"),
    Key.TOTAL: attrgetter("total"),
    Key.NAME: attrgetter("player.name"),
    Key.BEST_DIFFERENCES: lambda row: list(row.differences),
}


def _bye(sitting: Sitting) -> Fields:
    return {
        "player": sitting.player,
        **({"players": list(sitting.members)} if sitting.members else {}),
        "article": sitting.article,
        "passed_over": plain(sitting.passed_over),
    }


def _parts(number: int, whole: int) -> int | float:
    """Halves or quarters as a number; both are exact in any notation."""
    return number // whole if number % whole == 0 else number / whole
