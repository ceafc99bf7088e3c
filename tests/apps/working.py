"""Waiting for a command to be at work, however busy the machine is."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path


def wait_until_used(process: subprocess.Popen[str] | subprocess.Popen[bytes], seconds: float) -> None:
    """Returns when the process has used this much CPU time; where the system does not tell, after twice that time."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():
        time.sleep(2 * seconds)
        return
    end = time.monotonic() + 120
    while process.poll() is None and time.monotonic() < end:
        fields = stat.read_text().rpartition(")")[2].split()
        if (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") >= seconds:
            return
        time.sleep(0.05)
    raise AssertionError("the process ended, or did not get to run")
