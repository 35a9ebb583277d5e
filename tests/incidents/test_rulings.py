"""What the handbook answers: every ruling is a row with the rule as its name."""

from dataclasses import replace
from typing import Any

import pytest

from service.engine.errors import ImpossibleFactError, RuleError
from service.engine.handbook import Incident, Ruling, rule_on
from service.engine.rules import Rules
from service.rulebook.handbooks import combinations
from service.schemas.conditions import announced
from service.schemas.game import read_events
from service.schemas.rules import read_facts, said, write_incidents
from tests.data import RULEBOOK, rows, table


def ruling(rules: Rules, incident: str, facts: dict[str, Any]) -> Ruling:
    known, rules_there = announced(facts, rules)
    asked = RULEBOOK.handbooks[rules.id].incidents[incident]
    return rule_on(asked, read_facts(known), rules_there)


@pytest.mark.parametrize(("rules", "row"), rows("incidents/rulings.toml", "ruling"))
def test_ruling(rules: Rules, row: dict[str, Any]) -> None:
    found = ruling(rules, row["incident"], row["facts"])
    assert found.case.article == row.get("article", found.case.article)
    assert found.case.silent == (row.get("article") == "silent")
    assert dict(found.numbers) == row.get("numbers", {})
    assert found.case.turn == row.get("turn", "goes_on")
    if "event" in row or not found.event:
        assert _without_reason(found) == row.get("event")
    text = " ".join(said(step["en"], found, "en") for step in found.case.steps)
    for piece in row.get("says", ()):
        assert piece in text


@pytest.mark.parametrize(("rules", "row"), rows("incidents/rulings.toml", "search"))
def test_a_word_is_found_in_the_handbook(rules: Rules, row: dict[str, Any]) -> None:
    answer = write_incidents(RULEBOOK.handbooks[rules.id], rules, row["about"])
    found = {one["id"]: [step["article"] for step in one["found"]] for one in answer["incidents"]}
    for incident, article in row["found"].items():
        assert article in found[incident]
    assert len(found) < len(RULEBOOK.handbooks[rules.id].incidents)
    assert all(found.values())


@pytest.mark.parametrize("about", ["xylophone", "?", "x" * 1000])
def test_what_nothing_speaks_of_is_not_found(about: str) -> None:
    for edition, handbook in RULEBOOK.handbooks.items():
        answer = write_incidents(handbook, RULEBOOK.editions[edition], about)
        assert answer["incidents"] == []


def _without_reason(found: Ruling) -> dict[str, Any] | None:
    """The event without what every decision carries: its article, and the title as its reason."""
    if found.event is None:
        return None
    event = dict(found.event)
    if "reason" in event:
        assert event.pop("article") == found.case.article
        assert event.pop("reason")
    return event


COMPLETED: dict[str, dict[str, Any]] = {
    "correction": {"of": 1, "declared": 8},
    "redeclared": {"square": "H8", "face": "A"},
}
"""What a decision is about, which only the people at the table know."""


@pytest.mark.parametrize("edition", sorted(RULEBOOK.editions))
def test_every_event_that_the_handbook_asks_for_can_stand_in_a_record(edition: str) -> None:
    rules = RULEBOOK.editions[edition]
    kinds = set()
    for incident in RULEBOOK.handbooks[edition].incidents.values():
        for facts in combinations(incident, rules):
            if incident.blank or (event := _event(incident, facts, rules)) is None:
                continue
            kinds.add(event["type"])
            (read,) = read_events([{**event, **COMPLETED.get(event["type"], {})}])
            assert read["type"] == event["type"]
    assert len(kinds) > 3


def _event(incident: Incident, facts: dict[str, Any], rules: Rules) -> dict[str, Any] | None:
    try:
        found = rule_on(incident, {**facts, "player": 0}, rules)
    except ImpossibleFactError:
        return None
    return None if found.event is None else dict(found.event)


@pytest.mark.parametrize("edition", sorted(RULEBOOK.editions))
def test_every_edition_answers_every_incident_that_any_regulation_knows(edition: str) -> None:
    known = set(table("incidents/rulings.toml")["always"])
    assert not known - set(RULEBOOK.handbooks[edition].incidents)


@pytest.mark.parametrize("edition", sorted(RULEBOOK.editions))
def test_sentences_are_in_the_language_of_the_edition_and_in_english(edition: str) -> None:
    languages = [RULEBOOK.editions[edition].language, "en"]
    handbook = RULEBOOK.handbooks[edition]
    assert list(handbook.decides) == languages
    for incident in handbook.incidents.values():
        texts = [incident.title, *(question.text for question in incident.questions)]
        texts += [step for case in incident.cases for step in case.steps]
        for text in texts:
            assert list(text) == languages
            assert text["en"] != text[languages[0]]


@pytest.mark.parametrize("row", table("incidents/rulings.toml")["refused"])
def test_facts_that_are_missing_or_cannot_be_are_refused(row: dict[str, Any]) -> None:
    with pytest.raises(RuleError) as fault:
        ruling(RULEBOOK.editions[row.get("edition", "frs-2019")], row["incident"], row["facts"])
    assert fault.value.code == row["code"]


def test_a_number_follows_the_edition_that_a_folder_changes() -> None:
    rules = RULEBOOK.editions["frs-2019"]
    blitz = replace(rules, clock=replace(rules.clock, seconds=600))
    assert ruling(blitz, "late_player", {"late": 60, "arrived": True}).numbers["left"] == 540


@pytest.mark.parametrize(("rules", "row"), rows("incidents/sentences.toml", "sentence"))
def test_a_sentence_agrees_with_its_number(rules: Rules, row: dict[str, Any]) -> None:
    found = ruling(rules, row["incident"], row["facts"])
    text = " ".join(said(step[row["lang"]], found, row["lang"]) for step in found.case.steps)
    for piece in row["says"]:
        assert piece in text
