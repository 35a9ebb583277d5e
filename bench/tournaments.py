"""Tournaments by the clock: pairings, standings and a whole answer, on made-up seasons.

    python -m bench.tournaments

The best of a few runs counts; the rest is what else the machine does. Beside the time stands how
many places or games it was for.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from time import process_time

from service.directing import standings as answer_standings
from service.engine.rules import Rules
from service.engine.tournament.distance import least_distance
from service.engine.tournament.document import Game, Player, Tournament
from service.engine.tournament.history import read_history
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.standings import pairing_order, standings
from service.engine.tournament.swiss import Field, swiss
from service.engine.tournament.systems import Wanted
from service.rulebook import load_rulebook
from service.schemas.text import read_json, write_json

RUNS = 9
TARGETS = {"distance": 60, "swiss": 5, "standings": 15, "answer": 60}


def main() -> None:
    """Print the figures of a season of 1 000 players and 20 rounds."""
    editions = load_rulebook().editions
    for edition, system in (("fisc-2023", "distance"), ("frs-2019", "swiss")):
        rules = editions[edition]
        tournament = season(1000, 20, rules)
        barred = history_by_place(tournament, 21, rules)
        field = Field(barred, [None] * len(barred))
        pair = {
            "distance": lambda barred=barred: least_distance(barred),
            "swiss": lambda field=field: swiss(range(1000), field),
        }[system]
        show(f"{system}, 1 000 players after 20 rounds", best(pair), TARGETS[system])
        show(f"{edition} round 21 from the document", best(partial(next_round, tournament, rules)))
        count = partial(standings, tournament, rules, final=True)
        show(f"{edition} standings of 10 000 games", best(count), TARGETS["standings"])
        body = document(tournament)
        whole = best(partial(answer, body, rules))
        show(f"{edition} standings as JSON, both ways", whole, TARGETS["answer"])


def season(size: int, rounds: int, rules: Rules) -> Tournament:
    """A season in which the better player usually wins."""
    lots = Random(1)
    players = tuple(Player(f"p{n}", f"Name {n:04}", rating=2500 - n) for n in range(size))
    tournament = Tournament(players, rounds=rounds + 1)
    for number in range(1, rounds + 1):
        games = []
        for table in pair_round(tournament, Wanted(number), rules).tables:
            one, two = (int(player[1:]) for player in table.players)
            margin = int(lots.gauss((two - one) / 300, 1) * 90)
            games.append(Game(number, table.players, (400 + margin, 400)))
        tournament = replace(tournament, games=tournament.games + tuple(games))
    return tournament


def history_by_place(tournament: Tournament, number: int, rules: Rules) -> list[set[int]]:
    """Whom everybody has met, as places of the standing."""
    rows = pairing_order(tournament, rules).rows
    place = {row.player.id: at for at, row in enumerate(rows)}
    met = read_history(tournament, number, rules).barred
    return [{place[other] for other in met[row.player.id]} for row in rows]


def next_round(tournament: Tournament, rules: Rules) -> None:
    """The next round, from the document."""
    pair_round(tournament, Wanted(tournament.rounds), rules)


def document(tournament: Tournament) -> bytes:
    """The season as a body of the API."""
    players = [{"id": p.id, "name": p.name, "rating": p.rating} for p in tournament.players]
    games = [
        {"round": game.round, "players": list(game.players), "scores": list(game.scores or ())}
        for game in tournament.games
    ]
    return json.dumps({"rounds": tournament.rounds, "players": players, "games": games}).encode()


def answer(body: bytes, rules: Rules) -> bytes:
    """All that a request costs but HTTP."""
    return write_json(answer_standings(read_json(body), rules))


def best(work: Callable[[], object]) -> float:
    """Milliseconds of the best run."""
    times = []
    for _ in range(RUNS):
        started = process_time()
        work()
        times.append(process_time() - started)
    return min(times) * 1000


def show(what: str, milliseconds: float, target: int | None = None) -> None:
    """Print a figure, beside what it should be."""
    bound = f"(target {target} ms)" if target else ""
    print(f"{what:<48} {milliseconds:8.1f} ms {bound}".rstrip())


if __name__ == "__main__":
    main()
