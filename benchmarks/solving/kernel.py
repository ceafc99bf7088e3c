"""The lock-step kernel by itself: work and speed of every instruction set that this processor has.

python -m benchmarks.solving.kernel [--data DIR] [--puzzles N]

Work comes first, since it is the same on every machine: branches and sweeps per puzzle, two solutions looked for.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from benchmarks.measure import batch_speed
from benchmarks.puzzle_sets import DEFAULT_DATA, PuzzleSet, as_array, classic_sets
from sudokulens.solving.compiled import paths, solve_batch

PASSES = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder that holds puzzles/*.txt")
    parser.add_argument("--puzzles", type=int, default=20_000, help="at most how many of each collection")
    options = parser.parse_args()
    print(f"| puzzles | branches | sweeps |{'|'.join(f' {path}, a second ' for path in paths())}|")
    print("|---" * (3 + len(paths())) + "|")
    for puzzles in classic_sets(options.data):
        print(_row(puzzles, options.puzzles), flush=True)


def _row(puzzles: PuzzleSet, count: int) -> str:
    digits = as_array(puzzles.puzzles[:count])
    solutions, counts = np.zeros_like(digits), np.zeros(len(digits), dtype=np.uint32)
    nodes, sweeps = solve_batch(digits, solutions, counts, path=paths()[-1])  # one lane: sweeps are per puzzle
    speeds = [
        batch_speed(lambda path=path: solve_batch(digits, solutions, counts, path=path), len(digits), PASSES).best
        for path in paths()
    ]
    figures = [f"{nodes / len(digits):.1f}", f"{sweeps / len(digits):.1f}", *(f"{speed:,.0f}" for speed in speeds)]
    return f"| {puzzles.name} | {' | '.join(figures)} |"


if __name__ == "__main__":
    main()
