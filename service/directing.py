"""Tournaments: every question about a director's document and its answer, as JSON values.

The document is the history: nothing is kept. No lexicon can be reached from here (see counting.py).
"""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from service.dutch import pair_dutch
from service.engine.errors import RuleError, UnknownPlayerError
from service.engine.game.recount import recount
from service.engine.gcg import read_gcg
from service.engine.rules import Rules
from service.engine.tournament.check import check as check_tournament
from service.engine.tournament.document import NAMES
from service.engine.tournament.ledger import uncertain_ratings
from service.engine.tournament.pairing import entrants_of, pair_entrants
from service.engine.tournament.provisions import System
from service.engine.tournament.standings import opponents_of, pairing_order
from service.engine.tournament.standings import standings as classify
from service.engine.tournament.systems import schedule as write_rounds
from service.interchange import files
from service.interchange.entrants import enter as enter_players
from service.interchange.entrants import read_list, write_list
from service.interchange.prizes import recounted_prizes, side_prizes
from service.interchange.sheets import report_parts
from service.published import Pages, Words
from service.schemas.conditions import announced, naming_who_decided
from service.schemas.fields import Fault, Fields, ShapeError
from service.schemas.game import read_game
from service.schemas.results import write_recount
from service.schemas.text import JsonError, read_json
from service.schemas.tournament import (
    AskedPrizes,
    explain,
    read_check,
    read_enter,
    read_pairings,
    read_schedule,
    read_standings,
    read_written,
    write_check,
    write_paired,
    write_schedule,
    write_standings,
)

_TEXTS = Path(__file__).parent / "web/i18n"
OUTSIDE = {System.DUTCH: pair_dutch}
"""Systems that another program pairs."""


def standings(body: object, rules: Rules) -> Fields:
    """A tournament's classification after a round, or the order by which the next is paired."""
    question, rules = announced(body, rules)
    asked = read_standings(question)
    entrants = entrants_of(asked.tournament, rules)
    if asked.pairing:
        table = pairing_order(entrants, rules, asked.after)
    else:
        table = classify(entrants, rules, asked.after, final=asked.final)
    answer = write_standings(table)
    if asked.explain:
        ratings = uncertain_ratings(asked.tournament.games, table.after, rules)
        explain(answer, opponents_of(entrants, table, rules), ratings, rules)
    if asked.prizes:
        answer["prizes"] = _prizes(asked.prizes, answer, rules)
    return naming_who_decided(answer, rules)


def _prizes(asked: AskedPrizes, answer: Fields, rules: Rules) -> list[Fields]:
    """The side prizes, those of recorded games last."""
    known = {player["id"] for player in asked.document["players"]}
    for player in set(asked.among or ()) - known:
        raise UnknownPlayerError(f"there is no player {player!r}")
    won = side_prizes(asked.document, answer, asked.among)
    won += recounted_prizes(_recounts(asked.games, rules))
    return [prize._asdict() for prize in won]


def _recounts(games: Iterable[str], rules: Rules) -> Iterable[Fields]:
    """Recorded games counted again: each the text of a file, of which only JSON begins so."""
    for number, text in enumerate(games, 1):
        place = f"/prizes/games/{number - 1}"
        try:
            if text.lstrip().startswith("{"):
                told, under = announced(read_json(text.encode("utf-8", "replace")), rules)
                record = read_game(told, under)
            else:
                record, under = read_gcg(text, rules), rules
            yield write_recount(recount(record, under), under)
        except RuleError as fault:
            raise fault.at(f"game {number}", game=number) from None
        except JsonError:
            raise ShapeError([Fault(place, "Not JSON.")]) from None
        except ShapeError as fault:
            faults = fault.faults
            raise ShapeError(one._replace(pointer=place + one.pointer) for one in faults) from None


def pairings(body: object, rules: Rules) -> Fields:
    """A tournament's next round."""
    question, rules = announced(body, rules)
    tournament, wanted = read_pairings(question, rules)
    paired = write_paired(pair_entrants(tournament, wanted, rules, OUTSIDE))
    return naming_who_decided(paired, rules)


def schedule(body: object, rules: Rules) -> Fields:
    """Rounds that are known in advance."""
    question, rules = announced(body, rules)
    asked = read_schedule(question, rules)
    plan = write_rounds(len(asked.players), asked.wish, rules)
    return naming_who_decided(write_schedule(plan, asked.players), rules)


def check(body: object, rules: Rules) -> Fields:
    """Everything that is wrong with a tournament or with a round proposed for it."""
    question, rules = announced(body, rules)
    asked = read_check(question)
    found = check_tournament(asked.tournament, rules, asked.round, asked.proposed)
    return naming_who_decided(write_check(found), rules)


def read_file(name: str, content: bytes, rules: Rules) -> Fields:
    """The tournament in another program's file, and what could not be taken as it stands."""
    reading = files.read_file(name, content, files.encodings_of(rules.language))
    told = {"format": reading.format, "document": reading.document}
    if reading.entries is not None:
        told["list"] = write_list(player for _, player in reading.entries.entrants)
    return told | {"remarks": [remark._asdict() for remark in reading.remarks]}


def enter(body: object) -> Fields:
    """A tournament with the players of a list entered, and the lines of those left out."""
    document, text = read_enter(body)
    before = len(document["players"])
    left = enter_players(document, read_list(text))
    return {
        "document": document,
        "entered": [player["id"] for player in document["players"][before:]],
        "list": write_list(player for _, player in left.entrants),
        "remarks": [remark._asdict() for remark in left.remarks],
    }


def write_file(body: object, form: str, rules: Rules, names: str = "whole") -> files.Written:
    """A tournament as another program's file, and what that one does not carry."""
    if names not in NAMES:
        raise ShapeError([Fault("/names", f"Not one of: {', '.join(NAMES)}.")])
    if form == "pages":
        languages = {path.stem: _words(path.stem) for path in sorted(_TEXTS.glob("*.json"))}
        pages = publish(read_written(body), rules, languages, names)
        return files.Written(pages.packed(), files.ZIP, "pages.zip", ())
    if form == "xlsx":
        document = read_written(body)
        try:
            classified = standings(body, rules)
        except RuleError:
            classified = None
        return files.write_report(document, classified, _words(rules.language))
    if form == "report":
        try:
            rating = standings({**read_written(body), "explain": True}, rules)["rating"]
        except RuleError:
            rating = None
        parts = report_parts(read_written(body), rating, _words(rules.language))
        told = {"report": [{"title": title, "rows": rows} for title, rows in parts]}
        content = json.dumps(told, ensure_ascii=False).encode()
        return files.Written(content, "application/json", "report.json", ())
    if form not in files.FORMATS:
        raise ShapeError([Fault("/format", f"Not one of: {', '.join(files.FORMATS)}.")])
    return files.write_file(read_written(body), form)


def publish(
    document: Fields, rules: Rules | None, languages: Mapping[str, Words], names: str = "whole"
) -> Pages:
    """The players' pages, with a classification where the regulation gives one."""
    rounds = {game["round"] for game in document["games"]}
    is_open = any("scores" not in g and "ended_by" not in g for g in document["games"])
    final = not is_open and document["rounds"] in rounds
    try:
        told = standings({**document, "final": final}, rules) if rules and rounds else None
    except RuleError:
        told = None
    return Pages(document, told, rules, languages, names)


@cache
def _words(language: str) -> dict[str, str]:
    """What a sheet's columns are called where a language is spoken."""
    words: dict[str, str] = json.loads((_TEXTS / f"{language}.json").read_text(encoding="utf-8"))
    return words
