"""What each rule of the Romanian recipe admits or keeps out, and how kin are derived."""

import tomllib
from pathlib import Path

import pytest

from build_lexicon.recipe import Layer, open_sources, read_recipe
from build_lexicon.romanian import (
    admitted,
    infinitive_of,
    kept_out,
    read_material,
    verb_family,
)
from tests.build_lexicon.kept import kept
from tests.build_lexicon.running import LEXICONS
from tests.data import RULEBOOK

RECIPE = read_recipe(LEXICONS / "ro.toml")
ALPHABET = RULEBOOK.alphabets["romanian"]
EXAMPLES = tomllib.loads(Path(__file__).with_name("romanian.toml").read_text(encoding="utf-8"))
SIDES = ("admitted", "excluded")


def wanted(side: str) -> set[tuple[str, str, str]]:
    return {(rule, *pair) for rule, pairs in EXAMPLES[side].items() for pair in pairs}


def test_every_rule_of_the_recipe_has_an_example() -> None:
    out = {rule.id for rule in RECIPE.rules.values() if rule.layer is Layer.EXCLUDED}
    assert EXAMPLES["excluded"].keys() == out
    assert EXAMPLES["admitted"].keys() == RECIPE.rules.keys() - out


Found = set[tuple[str, str, str]]


@pytest.fixture(scope="module")
def found() -> dict[str, Found]:
    """What the recipe makes of the entries of the examples, knowing all the others."""

    def make() -> dict[str, Found]:
        read = read_material(open_sources(RECIPE), ALPHABET)
        stems = {stem for side in SIDES for pairs in EXAMPLES[side].values() for stem, _ in pairs}
        entries = tuple(entry for entry in read.dictionary.entries if entry.stem in stems)
        material = read._replace(dictionary=read.dictionary._replace(entries=entries))
        judged = {"admitted": admitted(material), "excluded": kept_out(material)}
        return {
            side: {(form.rule, form.origin, form.text) for form in forms}
            for side, forms in judged.items()
        }

    return kept("ro", make)


@pytest.mark.parametrize("side", SIDES)
def test_every_example_is_admitted_or_kept_out_by_its_rule(
    found: dict[str, Found], side: str
) -> None:
    assert wanted(side) - found[side] == set()


@pytest.mark.parametrize(("entry", "family"), EXAMPLES["families"].items())
def test_a_verb_has_a_participle_a_long_infinitive_and_an_infinitive(
    entry: str, family: str
) -> None:
    assert " ".join(verb_family(*entry.split("/"))) == family


def test_a_participle_leads_to_its_infinitive() -> None:
    assert [infinitive_of(stem) for stem in ("lucrat", "citire", "om")] == ["lucra", "citi", ""]
