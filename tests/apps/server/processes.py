"""`sudokulens serve` as a real process, for the tests that need one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMMAND = [sys.executable, "-m", "sudokulens", "serve"]


@contextmanager
def service(*options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running service and the address that it printed."""
    environment = os.environ | {"SUDOKULENS_WORKERS": "1", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    try:
        assert process.stdout
        found = re.search(r"https?://\S+", process.stdout.readline())
        assert found
        yield process, found.group()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
