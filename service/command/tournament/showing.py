"""Rounds, standings, crosstables and result forms as a terminal or a printer shows them."""

from collections.abc import Sequence
from typing import Any

from arbiter_client.tournaments import Checked, Pairings, Standings

from service.command.output import Console, Ink, table
from service.command.tournament.entries import name_of
from service.command.tournament.file import Document

_HEADS = {
    "points": "points",
    "median_buchholz": "MB",
    "berger": "Berger",
    "spread": "spread",
    "total": "total",
    "best_differences": "best",
}
_FORM = """\
{tournament}
Round {round}   Table {table}

                ID              Name                            Score
Winner      [            ]  [                          ]  [            ]
Loser       [            ]  [                          ]  [            ]

{one} ({one_id})  against  {two} ({two_id})
{begins}
Signed: ______________________________   ______________________________
"""


def say_round(document: Document, round_: Pairings, console: Console) -> None:
    """Print a round by table, the bye last, then what it breaks and what is left open."""
    rows = [["table", "", "", "begins"]]
    for pair in round_["pairings"]:
        one, two = (name_of(document, player) for player in pair["players"])
        first = name_of(document, pair["first"]) if pair["first"] else "draw tiles"
        first = pair.get("ended_by") or first
        rows.append([str(pair["table"]), one, two, first])
    if round_["bye"] is not None:
        rows.append(["", name_of(document, round_["bye"]["player"]), "bye", ""])
    head = f"Round {round_['round']}, {round_['system']} [{round_['article']}]"
    console.say(console.ink(head, Ink.STRONG))
    _say_table(rows, console, right=(0,))
    for entry in round_["relaxed"]:
        names = ", ".join(name_of(document, player) for player in entry["players"])
        console.say(f"{entry['rule']}: {names}: {entry['detail']} [{entry['article']}]")
    for open_ in round_["silent"]:
        console.say(f"not said: {open_['detail']} [{open_['article']}]")


def say_standings(document: Document, answer: Standings, console: Console) -> None:
    """Print a classification in columns."""
    keys = [key["key"] for key in answer["keys"] if key["key"] in _HEADS]
    rows = [["", "", "", *(_HEADS[key] for key in keys), "games"]]
    for row in answer["standings"]:
        values: dict[str, Any] = dict(row)
        cells = [_cell(values[key]) for key in keys]
        line = [str(row["place"]), name_of(document, row["player"]), row["player"]]
        rows.append([*line, *cells, str(row["games"])])
    what = "Final classification" if answer["final"] else f"After round {answer['after']}"
    articles = ", ".join(dict.fromkeys(key["article"] for key in answer["keys"]))
    console.say(console.ink(f"{document.get('name', '')}: {what} [{articles}]", Ink.STRONG))
    _say_table(rows, console, right=(0, *range(3, len(rows[0]))))
    for open_ in answer["silent"]:
        names = ", ".join(name_of(document, player) for player in open_["players"])
        console.say(f"not said: {names}: {open_['detail']} [{open_['article']}]")


def say_crosstable(document: Document, answer: Standings, console: Console) -> None:
    """Print everybody's rounds: the opponent's row and the score, + won, - lost, = drawn.

    Rows are numbered, since two players may share a place.
    """
    numbers = {row["player"]: n for n, row in enumerate(answer["standings"], 1)}
    after = answer["after"]
    rows = [["", "", *map(str, range(1, after + 1)), "points", "place"]]
    for row in answer["standings"]:
        player = row["player"]
        cells = [_round_cell(document, player, n, numbers) for n in range(1, after + 1)]
        line = [str(numbers[player]), name_of(document, player), *cells]
        rows.append([*line, _cell(row["points"]), str(row["place"])])
    _say_table(rows, console, right=(0, *range(2, after + 4)))


def say_check(document: Document, answer: Checked, console: Console) -> None:
    """Print every fault, and who is to be eliminated."""
    for fault in answer["faults"]:
        where = f"round {fault['round']}: " if fault["round"] else ""
        names = ", ".join(name_of(document, player) for player in fault["players"])
        who = f"{names}: " if names else ""
        console.say(f"{where}{who}{fault['detail']} [{fault['article']}]")
    for player in answer["eliminated"]:
        console.say(f"to be eliminated: {name_of(document, player)}")
    if not answer["faults"]:
        console.say(console.ink("nothing is wrong", Ink.GOOD))


def result_forms(document: Document, number: int) -> str:
    """The result forms of a round, one a table, to be printed and cut (FRS annex 2)."""
    forms = []
    for game in document["games"]:
        if game["round"] != number or len(game["players"]) != 2:
            continue
        one, two = game["players"]
        first = game.get("first")
        forms.append(
            _FORM.format(
                tournament=document.get("name", ""),
                round=number,
                table=game.get("table", ""),
                one=name_of(document, one),
                one_id=one,
                two=name_of(document, two),
                two_id=two,
                begins=f"{name_of(document, first)} begins" if first else "draw tiles who begins",
            )
        )
    return ("-" * 72 + "\n").join(forms)


def _round_cell(document: Document, player: str, number: int, rows: dict[str, int]) -> str:
    for game in document["games"]:
        if game["round"] != number or player not in game["players"]:
            continue
        if len(game["players"]) == 1:
            return str(game.get("ended_by", "")) or "?"
        side = game["players"].index(player)
        other = rows.get(game["players"][1 - side], 0)
        scores = game.get("scores")
        if scores is None or game.get("ended_by"):
            return f"{other} {game.get('ended_by', '?')}"
        own, their = scores[side], scores[1 - side]
        mark = "+" if own > their else "-" if own < their else "="
        return f"{other}{mark} {own}"
    return ""


def _say_table(rows: Sequence[Sequence[str]], console: Console, right: Sequence[int]) -> None:
    head, *lines = table(rows, right)
    console.say(console.ink(head, Ink.FAINT))
    for line in lines:
        console.say(line)


def _cell(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value[:3]))
    return str(value)
