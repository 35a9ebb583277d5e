"""`python -m deploy.sbom`: the parts of the service as a CycloneDX document, on standard output.

Packages come from requirements/run.lock and from what they say about themselves, lexicons from
their manifests. The same parts give the same document, byte for byte.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from deploy.locks import FOLDER, ROOT, LockError, Pin, read_lock
from deploy.packages import find_package, licence, needs
from service import __version__

Part = dict[str, Any]


def main() -> int:
    """Print the document."""
    try:
        pins = read_lock(FOLDER / "run.lock")
    except (OSError, LockError) as fault:
        print(fault, file=sys.stderr)
        return 1
    print(json.dumps(document(pins, ROOT / "lexicons"), ensure_ascii=False, indent=2))
    return 0


def document(pins: tuple[Pin, ...], lexicons: Path) -> Part:
    """The whole document."""
    parts = [*map(package_part, pins), *lexicon_parts(lexicons)]
    serial = uuid5(NAMESPACE_URL, json.dumps(parts, sort_keys=True))
    service = {"type": "application", "name": "arbiter", "version": __version__}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"component": {**service, "bom-ref": f"arbiter@{__version__}"}},
        "components": parts,
        "dependencies": [
            {"ref": f"arbiter@{__version__}", "dependsOn": [part["bom-ref"] for part in parts]},
            *dependencies(pins),
        ],
    }


def package_part(pin: Pin) -> Part:
    """A package with its licence and the files it may be installed from."""
    reference = _reference(pin)
    hashes = [{"alg": "SHA-256", "content": content} for content in sorted(pin.hashes)]
    part: Part = {
        "type": "library",
        "bom-ref": reference,
        "name": pin.name,
        "version": pin.version,
        "purl": reference,
        "externalReferences": [{"type": "distribution", "url": reference, "hashes": hashes}],
    }
    package = find_package(pin.name)
    if package and package.version == pin.version:
        part["licenses"] = [{"license": {"name": licence(package)}}]
    return part


def lexicon_parts(folder: Path) -> Iterator[Part]:
    """The lexicons that are built, each with its hash and its licences."""
    for path in sorted(folder.glob("*.json")):
        about = json.loads(path.read_text(encoding="utf-8"))
        yield {
            "type": "data",
            "bom-ref": f"lexicon/{path.stem}@{about['version']}",
            "name": f"{about['name']} ({path.stem})",
            "version": about["version"],
            "hashes": [{"alg": "SHA-256", "content": about["sha256"]}],
            "licenses": [{"license": {"name": name}} for name in about["licences"]],
        }


def dependencies(pins: tuple[Pin, ...]) -> Iterator[Part]:
    """Which package needs which other."""
    references = {pin.name: _reference(pin) for pin in pins}
    for pin in pins:
        package = find_package(pin.name)
        wanted = needs(package) if package and package.version == pin.version else []
        found = [references[name] for name in wanted if name in references]
        yield {"ref": _reference(pin), "dependsOn": found}


def _reference(pin: Pin) -> str:
    return f"pkg:pypi/{pin.name}@{pin.version}"


if __name__ == "__main__":
    sys.exit(main())
