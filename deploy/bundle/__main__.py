"""`make bundle`: Arbiter for a machine without a network, as one zip a system.

python deploy/bundle [SYSTEM ...]

A zip holds every wheel for every Python that we allow, by the hashes of requirements/bundle.lock;
the four lexicons, built; and what starts it. uv proves that nothing is missing, for each Python on
that system. What the lexicons were built from goes into a zip of its own, one for all systems.
`box --tls` needs a package that not every system has as a wheel, and is left out.
"""

import hashlib
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
HERE = ROOT / "deploy/bundle"
LOCK = ROOT / "requirements/bundle.lock"
DIST = ROOT / "dist"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
STARTERS = ("start.cmd", "start.command", "start.sh", "start.py", "no-python.txt", "README.txt")
MANYLINUX = ("2_17", "2_24", "2_26", "2_27", "2_28")
SYSTEMS = {
    "linux-x86_64": (
        "x86_64-manylinux_2_28",
        [f"manylinux_{glibc}_x86_64" for glibc in MANYLINUX] + ["manylinux2014_x86_64"],
        {"sys_platform": "linux", "platform_machine": "x86_64", "os_name": "posix"},
    ),
    "linux-arm64": (
        "aarch64-manylinux_2_28",
        [f"manylinux_{glibc}_aarch64" for glibc in MANYLINUX] + ["manylinux2014_aarch64"],
        {"sys_platform": "linux", "platform_machine": "aarch64", "os_name": "posix"},
    ),
    "macos-arm64": (
        "aarch64-apple-darwin",
        ["macosx_13_0_arm64"],
        {"sys_platform": "darwin", "platform_machine": "arm64", "os_name": "posix"},
    ),
    "macos-x86_64": (
        "x86_64-apple-darwin",
        ["macosx_13_0_x86_64"],
        {"sys_platform": "darwin", "platform_machine": "x86_64", "os_name": "posix"},
    ),
    "windows-x86_64": (
        "x86_64-pc-windows-msvc",
        ["win_amd64"],
        {"sys_platform": "win32", "platform_machine": "AMD64", "os_name": "nt"},
    ),
}
"""By its name in a zip: how uv calls a system, how wheels call it, and how markers see it.

Windows on ARM is missing: not every package has a wheel for it.
"""


def main(systems: list[str]) -> int:
    """Write the zips of these systems, or of all, those of the lexicons and of their sources."""
    DIST.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="arbiter-") as name:
        own = _own_wheel(Path(name))
        for system in systems or SYSTEMS:
            print(write_bundle(system, own, Path(name) / system))
        print(write_lexicons(DIST))
        if not systems:
            print(_write_sources(Path(name) / "sources"))
    return 0


def write_bundle(system: str, own: Path, folder: Path) -> Path:
    """The zip of a system, made in a folder; `own` is our wheel."""
    wheels = folder / "wheels"
    wheels.mkdir(parents=True)
    (wheels / own.name).write_bytes(own.read_bytes())
    digest = hashlib.sha256(own.read_bytes()).hexdigest()
    ours = f"scrabble-arbiter=={version('scrabble-arbiter')} --hash=sha256:{digest}\n"
    locked = folder / "requirements.txt"
    locked.write_text(LOCK.read_text(encoding="utf-8") + ours, encoding="utf-8")
    for python in PYTHONS:
        _download(system, python, wheels)
        _prove(system, python, folder)
    made = {"system": system, "pythons": PYTHONS, "version": version("scrabble-arbiter")}
    (folder / "bundle.json").write_text(json.dumps(made), encoding="utf-8")
    target = DIST / f"arbiter-{made['version']}-{system}.zip"
    inside = [*_files(folder, folder), *_starters(), *_lexicons()]
    _zip(target, [(path, f"{target.stem}/{name}") for path, name in inside])
    return target


def _own_wheel(folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=sys.stderr)
    return next(folder.glob("*.whl"))


def _download(system: str, python: str, wheels: Path) -> None:
    """The wheels of a Python on a system, by their hashes."""
    _, platforms, _ = SYSTEMS[system]
    wanted = wheels.parent / "wanted.txt"
    wanted.write_text("\n".join(_needed(system, python)), encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    command += ["--require-hashes", "--only-binary", ":all:", "-r", str(wanted), "-d", str(wheels)]
    command += ["--python-version", python, "--implementation", "cp"]
    subprocess.run([*command, *(f"--platform={one}" for one in platforms)], check=True)
    wanted.unlink()


def _needed(system: str, python: str) -> Iterator[str]:
    """What the lock names for a Python on a system, each with its hashes.

    pip reads markers as this machine sees them, so they are read here.
    """
    _, _, seen = SYSTEMS[system]
    seen = {**seen, "python_version": python, "python_full_version": f"{python}.9"}
    seen |= {"platform_python_implementation": "CPython", "implementation_name": "cpython"}
    for line in LOCK.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        written = line.partition(" #")[0].strip()
        if not written or written.startswith("#"):
            continue
        name, *hashes = written.split(" --hash=")
        marker = Requirement(name).marker
        if marker is None or marker.evaluate(seen):
            yield " --hash=".join([name.partition(";")[0].strip(), *map(str.strip, hashes)])


def _prove(system: str, python: str, folder: Path) -> None:
    """Let uv find everything for a Python on a system, in the wheels that are here alone."""
    name, _, _ = SYSTEMS[system]
    command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--dry-run", "--no-index"]
    command += [
        "--find-links",
        str(folder / "wheels"),
        "--require-hashes",
        "--only-binary",
        ":all:",
    ]
    command += ["--python-platform", name, "--python-version", python, "--no-cache"]
    command += ["--target", str(folder.parent / "nowhere"), "-r", str(folder / "requirements.txt")]
    subprocess.run(command, check=True)


def _write_sources(folder: Path) -> Path:
    """What the lexicons were built from, as their licences ask: the packages and the recipes."""
    folder.mkdir()
    lock = ROOT / "requirements/dictionaries.lock"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--require-hashes"]
    subprocess.run([*command, "-r", str(lock), "-d", str(folder)], check=True)
    target = DIST / f"arbiter-{version('scrabble-arbiter')}-sources-of-the-lexicons.zip"
    inside = [*_files(folder, folder), (lock, lock.name)]
    _zip(target, [(path, f"{target.stem}/{name}") for path, name in inside])
    return target


def write_lexicons(folder: Path) -> Path:
    """A zip of the open lexicons alone, for whoever has installed the wheel."""
    target = folder / f"arbiter-{version('scrabble-arbiter')}-lexicons.zip"
    _zip(target, list(_lexicons()))
    return target


def _files(folder: Path, root: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        yield path, path.relative_to(root).as_posix()


def _starters() -> Iterator[tuple[Path, str]]:
    yield from ((HERE / name, name) for name in STARTERS)
    yield ROOT / "LICENSE", "LICENSE.txt"


def _lexicons() -> Iterator[tuple[Path, str]]:
    """The open lexicons; each manifest names its sources and their licences."""
    for recipe in sorted((ROOT / "lexicons").glob("*.toml")):
        for path in (recipe, recipe.with_suffix(".json"), recipe.with_suffix(".marisa")):
            yield path, f"lexicons/{path.name}"


def _zip(target: Path, files: list[tuple[Path, str]]) -> None:
    """A zip of these files, each under its name; what is to be pressed twice may be run."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for path, name in files:
            entry = zipfile.ZipInfo(name)
            entry.external_attr = (0o755 if path.suffix in (".sh", ".command") else 0o644) << 16
            packed.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


if __name__ == "__main__":
    unknown = set(sys.argv[1:]) - set(SYSTEMS)
    if unknown:
        sys.exit(f"no such system: {', '.join(sorted(unknown))}; there are {', '.join(SYSTEMS)}")
    sys.exit(main(sys.argv[1:]))
