"""What a challenge answers and what it costs."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.challenge import (
    Contest,
    check_formed,
    judge,
    keys,
    keys_stand,
    penalty_points,
    retract,
    words_counted,
)
from service.engine.errors import NotAWordError, NotFormedError, SilentError, UnknownVariantError
from service.engine.notation import read_gcg_play
from service.engine.rules import RetractedWords, Rules
from service.engine.scoring import board_after, make_play
from tests.data import RULEBOOK, rows, table

FISC = RULEBOOK.editions["fisc-2023"]
FRS = RULEBOOK.editions["frs-2019"]
PERCENTAGES = table("cases/percentages.toml")


@pytest.mark.parametrize(("rules", "row"), rows("cases/challenges.toml", "challenge"))
def test_challenge(rules: Rules, row: dict[str, Any]) -> None:
    contest = Contest(row["words"], row.get("variant"), row.get("prior_unfounded", 0))
    after = judge(contest, row["play_score"], rules, stands=row["stands"])
    names = ["score", "mover_points", "challenger_points", "challenger_loses_turn"]
    for name in [*names, "challenger_seconds"]:
        assert getattr(after, name) == row[name], name


@pytest.mark.parametrize("edition", PERCENTAGES["editions"])
@pytest.mark.parametrize("row", PERCENTAGES["rows"], ids=lambda row: f"play of {row[0]}")
def test_percentages_round_to_the_nearest_halves_down_at_least_one(
    edition: str, row: list[int]
) -> None:
    challenge = RULEBOOK.editions[edition].challenge
    play_score, rejected, unfounded = row
    assert penalty_points(challenge.rejected, play_score, Contest(1)) == rejected
    assert penalty_points(challenge.unfounded["standard"], play_score, Contest(1)) == unfounded


@pytest.mark.parametrize(
    ("words", "stands"),
    [
        (["casa", "cel·la"], True),
        (["CASA", "CELLA"], False),
        (["whisky", "casa"], False),
        (["casa", "a"], False),
        (["casa", "casa"], True),
    ],
)
def test_a_play_stands_where_all_of_its_words_are_in_the_lexicon(
    words: list[str], stands: bool
) -> None:
    assert keys_stand(keys(words, FISC.alphabet), {"CASA", "CEĿA"}) is stands


def test_text_that_is_no_word_is_an_error_not_a_lost_challenge() -> None:
    with pytest.raises(NotAWordError, match="4"):
        keys(["xyz", "c4sa"], FISC.alphabet)


def test_only_words_that_the_play_forms_can_be_contested() -> None:
    rules = RULEBOOK.editions["figs-2012"]
    board = board_after([read_gcg_play("8F POSTE", rules.alphabet)], rules)
    score = make_play(read_gcg_play("K7 FRAGOLA", rules.alphabet), board, rules).score
    check_formed(["poster"], score, rules.alphabet)
    check_formed(["FRAGOLA", "Poster"], score, rules.alphabet)
    for contested in (["POSTE"], ["POSTER", "POSTER"], ["KAYAK"]):
        with pytest.raises(NotFormedError):
            check_formed(contested, score, rules.alphabet)


def test_a_word_may_be_contested_as_often_as_the_play_forms_it() -> None:
    board = board_after([read_gcg_play("8G AA", FRS.alphabet)], FRS)
    score = make_play(
        read_gcg_play("9G AA", FRS.alphabet), board, FRS
    ).score  # along it and across both tiles
    for times in (1, 2, 3):
        check_formed(["AA"] * times, score, FRS.alphabet)
    with pytest.raises(NotFormedError, match="'AA' is contested more often than the play forms it"):
        check_formed(["AA"] * 4, score, FRS.alphabet)


@pytest.mark.parametrize(("name", "points"), [("senior", -20), ("youth", 0), (None, -20)])
def test_seniors_pay_by_the_word_and_the_young_nothing_also_for_one_taken_back(
    name: str | None, points: int
) -> None:
    contest = Contest(2, name)
    for after in (judge(contest, 40, FRS, stands=True), retract(contest, 40, FRS)):
        assert (after.stands, after.score, after.challenger_points) == (True, 40, points)
    assert words_counted([], FRS) == 1


@pytest.mark.parametrize("edition", ["figs-2008", "figs-2012", "figs-75min", "fisc-2023"])
def test_a_challenge_taken_back_is_not_foreseen_elsewhere(edition: str) -> None:
    with pytest.raises(SilentError):
        retract(Contest(1), 40, RULEBOOK.editions[edition])


def test_an_unknown_variant_names_the_known_ones() -> None:
    with pytest.raises(UnknownVariantError, match=r"'z'.*a, b, c, d, e, f, g, senior, youth"):
        judge(Contest(1, "z"), 40, FRS, stands=True)


@pytest.mark.parametrize(
    "name", ["c:", "c:x", "c:5-10", "c:0", "c:1234", "f:5--10", "a:5", "d:1", ":5", "h:5"]
)
def test_a_number_that_the_regulation_leaves_to_nobody_is_refused(name: str) -> None:
    with pytest.raises(UnknownVariantError):
        judge(Contest(1, name), 20, FRS, stands=True)


@pytest.mark.parametrize(("retracted", "points"), [("named", -20), ("one", -10)])
def test_a_challenge_taken_back_counts_the_words_named_or_one(retracted: str, points: int) -> None:
    challenge = replace(FRS.challenge, retracted=RetractedWords(retracted))
    rules = replace(FRS, challenge=challenge)
    assert retract(Contest(2), 30, rules).challenger_points == points
