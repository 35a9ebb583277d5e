"""Which handbook files are refused: an arbiter is never left without an answer, nor given two."""

import shutil
from pathlib import Path

import pytest

from service.rulebook import PACKAGED, RulebookError, load_rulebook
from service.rulebook.handbooks import read_handbook
from tests.data import RULEBOOK, TESTS, table

GOOD = (TESTS / "incidents/good.toml").read_text(encoding="utf-8")
REFUSED = table("incidents/refused.toml")["refused"]


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
