"""A release says what it was made of; whoever has the certificate can check each package of it."""

import base64
import json
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from deploy.provenance import PAYLOAD, ReleaseError, sign
from tests.support.tools import tool


@pytest.fixture
def keys(tmp_path: Path) -> tuple[Path, Path]:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    openssl = tool("openssl", "openssl")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=us")
    made = (openssl, "req", "-x509", *curve, "-keyout", str(key), "-out", str(certificate))
    subprocess.run(made, check=True, capture_output=True)
    return key, certificate


def test_an_attestation_is_of_this_package_and_of_no_other(
    tmp_path: Path, keys: tuple[Path, Path]
) -> None:
    package = tmp_path / "arbiter-1.whl"
    package.write_bytes(b"a wheel")
    sign([package], *keys)
    made = json.loads((tmp_path / "arbiter-1.whl.publish.attestation").read_text())
    said, signature = (
        base64.b64decode(made["envelope"][part]) for part in ("statement", "signature")
    )
    (subject,) = json.loads(said)["subject"]
    assert subject == {"name": package.name, "digest": {"sha256": sha256(b"a wheel").hexdigest()}}
    der = base64.b64decode(made["verification_material"]["certificate"])
    public = x509.load_der_x509_certificate(der).public_key()
    assert isinstance(public, ec.EllipticCurvePublicKey)
    signed = b"DSSEv1 %d %s %d %s" % (len(PAYLOAD), PAYLOAD.encode(), len(said), said)
    public.verify(signature, signed, ec.ECDSA(SHA256()))
    with pytest.raises(InvalidSignature):
        public.verify(signature, signed.replace(b"wheel", b"whale") + b" ", ec.ECDSA(SHA256()))


def test_a_key_that_is_none_is_refused_in_one_line(tmp_path: Path, keys: tuple[Path, Path]) -> None:
    for key, certificate in ((keys[1], keys[0]), (tmp_path / "none", keys[1])):
        with pytest.raises(ReleaseError, match="provenance: the key or its certificate"):
            sign([], key, certificate)
