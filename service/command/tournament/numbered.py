"""What the files of other programs have in common: players are numbers, rounds are columns."""

from typing import Any, NamedTuple

from service.command.tournament.entries import make_id
from service.command.tournament.file import Document


class Cell(NamedTuple):
    """A player's round: the opponent's number (0: none), the own score and whether they began."""

    opponent: int
    score: int | None
    first: bool | None


class Line(NamedTuple):
    """A player with a rating and all rounds."""

    name: str
    rating: int | None
    cells: list[Cell]


def lines_of(document: Document) -> list[Line]:
    """Every player's rounds as the other programs keep them."""
    numbers = {player["id"]: n for n, player in enumerate(document["players"], 1)}
    rounds = max((game["round"] for game in document["games"]), default=0)
    grid = {player: [Cell(0, None, None)] * rounds for player in numbers}
    for game in document["games"]:
        players, scores = game["players"], game.get("scores")
        for side, player in enumerate(players):
            other = numbers[players[1 - side]] if len(players) == 2 else 0
            own = scores[side] if scores else None
            if other == 0:
                own = 50 if game.get("ended_by") == "bye" else -50
            first = None if game.get("first") is None else game["first"] == player
            grid[player][game["round"] - 1] = Cell(other, own, first)
    return [
        Line(str(p.get("name") or p["id"]), p.get("rating"), grid[p["id"]])
        for p in document["players"]
    ]


def document_of(name: str, lines: list[Line], rounds: int = 0) -> Document:
    """The document that numbered players with their rounds describe."""
    ids: list[str] = []
    players: list[dict[str, Any]] = []
    for line in lines:
        ids.append(make_id(line.name, ids))
        rating = {} if line.rating is None else {"rating": line.rating}
        players.append({"id": ids[-1], "name": line.name} | rating)
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
            if cell.score is not None:
                ending = "bye" if cell.score > 0 else "absence"
                games.append(game | {"players": [ids[own - 1]], "ended_by": ending})
            continue
        if not 1 <= cell.opponent <= len(lines):
            raise ValueError(f"{line.name} meets number {cell.opponent}, whom there is not")
        if own > cell.opponent:
            continue
        other = lines[cell.opponent - 1].cells[number]
        if other.opponent != own:
            raise ValueError(f"round {number + 1}: {line.name} and the opponent do not agree")
        game["players"] = [ids[own - 1], ids[cell.opponent - 1]]
        if cell.score is not None and other.score is not None:
            game["scores"] = [cell.score, other.score]
        if cell.first is not None:
            game["first"] = game["players"][0 if cell.first else 1]
        games.append(game)
    return games
