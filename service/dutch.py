"""FIDE's Dutch system, paired by FIDE's reference tool: the package `gacrux`, an extra of ours.

It is another program, so it gets a process of its own, a report (TRF) without names on its input
and so many seconds. What it answers is its word, not ours: nothing here is certified by FIDE.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from threading import Lock
from typing import Any

from service.engine.errors import NoPairingError, RecordError, TooHardError, UnknownSystemError
from service.engine.rules import Rules
from service.engine.tournament.document import (
    EndedBy,
    Game,
    Player,
    Tournament,
    games_by_round,
    report_line,
    round_cell,
)
from service.engine.tournament.drawing import Drawn, Sitting, Wanted
from service.engine.tournament.ledger import count_game, fictitious_halves
from service.engine.tournament.provisions import said
from service.engine.tournament.standings import Unsaid

TOOL = "gacrux"
MOST_PLAYERS = 200
SECONDS = 20
_ONE_AT_A_TIME = Lock()


def pair_dutch(
    tournament: Tournament, wanted: Wanted, here: Sequence[Player], rules: Rules
) -> Drawn:
    """The round as the reference tool pairs it; who is white begins."""
    _check_wanted(tournament, wanted)
    pairing = said(rules.tournament.pairing, "how rounds are paired")
    seeds = _seeds(tournament, wanted, rules)
    numbers = {player.id: number for number, player in enumerate(seeds, 1)}
    present = {player.id for player in here}
    away = [str(numbers[player.id]) for player in seeds if player.id not in present]
    answer = _ask(write_report(tournament, seeds, wanted.round, rules), wanted, away)
    pairs, sitting = [], None
    for white, black in answer["pairs"]:
        if black:
            pairs.append((seeds[white - 1].id, seeds[black - 1].id))
        else:
            bye = said(rules.tournament.bye, "who sits")
            sitting = Sitting(seeds[white - 1].id, bye.article, ())
    detail = (
        f"paired by the rules of FIDE of {answer['rules']} as {TOOL} {version(TOOL)} has them; "
    )
    detail += (
        "where nobody wrote down who began, the first named did. This is no certified program."
    )
    unsaid = Unsaid("dutch", pairing.systems.get("dutch", pairing.article), detail)
    return Drawn(tuple(pairs), sitting, unsaid=(unsaid,), first_begins=True)


def write_report(tournament: Tournament, seeds: Sequence[Player], number: int, rules: Rules) -> str:
    """Everybody's rounds before this one as a report; players are numbers, nobody has a name."""
    numbers = {player.id: seat for seat, player in enumerate(seeds, 1)}
    cells = {player.id: [_missing(player, n, rules) for n in range(1, number)] for player in seeds}
    for games in games_by_round(tournament)[:number]:
        for game in games:
            letters = _letters(game, rules)
            white = game.players[0] if game.first is None else game.first
            for side, player in enumerate(game.players):
                alone = letters[side] in "UFZ"
                other = 0 if alone else numbers[game.players[1 - side]]
                colour = "w" if player == white else "b"
                cells[player][game.round - 1] = round_cell(other, colour, letters[side])
    rows = [report_line(n, f"{n}", p.rating, cells[p.id]) for n, p in enumerate(seeds, 1)]
    return "\n".join([f"142 {tournament.rounds}", f"XXR {tournament.rounds}", *rows, ""])


def _check_wanted(tournament: Tournament, wanted: Wanted) -> None:
    if find_spec(TOOL) is None:
        raise UnknownSystemError(
            f"'dutch' needs the extra 'fide' ({TOOL}), which is not installed here"
        )
    if len(tournament.players) > MOST_PLAYERS:
        raise TooHardError(f"'dutch' is for {MOST_PLAYERS} players at most")
    own = {"fixed": wanted.fixed, "repeats": wanted.repeats, "clubs": wanted.clubs}
    for name, value in (own | {"gibson": wanted.gibson}).items():
        if value:
            raise RecordError(f"'dutch' has rules of its own: '{name}' cannot be asked for")


def _seeds(tournament: Tournament, wanted: Wanted, rules: Rules) -> list[Player]:
    """The starting list by rating; after round 1 newcomers are rated as the edition has it."""
    first = said(rules.tournament.first_round, "how players are ordered")
    unrated = first.newcomer if wanted.round > 1 else -1
    players = sorted(tournament.players, key=lambda player: (player.name, player.id))
    return sorted(players, key=lambda p: -(unrated if p.rating is None else p.rating))


def _missing(player: Player, number: int, rules: Rules) -> str:
    """A round without an entry: half a point where late entrants are given it for pairing."""
    late = number < player.joined and fictitious_halves(player.joined, rules)
    return round_cell(0, "-", "H" if late else "Z")


def _letters(game: Game, rules: Rules) -> str:
    """How the report writes a result, for each of its players."""
    halves = count_game(game, rules).halves
    match game.ended_by:
        case EndedBy.BYE:
            return "U"
        case EndedBy.ANNULLED:
            return "".join("F" if own else "Z" for own in halves)
        case EndedBy.ABSENCE if len(halves) == 1:
            return "Z"
        case EndedBy.ABSENCE:
            return "".join("+" if own else "-" for own in halves)
        case _:
            return "--" if halves == (0, 0) else "".join("0=1"[own] for own in halves)


def _ask(report: str, wanted: Wanted, away: Sequence[str]) -> Mapping[str, Any]:
    """Let the tool pair the report's next round."""
    command = [sys.executable, "-I", "-m", f"{TOOL}.pairingchecker", "-p", "-m", "dutch"]
    command += ["-n", str(wanted.round), "-t", "bw"[wanted.seed % 2 == 0]]
    command += ["-u", *away] if away else []
    # Its cost is the caller's to drive: one process at a time, however many ask.
    if not _ONE_AT_A_TIME.acquire(timeout=SECONDS):
        raise TooHardError(f"{TOOL} is pairing for somebody else: ask again")
    try:
        ran = subprocess.run(
            command, input=report.encode("ascii"), capture_output=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise TooHardError(f"{TOOL} took longer than {SECONDS} s for this history") from None
    finally:
        _ONE_AT_A_TIME.release()
    try:
        answer = json.loads(ran.stdout)
        status, result = answer["status"], answer.get("pairingResult") or {}
    except (ValueError, LookupError, TypeError):
        raise NoPairingError(f"{TOOL} gave no answer for this history") from None
    if status["code"] or not result.get("pairs"):
        raise NoPairingError(f"{TOOL}: {' '.join(status['error']) or 'no pairing'}")
    found: Mapping[str, Any] = result
    return found
