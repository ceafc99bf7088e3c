"""A service of our own, started as anybody would start it, to be measured from outside."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def running_service(**settings: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running `sudokulens serve` and its address; settings by their names, else the defaults."""
    changed = {f"SUDOKULENS_{name.upper()}": str(value) for name, value in settings.items()}
    process = subprocess.Popen(
        [sys.executable, "-m", "sudokulens", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"} | changed,
    )
    try:
        assert process.stdout
        found = re.search(r"https?://\S+?(?=/)", process.stdout.readline())
        if not found:
            raise SystemExit("the service did not start")
        yield process, found.group()
    finally:
        process.terminate()
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
