"""Batch jobs run as processes of their own, which can be killed, and their results."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "sudokulens", "batch"]
MAX_JOB_SECONDS = 200.0


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen([*COMMAND, *map(str, arguments)], stderr=subprocess.PIPE, text=True)


def finish(*arguments: object) -> subprocess.CompletedProcess[str]:
    """The job run to its end."""
    return subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, timeout=MAX_JOB_SECONDS)


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    """Waits while the job is running; fails where it ends before the condition is met."""
    end = time.monotonic() + MAX_JOB_SECONDS
    while not condition():
        assert process.poll() is None, "the job ended too early for this test"
        assert time.monotonic() < end
        time.sleep(0.01)


def journal_size(out: Path) -> int:
    try:
        return (out.with_name(out.name + ".work") / "journal").stat().st_size
    except FileNotFoundError:
        return 0


def worker_ids(process: subprocess.Popen[str]) -> list[int]:
    """The process ids of the job's workers."""
    # A process belongs to the thread that started it.
    children = " ".join(path.read_text() for path in Path(f"/proc/{process.pid}/task").glob("*/children")).split()
    return [int(child) for child in children if "spawn_main" in _command(int(child))]


def _command(process_id: int) -> str:
    try:
        return Path(f"/proc/{process_id}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def is_alive(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{process_id}/status").read_text()


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(text) for text in path.read_text(encoding="utf-8").splitlines()]
