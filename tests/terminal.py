"""Commands at a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence


def at_a_terminal(command: Sequence[str], patience: float = 60, **environment: str) -> tuple[int, str]:
    """The exit status of a command, and what it wrote to its terminal."""
    leader, follower = os.openpty()
    process = subprocess.Popen(
        command, stdout=follower, stderr=follower, env={**os.environ, "TERM": "xterm-256color", **environment}
    )
    os.close(follower)
    seen = b""
    while chunk := _read(leader):
        seen += chunk
    os.close(leader)
    return process.wait(patience), seen.decode()


def _read(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, 4096)
    except OSError:  # Linux reports the end of a pseudo-terminal as an error
        return b""
