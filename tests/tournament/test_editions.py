"""An edition says of tournaments what it likes: what it leaves out is silent."""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from service import directing
from service.engine.errors import SilentError
from service.engine.rules import Rules
from service.engine.tournament.check import check
from service.engine.tournament.document import Act, ActKind, Decider, Outcome, State, Tournament
from service.engine.tournament.provisions import Corrector, Event, Silent, TournamentRules
from service.rulebook import PACKAGED, load_rulebook
from service.schemas.fields import Fields
from tests.tournament.building import DOCUMENTS, FRS, entrants

SECTIONS = list(TournamentRules.__dataclass_fields__)
DOCUMENT, NOTES = DOCUMENTS["small"], DOCUMENTS["notes"]
ASKED: list[tuple[str, Fields]] = [
    ("standings", DOCUMENT),
    ("standings", DOCUMENT | {"adjustments": NOTES, "final": True}),
    ("standings", DOCUMENT | {"for": "pairing"}),
    ("pairings", DOCUMENT | {"round": 2}),
    ("pairings", DOCUMENT | {"round": 2, "gibson": {"places": 1, "prizes": 2}}),
    ("schedule", {"players": 6}),
    ("check", DOCUMENT | {"adjustments": NOTES, "proposed": [["a", "c"], ["b"]]}),
]


@cache
def without(edition: str, folder: Path, *names: str) -> Rules:
    """An edition in which these sections are not written."""
    text = (PACKAGED / f"editions/{edition}.toml").read_text(encoding="utf-8")
    parts = re.split(r"(?m)^(?=\[)", text)
    left = [part for part in parts if not re.match(rf"\[+({'|'.join(names)})[].]", part)]
    (folder / "editions").mkdir(exist_ok=True)
    (folder / f"editions/{edition}.toml").write_text("".join(left), encoding="utf-8")
    return load_rulebook(folder).editions[edition]


def answered(call: str, body: Fields, rules: Rules) -> bool:
    """Whether there is an answer; anything but silence is raised."""
    try:
        getattr(directing, call)(body, rules)
    except SilentError:
        return False
    return True


@pytest.mark.parametrize("edition", ["fisc-2023", "frs-2019"])
@pytest.mark.parametrize("section", SECTIONS)
def test_what_an_edition_leaves_out_is_silent(edition: str, section: str, tmp_path: Path) -> None:
    rules = without(edition, tmp_path, section)
    assert isinstance(getattr(rules.tournament, section), Silent)
    for call, body in ASKED:
        answered(call, body, rules)


@pytest.mark.parametrize("edition", ["fisc-2023", "frs-2019"])
def test_an_edition_without_tournaments_still_loads(edition: str, tmp_path: Path) -> None:
    rules = without(edition, tmp_path, *SECTIONS)
    assert not any(answered(call, body, rules) for call, body in ASKED)


REVERSED, MORE = Outcome((300, 400)), Outcome((410, 300))


@pytest.mark.parametrize(
    ("after", "closed", "allowed"),
    [(REVERSED, False, True), (REVERSED, True, False), (MORE, False, False), (None, False, False)],
)
def test_where_nothing_else_is_put_right_a_result_is_only_reversed_before_the_next_round(
    after: Outcome | None, closed: bool, allowed: bool
) -> None:
    event = FRS.tournament.event
    assert isinstance(event, Event)
    event = replace(event, recorded=Corrector.NOBODY)
    rules = replace(FRS, tournament=replace(FRS.tournament, event=event))
    states = State(Outcome((400, 300))), State(after)
    acts = [Act(1, ActKind.CLOSED, Decider.DIRECTOR, 1)] if closed else []
    acts.append(Act(2, ActKind.CORRECTION, Decider.CHIEF_ARBITER, 1, None, "a", None, *states))
    tournament = Tournament(entrants("ab"), rounds=6, record=tuple(acts))
    codes = [fault.code for fault in check(tournament, rules).faults]
    assert codes == ([] if allowed else ["too_late"])
