"""Our batch beside tdoku, on the same puzzles in the same run; see tdoku.md for how to build it.

python -m benchmarks.solving.tdoku LIBRARY [--data DIR] [--json benchmarks/results/tdoku.json]
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import batch_speed, machine
from benchmarks.puzzle_sets import DEFAULT_DATA, PuzzleSet, as_array, classic_sets
from sudokulens import solve_many
from sudokulens.solving.compiled import paths

PASSES = 7
LIMIT = 2


def main() -> None:
    options = _options()
    count_all = load(options.library)
    rows = [row for puzzles in classic_sets(options.data) for row in _compare(puzzles, count_all)]
    report = {"machine": machine(), "library": options.library.name, "rows": rows}
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", type=Path, help="shared library that exports TdokuSolverDpllTriadSimd")
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder that holds puzzles/*.txt")
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/tdoku.json"), help="where to write")
    return parser.parse_args()


def load(library: Path) -> Callable[[bytes, int], NDArray[np.uint32]]:
    """A function from puzzles (81 characters and a zero byte each) and their number to the counts of solutions."""
    solver = ctypes.CDLL(str(library.resolve())).TdokuSolverDpllTriadSimd
    loop = _compile_loop().solve_all

    def count_all(puzzles: bytes, number: int) -> NDArray[np.uint32]:
        counts = np.zeros(number, dtype=np.uint32)
        target = counts.ctypes.data_as(ctypes.c_void_p)
        loop(solver, ctypes.c_char_p(puzzles), ctypes.c_size_t(number), ctypes.c_size_t(LIMIT), target)
        return counts

    return count_all


def _compile_loop() -> ctypes.CDLL:
    compiler = os.environ.get("CC") or shutil.which("cc")
    if not compiler:
        raise SystemExit("no C compiler found: set CC")
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "loop.so"
        source = Path(__file__).with_name("tdoku_loop.c")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(target), str(source)], check=True)
        return ctypes.CDLL(str(target))


def _compare(puzzles: PuzzleSet, count_all: Callable[[bytes, int], NDArray[np.uint32]]) -> list[dict[str, Any]]:
    """tdoku's speed, and ours by every instruction set that this processor has; the counts must be the same."""
    number = len(puzzles.puzzles)
    text, array = "\0".join([*puzzles.puzzles, ""]).encode(), as_array(puzzles.puzzles)
    if not np.array_equal(count_all(text, number), solve_many(array, LIMIT, threads=1)[1]):
        raise SystemExit(f"{puzzles.name}: the two solvers count differently")
    theirs = batch_speed(lambda: count_all(text, number), number, PASSES).best
    rows = []
    for path in paths():
        os.environ["SUDOKULENS_KERNEL_PATH"] = path
        ours = batch_speed(lambda: solve_many(array, LIMIT, threads=1), number, PASSES).best
        print(
            f"{puzzles.name:26} {path:9} {ours:12,.0f} /s   tdoku {theirs:12,.0f} /s   {ours / theirs:.2f}×", flush=True
        )
        rows.append({"set": puzzles.name, "path": path, "ours": ours, "tdoku": theirs, "ratio": ours / theirs})
    del os.environ["SUDOKULENS_KERNEL_PATH"]
    return rows


if __name__ == "__main__":
    main()
