"""How many puzzles per second? One run, one thread, every collection, beside other Python solvers.

python -m benchmarks.solving.solve [--data DIR] [--json benchmarks/results/solve.json] [--quick]
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import Speed, batch_speed, machine, one_by_one_speed
from benchmarks.puzzle_sets import DEFAULT_DATA, PuzzleSet, as_array, big_sets, classic_sets
from benchmarks.solving.peers import PEERS
from sudokulens import Board, solve, solve_many

SEED = 2026
SAMPLE = 500
"""Puzzles drawn from a set for solvers called one by one."""
BIG_ENGINES = ["auto", "sat", "dlx", "cpsat"]
BIG_TIME_LIMIT = 5.0


def main() -> None:
    options = _options()
    report: dict[str, Any] = {"machine": machine(), "seed": SEED, "quick": options.quick, "sets": {}}
    report["versions"] = {peer.package: peer.version for peer in PEERS if peer.version}
    sets = classic_sets(options.data)
    for puzzles in sets:
        report["sets"][puzzles.name] = _measure_set(puzzles, quick=options.quick)
    report["threads"] = _measure_threads(sets, quick=options.quick)
    report["big"] = {
        name: _measure_big(name, boards, quick=options.quick) for name, boards in big_sets(options.data).items()
    }
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    print(f"\nwritten: {options.json}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder that holds puzzles/*.txt")
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/solve.json"), help="where to write")
    parser.add_argument("--quick", action="store_true", help="one short look at each solver, for trying it out")
    return parser.parse_args()


def _measure_set(puzzles: PuzzleSet, *, quick: bool) -> dict[str, Any]:
    sample = _sample(puzzles.puzzles, 50 if quick else SAMPLE)
    allowed = 0.3 if quick else 3.0
    print(f"\n{puzzles.name}: {len(puzzles.puzzles)} puzzles")
    rows = [_show(*row) for row in _our_rows(puzzles.puzzles, sample, allowed, passes=2 if quick else 7)]
    for peer in PEERS:
        if peer.version is None:
            print(f"  {peer.name}: not installed, left out")
            continue
        solve_one = peer.prepare()
        _check(solve_one, sample[:3], allowed)
        rows.append(_show(peer.name, peer.proves, one_by_one_speed(solve_one, sample, allowed)))
    return {"puzzles": len(puzzles.puzzles), "rows": rows}


def _our_rows(puzzles: list[str], sample: list[str], allowed: float, passes: int) -> list[tuple[str, str, Speed]]:
    batches = [("sudokulens, a batch as an array", as_array(puzzles)), ("sudokulens, a batch of strings", puzzles)]
    rows = [(name, _batch(batch, passes)) for name, batch in batches]
    calls: dict[str, Callable[[str], object]] = {
        "sudokulens, one call a puzzle": lambda puzzle: solve_many([puzzle], threads=1),
        "sudokulens.solve": solve,
        "sudokulens dlx (plain Python)": lambda puzzle: solve(puzzle, engine="dlx"),
    }
    rows += [(name, one_by_one_speed(call, sample, allowed)) for name, call in calls.items()]
    return [(name, "unique", speed) for name, speed in rows]


def _batch(puzzles: Any, passes: int) -> Speed:
    return batch_speed(lambda: solve_many(puzzles, threads=1), len(puzzles), passes)


def _sample(puzzles: list[str], most: int) -> list[str]:
    return Random(SEED).sample(puzzles, min(most, len(puzzles)))


def _check(solve_one: Callable[[str], str | None], puzzles: list[str], allowed: float) -> None:
    """A wrong answer means that we use the peer wrongly: better no figure than that one."""

    def solve_and_compare(puzzle: str) -> None:
        answer = solve_one(puzzle)
        board = Board.of(map(int, answer or ""))
        if not board.status().solved or any(a not in (".", b) for a, b in zip(puzzle, answer or "", strict=True)):
            raise AssertionError(f"wrong answer {answer} to {puzzle}")

    one_by_one_speed(solve_and_compare, puzzles, allowed)


def _show(name: str, proves: str, speed: Speed) -> dict[str, Any]:
    note = "" if proves == "unique" else "  (first solution only)"
    bound = " " if speed.puzzles else "<"
    print(
        f"  {name:34}{bound}{speed.best:14,.1f} /s   median {speed.median:14,.1f}   of {speed.puzzles}{note}",
        flush=True,
    )
    return {"name": name, "proves": proves, **asdict(speed)}


def _measure_threads(sets: list[PuzzleSet], *, quick: bool) -> list[dict[str, Any]]:
    """Wall-clock speed of a batch by number of threads, on the set with the most puzzles."""
    chosen = max(sets, key=lambda each: len(each.puzzles))
    array = as_array(chosen.puzzles)
    cores = os.cpu_count() or 1
    numbers = sorted({1, 2, cores} | {n for n in (4, 8, 16, 32, 64) if n < cores})
    rows = []
    for threads in [number for number in numbers if number <= cores]:
        seconds = min(_wall_seconds(array, threads) for _ in range(2 if quick else 7))
        speed = len(chosen.puzzles) / seconds
        print(f"\n{chosen.name} with {threads} threads: {speed:,.0f} /s by the clock on the wall")
        rows.append({"set": chosen.name, "threads": threads, "per_second": speed})
    return rows


def _wall_seconds(puzzles: Any, threads: int) -> float:
    start = time.perf_counter()
    solve_many(puzzles, threads=threads)
    return time.perf_counter() - start


def _measure_big(name: str, boards: list[Board], *, quick: bool) -> list[dict[str, Any]]:
    """Milliseconds per bigger board, engine by engine."""
    print(f"\n{name}: {len(boards)} boards")
    rows = []
    for engine in BIG_ENGINES:
        answers = [_timed(board, engine, 0.5 if quick else BIG_TIME_LIMIT) for board in boards]
        seconds = [each for _, each in answers]
        unfinished = sum(kind == "unfinished" for kind, _ in answers)
        mean, most = 1000 * sum(seconds) / len(seconds), 1000 * max(seconds)
        print(f"  {engine:6} {mean:10.1f} ms on average, {most:10.1f} ms at most, {unfinished} unfinished", flush=True)
        row = {"engine": engine, "boards": len(boards), "unfinished": unfinished, "mean_ms": mean, "most_ms": most}
        rows.append(row)
    return rows


def _timed(board: Board, engine: str, limit: float) -> tuple[str, float]:
    start = time.process_time()
    kind = solve(board, engine=engine, time_limit=limit).kind
    return kind, time.process_time() - start


if __name__ == "__main__":
    main()
