"""Timing, the same for every solver, and a description of the machine."""

from __future__ import annotations

import os
import platform
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from types import FrameType
from typing import Any

PASSES = 3
"""Passes over a sample, one call a puzzle, if time allows."""


@dataclass(frozen=True)
class Speed:
    """Puzzles per second of CPU time: the best and the median of the passes."""

    puzzles: int
    best: float
    median: float
    out_of_time: bool = False
    """True if time ran out before every puzzle had been tried once."""


class OutOfTime(Exception):
    """A measurement ran out of time."""


def batch_speed(solve_all: Callable[[], object], puzzles: int, passes: int) -> Speed:
    """The speed of a call that solves all puzzles at once; one call before the clock starts warms up."""
    solve_all()
    seconds = [cpu_seconds(solve_all) for _ in range(passes)]
    return Speed(puzzles, puzzles / min(seconds), puzzles / median(seconds))


def one_by_one_speed(solve_one: Callable[[str], object], puzzles: Sequence[str], allowed: float) -> Speed:
    """The speed of a call per puzzle, in about the seconds allowed; a puzzle solved beforehand warms up.

    Where not even one puzzle was solved, the speed is an upper bound: one puzzle in that time.
    """
    done, seconds = _one_pass(solve_one, puzzles[:1], allowed)
    if done:
        end = time.perf_counter() + allowed
        done, seconds = _one_pass(solve_one, puzzles, allowed)
    speeds = [max(done, 1) / seconds]
    if done < len(puzzles):
        return Speed(done, speeds[0], speeds[0], out_of_time=True)
    while len(speeds) < PASSES and (left := end - time.perf_counter()) > 0:
        again, seconds = _one_pass(solve_one, puzzles, left)
        if again < len(puzzles):
            break
        speeds.append(done / seconds)
    return Speed(done, max(speeds), median(speeds))


def cpu_seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _one_pass(solve_one: Callable[[str], object], puzzles: Sequence[str], allowed: float) -> tuple[int, float]:
    """How many puzzles were solved, and in how much CPU time."""
    done = 0
    start = time.process_time()
    try:
        with _alarm(allowed):
            for puzzle in puzzles:
                solve_one(puzzle)
                done += 1
    except OutOfTime:
        pass
    return done, time.process_time() - start


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raises OutOfTime inside the block when the time is up, where the system has alarms."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def machine() -> dict[str, Any]:
    """What a figure depends on besides the code."""
    return {
        "cpu": _cpu_name(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "commit": _git("rev-parse", "--short", "HEAD"),
        "uncommitted_changes": bool(_git("status", "--porcelain", "--untracked-files=no", "--", "src")),
        "load_at_start": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _cpu_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _git(*arguments: str) -> str:
    try:
        return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""
