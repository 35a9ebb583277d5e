"""`make release`: says of what a release was made, and signs each file of it if there is a key.

    python deploy/provenance.py dist [--key key.pem --certificate certificate.pem]

Writes `provenance.json`, an in-toto statement with a SLSA v1 predicate: each file by its SHA-256,
the commit it was built from, the locks it was built with. With a key each package gets a file
`NAME.publish.attestation` in the form of PEP 740; there is no transparency log in it, so whoever
checks it must have the certificate from elsewhere.
"""

import argparse
import base64
import json
import subprocess
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

ROOT = Path(__file__).parents[1]
STATEMENT = "https://in-toto.io/Statement/v1"
PROVENANCE = "https://slsa.dev/provenance/v1"
PUBLISH = "https://docs.pypi.org/attestations/publish/v1"
PAYLOAD = "application/vnd.in-toto+json"
MADE = ("*.whl", "*.tar.gz", "sbom.json")


class ReleaseError(SystemExit):
    """A release of which that cannot be said: one line, and nothing is written."""


def git(*command: str) -> str:
    """What git says of the tree."""
    done = subprocess.run(("git", *command), cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"provenance: git {command[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def described(path: Path) -> dict[str, Any]:
    """A file by its name and its SHA-256."""
    return {"name": path.name, "digest": {"sha256": sha256(path.read_bytes()).hexdigest()}}


def statement(subjects: list[Path], kind: str, predicate: Any) -> dict[str, Any]:
    """An in-toto statement about some files."""
    named = [described(path) for path in subjects]
    return {"_type": STATEMENT, "subject": named, "predicateType": kind, "predicate": predicate}


def provenance(now: datetime) -> dict[str, Any]:
    """Of what a release was made, and how; a tree that differs from its commit is refused."""
    if changed := git("status", "--porcelain"):
        raise ReleaseError(f"provenance: commit this first: {changed.splitlines()[0]}")
    commit = git("rev-parse", "HEAD")
    locks = [described(path) for path in sorted((ROOT / "requirements").glob("*.lock"))]
    return {
        "buildDefinition": {
            "buildType": "make release",
            "externalParameters": {"target": "release", "commit": commit},
            "internalParameters": {"python": sys.version.split()[0]},
            "resolvedDependencies": [{"name": "source", "digest": {"gitCommit": commit}}, *locks],
        },
        "runDetails": {
            "builder": {"id": "by hand"},
            "metadata": {"finishedOn": now.isoformat(timespec="seconds")},
        },
    }


def attestation(path: Path, key: ec.EllipticCurvePrivateKey, certificate: bytes) -> dict[str, Any]:
    """The attestation of a package, signed as DSSE has it."""
    said = json.dumps(statement([path], PUBLISH, None)).encode()
    signed = b"DSSEv1 %d %s %d %s" % (len(PAYLOAD), PAYLOAD.encode(), len(said), said)
    signature = key.sign(signed, ec.ECDSA(SHA256()))
    material = {"certificate": _text(certificate), "transparency_entries": []}
    envelope = {"statement": _text(said), "signature": _text(signature)}
    return {"version": 1, "verification_material": material, "envelope": envelope}


def _text(content: bytes) -> str:
    return base64.b64encode(content).decode()


def sign(packages: list[Path], key_path: Path, certificate_path: Path) -> None:
    """Write an attestation beside each package."""
    try:
        key = load_pem_private_key(key_path.read_bytes(), None)
        certificate = x509.load_pem_x509_certificate(certificate_path.read_bytes())
    except (OSError, ValueError, TypeError) as fault:
        raise ReleaseError(f"provenance: the key or its certificate: {fault}") from None
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ReleaseError("provenance: the key is not one of an elliptic curve")
    if key.public_key() != certificate.public_key():
        raise ReleaseError("provenance: the certificate is of another key")
    for path in packages:
        made = attestation(path, key, certificate.public_bytes(Encoding.DER))
        path.with_name(f"{path.name}.publish.attestation").write_text(json.dumps(made) + "\n")


def main() -> None:
    """Write what is said of a folder of packages."""
    parser = argparse.ArgumentParser(prog="provenance", description="Say what a release is of.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--key", type=Path)
    parser.add_argument("--certificate", type=Path)
    given = parser.parse_args()
    if bool(given.key) != bool(given.certificate):
        parser.error("a key needs its certificate, and a certificate its key")
    made = sorted(path for pattern in MADE for path in given.folder.glob(pattern))
    if not made:
        raise ReleaseError(f"provenance: there is nothing in {given.folder}")
    said = statement(made, PROVENANCE, provenance(datetime.now(UTC)))
    (given.folder / "provenance.json").write_text(json.dumps(said, indent=1) + "\n")
    if given.key:
        sign([path for path in made if path.suffix != ".json"], given.key, given.certificate)


if __name__ == "__main__":
    main()
