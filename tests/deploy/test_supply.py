"""What the service is made of: pinned, listed, the same on every run."""

import json
from pathlib import Path

import pytest

from deploy import audit, sbom
from deploy.locks import FOLDER, LockError, Pin, lock_files, read_lock

HASH = "--hash=sha256:" + "0" * 64
GOOD = f"""# a remark
flask==3.1.3 \\
    {HASH} \\
    {HASH}
    # via arbiter
old-one==1.0 ; python_full_version < '3.12' \\
    {HASH}
old_one==2.0 ; python_full_version >= '3.12' \\
    {HASH}
"""
BAD = {
    "no hash": "flask==3.1.3\n",
    "no version": f"flask>=3 {HASH}\n",
    "half a hash": "flask==3.1.3 --hash=sha256:00\n",
    "another place": f"--index-url https://example.org/\nflask==3.1.3 {HASH}\n",
    "a path": "-e .\n",
    "twice": f"flask==3.1.3 {HASH}\nFlask==3.1.4 {HASH}\n",
}


def lock(folder: Path, text: str) -> Path:
    path = folder / "some.lock"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_lock_file_is_read_with_its_markers_and_hashes(tmp_path: Path) -> None:
    flask, first, second = read_lock(lock(tmp_path, GOOD))
    assert flask == Pin("flask", "3.1.3", "", ("0" * 64, "0" * 64))
    assert (first.name, first.version) == ("old-one", "1.0")
    assert first.marker == "python_full_version < '3.12'"
    assert (second.name, second.version) == ("old-one", "2.0")


@pytest.mark.parametrize("text", BAD.values(), ids=BAD.keys())
def test_a_lock_file_is_refused_with(text: str, tmp_path: Path) -> None:
    with pytest.raises(LockError, match=r"some\.lock: "):
        read_lock(lock(tmp_path, text))


def test_two_versions_and_missing_packages_are_faults(tmp_path: Path) -> None:
    one, two = Pin("flask", "3.1.3", "", ("0",)), Pin("flask", "3.1.4", "", ("0",))
    locks = {"run.lock": (one,), "test.lock": (two,)}
    assert list(audit.differences(locks)) == ["flask is pinned to 3.1.3 and 3.1.4"]
    project = tmp_path / "pyproject.toml"
    project.write_text(
        '[project]\noptional-dependencies = { server = ["flask>=3", "redis[hiredis]>=5"] }\n'
    )
    assert list(audit.undeclared(locks, project)) == [
        "redis, wanted for server, is in no lock file"
    ]
    assert list(audit.strangers({"run.lock": (Pin("pytest", "0.1", "", ("0",)),)}))


def test_our_lock_files_pass_the_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert len(lock_files()) >= 2
    assert audit.main() == 0, capsys.readouterr().err
    assert "flask " in capsys.readouterr().out


def test_the_list_of_parts_holds_every_package_and_lexicon(tmp_path: Path) -> None:
    manifest = {"version": "1", "name": "Words", "sha256": "f" * 64, "licences": ["MIT"]}
    (tmp_path / "xx.json").write_text(json.dumps(manifest), encoding="utf-8")
    pins = read_lock(FOLDER / "run.lock")
    made = sbom.document(pins, tmp_path)
    assert made == sbom.document(pins, tmp_path)
    parts = {part["bom-ref"]: part for part in made["components"]}
    assert len(parts) == len(made["components"]) == len(pins) + 1
    assert parts["lexicon/xx@1"]["hashes"] == [{"alg": "SHA-256", "content": "f" * 64}]
    refs = {made["metadata"]["component"]["bom-ref"], *parts}
    for edge in made["dependencies"]:
        assert {edge["ref"], *edge["dependsOn"]} <= refs
    flask = next(part for part in made["components"] if part["name"] == "flask")
    assert flask["licenses"] == [{"license": {"name": "BSD-3-Clause"}}]
