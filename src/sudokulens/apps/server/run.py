"""Starts the service under uvicorn, for this machine alone or for the local network."""

from __future__ import annotations

import secrets
import socket
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn

from sudokulens.apps.server.app import create_app
from sudokulens.apps.server.callers import check_names, host_name, machine_names
from sudokulens.apps.server.lan import Certificate, certificate_files, lan_address, terminal_qr
from sudokulens.apps.server.logs import configure_logs, logger
from sudokulens.apps.server.memory import return_large_blocks
from sudokulens.apps.server.settings import Settings, misspelt_variables
from sudokulens.errors import SudokuError

SEND_BUFFER_BYTES = 262_144
"""What the system may hold of answers for one connection."""


def serve(host: str, port: int, lan: bool, say: Callable[[str], None]) -> None:
    """Serves until stopped; `say` prints where the page is."""
    settings = Settings.from_environment()
    check_names(settings)
    settings = _known_as(settings, host, lan)
    configure_logs()
    for name, meant in misspelt_variables().items():
        logger().warning("a variable that nothing reads", name=name, perhaps=meant)
    return_large_blocks()
    listening = _listen("0.0.0.0" if lan else host, port)
    found_port = listening.getsockname()[1]
    if lan and not settings.public_address:
        settings = replace(settings, public_address=f"https://{lan_address()}:{found_port}")
    say(_invitation(found_port, host, settings.token, lan))
    server = _Server(_loaded(settings, lan))
    try:
        server.run(sockets=[listening])
    finally:
        listening.close()


def _known_as(settings: Settings, host: str, lan: bool) -> Settings:
    """The settings with the names by which the service is called when it listens there, and on the network a token."""
    if not lan:
        named = (host,) if host_name(host) else ()
        return replace(settings, allowed_hosts=",".join((*settings.hosts, *named)))
    names = (*settings.hosts, *machine_names([lan_address()]))
    return replace(settings, allowed_hosts=",".join(names), token=settings.token or secrets.token_urlsafe(16))


def _loaded(settings: Settings, lan: bool) -> uvicorn.Config:
    """The configuration with its certificate in memory: the key's file is gone before the first request."""
    if not lan:
        return _configuration(settings, None)
    with certificate_files("localhost", "127.0.0.1", *machine_names([lan_address()])) as certificate:
        found = _configuration(settings, certificate)
        found.load()
    return found


class _Server(uvicorn.Server):
    """Closes camera sessions properly before connections are cut."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.config.app.state.live.dismiss()  # type: ignore[union-attr]
        await super().shutdown(sockets)


def _configuration(settings: Settings, certificate: Certificate | None) -> uvicorn.Config:
    http, socket_protocol = _protocols(settings)
    return uvicorn.Config(
        create_app(settings),
        http=http,
        ws=socket_protocol,
        log_level="error",
        log_config=None,  # Its lines go through our logger.
        access_log=False,
        server_header=False,
        # From anyone else X-Forwarded-For is only a claim.
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=settings.live_message_bytes,
        ws_per_message_deflate=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=int(settings.stop_seconds),
        ssl_certfile=str(certificate.certificate) if certificate else None,
        ssl_keyfile=str(certificate.key) if certificate else None,
    )


def _protocols(settings: Settings) -> tuple[Any, Any]:
    """The guarded protocols; where their parser is not installed, uvicorn's own, which limits header fields itself."""
    try:
        from sudokulens.apps.server.http_guard import guarded_protocols
    except ImportError:
        return "auto", "auto"
    return guarded_protocols(settings)


def _listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address; a clear error where that cannot be."""
    if not host:  # The system would take that for every address of this machine.
        raise SudokuError("--host is empty; give an address, or use --lan for other devices")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Inherited by every connection: what a client does not read shows in our own counts, not in the system's.
        found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        found.bind((host, port))
        # From here on connections wait instead of being refused, so the address can be announced.
        found.listen(512)
    except (OSError, OverflowError, TypeError, UnicodeError) as fault:  # The last two for names that are none.
        found.close()
        reason = getattr(fault, "strerror", None) or fault
        raise SudokuError(f"cannot listen on {host}, port {port}: {reason}; try another --host or --port") from fault
    return found


def _invitation(port: int, host: str, token: str, lan: bool) -> str:
    if not lan:
        shown = f"[{host}]" if ":" in host else host
        return f"Sudoku Lens is at http://{shown}:{port}/ (Ctrl-C ends it)"
    link = f"https://{lan_address()}:{port}/?token={token}"
    lines = (
        f"Sudoku Lens is at {link}",
        terminal_qr(link),
        "Scan the code with a phone on this network. Its browser warns once, because the certificate was made on this",
        "machine; nothing leaves your network. Whoever has the link can use the service; Ctrl-C ends it.",
    )
    return "\n".join(lines)
