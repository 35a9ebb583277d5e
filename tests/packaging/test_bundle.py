"""A bundle starts where there is no network, from any folder, or says in a sentence why not."""

import ast
import json
import os
import platform
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.packaging.test_wheel import PYTHONS
from tests.support.processes import ROOT, ended
from tests.support.tools import do_without, tool

SYSTEM = f"linux-{platform.machine()}"
BUILT = sorted((ROOT / "dist").glob(f"arbiter-*-{SYSTEM}.zip"))
STARTERS = ROOT / "deploy/bundle"


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command in the folder, with an empty home and nothing but a path."""
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    environ = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "ro_RO.UTF-8", **variables}
    return ended(command, cwd=folder, env=environ)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make bundle` has written for this system, unpacked as an organiser does."""
    if not BUILT:
        pytest.skip(f"make bundle SYSTEM={SYSTEM} has not run")
    place = tmp_path_factory.mktemp("bundle") / "al clubului ș"
    subprocess.run([tool("unzip", "unzip"), "-q", BUILT[-1], "-d", place], check=True)
    (folder,) = place.iterdir()
    return folder


@pytest.fixture
def starters(tmp_path: Path) -> Path:
    """What starts a bundle, without what it starts."""
    folder = tmp_path / "al clubului ș"
    shutil.copytree(STARTERS, folder)
    return folder


def describe(folder: Path, **other: object) -> None:
    made = {"system": SYSTEM, "pythons": ["3.11", "3.12", "3.13", "3.14"], "version": "1"}
    (folder / "bundle.json").write_text(json.dumps(made | other), encoding="utf-8")


@pytest.mark.parametrize("python", PYTHONS, ids=lambda path: Path(path).name)
def test_it_judges_without_a_network(bundle: Path, python: str) -> None:
    alone = (tool("unshare", "util-linux"), "--map-root-user", "--net")
    if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode:
        do_without("no namespace without a network here")
    ask = ("start.py", "challenge", "--offline", "--rules", "frs")
    assert run(bundle, *alone, python, *ask, "masă").stdout == "DA\n"
    assert run(bundle, *alone, python, *ask, "mască", "zzz").stdout == "NU\n"


@pytest.mark.parametrize(
    ("made", "sentence"),
    [
        ({"system": "windows-x86_64"}, f"pentru windows-x86_64, nu pentru {SYSTEM}"),
        ({"pythons": ["3.99"]}, "Python 3.99, nu cu 3."),
        ({}, "Pachetul nu este complet, lipsește wheels"),
    ],
)
def test_what_is_wrong_is_one_sentence_in_the_users_language(
    starters: Path, made: dict[str, object], sentence: str
) -> None:
    describe(starters, **made)
    told = run(starters, sys.executable, "start.py")
    assert (told.returncode, told.stderr.count("\n")) == (1, 1)
    assert sentence in told.stderr


def test_an_old_python_can_read_it_to_the_end() -> None:
    text = (STARTERS / "start.py").read_text(encoding="utf-8")
    ast.parse(text, feature_version=(3, 7))


def test_without_python_it_says_so_in_four_languages(starters: Path) -> None:
    shell = str(tool("sh", "dash"))
    os.symlink(shell, starters / "sh")
    for name in ("dirname", "cat"):
        os.symlink(tool(name, "coreutils"), starters / name)
    told = run(starters, shell, "start.sh", PATH=str(starters))
    assert (told.returncode, told.stderr.count("python.org")) == (1, 4)


def test_where_nobody_may_write_the_users_own_folder_serves(starters: Path) -> None:
    """Root may write anywhere, so the folder is mounted read-only, as a stick is."""
    describe(starters)
    (starters / "wheels").mkdir()
    with zipfile.ZipFile(starters / "wheels/pip-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("pip/__main__.py", "import sys; sys.exit(' '.join(sys.argv[-1:]))")
    mount = f'mount --bind -o ro . . && cd . && exec {sys.executable} "$PWD/start.py" version'
    alone = (tool("unshare", "util-linux"), "--map-root-user", "--mount", "sh", "-c", mount)
    told = run(starters, *alone)
    assert f"{starters.parent}/home/.local/share/arbiter/packages-1-3." in told.stderr


def test_the_start_files_are_good_shell(starters: Path) -> None:
    for name in ("start.sh", "start.command"):
        assert run(starters, "sh", "-n", name).returncode == 0
        assert os.access(STARTERS / name, os.X_OK)
    assert (STARTERS / "start.cmd").read_bytes().count(b"\r\n") > 10
