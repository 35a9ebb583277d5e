"""Tournaments as tables that a spreadsheet opens: the director's document in, answers out.

Every line of a document begins with what it is about:

    tournament,NAME,ROUNDS,VERSION
    player,ID,NAME,RATING,CLUB,JOINED,LEFT,REASON,TEAM
    game,ROUND,TABLE,PLAYER,PLAYER,FIRST,SCORE,SCORE,ENDED_BY,AT_FAULT,EXCUSED
    adjustment,PLAYER,KIND,AMOUNT,ROUND,ARTICLE
    option,NAME,VALUE,VALUE...

Cells at the end may be left out, columns may be separated by commas, semicolons or tabs, and a line
whose first cell is something else is a heading. An option is a field beside the document: its value
is JSON, or else a text. Players who are `absent` are the cells of one line, pairs that are `fixed`
or `proposed` one line each.
"""

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from service.schemas.fields import Fault, Fields, ShapeError
from service.schemas.text import JsonError

Cells = Sequence[str]
Table = list[list[Any]]
SEPARATORS = ",;\t"
PAIRED = {"fixed", "proposed"}
_RUN = r"'*[=+\-@\t\r\n＝＋－＠]"
"""How a cell begins that a spreadsheet would run as a formula."""
_FORMULA = re.compile(_RUN)
_GUARDED = re.compile(f"^'(?={_RUN})")
_CONTROLS = dict.fromkeys((*range(9), 11, 12, *range(14, 32), *range(127, 160)))
"""Signs that do something to a terminal."""


def read_table(body: bytes) -> Fields:
    """The document that a table describes, as it would be in JSON."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise JsonError("the table is not UTF-8") from None
    fields: Fields = {}
    try:
        for line, cells in table_rows(text, _separator(text)):
            _read_line(line, cells, fields)
    except csv.Error as fault:
        raise JsonError(f"the body is not a table: {fault}") from None
    return fields


def _read_line(line: int, cells: Cells, fields: Fields) -> None:
    if reader := _LINES.get(cells[0].lower()):
        try:
            reader([*cells[1:], *[""] * 12], fields)
        except ValueError as fault:
            raise ShapeError([Fault(f"/line {line}", str(fault))]) from None


def table_rows(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table that are not empty, with the numbers of their lines."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for row in rows:
            if cells := [unguarded(cell.strip()) for cell in row]:
                yield line, cells
            line = rows.line_num + 1
    except csv.Error as fault:
        raise csv.Error(f"{fault} (line {rows.line_num})") from None


def headings(text: str) -> list[int]:
    """The lines of a table that say nothing of a tournament."""
    return [
        line
        for line, cells in table_rows(text, _separator(text))
        if any(cells) and cells[0].lower() not in _LINES
    ]


def is_table(text: str) -> bool:
    """Whether a text is a document as a table, not a list of players."""
    return re.search(rf"^[ ]*\"?tournament\"?[ ]*[{SEPARATORS}]", text, re.I | re.M) is not None


def unguarded(cell: str) -> str:
    """A cell as it was before a sign kept it from being run as a formula."""
    return _GUARDED.sub("", cell)


def write_table(rows: Iterable[Sequence[Any]], separator: str = ",") -> bytes:
    """Rows as CSV in UTF-8; a cell that a spreadsheet would run as a formula is kept a text."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8", "backslashreplace")


def document_table(document: Fields) -> Table:
    """A document as the lines that `read_table` reads."""
    head = [document.get("name", ""), document["rounds"], document.get("version", 0)]
    rows: Table = [["tournament", *head]]
    fields = ("id", "name", "rating", "club", "joined", "left", "reason", "team")
    for player in document["players"]:
        shown = [player["shown"]] if "shown" in player else []
        rows.append(["player", *(player.get(name) for name in fields), *shown])
    rows += [["game", *_game_cells(game)] for game in document.get("games", ())]
    for note in document.get("adjustments", ()):
        amount = note.get("play", note.get("amount"))
        line = [note["player"], note["kind"], amount, note.get("round"), note.get("article")]
        rows.append(["adjustment", *line])
    for name in ("days", "conditions", "record"):
        if document.get(name):
            rows.append(["option", name, json.dumps(document[name])])
    return rows


def standings_table(answer: Fields) -> Table:
    """A classification, one player a line."""
    keys = [key["key"] for key in answer["keys"]]
    heads = ["place", "player", *keys, "games"]
    return [heads, *([row[name] for name in heads] for row in answer["standings"])]


def pairings_table(answer: Fields) -> Table:
    """A round, one table a line and the bye last."""
    rows: Table = [["round", "table", "player 1", "player 2", "first"]]
    for pair in answer["pairings"]:
        rows.append([answer["round"], pair["table"], *pair["players"], pair["first"]])
    if answer["bye"] is not None:
        for player in answer["bye"].get("players", [answer["bye"]["player"]]):
            rows.append([answer["round"], None, player, "bye", None])
    return rows


def schedule_table(answer: Fields) -> Table:
    """Rounds in advance, one table a line."""
    rows: Table = [["round", "table", "player 1", "player 2"]]
    for number, played in enumerate(answer["schedule"], 1):
        rows += [[number, table, one, two] for table, (one, two) in enumerate(played, 1)]
    return rows


def check_table(answer: Fields) -> Table:
    """Faults, one a line."""
    rows: Table = [["code", "article", "round", "players", "detail"]]
    for fault in answer["faults"]:
        players = " ".join(fault["players"])
        rows.append([fault["code"], fault["article"], fault["round"], players, fault["detail"]])
    return rows


def _cell(cell: Any) -> Any:
    match cell:
        case None:
            return ""
        case list():
            return " ".join(map(str, cell))
        case str():
            text = cell.translate(_CONTROLS)
            return f"'{text}" if _FORMULA.match(text) else text
        case _:
            return cell


def _game_cells(game: Fields) -> list[Any]:
    one, two = (*game["players"], None)[:2]
    own, other = game.get("scores") or (None, None)
    at_fault, excused = game.get("player"), game.get("excused")
    return [
        game["round"],
        game.get("table"),
        one,
        two,
        game.get("first"),
        own,
        other,
        game.get("ended_by"),
        None if at_fault is None else json.dumps(at_fault),
        None if excused is None else json.dumps(excused),
    ]


def _tournament_line(cells: Cells, fields: Fields) -> None:
    fields |= _said(name=_text(cells[0]), rounds=_number(cells[1]), version=_number(cells[2]))


def _player_line(cells: Cells, fields: Fields) -> None:
    texts = _said(
        id=_text(cells[0]), name=_text(cells[1]), club=_text(cells[3]), reason=_text(cells[6])
    )
    texts |= _said(team=_text(cells[7]), shown=_text(cells[8]))
    numbers = _said(rating=_number(cells[2]), joined=_number(cells[4]), left=_number(cells[5]))
    fields.setdefault("players", []).append(texts | numbers)


def _game_line(cells: Cells, fields: Fields) -> None:
    scores = [_number(cells[5]), _number(cells[6])]
    game = _said(
        round=_number(cells[0]),
        table=_number(cells[1]),
        players=[player for cell in cells[2:4] if (player := _text(cell))],
        first=_text(cells[4]),
        scores=None if scores == [None, None] else scores,
        ended_by=_text(cells[7]),
        player=_json(cells[8]),
        excused=_json(cells[9].lower()),
    )
    fields.setdefault("games", []).append(game)


def _adjustment_line(cells: Cells, fields: Fields) -> None:
    amount = "play" if cells[1] == "compensation" else "amount"
    note = _said(
        player=_text(cells[0]), kind=cells[1], round=_number(cells[3]), article=_text(cells[4])
    )
    note |= _said(**{amount: _number(cells[2])})
    fields.setdefault("adjustments", []).append(note)


def _option_line(cells: Cells, fields: Fields) -> None:
    name, texts = cells[0], [cell for cell in cells[1:] if cell]
    ids = texts and not texts[0].startswith("[")
    if ids and name in PAIRED:
        fields.setdefault(name, []).append([_text(cell) for cell in texts])
    elif ids and (name == "absent" or (name == "players" and len(texts) > 1)):
        fields[name] = [_text(cell) for cell in texts]
    else:
        values = [_json(cell) for cell in texts]
        fields[name] = values[0] if len(values) == 1 else values


_LINES: dict[str, Callable[[Cells, Fields], None]] = {
    "tournament": _tournament_line,
    "player": _player_line,
    "game": _game_line,
    "adjustment": _adjustment_line,
    "option": _option_line,
}


def _separator(text: str) -> str:
    """What stands behind the first word that we know; else what the first line has most of."""
    known = re.search(rf"^[ ]*\"?(?:{'|'.join(_LINES)})\"?[ ]*([{SEPARATORS}])", text, re.I | re.M)
    return known[1] if known else max(SEPARATORS, key=text.partition("\n")[0].count)


def _said(**values: Any) -> Fields:
    return {name: value for name, value in values.items() if value is not None}


def _text(cell: str) -> str | None:
    return cell or None


def _number(cell: str) -> int | None:
    if not cell:
        return None
    if not re.fullmatch(r"'?-?\d{1,8}", cell):
        raise ValueError(f"{cell[:20]!r} is not a whole number.")
    return int(cell.removeprefix("'"))


def _json(cell: str) -> Any:
    """A cell as JSON, or as the text it is."""
    if not cell:
        return None
    try:
        value = json.loads(cell)
    except (ValueError, RecursionError):
        return cell
    return value
