"""`arbiter tournament`: one action each for what a director does.

new, rounds, enter, pair, result, note, undo, standings, crosstable, check, slips, prizes, report,
publish, convert.
"""

import os
from argparse import ArgumentParser
from pathlib import Path

from service.command.base import Action, Command, add_actions, add_rules, add_service, run_action
from service.command.local import languages
from service.command.tournament import directing
from service.engine.tournament.document import NAMES, Decider, EndedBy, NoteKind
from service.engine.tournament.provisions import Repeats, System
from service.interchange.files import UTF_8
from service.texts import FALLBACK

FILE = "ARBITER_TOURNAMENT"


def arguments(parser: ArgumentParser) -> None:
    """What is to be done with the director's file."""
    add_action = add_actions(parser)

    def add(name: str, summary: str, action: Action, *, asks: bool = False) -> ArgumentParser:
        own = add_action(name, summary, action)
        if name != "convert":
            own.add_argument("--file", type=Path, default=_file(), help=f"the file (${FILE})")
        if name in ("pair", "standings", "crosstable", "slips", "prizes", "report"):
            own.add_argument(
                "--lang", choices=languages(), default=FALLBACK, help="language of the paper"
            )
        if asks:
            add_rules(own)
            add_service(own)
        return own

    new = add("new", "begin a tournament in a file of its own", directing.new)
    new.add_argument("name", metavar="NAME")
    new.add_argument("--rounds", type=int, required=True)
    told = "announce what clubs do where the text leaves it open: swiss, round_robin (FIGS)"
    new.add_argument("--preset", metavar="NAME", help=told)
    add_rules(new, required=False)
    rounds = add("rounds", "change the number of rounds", directing.change_rounds)
    rounds.add_argument("rounds", type=int, metavar="N")
    add_rules(rounds, required=False)
    enter = add("enter", "enter players, or let one leave", directing.enter)
    _add_enter(enter)
    add_rules(enter, required=False)
    _add_pair(
        add("pair", "pair the next round and write it into the file", directing.pair, asks=True)
    )
    result = add("result", "write a result into the file", directing.result)
    _add_result(result)
    add_rules(result, required=False)
    add_service(result)
    _add_note(add("note", "write what arbiters noted of a player", directing.note))
    add("undo", "take back what was written last", directing.undo)
    for name, summary, action in (
        ("standings", "the classification", directing.standings),
        (
            "crosstable",
            "everybody's rounds, in the order of the classification",
            directing.crosstable,
        ),
    ):
        own = add(name, summary, action, asks=True)
        own.add_argument("--after", type=int, metavar="ROUND", help="unless the last complete one")
        own.add_argument("--final", action="store_true", help="as it is at the end")
        if name == "standings":
            told = "which opponents counted, and which games are not rated"
            own.add_argument("--explain", action="store_true", help=told)
    told = "what arbiters decided, noted and changed, who left, and which games are not rated"
    add("report", told, directing.report, asks=True)
    add("check", "everything that is wrong with the file", directing.check, asks=True)
    slips = add("slips", "the result forms of a round, to be printed", directing.slips)
    slips.add_argument("--round", type=int, help="unless the last one paired")
    prizes = add("prizes", "side prizes of clubs", directing.prizes, asks=True)
    prizes.add_argument("--among", nargs="+", default=[], metavar="NAME", help="of a category")
    told = "recorded games (GCG or JSON), for the best play and the most bingos"
    prizes.add_argument("--games", nargs="+", type=Path, default=[], metavar="FILE", help=told)
    publish = add("publish", "the players' pages, for a folder or any web space", directing.publish)
    publish.add_argument("--to", type=Path, required=True, help="a folder, or a name with .zip")
    told = "a surname as an initial, or numbers only"
    publish.add_argument("--names", choices=NAMES, default=NAMES[0], help=told)
    add_rules(publish)
    convert = add("convert", "write a file in another format", directing.convert)
    convert.add_argument("source", type=Path)
    convert.add_argument("target", type=Path, help="the format goes by its ending")
    _add_encoding(convert, "of SOURCE")


def _add_enter(parser: ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--from", dest="table", type=Path, help="a table of name, rating, club")
    _add_encoding(parser, "of the table")
    parser.add_argument("--id")
    parser.add_argument("--rating", type=int)
    parser.add_argument("--club")
    parser.add_argument("--team", metavar="PAIR", help="the pair of an event in pairs")
    parser.add_argument("--joined", type=int, metavar="ROUND", help="the first round, if not 1")
    parser.add_argument(
        "--left", type=int, metavar="ROUND", help="NAME plays no more from ROUND on"
    )
    parser.add_argument("--reason", help="why they left")
    told = "how the players' pages call NAME, whatever --names says"
    parser.add_argument("--shown", choices=NAMES, help=told)


def _add_encoding(parser: ArgumentParser, what: str) -> None:
    parser.add_argument(
        "--encoding", default=UTF_8, metavar="NAME", help=f"{what}, if it is not UTF-8: cp1250"
    )


def _add_pair(parser: ArgumentParser) -> None:
    parser.add_argument("--round", type=int, help="unless the next one")
    parser.add_argument("--system", choices=list(System))
    parser.add_argument("--absent", nargs="+", default=[], metavar="NAME")
    parser.add_argument("--seed", type=int, help="for lots")
    parser.add_argument("--repeats", choices=list(Repeats))
    parser.add_argument("--clubs", choices=("apart", "first_two"))
    parser.add_argument(
        "--fixed", nargs=2, action="append", default=[], metavar="NAME", help="two who meet"
    )
    parser.add_argument("--factor", type=int)
    parser.add_argument("--groups", type=int)
    parser.add_argument("--gibson", type=int, nargs=2, metavar=("PLACES", "PRIZES"))
    parser.add_argument("--dry-run", action="store_true", help="print it, write nothing")


def _add_result(parser: ArgumentParser) -> None:
    parser.add_argument("where", metavar="TABLE", help="a table's number, or one of its players")
    parser.add_argument(
        "scores",
        nargs="*",
        type=int,
        metavar="SCORE",
        help="both; of a player named, the own one first",
    )
    parser.add_argument("--round", type=int, help="unless the last one paired")
    parser.add_argument(
        "--by", choices=list(Decider), help="who changes the result of a past round"
    )
    parser.add_argument("--reason", metavar="TEXT", help="and why; both go into the record")
    parser.add_argument("--ended-by", choices=list(EndedBy))
    parser.add_argument(
        "--player", nargs="+", default=[], metavar="NAME", help="who overran, gave up or was absent"
    )
    parser.add_argument("--excused", action="store_true")


def _add_note(parser: ArgumentParser) -> None:
    parser.add_argument("player", metavar="NAME")
    parser.add_argument("kind", choices=list(NoteKind))
    parser.add_argument("amount", type=int, nargs="?", help="the play's value, or spread")
    parser.add_argument("--round", type=int)
    parser.add_argument("--article")


def _file() -> Path:
    return Path(os.environ.get(FILE) or "tournament.json")


COMMANDS = {"tournament": Command(arguments, run_action)}
