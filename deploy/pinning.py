"""What a release may not leave open: images that a tag names, and installs that no hash holds.

A tag may be moved to another image tomorrow; a digest is the image. Which digest a tag has today,
only a registry knows, so it is written down by whoever releases, and `--release` refuses the rest.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

_FROM = re.compile(r"^FROM\s+(\S+)", re.MULTILINE)
_DIGEST = re.compile(r"\S+@sha256:([0-9a-f]{64})")
_INSTALL = re.compile(r"^.*\bpip\b[^\n]*\binstall\b(?:[^\n]*\\\n)*[^\n]*$", re.MULTILINE)
_HELD = ("--require-hashes", "--no-build-isolation")
_NOWHERE = "0" * 64
OURS = {"arbiter"}
"""What is built here."""


def unpinned_images(deploy: Path) -> Iterator[str]:
    """Images that a tag names, or nothing, in the files for containers."""
    for path in (deploy / "Dockerfile", deploy / "compose.yaml", *_cluster(deploy)):
        for image in _images(path):
            found = _DIGEST.fullmatch(image)
            if image not in OURS and (found is None or found[1] == _NOWHERE):
                yield f"{path.relative_to(deploy.parent)}: {image} is not named by its digest"


def unpinned_installs(*paths: Path) -> Iterator[str]:
    """Installs that would take whatever there is today."""
    for path in paths:
        for line in _INSTALL.findall(path.read_text(encoding="utf-8")):
            if not any(option in line for option in _HELD):
                yield f"{path.name}: {line.strip()[:80]!r} holds nothing to a hash"


def _cluster(deploy: Path) -> list[Path]:
    return sorted((deploy / "kubernetes").glob("*.yaml"))


def _images(path: Path) -> Iterator[str]:
    text = path.read_text(encoding="utf-8")
    if path.name == "Dockerfile":
        yield from _FROM.findall(text)
        return
    for document in yaml.safe_load_all(text):
        yield from _named(document)


def _named(value: Any) -> Iterator[str]:
    """Every image of a file: one that is started, or what kustomize puts in its place."""
    if isinstance(value, list):
        for part in value:
            yield from _named(part)
    if not isinstance(value, dict):
        return
    if isinstance(value.get("image"), str):
        yield value["image"]
    if "newName" in value:
        yield f"{value['newName']}@{value.get('digest', value.get('newTag', 'latest'))}"
    for part in value.values():
        yield from _named(part)
