"""Small tournaments for the tests, and points as a regulation writes them."""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from service.engine.rules import Rules
from service.engine.tournament.document import Game, Player, Tournament
from service.engine.tournament.ledger import read_history
from service.engine.tournament.pairing import Paired
from service.engine.tournament.standings import Standings, pairing_order
from tests.data import RULEBOOK, TESTS

FRS = RULEBOOK.editions["frs-2019"]
FISC = RULEBOOK.editions["fisc-2023"]
FIGS = RULEBOOK.editions["figs-2012"]
FIGS_2008 = RULEBOOK.editions["figs-2008"]
DOCUMENTS = json.loads((TESTS / "tournament/documents.json").read_text(encoding="utf-8"))


def entrants(names: Iterable[object]) -> tuple[Player, ...]:
    """Players called by their ids."""
    return tuple(Player(str(name), str(name)) for name in names)


def played(rows: Iterable[Sequence[Any]]) -> tuple[Game, ...]:
    """Games written as round, two players and two scores."""
    return tuple(Game(n, (str(a), str(b)), (x, y)) for n, a, b, x, y, *_ in rows)


def season(rows: Sequence[Sequence[Any]], rounds: int = 5) -> Tournament:
    """A tournament of exactly these games."""
    names = dict.fromkeys(str(name) for row in rows for name in row[1:3])
    return Tournament(entrants(names), played(rows), rounds)


def places(table: Standings) -> list[tuple[str, int]]:
    """Who stands where."""
    return [(row.player.id, row.place) for row in table.rows]


def order(table: Standings) -> list[str]:
    """The players from the first to the last."""
    return [row.player.id for row in table.rows]


def pairs(paired: Paired) -> list[list[str]]:
    """Who meets whom."""
    return [list(table.players) for table in paired.tables]


def history_by_place(tournament: Tournament, number: int, rules: Rules) -> list[set[int]]:
    """Whom everybody has met, as places of the standing."""
    rows = pairing_order(tournament, rules, number - 1).rows
    place = {row.player.id: at for at, row in enumerate(rows)}
    met = read_history(tournament, number, rules).barred
    return [{place[other] for other in met[row.player.id]} for row in rows]
