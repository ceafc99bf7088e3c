"""Every benchmark, one after the other: `make bench`, or `python -m benchmarks [--deep] [--only NAME …]`.

What fails or takes too long is named at the end, and does not keep the others from running.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import machine

SHORT_MINUTES, DEEP_MINUTES = 10, 240


@dataclass(frozen=True)
class Step:
    """One module with its arguments; `{data}` stands for the folder of real data, parts of which it may need."""

    name: str
    short: tuple[str, ...] = ("--data", "{data}")
    deep: tuple[str, ...] | None = None
    data: str = ""
    programs: tuple[str, ...] = ()

    def command(self, data: Path, deep: bool) -> list[str]:
        chosen = self.deep if deep and self.deep is not None else self.short
        return [sys.executable, "-m", f"benchmarks.{self.name}", *(word.format(data=data) for word in chosen)]

    def missing(self, data: Path) -> str:
        """What keeps it from running here."""
        if self.data and not (data / self.data).exists():
            return f"no {self.data} in {data}"
        absent = [program for program in self.programs if shutil.which(program) is None]
        return f"{', '.join(absent)} not installed" if absent else ""


DATA = ("--data", "{data}")
STEPS = (
    Step("solving.solve"),
    Step("solving.report", ()),
    Step("solving.kernel"),
    Step("solving.verify", (*DATA, "--quick", "--json", "out/verify.json"), DATA),
    Step("logic.ratings", (*DATA, "--published", "500", "--json", "out/ratings.json"), DATA, "ratings"),
    Step("logic.techniques", ("{data}/techniques/reglib_open.txt",), data="techniques/reglib_open.txt"),
    Step("logic", (*DATA, "--seconds", "10"), (*DATA, "--seconds", "60")),
    Step("logic.soundness", (*DATA, "--instances", "50000"), DATA, "puzzles"),
    Step("reading.scan", (*DATA, "--every", "10", "--repeats", "3"), DATA, "wicht"),
    Step("reading.locate", (*DATA, "--scenes", "3"), (*DATA, "--sets", "all")),
    Step("reading.accuracy", (*DATA, "--limit", "40", "--turns", "0", "--renders", "0"), DATA, "wicht"),
    Step("reading.apps", (*DATA, "--count", "3"), DATA, "mnist"),
    Step("live", (*DATA, "--sheets", "3"), DATA, "wicht"),
    Step("live.modes", (*DATA, "--pages", "2"), DATA, "mnist"),
    Step("live.server", ()),
    Step("live.page", (), programs=("chromium",)),
    Step("service.load", ("--seconds", "30"), ("--seconds", "60")),
    Step("service.load", ("--seconds", "30", "--kill", "3"), ("--seconds", "60", "--kill", "3")),
    Step("service.odd_files", ()),
    Step("service.abuse", ("--seconds", "10"), ()),
    Step("service.long_run", ("--scans", "300"), ()),
    Step("service.batch", (*DATA, "--quick"), (*DATA, "--cluster", "local"), "puzzles"),
    Step("service.lighthouse", ("--runs", "1"), (), programs=("npx", "chromium")),
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--deep", action="store_true", help="the full sizes: hours instead of half an hour")
    parser.add_argument(
        "--only", nargs="+", help="the benchmarks of these names", choices=sorted({s.name for s in STEPS})
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what runs is ended too
    print(machine(), f"load {os.getloadavg()[0]:.1f}")
    chosen = [step for step in STEPS if not options.only or step.name in options.only]
    endings = [ending(step, options.data, options.deep) for step in chosen]
    print("\n" + "\n".join(endings))
    return int(any("FAILED" in text for text in endings))


def ending(step: Step, data: Path, deep: bool) -> str:
    """Runs a step; how it ended, with its time by the clock and that of the processor."""
    command = step.command(data, deep)
    title = " ".join(command[2:])
    if reason := step.missing(data):
        return f"{title}: left out, {reason}"
    print(f"\n== {title}", flush=True)
    began, spent = time.perf_counter(), processor_seconds()
    how = run(command, DEEP_MINUTES if deep else SHORT_MINUTES)
    wall, used = time.perf_counter() - began, processor_seconds() - spent
    return f"{title}: {how}, {wall:.0f} s, {used:.0f} s of processor time"


def run(command: Sequence[str], minutes: float) -> str:
    process = subprocess.Popen(command, start_new_session=True)
    try:
        status = process.wait(60 * minutes)
    except subprocess.TimeoutExpired:
        return f"FAILED (ended after {minutes} minutes)"
    finally:
        end_with_children(process)
    return "done" if status == 0 else f"FAILED (status {status})"


def end_with_children(process: subprocess.Popen[bytes]) -> None:
    """Leaves nothing behind of what it started, a service for one."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def processor_seconds() -> float:
    """Of all processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    sys.exit(main())
