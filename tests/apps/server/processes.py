"""`sudokulens serve` as a real process, for the tests that need one."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

COMMAND = [sys.executable, "-m", "sudokulens", "serve"]
NO_ENGINE = "no-such-folder"
"""Tests see the page without an engine of its own, whether or not a site has been built; tests/web has it."""


PATIENT = {"request_seconds": 60.0, "queue_seconds": 120.0}
"""Limits that no request meets by chance, however busy the machine is; tests of limits set their own."""


@contextmanager
def service(
    *options: str,
    settings: dict[str, object] | None = None,
    log: int | IO[str] = subprocess.DEVNULL,
    folder: Path | None = None,
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running service and the address that it printed; `settings` by their names, its log to `log`."""
    environment = os.environ | {"SUDOKULENS_WORKERS": "1", "PYTHONUNBUFFERED": "1"}
    environment |= {"SUDOKULENS_ENGINE_FOLDER": NO_ENGINE}
    chosen: dict[str, object] = PATIENT | (settings or {})
    environment |= {f"SUDOKULENS_{name.upper()}": str(value) for name, value in chosen.items()}
    if folder:
        environment |= {"TMPDIR": str(folder), "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = subprocess.Popen(
        [*COMMAND, *options], stdout=subprocess.PIPE, stderr=log, text=True, env=environment, cwd=folder
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


def moments(seconds: float) -> Iterator[None]:
    """One after the other, until that much time has gone by."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield


def wait_until_at_work(address: str) -> None:
    """Until one request waits for its worker."""
    for _ in moments(60):
        with urllib.request.urlopen(address + "metrics", timeout=30) as answer:
            if b"sudokulens_waiting 1.0" in answer.read():
                return
    raise AssertionError("the request never reached a worker")


def wait_until_ready(address: str, seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(address + "readyz", timeout=30):
                return
        except urllib.error.HTTPError as fault:
            fault.close()
            time.sleep(0.1)
    raise AssertionError("the service did not become ready")
