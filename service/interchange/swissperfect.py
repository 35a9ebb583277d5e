"""Swiss Perfect's three files of an event: settings (.ini), players (.trn) and pairings (.sco).

The last two are dBase III tables whose numbers stand on the left. Scores are doubled, so that half
a point and half a score are whole; the order of a round's records is that of its tables. What a
record's types mean was read from files of the program; a record that is not understood is told.
"""

import struct
from collections.abc import Iterable, Iterator, Mapping
from configparser import ConfigParser
from configparser import Error as IniError
from io import BytesIO
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from service.engine.errors import UnreadableError, UnwritableError
from service.interchange.document import Document, Remark, check_players, make_id, shown_name
from service.interchange.numbered import halves_of

_TRN = (
    "ORDER N5,ID N5,START_NO C5,SURNAME C25,FIRSTNAME C25,FEDER C4,CLUB C30,INTL_RTG N4,"
    "LOC_RTG N4,LOC_RTG2 N4,INTL_ID C12,LOC_ID C12,TITLE C3,SEX C1,BIRTH_DATE D8,LATE_ENTRY N2,"
    "WITHDRAWAL N2,ABSENT N16,BONUS N3,TECH_SCORE N3,FORB_PAIRS N3,TEAM N3,BOARD N3,MEMO C20"
)
_SCO = (
    "ROUND N3,WHITE N5,BLACK N5,W_SCORE N3,B_SCORE N3,W_TYPE N2,B_TYPE N2,W_SUBSCO N4,B_SUBSCO N4"
)
_START = bytes((3, 0x60, 3, 1))  # The date never changes.
_ALIVE, _DELETED, _END = b" ", b"*", b"\x1a"
_CODEC, _NAME = "cp1252", 25
_PLAYED, _EMPTY, _AWAY = (1, 1), (0, 0), (1, 0)
_DEFAULTS: dict[tuple[int, int], int | list[int]] = {(35, 35): 1, (34, 34): 0, (36, 36): [0, 1]}
"""The types of a game won by default, and who did not come."""
_INI = """\
[Tournament Info]
Name={name}
Rounds={rounds}
TableNosStart=1
Multi Games=1
System=0
Team or Individual=0
Use Minor Scores=1
[Standings]
Tie Breaks=1218,1220,1223,
[TieBreakAdvanced]
MB-HighestOut=0
MB-LowestOut={lowest}
BuchholzAdjust=0
[Pairing]
IgnoreColours={ignore}
"""
Record = Mapping[str, str]


class _Field(NamedTuple):
    name: str
    kind: str
    width: int


def _fields(described: str) -> list[_Field]:
    parts = (field.split(" ") for field in described.split(","))
    return [_Field(name, form[0], int(form[1:])) for name, form in parts]


def write_set(document: Document, name: str) -> bytes:
    """The three files of a tournament, packed as arbiters send them."""
    numbers = {player["id"]: n for n, player in enumerate(document["players"], 1)}
    for player in document["players"]:
        _encoded(shown_name(player))
    coloured = any(game.get("first") for game in document["games"])
    rounds = document["rounds"]
    ini = _INI.format(
        name=" ".join(str(document.get("name", "")).split()),
        rounds=rounds,
        lowest=1 if rounds <= 6 else 2,
        ignore=int(not coloured),
    )
    games = sorted(document["games"], key=lambda game: (game["round"], _place(game)))
    parts = {
        "ini": _encoded(ini.replace("\n", "\r\n")),
        "trn": _table(_TRN, (_player(document, player, numbers) for player in document["players"])),
        "sco": _table(_SCO, (_pairing(game, numbers) for game in games)),
    }
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for ending, content in parts.items():
            archive.writestr(ZipInfo(f"{name}.{ending}"), content)
    return out.getvalue()


def _place(game: Mapping[str, Any]) -> tuple[bool, int]:
    """Tables in their order, then who has no opponent."""
    return len(game["players"]) == 1, game.get("table") or 10_000


def split_name(name: str) -> tuple[str, str]:
    """A surname and what stands before it; the last word is the best guess there is."""
    if "," in name:
        surname, _, first = name.partition(",")
    else:
        first, _, surname = name.rpartition(" ")
    return surname.strip()[:_NAME], first.strip()[:_NAME]


def _player(
    document: Document, player: Mapping[str, Any], numbers: Mapping[str, int]
) -> dict[str, Any]:
    number = numbers[player["id"]]
    surname, first = split_name(shown_name(dict(player)))
    missed = [
        game["round"]
        for game in document["games"]
        if game["players"] == [player["id"]] and game.get("ended_by") == "absence"
    ]
    joined = player.get("joined", 1)
    return {
        "ORDER": number,
        "ID": number,
        "START_NO": number,
        "SURNAME": surname,
        "FIRSTNAME": first,
        "CLUB": (player.get("club") or "")[:30],
        "TITLE": 0,
        "SEX": 0,
        "INTL_RTG": player.get("rating") or "",
        "LATE_ENTRY": joined if joined > 1 else "",
        "WITHDRAWAL": player.get("left") or "",
        "ABSENT": f"{sum(1 << number - 1 for number in missed):016X}",
    }


def _pairing(game: Mapping[str, Any], numbers: Mapping[str, int]) -> dict[str, Any]:
    ids = [numbers[player] for player in game["players"]]
    ended, scores = game.get("ended_by"), game.get("scores")
    if len(ids) == 1:
        sits = ended == "bye"
        return _record(game["round"], (ids[0], 0), (2 * sits, 0), _PLAYED if sits else _AWAY)
    turned = game.get("first") == game["players"][1]
    sides = (1, 0) if turned else (0, 1)
    white, black = (ids[side] for side in sides)
    if scores is None and ended is None:
        return _record(game["round"], (white, black), (0, 0), _EMPTY)
    halves = [halves_of(dict(game), side) for side in sides]
    types = _PLAYED
    if not any(halves):
        types = (36, 36)
    elif ended in ("absence", "annulled"):
        types = (35, 35) if halves[0] else (34, 34)
    minor = [2 * (scores or (0, 0))[side] for side in sides]
    return _record(game["round"], (white, black), (halves[0], halves[1]), types, minor)


def _record(
    number: int,
    players: tuple[int, int],
    won: tuple[int, int],
    types: tuple[int, int],
    minor: Iterable[int] = (0, 0),
) -> dict[str, Any]:
    values = (number, *players, *won, *types, *minor)
    return dict(zip((field.name for field in _fields(_SCO)), values, strict=True))


def _table(described: str, records: Iterable[Mapping[str, Any]]) -> bytes:
    """A dBase table."""
    fields = _fields(described)
    rows = [_ALIVE + b"".join(_value(record, field) for field in fields) for record in records]
    width = 1 + sum(field.width for field in fields)
    head = _START + struct.pack("<IHH20x", len(rows), 33 + 32 * len(fields), width)
    for name, kind, size in fields:
        head += struct.pack("<11sc4xBB14x", name.encode(), kind.encode(), size, 0)
    return head + b"\r" + b"".join(rows) + _END


def _value(record: Mapping[str, Any], field: _Field) -> bytes:
    text = _encoded(str(record.get(field.name, "")))
    if len(text) > field.width:
        told = f"{text.decode(_CODEC)!r} is too long for {field.name}: {field.width} signs"
        raise UnwritableError(told)
    return text.ljust(field.width)


def _encoded(text: str) -> bytes:
    try:
        return text.encode(_CODEC)
    except UnicodeEncodeError:
        line = next(line for line in text.splitlines() if _foreign(line)).removeprefix("Name=")
        told = f"the name {line!r} cannot be written in Windows-1252"
        raise UnwritableError(told, "name", name=line) from None


def _foreign(text: str) -> bool:
    return text.encode(_CODEC, "ignore").decode(_CODEC) != text


def read_set(members: Mapping[str, bytes]) -> tuple[Document, list[Remark]]:
    """The tournament in the three files."""
    parts = {name.lower().rpartition(".")[2]: content for name, content in members.items()}
    settings = _settings(parts.get("ini", b""))
    people = [(n, r) for n, r in _records(parts["trn"]) if r.get("SURNAME") or r.get("FIRSTNAME")]
    check_players(len(people))
    remarks = [
        Remark(n, "bonus", f"bonus points of {r['SURNAME']!r} are not read")
        for n, r in people
        if r.get("BONUS")
    ]
    ids: dict[int, str] = {}
    players = []
    for at, person in people:
        name = f"{person.get('FIRSTNAME', '')} {person.get('SURNAME', '')}".strip()
        ids[_whole(person, "ID", at)] = make_id(name, ids.values())
        players.append({"id": [*ids.values()][-1], "name": name} | _about(person, at))
    colours = settings.get("IgnoreColours", "0") != "1"
    games = _games(_records(parts["sco"]), ids, remarks, colours=colours)
    rounds = max([game["round"] for game in games] or [1])
    _leave(players, people, games, rounds)
    planned = settings.get("Rounds", "")
    most = max(rounds, int(planned) if planned.isdecimal() and len(planned) < 3 else 0)
    head = {"name": settings.get("Name", ""), "rounds": most, "version": 0}
    return head | {"players": players, "games": games}, remarks


def _about(person: Record, at: int) -> dict[str, Any]:
    said: dict[str, Any] = {"rating": _whole(person, "INTL_RTG", at) or None}
    said["club"] = person.get("CLUB") or None
    late = _whole(person, "LATE_ENTRY", at)
    said["joined"] = late if late > 1 else None
    return {name: value for name, value in said.items() if value is not None}


def _leave(
    players: list[dict[str, Any]],
    people: list[tuple[int, Record]],
    games: list[dict[str, Any]],
    rounds: int,
) -> None:
    """Who left, after their last record, and who was announced to be absent."""
    for player, (at, person) in zip(players, people, strict=True):
        met = {game["round"] for game in games if player["id"] in game["players"]}
        if _whole(person, "WITHDRAWAL", at):
            player["left"] = max(met, default=0) + 1
        away = person.get("ABSENT") or "0"
        if not all(sign in "0123456789abcdefABCDEF" for sign in away):
            raise UnreadableError(f"record {at}: ABSENT is {away!r}", "document")
        for number in range(1, rounds + 1):
            if int(away, 16) >> number - 1 & 1 and number not in met:
                games.append({"round": number, "players": [player["id"]], "ended_by": "absence"})


def _games(
    records: Iterable[tuple[int, Record]],
    ids: Mapping[int, str],
    remarks: list[Remark],
    *,
    colours: bool,
) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = []
    tables: dict[int, int] = {}
    for at, record in records:
        numbers = [n for n in (_whole(record, side, at) for side in ("WHITE", "BLACK")) if n]
        if unknown := [n for n in numbers if n not in ids]:
            raise UnreadableError(f"record {at}: there is no player {unknown[0]}", "document")
        players = [ids[number] for number in numbers]
        if not players:
            continue
        number = _whole(record, "ROUND", at)
        result = _result(record, at, alone=len(players) == 1, remarks=remarks)
        if result is None:
            remarks.append(Remark(at, "record", f"record {at} is not understood and not read"))
            continue
        game: dict[str, Any] = {"round": number, "players": players}
        if len(players) == 2:
            tables[number] = game["table"] = tables.get(number, 0) + 1
            game |= {"first": players[0]} if colours else {}
        if any(g["round"] == number and set(players) & set(g["players"]) for g in games):
            raise UnreadableError(f"record {at}: a player is in round {number} twice", "document")
        games.append(game | result)
    return games


def _result(
    record: Record, at: int, *, alone: bool, remarks: list[Remark]
) -> dict[str, Any] | None:
    types = _whole(record, "W_TYPE", at), _whole(record, "B_TYPE", at)
    won = _whole(record, "W_SCORE", at), _whole(record, "B_SCORE", at)
    minor = _whole(record, "W_SUBSCO", at), _whole(record, "B_SUBSCO", at)
    if minor[0] % 2 or minor[1] % 2:
        raise UnreadableError(f"record {at}: a score is half a point", "document")
    scores = [score // 2 for score in minor]
    if alone:
        if types == _AWAY and won == (0, 0):
            return {"ended_by": "absence"}
        return {"ended_by": "bye"} if types in (_PLAYED, (35, 35)) and max(won) == 2 else None
    if types == _EMPTY:
        return {} if not any((*won, *minor)) else None
    if types in _DEFAULTS:
        played = {"scores": scores} if any(scores) else {}
        return {"ended_by": "absence", "player": _DEFAULTS[types]} | played
    if types != _PLAYED or sum(won) != 2:
        return None
    if not any(scores):
        remarks.append(Remark(at, "scores", "a game without scores is read as 301 to 299"))
        return {"scores": [299 + won[0], 299 + won[1]]}
    if (scores[0] > scores[1]) - (scores[0] < scores[1]) != (won[0] > won[1]) - (won[0] < won[1]):
        remarks.append(Remark(at, "winner", "the scores tell another winner"))
    return {"scores": scores}


def _settings(content: bytes) -> dict[str, str]:
    reader = ConfigParser(interpolation=None, strict=False)
    reader.optionxform = str  # type: ignore[assignment,method-assign]  # as its documentation says
    try:
        reader.read_string(content.decode(_CODEC, "replace"))
    except IniError as fault:
        raise UnreadableError(f"the .ini: {str(fault).splitlines()[0][:100]}") from None
    return {name: value for section in reader.values() for name, value in section.items()}


def _records(content: bytes) -> Iterator[tuple[int, Record]]:
    """The records of a table that are not deleted, by their numbers."""
    if len(content) < 33 or content[0] != 3:
        raise UnreadableError("a table of it is not dBase III")
    count, start, width = struct.unpack_from("<IHH", content, 4)
    fields, offset = [], 1
    for at in range(32, start - 32, 32):
        name, size = content[at : at + 11].partition(b"\0")[0], content[at + 16 : at + 17]
        fields.append((name.decode(_CODEC, "replace"), offset, offset + (size or b"\0")[0]))
        offset = fields[-1][2]
    if offset != width or start + count * width > len(content):
        raise UnreadableError("a table of it is cut off")
    for number in range(count):
        row = content[start + number * width : start + (number + 1) * width]
        if row[:1] != _DELETED:
            cells = ((name, row[begin:end].partition(b"\0")[0]) for name, begin, end in fields)
            yield number + 1, {n: c.decode(_CODEC, "replace").strip() for n, c in cells}


def _whole(record: Record, field: str, at: int) -> int:
    text = record.get(field, "") or "0"
    if not text.removeprefix("-").isdecimal():
        raise UnreadableError(f"record {at}: {field} is {text!r}, no number", "document")
    return int(text)
