"""Side prizes that clubs give beside the classification: from results, and from games recounted.

A prize has a name, those who share it, its figure, and the round it was won in where it has one.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from service.interchange.document import Document
from service.interchange.numbered import halves_of

_UNPLAYED = ("bye", "absence", "annulled", "arbiter_draw")


class Prize(NamedTuple):
    """Who has won a side prize, and by what."""

    kind: str
    players: tuple[str, ...]
    figure: int
    round: int | None = None


class _Side(NamedTuple):
    player: str
    score: int
    other: int
    halves: int
    round: int


_BY_RESULT: dict[str, tuple[Callable[[_Side], bool], Callable[[_Side], int]]] = {
    "highest_game": (lambda side: True, lambda side: side.score),
    "highest_loss": (lambda side: side.halves == 0, lambda side: side.score),
    "widest_win": (lambda side: side.halves == 2, lambda side: side.score - side.other),
}


def side_prizes(
    document: Document, standings: Mapping[str, Any] | None, among: Collection[str] | None = None
) -> list[Prize]:
    """The prizes of an event; `among` are the players of a category, unless everybody is in it."""
    sides = [side for side in _sides(document) if among is None or side.player in among]
    prizes = []
    for kind, (counts, figure) in _BY_RESULT.items():
        prizes += _best(kind, [(figure(s), s.player, s.round) for s in sides if counts(s)])
    unrated = {p["id"] for p in document["players"] if p.get("rating") is None}
    unrated.intersection_update(unrated if among is None else among)
    for kind, those in (("best_newcomer", unrated), ("best_of_category", among)):
        ranked = (standings or {"standings": []})["standings"]
        rows = [row for row in ranked if row["player"] in (those or ())]
        best = _best(kind, [(-row["place"], row["player"], None) for row in rows])
        prizes += [prize._replace(figure=-prize.figure) for prize in best]
    return prizes


def recounted_prizes(games: Iterable[Mapping[str, Any]]) -> list[Prize]:
    """The prizes that only a recount knows: players are called as the games call them."""
    plays: list[tuple[int, str, int | None]] = []
    bingos: list[tuple[int, str, int | None]] = []
    for game in games:
        names, laid = game["players"], [0, 0]
        for event in game["events"]:
            if event["type"] == "play":
                plays.append((event["score"], names[event["player"]], None))
                # What a play is worth beyond its words is the bonus for a whole rack.
                words = sum(word["score"] for word in event["words"])
                laid[event["player"]] += event["score"] > words
        bingos += [(count, name, None) for count, name in zip(laid, names, strict=True) if count]
    return [*_best("best_play", plays), *_best("most_bingos", bingos)]


def _sides(document: Document) -> Iterable[_Side]:
    for game in document["games"]:
        if len(game["players"]) != 2 or not game.get("scores") or game.get("ended_by") in _UNPLAYED:
            continue
        for side, player in enumerate(game["players"]):
            own, other = game["scores"][side], game["scores"][1 - side]
            yield _Side(player, own, other, halves_of(game, side), game["round"])


def _best(kind: str, found: list[tuple[int, str, int | None]]) -> list[Prize]:
    """The prize with the highest figure, if anybody has one; who are level share it."""
    if not found:
        return []
    most = max(figure for figure, _, _ in found)
    best = [(player, number) for figure, player, number in found if figure == most]
    players = tuple(dict.fromkeys(player for player, _ in best))
    return [Prize(kind, players, most, best[0][1] if len(best) == 1 else None)]
