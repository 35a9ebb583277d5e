"""A certificate for the box: an authority of this laptop, made once, and one for its address.

A club installs the authority on its tablets once. It can vouch for addresses of private networks
only, whatever becomes of its key. Made with `cryptography`, which comes with the extra `tls`.
"""

import ipaddress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from service.command.base import CommandError
from service.devices import write_private

_PRIVATE = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    *("192.0.2.0/24", "fc00::/7", "fe80::/10", "::1/128"),
)
_LOCAL_NAMES = ("local", "localhost", "home.arpa")
_AUTHORITY_DAYS, _DAYS = 3650, 397
"""A browser takes no certificate of a server that is good for longer."""


def make_certificate(host: str, folder: Path, authority: Path) -> str:
    """Write certificate, key and authority into the folder; the SHA-256 as browsers show it."""
    signer, key = _authority(authority)
    name = _general_name(host)
    own = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    certificate = (
        _builder(f"Arbiter {host}", signer.subject, now, _DAYS)
        .public_key(own.public_key())
        .add_extension(x509.SubjectAlternativeName([name]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, SHA256())
    )
    chain = certificate.public_bytes(Encoding.PEM) + signer.public_bytes(Encoding.PEM)
    write_private(folder / "tls.key", _pem(own))
    write_private(folder / "tls.crt", chain.decode())
    write_private(folder / "ca.crt", signer.public_bytes(Encoding.PEM).decode())
    return certificate.fingerprint(SHA256()).hex(":").upper()


def read_fingerprint(path: Path, host: str) -> str:
    """The fingerprint of a certificate that is still good for a host; nothing for any other."""
    try:
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
    except (OSError, ValueError):
        return ""
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    lasts = certificate.not_valid_after_utc - datetime.now(UTC) > timedelta(days=2)
    if not (lasts and _general_name(host) in names):
        return ""
    return certificate.fingerprint(SHA256()).hex(":").upper()


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """The authority of this machine, made if there is none."""
    certificate, key = folder / "authority.crt", folder / "authority.key"
    try:
        signer = x509.load_pem_x509_certificate(certificate.read_bytes())
        loaded = load_pem_private_key(key.read_bytes(), None)
        assert isinstance(loaded, ec.EllipticCurvePrivateKey)
    except FileNotFoundError:
        return _make_authority(certificate, key)
    except (OSError, ValueError, AssertionError):
        raise CommandError(f"{certificate} or its key cannot be read: delete both") from None
    return signer, loaded


def _make_authority(
    path: Path, key_path: Path
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Arbiter, this laptop")])
    networks = [x509.IPAddress(ipaddress.ip_network(network)) for network in _PRIVATE]
    permitted = [*networks, *map(x509.DNSName, _LOCAL_NAMES)]
    # In the order of the standard: five uses that it is not for, two for signing, two more not.
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    certificate = (
        _builder("Arbiter, this laptop", subject, datetime.now(UTC), _AUTHORITY_DAYS)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, SHA256())
    )
    write_private(key_path, _pem(key))
    write_private(path, certificate.public_bytes(Encoding.PEM).decode())
    return certificate, key


def _builder(name: str, issuer: x509.Name, now: datetime, days: int) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
    )


def _general_name(host: str) -> x509.GeneralName:
    """The host as a certificate names it, if the authority may vouch for it."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        if host.rpartition(".")[2] in ("local", "localhost") or host.endswith(".home.arpa"):
            return x509.DNSName(host)
        raise CommandError(f"--tls: {host} is no name of a private network: use .local") from None
    if not any(address in ipaddress.ip_network(network) for network in _PRIVATE):
        raise CommandError(f"--tls: {host} is no address of a private network")
    return x509.IPAddress(address)


def _pem(key: ec.EllipticCurvePrivateKey) -> str:
    plain = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return plain.decode()
