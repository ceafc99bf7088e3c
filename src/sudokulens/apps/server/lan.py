"""For the phone on the same network: an address, a certificate made on the spot, and a link to scan."""

from __future__ import annotations

import io
import os
import socket
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files with a certificate for this machine and its key; they last as long as `folder`."""

    certificate: Path
    key: Path
    folder: TemporaryDirectory[str]


def lan_address() -> str:
    """This machine's address on the local network; 127.0.0.1 where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Choosing a route sends nothing; the address is one that is set aside for documentation.
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def make_certificate(*names: str) -> Certificate:
    """A certificate for the names and addresses, of an authority that is forgotten at once."""
    import trustme

    folder = TemporaryDirectory(prefix="sudokulens-")
    issued = trustme.CA(organization_name="Sudoku Lens on this machine").issue_cert(*names)
    certificate, key = Path(folder.name) / "certificate.pem", Path(folder.name) / "key.pem"
    certificate.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "wb") as file:
        file.write(issued.private_key_pem.bytes())
    return Certificate(certificate, key, folder)


def terminal_qr(link: str) -> str:
    """The link as a QR code of half blocks, for a terminal."""
    import segno

    target = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out=target, compact=True, border=2)
    return target.getvalue()
