"""Do our Sudoku Explainer ratings agree with that program's own, and is every step on the way right?

    python -m benchmarks.logic.ratings [--data DIR] [--json FILE] [--published N] [--puzzles N]

Compares ER, EP and ED with those of both builds and, on both scales, with published ratings; then solves puzzles of
all levels by the ladder and checks every step against the solution. Ends with exit status 1 when a step is wrong.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from benchmarks.measure import machine
from benchmarks.puzzle_sets import DEFAULT_DATA, PuzzleSet, classic_sets
from sudokulens.logic.explainer import SCALES, Climb, Scale, climb
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve

SEED = 2026
BANDS = ((0.0, 7.0), (7.0, 9.0), (0.0, 9.0), (9.0, 12.0), (0.0, 12.0))
"""Ratings from … up to, but not including …"""
SECONDS_PER_SET = 60
"""No further puzzle of a collection is started after this: the hardest take seconds each."""


class Case(NamedTuple):
    """A puzzle with the ratings that it should get; EP and ED are None where they are not known."""

    puzzle: str
    er: float
    ep: float | None = None
    ed: float | None = None


def main() -> None:
    options = _options()
    ratings = options.data / "ratings"
    comparisons = []
    if ratings.is_dir():
        comparisons.append(_compare("rated, SE 1.2.1", rated(ratings, "121"), options.time_limit, "SE 1.2.1"))
        theirs = rated(ratings, "sukaku")
        comparisons.append(_compare("rated, Sukaku Explainer", theirs, options.time_limit, "Sukaku Explainer"))
        published = _sample(published_ratings(ratings), options.published)
        scales = SCALES if published else ()
        comparisons += [_compare("published", published, options.time_limit, scale) for scale in scales]
    checks = [_check_steps(each, options.puzzles, options.time_limit) for each in classic_sets(options.data)]
    report = {"machine": machine(), "seed": SEED, "comparisons": comparisons, "steps": checks}
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    sys.exit(any(check["wrong"] for check in checks + comparisons))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder that holds ratings/ and puzzles/")
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/ratings.json"), help="where to write")
    parser.add_argument("--published", type=int, default=5000, help="how many published ratings to compare")
    parser.add_argument(
        "--puzzles", type=int, default=2000, help="at most how many puzzles of each collection to check"
    )
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds per puzzle")
    return parser.parse_args()


def rated(folder: Path, build: str) -> list[Case]:
    """The puzzles that were rated with one of the two builds."""
    with (folder / "se_ratings_open.csv").open(newline="") as lines:
        return [
            Case(row["puzzle"], *(float(row[f"{name}_{build}"]) for name in ("ER", "EP", "ED")))
            for row in csv.DictReader(lines)
        ]


def published_ratings(folder: Path) -> list[Case]:
    lines = (folder / "se_published_open.txt").read_text().splitlines()
    return [Case(words[1], float(words[2])) for line in lines if (words := line.split())]


def _sample(cases: Sequence[Case], most: int) -> list[Case]:
    return Random(SEED).sample(cases, min(most, len(cases)))


def _compare(title: str, cases: Sequence[Case], time_limit: float, scale: Scale) -> dict[str, Any]:
    """Prints and gives how our ratings of the cases compare with theirs."""
    start = time.process_time()
    ours = [climb(Board.parse(case.puzzle), time_limit, scale) for case in cases]
    milliseconds = 1000 * (time.process_time() - start) / len(cases)
    pairs = list(zip(cases, ours, strict=True))
    print(f"{title}; ours on the scale {scale}: {len(cases)} puzzles, {milliseconds:.1f} ms CPU each")
    bands = [_band(low, high, [p for p in pairs if low <= p[0].er < high]) for low, high in BANDS]
    found = {
        "title": title,
        "scale": scale,
        "puzzles": len(cases),
        "milliseconds": round(milliseconds, 2),
        "bands": bands,
        "spearman": round(spearman([case.er for case in cases], [climbed.er for climbed in ours]), 4),
        "unfinished": sum(climbed.outcome != "solved" for climbed in ours),
        "wrong": sum(_wrong_steps(case.puzzle, climbed) for case, climbed in pairs),
    }
    print(f"  Spearman {found['spearman']}, unfinished {found['unfinished']}, wrong steps {found['wrong']}")
    if cases[0].ep is not None:
        _print_mismatches(pairs)
    return found


def _band(low: float, high: float, pairs: Sequence[tuple[Case, Climb]]) -> dict[str, Any]:
    equal = {
        name: sum(getattr(case, name) == getattr(ours, name) for case, ours in pairs)
        for name in ("er", "ep", "ed")
        if pairs and getattr(pairs[0][0], name) is not None
    }
    if pairs:
        shares = ", ".join(f"{name.upper()} {count} ({count / len(pairs):.1%})" for name, count in equal.items())
        print(f"  {low:4.1f} to {high:4.1f}: {len(pairs)} puzzles, equal: {shares}")
    return {"from": low, "to": high, "puzzles": len(pairs), "equal": equal}


def _print_mismatches(pairs: Sequence[tuple[Case, Climb]]) -> None:
    for case, ours in pairs:
        if case[1:] != (ours.er, ours.ep, ours.ed):
            print(f"  {case.puzzle} theirs {case.er} {case.ep} {case.ed} ours {ours.er} {ours.ep} {ours.ed}")


def _check_steps(each: PuzzleSet, most: int, time_limit: float) -> dict[str, Any]:
    """Solves puzzles of a collection on both scales and checks every step."""
    done = steps = wrong = 0
    end = time.perf_counter() + SECONDS_PER_SET
    for puzzle in Random(SEED).sample(each.puzzles, min(most, len(each.puzzles))):
        if solve(Board.parse(puzzle)).kind != "unique" or time.perf_counter() > end:
            continue
        done += 1
        for scale in SCALES:
            climbed = climb(Board.parse(puzzle), time_limit, scale)
            steps += len(climbed.records)
            wrong += _wrong_steps(puzzle, climbed)
    print(f"{each.name}: {done} puzzles, {steps} steps, {wrong} wrong")
    return {"set": each.name, "puzzles": done, "steps": steps, "wrong": wrong}


def spearman(left: Sequence[float], right: Sequence[float]) -> float:
    """The rank correlation of two lists, ties sharing their mean rank."""
    a, b = _ranks(left), _ranks(right)
    mean = (len(a) - 1) / 2
    covariance = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    spread = sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b)
    return covariance / spread**0.5 if spread else float("nan")


def _ranks(values: Sequence[float]) -> list[float]:
    order = sorted(range(len(values)), key=lambda index: values[index])
    ranks = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            ranks[index] = (start + end - 1) / 2
        start = end
    return ranks


def _wrong_steps(puzzle: str, climbed: Climb) -> int:
    solution = solve(Board.parse(puzzle)).boards[0]
    wrong = 0
    for step in climbed.steps:
        wrong += any(solution[cell] == digit for cell, digit in step.removes)
        wrong += any(solution[cell] != digit for cell, digit in step.places)
    return wrong


if __name__ == "__main__":
    main()
