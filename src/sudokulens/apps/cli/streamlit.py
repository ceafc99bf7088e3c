"""`sudokulens app`: the Streamlit app."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from sudokulens.errors import MissingExtra


def app(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port.")] = 8501,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Start the Streamlit app: photo or typed grid in; solution, overlay, hint and rating out."""
    if find_spec("streamlit") is None:
        raise MissingExtra("The Streamlit app", "app")
    command = [sys.executable, "-m", "streamlit", "run", *streamlit_arguments(host, port, browser)]
    if os.name == "posix":
        # In our place rather than below us: a signal to end reaches Streamlit itself.
        os.execv(command[0], command)
    raise typer.Exit(subprocess.call(command))


def streamlit_arguments(host: str, port: int, browser: bool) -> list[str]:
    """The script and the settings that Streamlit is started with."""
    return [
        str(Path(__file__).parents[1] / "streamlit_app.py"),
        f"--server.address={host}",
        f"--server.port={port}",
        f"--server.headless={'false' if browser else 'true'}",
        "--server.maxUploadSize=20",  # megabytes, as the web service allows
        "--server.fileWatcherType=none",
        "--browser.gatherUsageStats=false",
        "--browser.serverAddress=localhost",  # else it asks a site for the address that the world sees
        "--client.toolbarMode=minimal",
        "--client.showErrorDetails=none",
        "--theme.light.primaryColor=#0b6b63",
        "--theme.dark.primaryColor=#2a9d8f",
    ]
