"""`python -m deploy.audit`: holds the lock files to what they promise, without a network.

With `--release` it also fails on what a release may not leave open (pinning.py).

Every package is pinned with hashes, stands there once, has the same version everywhere and is what
is installed here; its licence is listed. Whether a version has a known weakness is recorded by a
service on the network, which this does not ask: `pip-audit -r requirements/run.lock` does.
"""

import argparse
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from deploy.locks import ROOT, LockError, Pin, lock_files, normal, read_lock
from deploy.packages import find_package, licence
from deploy.pinning import unpinned_images, unpinned_installs

Locks = Mapping[str, Sequence[Pin]]


INSTALLED_BY = (ROOT / "deploy/Dockerfile", ROOT / "deploy/README.md", ROOT / "deploy/image.sh")


def main(argv: Sequence[str] = ()) -> int:
    """Print every package with its licence, then every fault; 1 if there is one."""
    parser = argparse.ArgumentParser(prog="deploy.audit", description="Check what is pinned.")
    parser.add_argument("--release", action="store_true", help="fail on images without a digest")
    options = parser.parse_args(argv)
    try:
        locks = {path.name: read_lock(path) for path in lock_files()}
    except LockError as fault:
        print(fault, file=sys.stderr)
        return 1
    for line in licences(locks):
        print(line)
    faults = [*differences(locks), *undeclared(locks, ROOT / "pyproject.toml"), *strangers(locks)]
    faults += unpinned_installs(*INSTALLED_BY)
    images = list(unpinned_images(ROOT / "deploy"))
    faults += images if options.release else ()
    for line in faults:
        print(line, file=sys.stderr)
    files = ", ".join(f"{name} {len(pins)}" for name, pins in locks.items())
    print(f"pinned with hashes: {files}; known weaknesses were not looked up (pip-audit does)")
    print(f"images without a digest, which --release refuses: {len(images)}")
    return 1 if faults else 0


def licences(locks: Locks) -> Iterator[str]:
    """A line for every package that is installed here."""
    for name, version in sorted({(pin.name, pin.version) for pin in _all(locks)}):
        package = find_package(name)
        if package and package.version == version:
            yield f"{name:<28} {version:<14} {licence(package)}"


def differences(locks: Locks) -> Iterator[str]:
    """Packages that have two versions for the same Python."""
    versions: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for pin in _all(locks):
        versions[pin.name, pin.marker].add(pin.version)
    for (name, _), found in sorted(versions.items()):
        if len(found) > 1:
            yield f"{name} is pinned to {' and '.join(sorted(found))}"


def undeclared(locks: Locks, project: Path) -> Iterator[str]:
    """Packages that the project asks for and no lock file holds."""
    about = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    pinned = {pin.name for pin in _all(locks)}
    groups = {
        "the service": about.get("dependencies", []),
        **about.get("optional-dependencies", {}),
    }
    for extra, wanted in groups.items():
        for requirement in wanted:
            name = normal(requirement.partition("[")[0].partition(">")[0].partition("=")[0].strip())
            if name not in pinned:
                yield f"{name}, wanted for {extra}, is in no lock file"


def strangers(locks: Locks) -> Iterator[str]:
    """Packages that are installed here in a version that no lock file holds."""
    pinned: defaultdict[str, set[str]] = defaultdict(set)
    for pin in _all(locks):
        pinned[pin.name].add(pin.version)
    for name, versions in sorted(pinned.items()):
        package = find_package(name)
        if package and package.version not in versions:
            wanted = " or ".join(sorted(versions))
            yield f"{name} {package.version} is installed, the lock files say {wanted}"


def _all(locks: Locks) -> Sequence[Pin]:
    return [pin for pins in locks.values() for pin in pins]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
