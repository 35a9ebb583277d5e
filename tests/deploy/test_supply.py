"""What the service is made of: pinned, listed, the same on every run."""

import json
from pathlib import Path

import pytest

from deploy import audit, pinning, sbom
from deploy.locks import FOLDER, LockError, Pin, lock_files, lock_for, read_lock

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


def test_a_release_is_refused_while_a_tag_names_an_image(tmp_path: Path) -> None:
    digest = "sha256:" + "1" * 64
    (tmp_path / "kubernetes").mkdir()
    (tmp_path / "Dockerfile").write_text(f"FROM python@{digest} AS build\nFROM debian:12\n")
    (tmp_path / "compose.yaml").write_text(
        f"services: {{a: {{image: x@{digest}}}, b: {{image: arbiter}}}}\n"
    )
    (tmp_path / "kubernetes/a.yaml").write_text(
        "spec: {containers: [{image: 'redis:7'}]}\n---\n"
        f"images: [{{name: arbiter, newName: y, digest: 'sha256:{'0' * 64}'}}]\n"
    )
    found = [
        line.partition(": ")[2].partition(" ")[0] for line in pinning.unpinned_images(tmp_path)
    ]
    assert found == ["debian:12", "redis:7", f"y@sha256:{'0' * 64}"]


def test_an_install_without_hashes_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "steps"
    path.write_text("a/pip install \\\n  flask\npip install --require-hashes -r x.lock\n")
    assert len(list(pinning.unpinned_installs(path))) == 1
    assert not list(pinning.unpinned_installs(*audit.INSTALLED_BY))


def test_a_lock_for_one_python_has_no_conditions(tmp_path: Path) -> None:
    pins = read_lock(lock(tmp_path, GOOD))
    assert [line.split()[0] for line in lock_for("3.11.2", pins).splitlines()] == [
        "flask==3.1.3",
        "old-one==1.0",
    ]
