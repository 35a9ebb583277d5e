"""Offline and online give the same verdict and the same spelling, word by word."""

import random
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from arbiter_client import ArbiterError, Client

from service.command.asking import Service
from service.command.local import rulebook
from service.command.offline import open_offline
from service.lexicon import open_lexicon
from tests.command.conftest import forget, made_up_words
from tests.support.serving import served
from tests.support.tools import do_without

WORDS = 1000
SPELLED = 10
"""Every so many words are spelled as well."""

EDITIONS = {"it": "figs", "ca": "fisc", "ro": "frs"}
LETTERS = "abcdefghijklmnopqrstuvwxyzàèéíïòóúüçăâîșşțţ·.ŀ'-7 "
BUILT = Path(__file__).parents[2] / "lexicons"
IDS = ("it", "it-2008", "ca", "ro")


def random_words(known: Sequence[str], seed: str) -> Iterator[str]:
    """Words of a lexicon in any form of Unicode, and other text, the same on every run."""
    chance = random.Random(seed)
    for _ in range(WORDS):
        word = chance.choice(known)
        if chance.random() < 0.5:
            word = "".join(chance.choices(LETTERS, k=chance.randint(0, 17)))
        word = chance.choice((str.lower, str.upper, str.title))(word)
        yield unicodedata.normalize(chance.choice(("NFC", "NFD", "NFKC")), word)


def answer(service: Service, rules: str, word: str, *, spell: bool) -> object:
    """The verdict on a word or its spelling, or the exception that came instead."""
    try:
        return service.spell(rules, [word]) if spell else service.challenge(rules, [word])
    except ArbiterError as fault:
        return type(fault), fault.code, fault.detail


def verdicts(language: str, known: Sequence[str], url: str) -> list[bool]:
    """Every word asked both ways; the verdicts that came out."""
    rules, offline, found = EDITIONS[language], open_offline(), []
    with Client(url) as online:
        for number, word in enumerate(random_words(known, language)):
            for spell in (False, True) if number % SPELLED == 0 else (False,):
                expected = answer(online, rules, word, spell=spell)
                assert answer(offline, rules, word, spell=spell) == expected, word
                if isinstance(expected, dict) and "valid" in expected:
                    found.append(expected["valid"])
    return found


def check_mixture(found: list[bool]) -> None:
    """A comparison means something only if every kind of answer was compared."""
    assert found.count(True) > WORDS // 4
    assert found.count(False) > WORDS // 20
    assert len(found) < WORDS


@pytest.mark.usefixtures("local_files")
@pytest.mark.parametrize("language", EDITIONS)
def test_a_thousand_words_get_the_same_answer(language: str, url: str) -> None:
    check_mixture(verdicts(language, made_up_words(language), url))


def test_a_thousand_words_of_the_real_lexicons_get_the_same_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not all((BUILT / f"{name}.marisa").is_file() for name in IDS):
        do_without("the lexicons are not built; `make lexicons` builds them")
    monkeypatch.setenv("LEXICONS_PATH", str(BUILT))
    forget()
    with served(BUILT, tmp_path / "log", {}) as url:
        for language, federation in EDITIONS.items():
            rules = rulebook().find(federation)
            assert rules is not None
            trie = open_lexicon(rules.lexicon, [BUILT]).trie
            keys = map(trie.restore_key, range(0, len(trie), 997))
            known = list(map(rules.alphabet.spell, keys))
            check_mixture(verdicts(language, known, url))
    forget()
