"""What other programs keep of a tournament: numbered players, each with a cell for every round.

tsh, AUPAIR and FIDE's report all write a player a line and name opponents by number. Their cells
say less than ours: who won, mostly, and by which scores.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from service.engine.errors import UnwritableError
from service.interchange.document import (
    Document,
    Player,
    check_players,
    make_id,
    printable,
    shown_name,
)

BYE, MISSED = 50, -50
"""The scores of a round without an opponent, by which other programs tell a bye from an absence."""
_WITHOUT_SCORES = ("absence", "time", "abandon", "annulled", "arbiter_draw")
"""How games end of which it is known without scores who won."""


class Cell(NamedTuple):
    """A player's round: the opponent's number (0: none), the own score and whether they began.

    `halves` are the points, None while the game is open; `forfeit` is a game that was not played.
    """

    opponent: int
    score: int | None
    first: bool | None
    halves: int | None = None
    forfeit: bool = False


NOTHING = Cell(0, None, None)
LATE = Cell(0, 0, None)
"""A round without an entry, and one before a player came."""


class Line(NamedTuple):
    """A player with a rating and all rounds; `joined` is the first round, `club` may be empty."""

    name: str
    rating: int | None
    cells: Sequence[Cell]
    joined: int = 1
    club: str = ""


def lines_of(document: Document, longest_name: int | None = None) -> list[Line]:
    """Every player's rounds as the other programs keep them; a round before the first is `LATE`."""
    numbers = {player["id"]: n for n, player in enumerate(document["players"], 1)}
    rounds = max((game["round"] for game in document["games"]), default=0)
    grid = {p["id"]: [NOTHING] * rounds for p in document["players"]}
    for player in document["players"]:
        late = min(player.get("joined", 1) - 1, rounds)
        grid[player["id"]][:late] = [LATE] * late
    for game in document["games"]:
        for side, player in enumerate(game["players"]):
            grid[player][game["round"] - 1] = _cell(game, side, numbers)
    return [
        Line(
            plain_name(p)[:longest_name],
            p.get("rating"),
            grid[p["id"]],
            p.get("joined", 1),
            p.get("club") or "",
        )
        for p in document["players"]
    ]


def plain_name(player: Player) -> str:
    """A player's name without the signs that mean something else in such files."""
    name = shown_name(player)
    return name.lstrip("#* ").replace(";", ",") or printable(player["id"])


def check_games(document: Document) -> None:
    """Refuse games that cannot be told a line a player."""
    known = {player["id"] for player in document["players"]}
    seated: set[tuple[int, str]] = set()
    for game in document["games"]:
        seats = {(game["round"], player) for player in game["players"]}
        ended, two = game.get("ended_by"), len(game["players"]) == 2
        scored = game.get("scores") or ended in (None, *_WITHOUT_SCORES)
        if (
            not known.issuperset(game["players"])
            or len(seats) < len(game["players"])
            or seats & seated
            or (two and (ended == "bye" or not scored))
        ):
            where = f"round {game['round']}, {' - '.join(game['players'])}"
            raise UnwritableError(f"{where}: a check of the tournament says what is wrong")
        seated |= seats


def contradicted(document: Document) -> list[str]:
    """The games whose scores tell another winner than their ending does."""
    found = []
    for game in document["games"]:
        scores = game.get("scores")
        if scores and game.get("ended_by") and len(game["players"]) == 2:
            points = [halves_of(game, side) for side in (0, 1)]
            if _sign(points[0] - points[1]) != _sign(scores[0] - scores[1]):
                found.append(f"round {game['round']}: {' - '.join(game['players'])}")
    return found


def _cell(game: dict[str, Any], side: int, numbers: dict[str, int]) -> Cell:
    players, scores = game["players"], game.get("scores")
    if len(players) == 1:
        sat = game.get("ended_by") == "bye"
        return Cell(0, BYE if sat else MISSED, None, 2 if sat else 0)
    first = None if game.get("first") is None else game["first"] == players[side]
    other = numbers[players[1 - side]]
    ended = game.get("ended_by")
    if scores is None and ended is None:
        return Cell(other, None, first)
    halves = halves_of(game, side)
    if ended == "arbiter_draw":
        scores = scores or (0, 0)
    forfeit = scores is None or ended in ("absence", "annulled")
    return Cell(other, None if scores is None else scores[side], first, halves, forfeit)


def halves_of(game: dict[str, Any], side: int) -> int:
    """What a game that is over is worth, as far as all regulations agree on it."""
    at_fault = game.get("player")
    match game.get("ended_by"):
        case "absence" | "time" | "abandon" | "annulled":
            return (
                0
                if side in ([at_fault] if isinstance(at_fault, int) else at_fault or [0, 1])
                else 2
            )
        case "arbiter_draw":
            return 1
        case _:
            own, other = game["scores"][side], game["scores"][1 - side]
            return 1 + _sign(own - other)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def document_of(name: str, lines: list[Line], rounds: int = 0) -> Document:
    """The document that numbered players with their rounds describe."""
    check_players(len(lines))
    ids: list[str] = []
    players: list[dict[str, Any]] = []
    for line in lines:
        ids.append(make_id(line.name, ids))
        said: dict[str, Any] = {"rating": line.rating, "club": line.club or None}
        said["joined"] = _joined(line) if _joined(line) > 1 else None
        known = {field: value for field, value in said.items() if value is not None}
        players.append({"id": ids[-1], "name": line.name} | known)
    games: list[dict[str, Any]] = []
    for number in range(max((len(line.cells) for line in lines), default=0)):
        games += _round(number, lines, ids)
    played = max((game["round"] for game in games), default=1)
    head: Document = {"name": name, "rounds": max(rounds, played), "version": 0}
    return head | {"players": players, "games": games}


def _round(number: int, lines: list[Line], ids: list[str]) -> list[dict[str, Any]]:
    games: list[dict[str, Any]] = []
    for own, line in enumerate(lines, 1):
        if number >= len(line.cells):
            continue
        cell = line.cells[number]
        game: dict[str, Any] = {"round": number + 1}
        if cell.opponent == 0:
            if cell.score is not None and number + 1 >= _joined(line):
                ending = "bye" if cell.score > 0 else "absence"
                games.append(game | {"players": [ids[own - 1]], "ended_by": ending})
            continue
        other = _opponent(number, own, lines)
        if own > cell.opponent:
            continue
        game["players"] = [ids[own - 1], ids[cell.opponent - 1]]
        if cell.first != other.first and (cell.first or other.first):
            game["first"] = game["players"][0 if cell.first else 1]
        games.append(game | _result(cell, other))
    return games


def _joined(line: Line) -> int:
    """The first round of a player: said, or the first one after those that are `LATE`."""
    late = next((at for at, cell in enumerate(line.cells) if cell != LATE), 0)
    return max(line.joined, late + 1)


def _opponent(number: int, own: int, lines: list[Line]) -> Cell:
    """The opponent's cell, who must name this player."""
    line = lines[own - 1]
    at = line.cells[number].opponent
    if not 1 <= at <= len(lines) or at == own:
        raise ValueError(f"round {number + 1}: {line.name} meets number {at}, whom there is not")
    cells = lines[at - 1].cells
    if number >= len(cells) or cells[number].opponent != own:
        raise ValueError(f"round {number + 1}: {line.name} and {lines[at - 1].name} do not agree")
    return cells[number]


def _result(cell: Cell, other: Cell) -> dict[str, Any]:
    if cell.forfeit or other.forfeit:
        lost = [side for side, each in enumerate((cell, other)) if not each.halves]
        return {"ended_by": "absence", "player": lost[0] if len(lost) == 1 else [0, 1]}
    if cell.score is None or other.score is None:
        return {}
    return {"scores": [cell.score, other.score]}
