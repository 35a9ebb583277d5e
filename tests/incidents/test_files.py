"""Which handbook files are refused: an arbiter is never left without an answer, nor given two."""

import shutil
from pathlib import Path

import pytest

from service.rulebook import PACKAGED, RulebookError, load_rulebook
from service.rulebook.handbooks import combinations, read_handbook
from tests.data import RULEBOOK

GOOD = """
[decides]
article = "1.2"
ro = "Arbitrul."
en = "The arbiter."

[incident.spill]
topic = "drawing"
article = "6.4"
title = { ro = "Litere", en = "Tiles" }
[incident.spill.ask.spilled]
kind = "number"
least = 1
most = 9
text = { ro = "Câte?", en = "How many?" }
[incident.spill.ask.seen]
kind = "yes_no"
text = { ro = "Văzute?", en = "Seen?" }
if = { spilled = { least = 3 } }
[[incident.spill.case]]
when = { spilled = { most = 2 } }
article = "6.4 a"
steps = [{ ro = "Unu.", en = "One." }]
[[incident.spill.case]]
when = { seen = true }
article = "6.4 b"
numbers.back = { unit = "tiles", sum = "minus", of = "spilled", by = 2 }
event = { type = "overdraw", tiles = "back" }
steps = [{ ro = "{back} înapoi.", en = "{back} go back." }]
[[incident.spill.case]]
when = { seen = false }
article = "silent"
steps = [{ ro = "Decide arbitrul.", en = "The arbiter decides." }]
"""
REFUSED = [
    ("most = 2 }", "most = 1 }", "incident.spill: spilled = 2 is case none"),
    ("when = { seen = true }", "when = {}", "spilled = 1 is case 1 and 2"),
    ("when = { seen = false }", "when = { seen = [true, false] }", "is case 2 and 3"),
    ("when = { seen = true }", 'when = { seen = "yes" }', "seen cannot be 'yes'"),
    ("when = { seen = true }", "when = { heard = true }", "nobody asks for 'heard'"),
    ("when = { seen = true }", "when = { seen = { least = 1 } }", "is not a number that was"),
    ("when = { seen = true }", "when = { seen = 1 }", "is neither words nor true or false"),
    ("{back} go back", "{backs} go back", "case.2: 'backs' is not known"),
    ("{back} go back", "{} go back", "case.2: a brace or a last form is missing"),
    ("{back} go back", "{back go back", "case.2: a brace or a last form is missing"),
    ("{back} go back", "{back|one:# goes} back", "a brace or a last form is missing"),
    ("{back} go back", "{back|few:a|other:b}", "case.2: no number has the form 'few' here"),
    ("{back} go back", "{seen|one:a|other:b}", "case.2: 'seen' is not known"),
    ('tiles = "back"', 'tiles = "front"', "case.2: 'front' is not known"),
    ('tiles = "back"', "tiles = 1.5", "event.tiles: is neither a number nor a name"),
    ('of = "spilled"', 'of = "spilt"', "case.2: 'spilt' is not known"),
    ('of = "spilled"', 'of = "seen"', "case.2: 'seen' is not known"),
    ('of = "spilled"', 'of = "rack.sizes"', "'rack.sizes' is not a number of the edition"),
    ('of = "spilled"', 'of = "rack.article"', "'rack.article' is not a number of the edition"),
    ('sum = "minus"', 'sum = "less"', "back.sum: 'less' is not is or plus"),
    ('sum = "minus", of = "spilled", by = 2', 'sum = "over", of = "spilled", by = 0', "divided"),
    ('unit = "tiles"', 'unit = "apples"', "back.unit: 'apples' is not tiles"),
    ('type = "overdraw"', 'type = "overdraw", whose = "mine"', "whose: 'mine' is not own"),
    ('type = "overdraw"', 'type = "end", ended_by = "rain"', "ended_by: 'rain' is not"),
    ('article = "6.4 b"', 'article = "silent"', "event: nothing follows from a silence"),
    ('type = "overdraw"', 'type = "fine"', "event.type: 'fine' is not adjustment"),
    ('topic = "drawing"', 'topic = "tea"', "spill.topic: 'tea' is not start"),
    ('title = { ro = "Litere", ', "title = { ", "title.ro: is missing"),
    ('en = "Tiles"', 'en = "Tiles", it = "Tessere"', "title.it: is not a known key"),
    ('en = "Tiles"', 'en = " "', "title.en: must not be empty"),
    ('article = "6.4"\n', "", "incident.spill.article: is missing"),
    ('article = "6.4 a"\n', "", "case.1.article: is missing"),
    ('[{ ro = "Unu.", en = "One." }]', "[]", "case.1.steps: there are none"),
    ("least = 1\nmost = 9", "least = 9\nmost = 1", "ask.spilled: leaves nothing to choose"),
    ("least = 1\nmost = 9", "least = 1", "ask.spilled.most: is missing"),
    ("most = 9", 'most = "clock.hours"', "spilled: 'clock.hours' is not a number of the edition"),
    ("most = 9", 'most = "clock.seconds-x"', "'clock.seconds-x' is not a number of the edition"),
    ('kind = "yes_no"', 'kind = "choice"\noptions = {}', "ask.seen: leaves nothing to choose"),
    ('kind = "yes_no"', 'kind = "maybe"', "ask.seen.kind: 'maybe' is not number"),
    ("ask.seen", "ask.player", "ask.player: is asked about every incident"),
    ("ask.spilled", "ask.Spilled", "'Spilled' is not a name in small letters"),
    ('topic = "drawing"', 'topic = "drawing"\nblank = "last"', "a draw asks for first and second"),
    ('article = "1.2"', "", "decides.article: is missing"),
    ("[decides]", "[decide]", "decides: is missing"),
]


def write(folder: Path, text: str, name: str = "frs-2019") -> Path:
    (folder / "incidents").mkdir(exist_ok=True)
    path = folder / "incidents" / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_handbook_of_ones_own_replaces_ours(tmp_path: Path) -> None:
    write(tmp_path, GOOD)
    assert list(load_rulebook(tmp_path).handbooks["frs-2019"].incidents) == ["spill"]


@pytest.mark.parametrize(("old", "new", "message"), REFUSED, ids=[row[2] for row in REFUSED])
def test_a_wrong_file_is_refused_with_its_name_and_key(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in GOOD
    path = write(tmp_path, GOOD.replace(old, new))
    with pytest.raises(RulebookError) as fault:
        read_handbook(path, RULEBOOK.editions)
    assert str(fault.value).startswith("frs-2019.toml: ")
    assert message in str(fault.value)
    assert len(str(fault.value).splitlines()) == 1


def test_a_case_that_never_happens_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace("{ spilled = { least = 3 } }", "{ spilled = { least = 3, most = 2 } }")
    path = write(tmp_path, text.replace("most = 2 } }\narticle", "most = 9 } }\narticle"))
    with pytest.raises(RulebookError, match=r"case\.2: never happens"):
        read_handbook(path, RULEBOOK.editions)


def test_a_handbook_without_its_edition_is_refused(tmp_path: Path) -> None:
    write(tmp_path, GOOD, "frs-2030")
    with pytest.raises(RulebookError, match="there is no edition 'frs-2030'"):
        load_rulebook(tmp_path)


def test_an_edition_without_a_handbook_loads_and_has_no_incidents(tmp_path: Path) -> None:
    (tmp_path / "editions").mkdir()
    text = (PACKAGED / "editions/frs-2019.toml").read_text(encoding="utf-8")
    own = text.replace('"frs-2019"', '"frs-club"').replace("sequence = 1", "sequence = 9")
    (tmp_path / "editions/frs-club.toml").write_text(own, encoding="utf-8")
    rulebook = load_rulebook(tmp_path)
    assert "frs-club" in rulebook.editions
    assert "frs-club" not in rulebook.handbooks


def test_our_handbook_is_not_told_of_an_edition_that_somebody_changed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    text = (PACKAGED / "editions/frs-2019.toml").read_text(encoding="utf-8")
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions/frs-2019.toml").write_text(text, encoding="utf-8")
    rulebook = load_rulebook(tmp_path)
    assert set(rulebook.handbooks) == set(RULEBOOK.handbooks) - {"frs-2019"}
    assert "no handbook; copy" in caplog.text
    shutil.copytree(PACKAGED / "incidents", tmp_path / "incidents")
    assert load_rulebook(tmp_path).handbooks == RULEBOOK.handbooks


def test_another_type_of_value_is_never_worse_than_refused(tmp_path: Path) -> None:
    lines = GOOD.splitlines()
    tried = 0
    for number, line in enumerate(lines):
        key, sign, _ = line.partition(" = ")
        for other in ["3", "-1", "1.5", "true", "'x'", "[]", "[[]]", "{}"] if sign else ():
            path = write(
                tmp_path, "\n".join([*lines[:number], f"{key} = {other}", *lines[number + 1 :]])
            )
            try:
                read_handbook(path, RULEBOOK.editions)
            except RulebookError:
                tried += 1
    assert tried > 150


def test_every_combination_of_facts_is_answered_by_our_handbooks() -> None:
    numbers = {
        edition: sum(len(list(combinations(one))) for one in handbook.incidents.values())
        for edition, handbook in RULEBOOK.handbooks.items()
    }
    assert set(numbers) == set(RULEBOOK.editions)
    assert min(numbers.values()) > 60
