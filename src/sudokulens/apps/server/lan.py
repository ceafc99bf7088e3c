"""For the phone on the same network: an address, a certificate made on the spot, and a link to scan."""

from __future__ import annotations

import io
import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography import x509

VALID_DAYS = 365
"""How long the certificate is good; browsers distrust those of more than 398 days."""

_FOLDER_PREFIX = "sudokulens-key-"
_LEFT_OVER_SECONDS = 60.0
"""A key is on disk for the moment that loading it takes; a folder of this age was left by a run that was killed."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files with a certificate for this machine and its key."""

    certificate: Path
    key: Path


def lan_address() -> str:
    """This machine's address on the local network; 127.0.0.1 where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Choosing a route sends nothing; the address is one that is set aside for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


@contextmanager
def certificate_files(*names: str) -> Iterator[Certificate]:
    """A self-signed certificate for the names and addresses, in files that are gone after the `with` block."""
    sweep_keys()
    certificate, key = make_certificate(names)
    with tempfile.TemporaryDirectory(prefix=_FOLDER_PREFIX) as folder:
        files = Certificate(Path(folder) / "certificate.pem", Path(folder) / "key.pem")
        files.certificate.write_bytes(certificate)
        with os.fdopen(os.open(files.key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(key)
        yield files


def sweep_keys() -> None:
    """Removes keys of this user that an earlier run left because it was killed."""
    own = getattr(os, "getuid", lambda: None)()
    for folder in Path(tempfile.gettempdir()).glob(_FOLDER_PREFIX + "*"):
        with suppress(OSError):
            found = folder.lstat()
            if own in (None, found.st_uid) and time.time() - found.st_mtime > _LEFT_OVER_SECONDS:
                shutil.rmtree(folder)


def make_certificate(names: Sequence[str]) -> tuple[bytes, bytes]:
    """A self-signed certificate for a server of these names, and its key, as PEM text."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    issuer = x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Sudoku Lens on this machine")])
    start = datetime.now(UTC) - timedelta(hours=1)  # Clocks of phones differ.
    extensions: list[tuple[x509.ExtensionType, bool]] = [
        (x509.SubjectAlternativeName([_general_name(name) for name in dict.fromkeys(names)]), False),
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (_signing_only(), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
    ]
    builder = x509.CertificateBuilder(issuer, issuer, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(start).not_valid_after(start + timedelta(days=VALID_DAYS))
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    form = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM), key.private_bytes(*form)


def _general_name(name: str) -> x509.GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _signing_only() -> x509.KeyUsage:
    from cryptography import x509

    others = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "key_cert_sign")
    unused = dict.fromkeys((*others, "crl_sign", "encipher_only", "decipher_only"), False)
    return x509.KeyUsage(digital_signature=True, **unused)


def terminal_qr(link: str) -> str:
    """The link as a QR code of half blocks, for a terminal."""
    import segno

    target = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=target, compact=True, border=2)
    return target.getvalue()
