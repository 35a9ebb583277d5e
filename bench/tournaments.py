"""Tournaments: pairings and standings of made-up seasons, beside other ways to the same answer.

    python -m bench.tournaments

Process time, the best of a few runs; the rest is what else the machine does. The least distance is
asked of networkx too, and of rustworkx where it is installed, for the same histories in turn: all
must name the same sum.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from random import Random
from time import process_time

from bench.report import Section, Table, Target, write_table
from service.counting import standings as answer_standings
from service.engine.rules import Rules
from service.engine.tournament.document import Game, Player, Tournament
from service.engine.tournament.drawing import Wanted
from service.engine.tournament.ledger import read_history
from service.engine.tournament.matching import least_distance
from service.engine.tournament.pairing import pair_round
from service.engine.tournament.standings import pairing_order, standings
from service.engine.tournament.systems import Field, swiss
from service.rulebook import load_rulebook
from service.schemas.text import read_json, write_json

RUNS = 9
FAR = 40
"""How many places apart pairs are still offered to the other libraries: all of them, a million
pairs of a thousand players, take networkx minutes."""
Barred = list[set[int]]


def measure(seasons: int = 60) -> Section:
    """A season of 1 000 players and 20 rounds, and many of the size that is played."""
    editions = load_rulebook().editions
    rows: list[tuple[str, float]] = []
    targets: list[Target] = []

    def note(what: str, found: float, bound: float | None = None) -> None:
        rows.append((what, round(found, 2)))
        if bound is not None:
            targets.append(Target(f"{what}, ms", found, bound))

    large = {name: season(1000, 20, editions[name]) for name in ("fisc-2023", "frs-2019")}
    fisc, frs = (history_by_place(large[name], 21, editions[name]) for name in large)
    note("distance, 1 000 players after 20 rounds", best(lambda: least_distance(fisc)), 60)
    field = Field(frs, [None] * len(frs))
    note("FRS Swiss, 1 000 players after 20 rounds", best(lambda: swiss(range(1000), field)), 5)
    for name, tournament in large.items():
        rules = editions[name]
        count = partial(standings, tournament, rules, final=True)
        body = document(tournament)
        note(f"{name}: standings of 10 000 games", best(count), 15)
        note(f"{name}: the same as JSON, both ways", best(partial(answer, body, rules)), 60)
        small = document(season(40, 8, rules))
        note(f"{name}: 40 players and 8 rounds, both ways", best(partial(answer, small, rules)))
        note(f"{name}: round 21 from the document", best(partial(next_round, tournament, rules)))
    times = sorted(played(editions["fisc-2023"], seasons))
    note("distance, histories as they are played: p99", times[len(times) * 99 // 100], 60)
    note("distance, histories as they are played: longest", times[-1], 400)
    title = f"Tournaments (process time, best of {RUNS}; {len(times)} histories as played)"
    return Section((Table(title, ("what", "ms"), tuple(rows)), compared(editions)), tuple(targets))


def compared(editions: Mapping[str, Rules]) -> Table:
    """The least distance by three libraries, for the same histories in turn."""
    rows = []
    for size, rounds in ((40, 8), (200, 9), (1000, 20)):
        rules = editions["fisc-2023"]
        barred = history_by_place(season(size, rounds, rules), rounds + 1, rules)
        ours = best(partial(least_distance, barred), 3)
        row: list[float | str | None] = [f"{size} players after {rounds} rounds", round(ours, 2)]
        for library in (by_networkx, by_rustworkx):
            row.append(_beside(library, barred, ours))
        rows.append(tuple(row))
    note = f"Others: pairs up to {FAR} places apart, as times ours; – where it is not installed."
    columns = ("history", "ms", "networkx", "rustworkx")
    return Table("Least distance beside others", columns, tuple(rows), note)


def _beside(library: Callable[[Barred], int], barred: Barred, ours: float) -> float | None:
    if find_spec(library.__name__.removeprefix("by_")) is None:
        return None
    found = 0

    def ask() -> None:
        nonlocal found
        found = library(barred)

    times = best(ask, 1) / ours
    if found != least_distance(barred).distance:
        raise AssertionError(f"{library.__name__} found {found}")
    return round(times, 1)


def by_networkx(barred: Barred) -> int:
    """The least distance as networkx finds it."""
    import networkx

    graph = networkx.Graph()
    graph.add_weighted_edges_from(_pairs(barred))
    found = networkx.min_weight_matching(graph)
    return sum(abs(two - one) for one, two in found)


def by_rustworkx(barred: Barred) -> int:
    """The least distance as rustworkx finds it."""
    import rustworkx

    graph = rustworkx.PyGraph()
    graph.add_nodes_from(range(len(barred)))
    graph.add_edges_from(_pairs(barred))
    found = rustworkx.max_weight_matching(
        graph, max_cardinality=True, weight_fn=lambda distance: 2 * FAR - distance
    )
    return sum(abs(two - one) for one, two in found)


def _pairs(barred: Barred) -> list[tuple[int, int, int]]:
    size = len(barred)
    return [
        (one, two, two - one)
        for one in range(size)
        for two in range(one + 1, min(size, one + FAR + 1))
        if two not in barred[one]
    ]


def played(rules: Rules, seasons: int) -> Iterator[float]:
    """How long each round took to pair in seasons of 20 to 120 players."""
    for seed in range(seasons):
        lots = Random(seed)
        size, rounds = 2 * lots.randint(10, 60), lots.randint(5, 12)
        for number in range(2, rounds + 1):
            barred = history_by_place(season(size, number - 1, rules, seed), number, rules)
            yield best(partial(least_distance, barred), 1)
            if number > 4 and seed % 4:
                break


def season(size: int, rounds: int, rules: Rules, seed: int = 1) -> Tournament:
    """A season in which the better player usually wins."""
    lots = Random(seed)
    players = tuple(Player(f"p{n}", f"Name {n:04}", rating=2500 - n) for n in range(size))
    tournament = Tournament(players, rounds=max(5, rounds + 1))
    for number in range(1, rounds + 1):
        games = []
        for table in pair_round(tournament, Wanted(number), rules).tables:
            one, two = (int(player[1:]) for player in table.players)
            margin = int(lots.gauss((two - one) / 300, 1) * 90)
            games.append(Game(number, table.players, (400 + margin, 400)))
        tournament = replace(tournament, games=tournament.games + tuple(games))
    return tournament


def history_by_place(tournament: Tournament, number: int, rules: Rules) -> Barred:
    """Whom everybody has met, as places of the standing."""
    rows = pairing_order(tournament, rules, number - 1).rows
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


def best(work: Callable[[], object], runs: int = RUNS) -> float:
    """Milliseconds of the best run."""
    return min(_once(work) for _ in range(runs)) * 1000


def _once(work: Callable[[], object]) -> float:
    started = process_time()
    work()
    return process_time() - started


if __name__ == "__main__":
    for table in measure().tables:
        print(write_table(table))
