"""The wheel, installed where there is no checkout: it answers, serves and knows where things go."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from deploy.bundle.__main__ import write_lexicons
from tests.support.processes import HOST, ROOT, end, ended, free_port, is_ready, wait_until
from tests.support.tools import do_without


def newest_python() -> str | None:
    """The newest Python of this machine, beside the one that runs the tests."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep)]
    root = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders += [path / "bin" for path in root.glob("versions/3.*")]
    found: dict[int, str] = {}
    for folder in folders:
        for path in folder.glob("python3.*"):
            match = re.fullmatch(r"python3\.(\d+)", path.name)
            # A shim of pyenv is a script that may lead nowhere.
            if match and "shims" not in path.parts and int(match[1]) > sys.version_info.minor:
                found[int(match[1])] = str(path)
    return found[max(found)] if found else None


PYTHONS = [sys.executable, *filter(None, [newest_python()])]


@dataclass(frozen=True, slots=True)
class Installed:
    """An environment with the wheel in it, and a home and a working folder of its own."""

    folder: Path
    home: Path

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """A command of the environment, away from the checkout."""
        program = str(self.folder / "bin" / command[0])
        return ended([program, *command[1:]], cwd=self.home, env=self.environ(**variables))

    def environ(self, **variables: str) -> dict[str, str]:
        """Nothing but a path, a home and what is asked for."""
        return {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "PYTHONUTF8": "1", **variables}


def uv(*arguments: str, **variables: str) -> None:
    """Install by uv, which links the files that it has instead of copying them.

    It trusts whom the machine trusts, as pip does.
    """
    command = (sys.executable, "-m", "uv", "--quiet", "--system-certs", *arguments)
    environ = {**os.environ, **variables}
    done = ended(command, env=environ)
    if done.returncode:
        do_without(f"uv cannot install here: {done.stderr.strip().splitlines()[-1]}")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    assert list(folder.glob("*.tar.gz"))
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module", params=PYTHONS, ids=lambda path: Path(path).name)
def installed(
    request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory
) -> Installed:
    folder = tmp_path_factory.mktemp("clean") / "env"
    lock = str(ROOT / "requirements/run.lock")
    uv("venv", "--python", request.param, str(folder))
    uv("pip", "install", "--python", str(folder), "--require-hashes", "-r", lock)
    uv("pip", "install", "--python", str(folder), "--no-deps", str(wheel))
    return Installed(folder, tmp_path_factory.mktemp("home"))


def test_no_dictionary_and_no_built_lexicon_is_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert not [name for name in names if name.endswith((".marisa", ".dic"))]
    for part in (
        "service/openapi.yaml",
        "build_lexicon/recipes/it.toml",
        "arbiter_client/py.typed",
    ):
        assert part in names


def test_help_and_version_need_no_lexicon(installed: Installed) -> None:
    assert installed.run("arbiter", "--help").returncode == 0
    assert installed.run("arbiter", "--version").stdout.startswith("arbiter ")


def test_the_rules_are_in_it(installed: Installed) -> None:
    scored = installed.run("arbiter", "score", "--offline", "--rules", "figs", "8F MICIO")
    assert "16" in scored.stdout, scored.stderr


def test_it_judges_with_lexicons_from_elsewhere(installed: Installed) -> None:
    where = {"LEXICONS_PATH": str(ROOT / "lexicons")}
    ask = ("arbiter", "challenge", "--offline", "--rules", "frs")
    assert installed.run(*ask, "CASĂ", **where).returncode == 0
    assert installed.run(*ask, "CASQX", **where).returncode == 1


def test_it_serves_pages_contract_and_verdicts(installed: Installed) -> None:
    with serving(installed) as port:
        ask = ("python", "-c", ASK, f"http://{HOST}:{port}")
        answered = installed.run(*ask)
        assert answered.stdout.split() == ["True", "200", "200", "200"], answered.stderr


def test_lexicons_are_built_into_a_folder_of_the_users(installed: Installed) -> None:
    """There are no dictionaries here, so the build says what it lacks; nothing is fetched."""
    served = installed.run("arbiter", "serve", "--port", str(free_port()))
    assert served.returncode == 2
    assert "Traceback" not in served.stderr
    assert str(installed.home) in served.stderr
    (lock,) = re.findall(r": pip install --no-deps --require-hashes -r (.+)", served.stderr)
    assert Path(lock).read_text(encoding="utf-8").count("--hash")
    (told,) = re.findall(r"-r \.\.\.(/\S+\.lock)", (ROOT / "README.md").read_text("utf-8"))
    assert lock.endswith(told)


def test_uv_makes_a_tool_of_it_that_takes_lexicons_that_are_ready(
    wheel: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    tool = Installed(home / ".local", home)
    places = {"HOME": str(home), "UV_CACHE_DIR": str(tmp_path / "cache"), "XDG_DATA_HOME": ""}
    uv("tool", "install", "--python", sys.executable, str(wheel), **places)
    with zipfile.ZipFile(write_lexicons(tmp_path)) as ready:
        ready.extractall(home / ".local/share/arbiter")
    asked = tool.run("arbiter", "challenge", "--offline", "--rules", "fisc", "canya")
    assert asked.stdout == "vàlida\n", asked.stderr


ASK = """
import sys, requests
from arbiter_client import Client
with Client(sys.argv[1]) as arbiter:
    print(arbiter.challenge("fisc", ["col·legi"])["valid"])
for page in ("/tablet", "/web/js/core/client.js", "/openapi.yaml"):
    print(requests.get(sys.argv[1] + page, timeout=10).status_code)
"""


@contextmanager
def serving(installed: Installed) -> Iterator[int]:
    port = free_port()
    command = shutil.which("arbiter", path=str(installed.folder / "bin"))
    assert command is not None
    environ = installed.environ(PORT=str(port), LEXICONS_PATH=str(ROOT / "lexicons"))
    process = subprocess.Popen([command, "serve"], cwd=installed.home, env=environ)
    try:
        assert wait_until(lambda: process.poll() is not None or is_ready(port))
        yield port
    finally:
        end(process)
