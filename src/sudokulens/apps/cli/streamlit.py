"""`sudokulens app`: the Streamlit app."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from sudokulens.errors import MissingExtra


def app(
    port: Annotated[int, typer.Option(help="Port on this machine.")] = 8501,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
) -> None:
    """Start the Streamlit app: photo or typed grid in; solution, overlay, hint and rating out."""
    if find_spec("streamlit") is None:
        raise MissingExtra("The Streamlit app", "app")
    script = Path(__file__).parents[1] / "streamlit_app.py"
    options = [
        f"--server.port={port}",
        "--server.address=127.0.0.1",
        f"--server.headless={'false' if browser else 'true'}",
        "--browser.gatherUsageStats=false",
    ]
    raise typer.Exit(subprocess.call([sys.executable, "-m", "streamlit", "run", str(script), *options]))
