"""How well our Sudoku Explainer ratings agree with that program's own: `python -m benchmarks.ratings`.

Prints, for the rated puzzles, how many ER, EP and ED are equal, by band, with every mismatch; the rank correlation;
the same for the published ratings; and checks every step against the solution.
"""

from __future__ import annotations

import argparse
import csv
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sudokulens.logic.explainer import SCALES, Climb, Scale, climb
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve

BANDS = ((0.0, 7.0), (7.0, 9.0), (0.0, 9.0), (9.0, 12.0), (0.0, 12.0))


class Case(NamedTuple):
    """A puzzle with the ratings that it should get; EP and ED are None where they are not known."""

    puzzle: str
    er: float
    ep: float | None = None
    ed: float | None = None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with ratings/")
    parser.add_argument("--published", type=int, default=5000, help="how many of the published ratings to compare")
    parser.add_argument("--time-limit", type=float, default=60.0, help="seconds per puzzle")
    options = parser.parse_args()
    file = options.data / "ratings/se_ratings_open.csv"
    compare("rated puzzles", rated(file, "121"), options.time_limit, "SE 1.2.1")
    compare("rated puzzles", rated(file, "sukaku"), options.time_limit, "Sukaku Explainer")
    published = published_ratings(options.data / "ratings/se_published_open.txt")
    chosen = random.Random(1).sample(published, min(options.published, len(published)))
    for scale in SCALES:
        compare("published ratings", chosen, options.time_limit, scale)


def rated(file: Path, build: str) -> list[Case]:
    with file.open(newline="") as lines:
        return [
            Case(row["puzzle"], *(float(row[f"{name}_{build}"]) for name in ("ER", "EP", "ED")))
            for row in csv.DictReader(lines)
        ]


def published_ratings(file: Path) -> list[Case]:
    return [Case(words[1], float(words[2])) for line in file.read_text().splitlines() if (words := line.split())]


def compare(title: str, cases: Sequence[Case], time_limit: float, scale: Scale) -> None:
    """Prints how our ratings of the cases compare with theirs."""
    start = time.perf_counter()
    ours = [climb(Board.parse(case.puzzle), time_limit, scale) for case in cases]
    seconds = time.perf_counter() - start
    print(f"{title} on our scale {scale}: {len(cases)} puzzles, {1000 * seconds / len(cases):.1f} ms each")
    for low, high in BANDS:
        _print_band(low, high, [pair for pair in zip(cases, ours, strict=True) if low <= pair[0].er < high])
    correlation = spearman([case.er for case in cases], [climbed.er for climbed in ours])
    print(f"  rank correlation (Spearman): {correlation:.4f}")
    print(f"  unfinished: {sum(climbed.outcome != 'solved' for climbed in ours)}")
    print(f"  steps that contradict the solution: {sum(map(_contradictions, cases, ours))}\n")


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


def _print_band(low: float, high: float, pairs: Sequence[tuple[Case, Climb]]) -> None:
    if not pairs:
        return
    equal = sum(case.er == ours.er for case, ours in pairs)
    line = f"  {low:4.1f} to {high:4.1f}: ER {equal}/{len(pairs)} ({equal / len(pairs):.1%})"
    if pairs[0][0].ep is not None:
        ep = sum(case.ep == ours.ep for case, ours in pairs)
        ed = sum(case.ed == ours.ed for case, ours in pairs)
        line += f", EP {ep}/{len(pairs)}, ED {ed}/{len(pairs)}"
    print(line)
    if (low, high) == BANDS[-1] and pairs[0][0].ep is not None:
        for case, ours in pairs:
            if (case.er, case.ep, case.ed) != (ours.er, ours.ep, ours.ed):
                print(f"    {case.puzzle} theirs {case.er} {case.ep} {case.ed} ours {ours.er} {ours.ep} {ours.ed}")


def _contradictions(case: Case, climbed: Climb) -> int:
    solution = solve(Board.parse(case.puzzle)).boards[0]
    wrong = 0
    for step in climbed.steps:
        wrong += any(solution[removed // 9] == removed % 9 + 1 for removed in step.removed)
        wrong += step.placed is not None and solution[step.placed // 9] != step.placed % 9 + 1
    return wrong


if __name__ == "__main__":
    main()
