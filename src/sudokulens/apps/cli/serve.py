"""`sudokulens serve`: the web page and the API."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from sudokulens.errors import MissingExtra

_NEEDED = ("fastapi", "uvicorn", "multipart", "structlog", "prometheus_client", "cryptography", "segno")


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes a free one.")] = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="For phones on your network: https, a QR code, and a token in the link.")
    ] = False,
) -> None:
    """Serve the web page and the API, on your own machine."""
    if any(find_spec(name) is None for name in _NEEDED):
        raise MissingExtra("The service", "server")
    from sudokulens.apps.server.run import serve as run_service

    run_service(host, port, lan, lambda text: print(text, flush=True))
