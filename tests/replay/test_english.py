"""A federation is two files: the English one of the tests plays on the engine as it is."""

from dataclasses import replace

from service.engine.rules import PenaltyKind
from service.engine.tiles import Face
from service.rulebook import load_rulebook
from tests.replay.rulebook import ENGLISH, RULEBOOK


def test_it_stands_beside_the_packaged_editions_and_changes_none() -> None:
    packaged = load_rulebook().editions
    assert set(RULEBOOK.editions) == {*packaged, "english-club"}
    for name, rules in packaged.items():
        assert replace(RULEBOOK.editions[name], alphabet=rules.alphabet) == rules


def test_its_tiles_are_the_english_ones() -> None:
    alphabet = ENGLISH.alphabet
    assert (alphabet.counts[Face("E")], alphabet.values[Face("Q")]) == (12, 10)
    assert alphabet.tokenise("naïve") == tuple("NAIVE")


def test_its_bonus_goes_to_the_player_who_was_challenged_in_vain() -> None:
    assert ENGLISH.challenge.unfounded["five"].kind is PenaltyKind.BONUS_PER_WORD
