"""How fast a full logical solve is, beside hodoku-py and pencilmark, in one run.

    python -m benchmarks.logic [--data DIR] [--seconds 20] [--sets NAME …] [--json FILE]

Each set is solved by each system, puzzle by puzzle, for at most `--seconds` of CPU time; the figure is milliseconds of
CPU time per puzzle over those it completed, and the ratio to hodoku-py is over the puzzles that both did. A system
that is not installed is left out. HoDoKu's own figures (Java) are from our notes, for comparison.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from benchmarks.logic.soundness import read_puzzles
from benchmarks.measure import machine
from sudokulens.logic.path import next_step, path
from sudokulens.logic.rate import rate
from sudokulens.puzzle.board import Board

HODOKU_JAVA = {"simple": 1.7, "intermediate": 2.2, "expert": 24.0, "17-clue": 4.5, "top1465": 321.0, "hardest": 1069.0}
"""Milliseconds per puzzle, from our notes."""

Solver = Callable[[str], object]


def puzzle_sets(data: Path) -> dict[str, list[str]]:
    """Puzzles by level: generated ones from the ratings table, then 17-clue, hard and hardest ones."""
    with (data / "ratings" / "se_ratings_open.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    sets = {
        level: [row["puzzle"] for row in rows if row["source"] == f"qqwing_{level}"]
        for level in ("simple", "intermediate", "expert")
    }
    files = {"17-clue": "17_clue", "top1465": "magictour_top1465", "hardest": "forum_hardest_1106"}
    for name, file_name in files.items():
        sets[name] = list(read_puzzles(data / "puzzles" / f"{file_name}.txt"))[:60]
    return sets


def solvers() -> dict[str, Solver]:
    """The installed systems, by name and version."""
    found: dict[str, Solver] = {
        "sudokulens path": lambda puzzle: path(Board.parse(puzzle)),
        "sudokulens rate": lambda puzzle: rate(Board.parse(puzzle)),
    }
    for name, build in (("hodoku-py", _hodoku), ("pencilmark", _pencilmark)):
        try:
            found[f"{name} {version(name)}"] = build()
        except (ImportError, PackageNotFoundError):
            print(f"{name} is not installed; left out", file=sys.stderr)
    return found


def _hodoku() -> Solver:
    solver = import_module("hodoku").Solver()
    return lambda puzzle: solver.solve(puzzle)


def _pencilmark() -> Solver:
    grade = import_module("pencilmark").rate
    return lambda puzzle: grade(puzzle.replace("0", "."))


def times(solver: Solver, puzzles: list[str], seconds: float) -> list[float]:
    """CPU milliseconds for each puzzle, as many as fit into the seconds."""
    solver(puzzles[0])
    found: list[float] = []
    while len(found) < len(puzzles) and sum(found) < 1000 * seconds:
        started = time.process_time()
        solver(puzzles[len(found)])
        found.append(1000 * (time.process_time() - started))
    return found


def measure(sets: dict[str, list[str]], seconds: float) -> Iterator[dict[str, object]]:
    """One row a set: milliseconds per puzzle by system, and how many times faster than hodoku-py we are."""
    systems = solvers()
    for name, puzzles in sets.items():
        taken = {system: times(solver, puzzles, seconds) for system, solver in systems.items()}
        row: dict[str, object] = {"set": name, "puzzles": len(puzzles), "HoDoKu (notes)": HODOKU_JAVA[name]}
        row |= {system: round(sum(found) / len(found), 2) for system, found in taken.items()}
        row |= {"next hint": round(median(times(_hint, puzzles, seconds)), 2)}
        if rival := next((found for system, found in taken.items() if system.startswith("hodoku")), None):
            row["hodoku-py got through"] = len(rival)
            for system in ("sudokulens path", "sudokulens rate"):
                done = min(len(rival), len(taken[system]))
                row[f"{system}, times faster"] = round(sum(rival[:done]) / sum(taken[system][:done]), 1)
        yield row


def _hint(puzzle: str) -> object:
    return next_step(Board.parse(puzzle))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--sets", nargs="+", choices=list(HODOKU_JAVA), default=list(HODOKU_JAVA))
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args(arguments)
    result: dict[str, object] = {"machine": machine()}
    rows = []
    sets = {name: puzzles for name, puzzles in puzzle_sets(chosen.data).items() if name in chosen.sets}
    for row in measure(sets, chosen.seconds):
        rows.append(row)
        print("  ".join(f"{key}: {value}" for key, value in row.items()), flush=True)
        if chosen.json:  # after every set: the last one takes longest, and an interrupted run keeps the rest
            result["milliseconds_per_puzzle"] = rows
            chosen.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
