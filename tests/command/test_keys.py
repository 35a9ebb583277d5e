"""`arbiter key`: a key in one line, and another one in its place without a stop."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from service.keyring import Keyring, Role, read_keys
from service.terminal import main


def test_a_key_is_replaced_without_a_stop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "keys.txt"
    path.write_text("# a hall\n", encoding="utf-8")
    given = []
    for role, days in (("client", "90"), ("device", "90"), ("client", "365")):
        assert main(["key", role, "club site", "--days", days, "--file", str(path)]) == 0
        given.append(capsys.readouterr().out.strip())
    keyring = Keyring((), path)
    found = [keyring.find(key) for key in given]
    today = datetime.now(UTC).date()
    ends = [(key.role, (key.until - today).days) for key in found if key and key.until]
    assert ends == [(Role.CLIENT, 7), (Role.DEVICE, 90), (Role.CLIENT, 365)]
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# a hall\n")
    assert not any(key in text for key in given)


@pytest.mark.parametrize("mode", [None, 0o600, 0o644])
def test_a_new_file_is_private_and_who_may_read_one_that_is_there_may_still(
    tmp_path: Path, mode: int | None
) -> None:
    path = tmp_path / "keys.txt"
    if mode is not None:
        path.touch()
        path.chmod(mode)
    assert main(["key", "client", "club site", "--file", str(path)]) == 0
    assert path.stat().st_mode & 0o777 == (mode or 0o600)


@pytest.mark.parametrize(
    ("content", "label", "said"),
    [("nonsense\n", "a", "entry 1 is not role:sha256"), ("", "a:b", "entry 1 is not role:sha256")],
)
def test_what_is_no_key_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, label: str, said: str
) -> None:
    path = tmp_path / "keys.txt"
    path.write_text(content, encoding="utf-8")
    assert main(["key", "client", label, "--file", str(path)]) == 2
    assert said in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == content


def test_a_shorter_life_is_never_made_longer() -> None:
    (key,) = read_keys([f"client:{'0' * 64}:a:2027-01-01"])
    assert (
        key.until_then(key.until + timedelta(days=9) if key.until else datetime.max.date()) == key
    )
