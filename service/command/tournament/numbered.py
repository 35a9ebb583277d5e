"""What other programs keep of a tournament: numbered players, each with a cell for every round.

tsh, AUPAIR and FIDE's report all write a player a line and name opponents by number. Their cells
say less than ours: who won, mostly, and by which scores.
"""

from typing import Any, NamedTuple

from service.command.tournament.entries import make_id
from service.command.tournament.file import Document

BYE, MISSED = 50, -50
"""The scores of a round without an opponent, by which other programs tell a bye from an absence."""


class Cell(NamedTuple):
    """A player's round: the opponent's number (0: none), the own score and whether they began.

    `halves` are the points, None while the game is open; `forfeit` is a game that was not played.
    """

    opponent: int
    score: int | None
    first: bool | None
    halves: int | None = None
    forfeit: bool = False


class Line(NamedTuple):
    """A player with a rating and all rounds; `joined` is the first round, `club` may be empty."""

    name: str
    rating: int | None
    cells: list[Cell]
    joined: int = 1
    club: str = ""


def lines_of(document: Document) -> list[Line]:
    """Every player's rounds as the other programs keep them."""
    numbers = {player["id"]: n for n, player in enumerate(document["players"], 1)}
    rounds = max((game["round"] for game in document["games"]), default=0)
    grid = {player: [Cell(0, None, None)] * rounds for player in numbers}
    for game in document["games"]:
        for side, player in enumerate(game["players"]):
            grid[player][game["round"] - 1] = _cell(game, side, numbers)
    return [
        Line(
            str(p.get("name") or p["id"]),
            p.get("rating"),
            grid[p["id"]],
            p.get("joined", 1),
            p.get("club") or "",
        )
        for p in document["players"]
    ]


def contradicted(document: Document) -> list[str]:
    """The games whose scores tell another winner than their ending does."""
    found = []
    for game in document["games"]:
        scores = game.get("scores")
        if scores and game.get("ended_by") and len(game["players"]) == 2:
            points = [_halves(game, side) for side in (0, 1)]
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
    if scores is None and game.get("ended_by") is None:
        return Cell(other, None, first)
    own = None if scores is None else scores[side]
    halves = _halves(game, side)
    return Cell(other, own, first, halves, forfeit=game.get("ended_by") in ("absence", "annulled"))


def _halves(game: dict[str, Any], side: int) -> int:
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
    ids: list[str] = []
    players: list[dict[str, Any]] = []
    for line in lines:
        ids.append(make_id(line.name, ids))
        said: dict[str, Any] = {"rating": line.rating, "club": line.club or None}
        said["joined"] = line.joined if line.joined > 1 else None
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
            if cell.score is not None and number + 1 >= line.joined:
                ending = "bye" if cell.score > 0 else "absence"
                games.append(game | {"players": [ids[own - 1]], "ended_by": ending})
            continue
        other = _opponent(number, own, lines)
        if own > cell.opponent:
            continue
        game["players"] = [ids[own - 1], ids[cell.opponent - 1]]
        if cell.first is not None:
            game["first"] = game["players"][0 if cell.first else 1]
        games.append(game | _result(cell, other))
    return games


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
