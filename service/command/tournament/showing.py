"""Rounds, standings, crosstables and result forms as a terminal or a printer shows them."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from arbiter_client.tournaments import Checked, Pairings, Standings

from service.command.output import Console, Ink, clipped, display_width, table
from service.interchange.document import Document, printable, shown_name
from service.interchange.sheets import crosstable_rows, report_parts
from service.texts import Texts

_MEDIAN_BUCHHOLZ = "MB"  # As narrow as its column.
_WIDEST_CELL = 40
_QUARTERS = {0.25: "¼", 0.5: "½", 0.75: "¾"}
_FORM = """\
{tournament}
{round}   {table}

{heads}
{winner}
{loser}

{one} ({one_id})  –  {two} ({two_id})   {begins}

______________________________      ______________________________
"""


def name_of(document: Document, player: str) -> str:
    """A player's name, as it may be shown."""
    return next(
        (shown_name(p) for p in document["players"] if p["id"] == player), printable(player)
    )


def entrant_name(document: Document, entrant: str) -> str:
    """The name of a pair, which is its id, or else of a player."""
    pairs = {player.get("team") for player in document["players"]}
    return printable(entrant) if entrant in pairs else name_of(document, entrant)


def say_round(document: Document, round_: Pairings, texts: Texts, console: Console) -> None:
    """Print a round by table, the bye last, then what it breaks and what is left open."""
    rows = [[texts("setup.table"), "", "", texts("tour.begins")]]
    for pair in round_["pairings"]:
        one, two = (name_of(document, player) for player in pair["players"])
        first = name_of(document, pair["first"]) if pair["first"] else texts("tour.drawTiles")
        if ended := pair.get("ended_by"):
            first = texts(f"tour.short.{ended}")
        rows.append([str(pair["table"]), one, two, first])
    if round_["bye"] is not None:
        sits = entrant_name(document, round_["bye"]["player"])
        rows.append(["", sits, texts("tour.short.bye"), ""])
    number, system = round_["round"], texts(f"tour.system.{round_['system']}")
    head = f"{texts('tour.roundN', round=number)}, {system} [{_article(round_, texts)}]"
    console.say(console.ink(head, Ink.STRONG))
    say_table(rows, console, right=(0,))
    for entry in round_["relaxed"]:
        names = ", ".join(entrant_name(document, player) for player in entry["players"])
        console.say_wrapped(f"{entry['rule']}: {names}: {entry['detail']} [{entry['article']}]")
    for open_ in round_["silent"]:
        console.say_wrapped(f"not said: {open_['detail']} [{open_['article']}]")


def say_standings(document: Document, answer: Standings, texts: Texts, console: Console) -> None:
    """Print a classification in columns."""
    keys = [key["key"] for key in answer["keys"] if key["key"] != "name"]
    rows = [["", "", "", *(_head(key, texts) for key in keys), texts("tour.games")]]
    for row in answer["standings"]:
        values: dict[str, Any] = dict(row)
        cells = [_cell(values[key]) for key in keys]
        line = [str(row["place"]), entrant_name(document, row["player"])]
        rows.append([*line, printable(row["player"]), *cells, str(row["games"])])
    after = texts("tour.afterRound", round=answer["after"])
    what = texts("tour.final") if answer["final"] else after
    articles = ", ".join(dict.fromkeys(_article(key, texts) for key in answer["keys"]))
    console.say(
        console.ink(f"{printable(document.get('name', ''))}: {what} [{articles}]", Ink.STRONG)
    )
    say_table(rows, console, right=(0, *range(3, len(rows[0]))))
    for open_ in answer["silent"]:
        names = ", ".join(entrant_name(document, player) for player in open_["players"])
        console.say_wrapped(f"not said: {names}: {open_['detail']} [{open_['article']}]")
    if "rating" in answer:
        _say_explained(document, answer, console)


def _say_explained(document: Document, answer: Standings, console: Console) -> None:
    """Print whose points counted for whom, and the games that are not rated."""
    for row in answer["standings"]:
        met = row.get("opponents") or ()
        told = [f"{_cell(o['points'])} {entrant_name(document, o['player'])}" for o in met]
        cut = [name for name, opponent in zip(told, met, strict=True) if not opponent["counted"]]
        if told:
            counted = ", ".join(told[: len(told) - len(cut)]) or "nobody"
            without = f"; cut: {', '.join(cut)}" if cut else ""
            console.say_wrapped(f"{entrant_name(document, row['player'])}: {counted}{without}")
    rating = answer["rating"]
    for games, what in (
        (rating["unrated"], "not rated"),
        (rating["unsaid"], "not said whether rated"),
    ):
        for game in games:
            names = " - ".join(name_of(document, player) for player in game["players"])
            console.say_wrapped(f"{what}: round {game['round']}: {names} [{rating['article']}]")


def say_report(document: Document, answer: Standings, texts: Texts, console: Console) -> None:
    """Print what a chief arbiter sends in."""
    console.say(console.ink(texts("tour.print.report"), Ink.STRONG))
    for title, rows in report_parts(document, answer["rating"], texts.texts):
        console.say(console.ink(title, Ink.STRONG))
        for line in table(rows) if rows else [texts("tour.report.none")]:
            console.say(line)


def say_crosstable(document: Document, answer: Standings, texts: Texts, console: Console) -> None:
    """Print everybody's rounds; rows are numbered, since two players may share a place."""
    head, *lines = crosstable_rows(document, cast("dict[str, Any]", answer), texts.texts)
    rows = [["", "", *head[2:], texts("tour.place")]]
    for line, row in zip(lines, answer["standings"], strict=True):
        rows.append([*map(_cell, line), str(row["place"])])
    say_table(rows, console, right=(0, *range(2, len(rows[0]))))


def _article(entry: Mapping[str, Any], texts: Texts) -> str:
    """The article that an answer cites, and who decided where it leaves that to somebody."""
    article = printable(entry["article"])
    return (
        f"{article}: {texts(f'tour.decided.{by}')}" if (by := entry.get("decided_by")) else article
    )


def say_check(document: Document, answer: Checked, console: Console) -> None:
    """Print every fault, and who is to be eliminated."""
    for fault in answer["faults"]:
        where = f"round {fault['round']}: " if fault["round"] else ""
        names = ", ".join(name_of(document, player) for player in fault["players"])
        who = f"{names}: " if names else ""
        console.say_wrapped(f"{where}{who}{fault['detail']} [{fault['article']}]")
    left = {p["id"] for p in document["players"] if p.get("left")}
    eliminated = [player for player in answer["eliminated"] if player not in left]
    for player in eliminated:
        console.say(f"to be eliminated: {name_of(document, player)}")
    if not answer["faults"] and not eliminated:
        console.say(console.ink("nothing is wrong", Ink.GOOD))


def result_forms(document: Document, number: int, texts: Texts) -> str:
    """The result forms of a round, one a table, to be printed and cut (FRS annex 2)."""
    heads = ("", texts("form.id"), texts("form.name"), texts("form.score"))
    boxes = ("[            ]", "[                          ]", "[            ]")
    lines = table([heads, (texts("form.winner"), *boxes), (texts("form.loser"), *boxes)])
    forms = []
    for game in document["games"]:
        if game["round"] != number or len(game["players"]) != 2:
            continue
        one, two = game["players"]
        first = game.get("first")
        begins = f"{texts('tour.begins')}: {name_of(document, first)}" if first else ""
        forms.append(
            _FORM.format(
                tournament=printable(document.get("name", "")),
                round=texts("tour.roundN", round=number),
                table=texts("tour.tableN", table=game.get("table", "")),
                heads=lines[0],
                winner=lines[1],
                loser=lines[2],
                one=name_of(document, one),
                one_id=printable(one),
                two=name_of(document, two),
                two_id=printable(two),
                begins=begins or texts("tour.drawTiles"),
            )
        )
    return ("-" * 72 + "\n").join(forms)


def _head(key: str, texts: Texts) -> str:
    return _MEDIAN_BUCHHOLZ if key == "median_buchholz" else texts(f"tour.key.{key}")


def say_table(rows: Sequence[Sequence[str]], console: Console, right: Sequence[int]) -> None:
    """Print columns that line up; those that do not fit follow below, with the first two again."""
    rows = [[clipped(cell, _WIDEST_CELL) for cell in row] for row in rows]
    for n, columns in enumerate(_parts(rows, console.width)):
        part = [[row[column] for column in columns] for row in rows]
        head, *lines = table(part, [at for at, column in enumerate(columns) if column in right])
        if n:
            console.say()
        console.say(console.ink(head, Ink.FAINT))
        for line in lines:
            console.say(line)


def _parts(rows: Sequence[Sequence[str]], width: int) -> list[list[int]]:
    """Which columns stand side by side: as many as fit, at least one beside the first two."""
    wide = [2 + max(map(display_width, column)) for column in zip(*rows, strict=True)]
    parts = [[0, 1]]
    for column in range(2, len(wide)):
        used = sum(wide[other] for other in parts[-1])
        if len(parts[-1]) > 2 and used + wide[column] - 2 > width:
            parts.append([0, 1])
        parts[-1].append(column)
    return parts


def _cell(value: object) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value[:3]))
    if isinstance(value, float):  # As the pages write points, in every language.
        whole = int(value)
        return f"{whole or ''}{_QUARTERS[value - whole]}" if value > whole else str(whole)
    return str(value)
