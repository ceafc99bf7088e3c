"""Every benchmark, one after the other: `make bench`, or `python -m benchmarks [--deep] [--resume] [--only NAME …]`.

The quick sizes take a look at everything, the full ones (--deep) give the figures of the documentation. What a step
prints is shown and kept in out/bench. A step that fails or takes too long does not stop the others; a summary
names it at the end, and --resume runs what an interrupted or failed run has left.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Thread
from typing import IO

from benchmarks.measure import machine
from benchmarks.steps import OUT, STEPS, Step

QUICK_MINUTES, FULL_MINUTES = 10, 240


@dataclass(frozen=True)
class Ending:
    """How a step ended, with its wall-clock time and its CPU time."""

    title: str
    how: str
    seconds: float = 0.0
    processor_seconds: float = 0.0

    @property
    def failed(self) -> bool:
        return self.how.startswith("FAILED")


def main() -> int:
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # So that the running step is ended, too.
    chosen = [step for step in STEPS if not options.only or step.name in options.only]
    log = Log(Path(OUT), options.deep)
    earlier = log.endings() if options.resume or options.only else {}
    told = machine()
    print(f"{told['cpu']}, {told['cores']} cores, load {os.getloadavg()[0]:.1f}, commit {told['commit']}")
    endings = []
    for number, step in enumerate(chosen, 1):
        title = step.title(options.deep)
        known = earlier.get(title)
        if known is None or known.failed or not options.resume:
            print(f"\n== {number} of {len(chosen)}: {title}", flush=True)
            known = ending(step, options.data, options.deep, options.minutes, log.output_of(number, step))
            print(f"-- {known.how}, {known.seconds:.0f} s", flush=True)
        endings.append(known)
        log.keep([*(earlier | {known.title: known for known in endings}).values()])
    print("\n" + log.summary(endings, told))
    return int(any(ending.failed for ending in endings))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--deep", action="store_true", help="the full sizes: hours instead of minutes")
    parser.add_argument("--resume", action="store_true", help="only what the last run of this size has left")
    parser.add_argument("--minutes", type=float, help="after which a step is ended (quick 10, full 240)")
    names = sorted({step.name for step in STEPS})
    parser.add_argument("--only", nargs="+", help="the benchmarks of these names", choices=names)
    options = parser.parse_args()
    options.minutes = options.minutes or (FULL_MINUTES if options.deep else QUICK_MINUTES)
    return options


class Log:
    """A folder with what every step printed, how each ended, and the summary."""

    def __init__(self, folder: Path, deep: bool) -> None:
        self.folder = folder / ("full" if deep else "quick")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._list = self.folder / "endings.json"

    def endings(self) -> dict[str, Ending]:
        """How the steps of the last run ended, by title; those left out are tried again."""
        rows = json.loads(self._list.read_text()) if self._list.exists() else []
        found = [Ending(**row) for row in rows]
        return {ending.title: ending for ending in found if not ending.how.startswith("left out")}

    def keep(self, endings: Sequence[Ending]) -> None:
        self._list.write_text(json.dumps([asdict(ending) for ending in endings], indent=1))

    def output_of(self, number: int, step: Step) -> Path:
        return self.folder / f"{number:02d}-{step.name}.txt"

    def summary(self, endings: Sequence[Ending], told: dict[str, object]) -> str:
        """A table of all steps, also written to summary.md."""
        rows = ["| benchmark | ended | s | CPU s |", "|---|---|---:|---:|"]
        rows += [f"| {e.title} | {e.how} | {e.seconds:.0f} | {e.processor_seconds:.0f} |" for e in endings]
        seconds = sum(ending.seconds for ending in endings)
        used = sum(ending.processor_seconds for ending in endings)
        failed = sum(ending.failed for ending in endings)
        rows.append(
            f"\n{len(endings)} steps, {failed} failed, {seconds / 60:.0f} minutes, {used / 60:.1f} of CPU time."
        )
        (self.folder / "summary.md").write_text(f"{json.dumps(told)}\n\n" + "\n".join(rows) + "\n")
        return "\n".join(rows)


def ending(step: Step, data: Path, deep: bool, minutes: float, output: Path) -> Ending:
    """Runs a step."""
    if reason := step.missing(data):
        return Ending(step.title(deep), f"left out: {reason}")
    began, spent = time.perf_counter(), processor_seconds()
    how = run(step.command(data, deep), minutes, output)
    return Ending(step.title(deep), how, time.perf_counter() - began, processor_seconds() - spent)


def run(command: Sequence[str], minutes: float, output: Path) -> str:
    """How a command ended; what it prints is shown, and written to a file."""
    environment = os.environ | {"PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True, env=environment
    )
    assert process.stdout
    copying = Thread(target=_copy, args=(process.stdout, output), daemon=True)
    copying.start()
    try:
        status = process.wait(60 * minutes)
    except subprocess.TimeoutExpired:
        return f"FAILED (ended after {minutes:g} minutes)"
    finally:
        end_with_children(process)
        copying.join()
        process.stdout.close()
    return "done" if status == 0 else f"FAILED (status {status})"


def _copy(source: IO[bytes], output: Path) -> None:
    with output.open("wb") as target:
        for line in source:
            target.write(line)
            sys.stdout.write(line.decode(errors="replace"))
            sys.stdout.flush()


def end_with_children(process: subprocess.Popen[bytes]) -> None:
    """Leaves nothing behind of what it started, such as a service."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def processor_seconds() -> float:
    """CPU time of all child processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    sys.exit(main())
