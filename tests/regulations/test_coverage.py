"""No sentence is forgotten in silence: each is a value, a step, a print, or has its reason."""

import dataclasses
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from service.engine.handbook import rule_on
from service.engine.rules import Rules
from service.engine.tournament.provisions import Clause, Silent
from service.schemas.rules import said
from tests.data import RULEBOOK, TESTS
from tests.regulations.coverage import EDITIONS, KINDS, read_provisions, read_titles
from tests.support.processes import ended

SENTENCES = [
    pytest.param(edition, row, id=f"{edition} {row['article']} {row['says']}")
    for edition in EDITIONS
    for row in read_provisions(edition)
]
LAST = {"figs-2008": 51, "figs-2012": 47, "figs-75min": 47}
_NUMBER = re.compile(r"(?:[CG]§)?\d+(?:\.\d+)*")


def test_a_case_fails_where_its_provision_is_dropped() -> None:
    command = [sys.executable, "-m", "tests.regulations.proof", "--quick"]
    done = ended(command)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_edition_has_its_list() -> None:
    assert set(EDITIONS) == set(RULEBOOK.editions)


@pytest.mark.parametrize(("edition", "row"), SENTENCES)
def test_a_provision_is_kept_by_a_case_or_has_a_reason(edition: str, row: dict[str, Any]) -> None:
    (kind,) = set(KINDS) & row.keys()
    rules = RULEBOOK.editions[edition]
    match kind:
        case "value":
            assert row["value"].partition(".")[0] in sections(rules)
            holds_as_value(row, rules)
        case "step":
            holds_as_step(row, rules)
        case "print":
            path, _, function = row["print"].partition("::")
            assert f"def {function}(" in (TESTS.parent / path).read_text("utf-8")
        case _:
            assert row["none"]


def holds_as_value(row: dict[str, Any], rules: Rules) -> None:
    """A value is as the line says, has a case, or judges words that are in the lists."""
    listed = {kind: row[kind] for kind in ("good", "bad") if kind in row}
    for kind, words in listed.items():
        known = (TESTS / f"words/{rules.language}.{kind}").read_text("utf-8")
        assert not set(words) - set(re.findall(r"^\w+", known, re.MULTILINE))
    if "is" in row:
        value: Any = rules
        for name in row["value"].split("."):
            inside = value if hasattr(value, name) else rules.tournament
            value = value[name] if isinstance(value, dict) else getattr(inside, name)
        assert (list(value) if isinstance(value, tuple | frozenset) else value) == row["is"]
    assert listed or {"is", "case"} & row.keys()


def holds_as_step(row: dict[str, Any], rules: Rules) -> None:
    """Just one step says the sentence, under an article that is the line's or contains it."""
    incident = RULEBOOK.handbooks[rules.id].incidents[row["step"]]
    found = rule_on(incident, row["facts"], rules)
    texts = [said(step["en"], found, "en") for step in found.case.steps]
    assert sum(row["holds"] in text for text in texts) == 1
    cited = set(cited_numbers(f"{found.case.article}, {incident.article}"))
    cited |= set(re.findall(r"[\d.]+", " ".join(texts)))
    own = set(cited_numbers(row["article"]))
    assert any(_below(one, other) for one in cited for other in own), (cited, own)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_has_its_provisions(edition: str) -> None:
    named = {row["article"] for row in read_provisions(edition)}
    named |= {number for article in named for number in cited_numbers(article)}
    listed = read_titles(edition).keys()
    without = {
        one
        for one in listed
        if not any(other == one or other.startswith((f"{one}.", f"{one} ")) for other in named)
    }
    assert without == set()
    assert not {other for other in named if not any(_below(other, one) for one in listed)}


def sections(rules: Rules) -> dict[str, object]:
    """Everything an edition decides, by name; not what a regulation leaves out."""
    found = {field.name: getattr(rules, field.name) for field in dataclasses.fields(rules)}
    found |= {
        field.name: getattr(rules.tournament, field.name)
        for field in dataclasses.fields(rules.tournament)
    }
    return {name: value for name, value in found.items() if not isinstance(value, Silent)}


@pytest.mark.parametrize("edition", sorted(LAST))
def test_no_number_is_left_out(edition: str) -> None:
    numbers = [number for number in read_titles(edition) if number.isdecimal()]
    assert numbers == [str(number) for number in range(1, LAST[edition] + 1)]


def test_no_number_of_the_chapters_is_left_out() -> None:
    numbers = [number for number in read_titles("frs-2019") if number[0].isdigit()]
    parts = [tuple(map(int, number.split("."))) for number in numbers]
    assert parts == sorted(set(parts))
    for *parent, last in parts:
        assert last == 1 or (*parent, last - 1) in parts
        assert len(parent) == 1 or tuple(parent) in parts


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_article_that_we_cite_is_in_the_list(edition: str) -> None:
    numbers = read_titles(edition).keys()
    for cited in (*citations(RULEBOOK.editions[edition]), *in_handbook(edition)):
        assert not set(cited_numbers(cited)) - numbers, cited


def _below(one: str, other: str) -> bool:
    """Whether one article is the other, or a part of it."""
    return one == other or one.startswith((f"{other}.", f"{other} ")) or other.startswith(f"{one}.")


def in_handbook(edition: str) -> Iterator[str]:
    handbook = RULEBOOK.handbooks[edition]
    yield handbook.decides_article
    for incident in handbook.incidents.values():
        yield incident.article
        yield from (case.article for case in incident.cases)


def citations(value: object) -> Iterator[str]:
    """Every article that an edition cites."""
    if isinstance(value, Clause):
        yield value.article
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for item in value:
            yield from citations(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            yield from citations(getattr(value, field.name))


def cited_numbers(text: str) -> Iterator[str]:
    """The articles in a citation: "38-40", "5.9.8 c, d", "G§7, G§4 D"; a name stands for itself."""
    for part in re.split(r", |; ", re.sub(r"A[123][^,;]*", "", text)):
        ends = _NUMBER.findall(part.replace("–", "-"))
        if len(ends) == 2 and f"{ends[0]}-{ends[1]}" in part:
            stem, _, last = ends[1].rpartition(".")
            first = int(ends[0].rpartition(".")[2])
            yield from (f"{stem}.{n}".lstrip(".") for n in range(first, int(last) + 1))
        else:
            yield from ends
