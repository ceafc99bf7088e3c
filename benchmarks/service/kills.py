"""Does a batch that is killed at random moments end with the results of an undisturbed one?

    python -m benchmarks.service.kills --trials 48 --seed 1

Every trial runs `sudokulens batch` over pictures, a PDF, a zip and a collection, good and bad ones, and kills it by
SIGKILL at random moments: single workers, and one to three times the whole command, which is then given again. The
results must be the same bytes as an undisturbed run's, in the three forms in turn, with nothing left beside them and
no worker alive. Fails where one trial differs.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

from benchmarks.measure import machine
from tests.batch.archives import make_pdf, make_pictures, make_puzzles, make_zip
from tests.batch.jobs import finish, is_alive, journal_size, start, worker_ids

FORMS = ("jsonl", "csv", "parquet")
WORKERS = 2
MAX_COMMAND_KILLS = 3
MAX_WORKER_KILLS = 2
"""Of one run of the command: an item is given up, as it should be, when three workers in a row die with it."""

REPORT_EVERY = 8
MAX_ORPHAN_SECONDS = 20.0
"""Within which the workers of a killed command have noticed."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--trials", type=int, default=48)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(machine(), f"load {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = _archive(folder / "archive")
        wanted = {form: _undisturbed(archive, folder / f"undisturbed.{form}") for form in FORMS}
        seconds, status = wanted[FORMS[0]][1:]
        print(f"undisturbed: {seconds:.1f} s, exit status {status}", flush=True)
        totals, faults = Counter[str](), list[str]()
        for number in range(arguments.trials):
            form = FORMS[number % len(FORMS)]
            out = folder / f"trial{number}" / f"results.{form}"
            out.parent.mkdir()
            random = Random(f"{arguments.seed} {number}")
            found = list(_faults(archive, out, wanted[form][0], (seconds, status), random, totals))
            faults += [f"trial {number}, {form}: {fault}" for fault in found]
            for fault in found:
                print(f"  {number}: {fault}", flush=True)
            if (number + 1) % REPORT_EVERY == 0 or number + 1 == arguments.trials:
                print(f"{number + 1} trials, {len(faults)} faults; {_told(totals)}", flush=True)
    return int(bool(faults))


def _told(totals: Counter[str]) -> str:
    return ", ".join(f"{number} {name}" for name, number in totals.most_common())


def _archive(folder: Path) -> Path:
    make_pictures(folder / "pictures", 6)
    make_pdf(folder / "pages.pdf", [0, 1, 2])
    make_zip(folder / "archive.zip")
    make_puzzles(folder / "puzzles.txt", 400)
    return folder


def _undisturbed(archive: Path, out: Path) -> tuple[bytes, float, int]:
    """The results, the seconds that they took, and the exit status."""
    began = time.perf_counter()
    done = finish(*_arguments(archive, out))
    if not out.exists():
        raise SystemExit(done.stderr)
    return out.read_bytes(), time.perf_counter() - began, done.returncode


def _arguments(archive: Path, out: Path) -> tuple[object, ...]:
    return archive, "--task", "rate", "--out", out, "--workers", WORKERS


def _faults(
    archive: Path, out: Path, wanted: bytes, usual: tuple[float, int], random: Random, totals: Counter[str]
) -> Iterator[str]:
    """What is wrong at the end of one trial; counts the kills."""
    seconds, status = usual
    workers = set[int]()
    for _ in range(random.randint(1, MAX_COMMAND_KILLS)):
        ended, said = _struck_down(archive, out, random, seconds, totals, workers)
        if ended != -signal.SIGKILL:
            break
    else:
        done = finish(*_arguments(archive, out))
        ended, said = done.returncode, done.stderr
    if ended != status:
        yield f"exit status {ended}: {said[-300:]}"
    if not out.exists() or out.read_bytes() != wanted:
        yield "the results are not those of the undisturbed run"
    if left := sorted(path.name for path in out.parent.iterdir() if path != out):
        yield f"left behind: {left}"
    end = time.monotonic() + MAX_ORPHAN_SECONDS
    while any(map(is_alive, workers)) and time.monotonic() < end:
        time.sleep(0.1)
    if orphans := list(filter(is_alive, workers)):
        yield f"workers still alive: {orphans}"


def _struck_down(
    archive: Path, out: Path, random: Random, seconds: float, totals: Counter[str], workers: set[int]
) -> tuple[int, str]:
    """Starts the command, kills workers and then the command itself, each at a random moment.

    Gives its exit status, which is its own if it ended sooner, and what it said. Adds the workers that were seen.
    """
    moments = sorted(random.uniform(0, 1.1 * seconds) for _ in range(random.randint(0, MAX_WORKER_KILLS) + 1))
    process = start(*_arguments(archive, out))
    began, seen = time.monotonic(), set[int]()
    for number, moment in enumerate(moments):
        while time.monotonic() - began < moment and process.poll() is None:
            time.sleep(0.005)
            with suppress(OSError):  # Threads of the command may end while they are listed.
                seen |= set(worker_ids(process))
        if process.poll() is not None:
            totals["commands that ended before their kill"] += 1
            break
        if number + 1 == len(moments):
            totals[f"commands killed {_phase(out)}"] += 1
            process.kill()
        elif alive := sorted(filter(is_alive, seen)):
            totals["workers killed"] += 1
            with suppress(ProcessLookupError):
                os.kill(random.choice(alive), signal.SIGKILL)
    workers |= seen
    _, said = process.communicate()
    return process.returncode, said


def _phase(out: Path) -> str:
    if out.exists():
        return "after the results were in place"
    if journal_size(out):
        return "with answers in the journal"
    return "before the first answer"


if __name__ == "__main__":
    sys.exit(main())
