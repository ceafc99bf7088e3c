"""How many puzzles off the classic board does logic alone solve, and how long does it take?

    python -m benchmarks.logic.variants [--count 40] [--kinds 6x6 windoku killer …] [--json FILE]
    python -m benchmarks.logic.variants --count 300 --comfortable --seconds 1   # soundness over many puzzles

The puzzles are our own, from seeds, and minimal: no given can be spared (a killer has none at all). Each is walked
along its logical path with the techniques that a solution uses; it counts as solved where the path fills every cell.
Every step is compared with the solution. CPU milliseconds for the whole path; `--prove` checks each step's proof too.
With `--comfortable` the puzzles have about 40 % givens, and with `--seconds` a path ends after so long, so that very
many can be compared with their solutions. Kinds that the JSON file has already are left out: a run can be resumed.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from typing import Any

from benchmarks.measure import machine
from sudokulens import Board, TimeLimit, solve
from sudokulens.logic.path import walk
from sudokulens.logic.proof import check
from sudokulens.logic.step import Step
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.variants import VARIANTS, random_variant

SIZES = (6, 8, 9, 10, 12, 15, 16)
SECONDS_TO_MAKE = 60.0
KINDS = (*(f"{size}x{size}" for size in SIZES), *VARIANTS)


@dataclass(slots=True)
class Tally:
    """What happened to the puzzles of one kind."""

    puzzles: int = 0
    solved: int = 0
    steps: int = 0
    wrong: int = 0
    unproved: int = 0
    milliseconds: list[float] = field(default_factory=list)
    techniques: Counter[str] = field(default_factory=Counter)

    def line(self, kind: str) -> str:
        median, worst = statistics.median(self.milliseconds), max(self.milliseconds)
        solved = f"{self.solved} of {self.puzzles}"
        return f"{kind:16}{solved:>10}{self.steps:>9}{self.wrong:>7}{self.unproved:>10}{median:>10.1f}{worst:>10.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=40, help="puzzles of each kind")
    parser.add_argument("--kinds", nargs="*", default=KINDS)
    parser.add_argument("--prove", action="store_true", help="check the proof of every step")
    parser.add_argument("--comfortable", action="store_true", help="puzzles with more givens than needed")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="the longest path, in CPU seconds")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    report: dict[str, Any] = {"machine": machine(), "kinds": {}}
    if options.json and options.json.exists():
        report = json.loads(options.json.read_text(encoding="utf-8"))
    print(f"{'kind':16}{'solved':>10}{'steps':>9}{'wrong':>7}{'unproved':>10}{'median':>10}{'worst':>10}  ms")
    for kind in options.kinds:
        if kind in report["kinds"]:
            continue
        tally = measure(puzzles(kind, options.count, minimal=not options.comfortable), options.seconds, options.prove)
        if tally.puzzles:
            report["kinds"][kind] = _figures(tally)
            print(tally.line(kind), flush=True)
        if options.json:
            options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print("{} puzzles, {} steps, {} wrong".format(*_totals(report["kinds"].values())))


def measure(boards: Iterable[Board], seconds: float, prove: bool) -> Tally:
    tally = Tally()
    for puzzle in boards:
        solution = solve(puzzle).boards[0]
        start = time.process_time()
        steps = list(takewhile(lambda _, start=start: time.process_time() - start < seconds, walk(puzzle)))
        tally.milliseconds.append(1000 * (time.process_time() - start))
        tally.puzzles += 1
        tally.solved += sum(len(step.places) for step in steps) == puzzle.values.count(0)
        tally.steps += len(steps)
        tally.wrong += sum(not true_of(step, solution) for step in steps)
        tally.techniques.update(step.technique.id for step in steps)
        if prove:
            tally.unproved += sum(not check(step) for step in steps)
    return tally


def puzzles(kind: str, count: int, *, minimal: bool = True) -> Iterator[Board]:
    """Puzzles of the kind from seed 0 on; those that take too long to make are left out."""
    for seed in range(count):
        try:
            if "x" in kind and kind[0].isdigit():
                size = int(kind.partition("x")[0])
                yield random_puzzle(seed, Geometry.standard(size), None, minimal, SECONDS_TO_MAKE)
            else:
                yield random_variant(kind.split("+"), seed, minimal=minimal, time_limit=SECONDS_TO_MAKE)
        except TimeLimit:
            continue


def true_of(step: Step, solution: Board) -> bool:
    """Whether the step places and removes only what the solution allows."""
    right = all(solution[cell] == digit for cell, digit in step.places)
    return right and not any(solution[cell] == digit for cell, digit in step.removes)


def _totals(found: Iterable[dict[str, Any]]) -> list[int]:
    kinds = list(found)
    return [sum(kind[name] for kind in kinds) for name in ("puzzles", "steps", "wrong")]


def _figures(tally: Tally) -> dict[str, Any]:
    return {
        "puzzles": tally.puzzles,
        "solved": tally.solved,
        "steps": tally.steps,
        "wrong": tally.wrong,
        "unproved": tally.unproved,
        "median_ms": round(statistics.median(tally.milliseconds), 1),
        "worst_ms": round(max(tally.milliseconds), 1),
        "techniques": dict(tally.techniques.most_common()),
    }


if __name__ == "__main__":
    main()
