"""A director's file in any order of acts, by command, by page and by hand, is never at odds."""

import json
import os
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from io import StringIO
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from service import directing
from service.command.tournament.file import read_document, write_document
from service.engine.rules import Rules
from service.terminal import main
from tests.tournament.building import FISC, FRS

SCORES = st.tuples(st.integers(250, 550), st.integers(250, 550))
CHIEF = ("--by", "chief_arbiter", "--reason", "the slip says so")


class Director(RuleBasedStateMachine):
    """The file, beside what the players know: whom they met, and how it ended."""

    edition: Rules

    def __init__(self) -> None:
        super().__init__()
        self.home = TemporaryDirectory()
        self.path = Path(self.home.name) / "tournament.json"
        self.played: dict[tuple[int, tuple[str, ...]], list[int]] = {}
        self.before: dict[str, Any] = {}
        """What the last act found, if that can be taken back."""
        self.record: list[Any] = []

    def teardown(self) -> None:
        self.home.cleanup()

    @property
    def document(self) -> dict[str, Any]:
        return read_document(self.path)

    def command(self, *words: str) -> bool:
        """Let the command act; one that refuses has changed nothing."""
        before = self.path.read_bytes() if self.path.exists() else b""
        given = {"--file": str(self.path), "--rules": self.edition.id}
        about = ("--file",) if words[0] in ("new", "undo", "enter", "note") else given
        options = [part for name in about for part in (name, given[name])]
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
            patch.setattr(os, "environ", os.environ | {"ARBITER_RULES": self.edition.id})
            with redirect_stderr(StringIO()) as said:
                code = main(["tournament", *words, *options])
        if code == 2:
            assert self.path.read_bytes() == before, said.getvalue()
        elif before and words[0] != "undo":
            self.before = json.loads(before)
        return code == 0

    @initialize(players=st.integers(4, 7))
    def begin(self, players: int) -> None:
        assert self.command("new", "Open", "--rounds", "5")
        assert self.command("enter", *(f"Player {letter}" for letter in "ABCDEFG"[:players]))
        self.before = {}

    def games(self, *, open_only: bool) -> list[dict[str, Any]]:
        """The games that two players play or have played."""
        pairs = [game for game in self.document["games"] if len(game["players"]) == 2]
        return [game for game in pairs if _is_open(game) or not open_only]

    @precondition(lambda self: not self.games(open_only=True))
    @rule(absent=st.booleans())
    def pair(self, absent: bool) -> None:
        """Nobody is forgotten when a round is paired, and nobody sits twice."""
        document = self.document
        here = [player["id"] for player in document["players"]]
        number = max((game["round"] for game in document["games"]), default=0) + 1
        absent = absent and not any(_is_missed(game) for game in document["games"])
        if self.command("pair", "--offline", *(("--absent", here[0]) if absent else ())):
            seated = [g["players"] for g in self.document["games"] if g["round"] == number]
            assert sorted(chain(*seated)) == sorted(here)

    @precondition(lambda self: self.games(open_only=True))
    @rule(data=st.data(), scores=SCORES)
    def type_a_result(self, data: st.DataObject, scores: tuple[int, int]) -> None:
        game = data.draw(st.sampled_from(self.games(open_only=True)))
        name, round_ = game["players"][0], str(game["round"])
        assert self.command("result", name, *map(str, scores), "--round", round_)
        self.note_down(game, scores)

    @precondition(lambda self: self.games(open_only=True))
    @rule(data=st.data(), scores=SCORES)
    def save_a_result_from_the_page(self, data: st.DataObject, scores: tuple[int, int]) -> None:
        document, self.before = self.document, self.document
        game = data.draw(st.sampled_from([game for game in document["games"] if _is_open(game)]))
        game["scores"] = list(scores)
        directing.check(document, self.edition)
        write_document(self.path, document)
        self.note_down(game, scores)

    @precondition(lambda self: self.played)
    @rule(data=st.data(), scores=SCORES)
    def correct_a_result(self, data: st.DataObject, scores: tuple[int, int]) -> None:
        round_, players = data.draw(st.sampled_from(sorted(self.played)))
        latest = max(game["round"] for game in self.document["games"])
        entitled = CHIEF if round_ < latest else ()
        asked = ("result", players[0], *map(str, scores), "--round", str(round_), *entitled)
        if self.command(*asked, *(("--offline",) if entitled else ())):
            self.played[round_, players] = list(scores)

    @precondition(lambda self: self.before)
    @rule()
    def take_back(self) -> None:
        """What was done last is undone, and the record only grows."""
        former = deepcopy(self.before)
        if self.command("undo"):
            now = self.document
            assert (now["games"], now["players"]) == (former["games"], former["players"])
            self.played = {
                (game["round"], tuple(game["players"])): game["scores"]
                for game in now["games"]
                if "scores" in game
            }
        self.before = {}

    @rule()
    def write_it_anew_by_hand(self) -> None:
        document = self.document
        document["players"].sort(key=lambda player: str(player["name"]))
        self.path.write_text(json.dumps(document, indent=8), encoding="utf-8")

    def note_down(self, game: dict[str, Any], scores: tuple[int, int]) -> None:
        self.played[game["round"], tuple(game["players"])] = list(scores)

    @invariant()
    def every_result_is_there_and_no_other(self) -> None:
        if self.path.exists():
            kept = {
                (g["round"], tuple(g["players"])): g.get("scores")
                for g in self.games(open_only=False)
            }
            assert {at: scores for at, scores in kept.items() if scores} == self.played

    @invariant()
    def the_record_only_grows(self) -> None:
        if self.path.exists():
            record = self.document.get("record", [])
            assert record[: len(self.record)] == self.record
            self.record = record

    @invariant()
    def nothing_of_this_is_faulted_and_the_standings_count_it(self) -> None:
        if not self.path.exists() or not self.document["games"]:
            return
        checked = directing.check(self.document, self.edition)
        assert checked["faults"] == []
        if self.games(open_only=True):
            return
        table = directing.standings(self.document, self.edition)
        points: Counter[str] = Counter()
        for (_, players), (one, other) in self.played.items():
            points[players[0]] += 2 * (one > other) + (one == other)
            points[players[1]] += 2 * (one < other) + (one == other)
        alone = {g["players"][0] for g in self.document["games"] if len(g["players"]) == 1}
        rows = {row["player"]: row["points"] for row in table["standings"]}
        assert {n: 2 * p for n, p in rows.items() if n not in alone} == {
            n: points[n] for n in rows if n not in alone
        }


def _is_missed(game: dict[str, Any]) -> bool:
    return game.get("ended_by") == "absence"


def _is_open(game: dict[str, Any]) -> bool:
    return len(game["players"]) == 2 and "scores" not in game


@pytest.mark.parametrize("rules", [FRS, FISC], ids=lambda rules: rules.id)
def test_a_tournament_in_any_order(rules: Rules) -> None:
    class Event(Director):
        pass

    Event.edition = rules
    run_state_machine_as_test(
        Event, settings=settings(max_examples=8, stateful_step_count=16, deadline=None)
    )
