"""Is every answer right? Thousands of puzzles, checked by an independent verifier and engine against engine.

    python -m benchmarks.solving.verify [--data DIR] [--json benchmarks/results/verify.json] [--quick]

Ends with exit status 1 when anything is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.measure import machine
from benchmarks.puzzle_sets import DEFAULT_DATA, PuzzleSet, classic_sets
from sudokulens import Board, count, random_puzzle, solve, solve_many

SEED = 2026
COUNT_LIMIT = 1000
"""Solutions counted per puzzle where there are several."""
LINES = [[row * 9 + column for column in range(9)] for row in range(9)]
COLUMNS = [[row * 9 + column for row in range(9)] for column in range(9)]
BOXES = [[(box // 3 * 3 + i // 3) * 9 + box % 3 * 3 + i % 3 for i in range(9)] for box in range(9)]
"""Repeated here on purpose: the verifier shares no code with what it verifies."""


def main() -> None:
    options = _options()
    sets = {each.name: each for each in classic_sets(options.data)}
    checks = [
        _check_unique(_pick(sets, "17_clue"), quick=options.quick),
        _check_counts(_pick(sets, "serg_multiple_solutions"), quick=options.quick),
        _check_mutations(_pick(sets, "minimal"), 2_000 if options.quick else 100_000, quick=options.quick),
    ]
    report = {"machine": machine(), "seed": SEED, "quick": options.quick, "checks": checks}
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(report, indent=1, ensure_ascii=False) + "\n")
    sys.exit(any(check["wrong"] for check in checks))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DEFAULT_DATA, help="folder that holds puzzles/*.txt")
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/verify.json"), help="where to write")
    parser.add_argument("--quick", action="store_true", help="a part of the puzzles, for trying it out")
    return parser.parse_args()


def _pick(sets: dict[str, PuzzleSet], wanted: str) -> PuzzleSet:
    """The set of that name, or a generated one that serves the same question."""
    if wanted in sets:
        return sets[wanted]
    if wanted != "serg_multiple_solutions":
        return sets.get("minimal (generated)") or next(iter(sets.values()))
    return PuzzleSet("minimal less one given (generated)", [_less_one_given(seed) for seed in range(300)])


def _less_one_given(seed: int) -> str:
    puzzle = random_puzzle(seed)
    return str(puzzle.with_values({next(cell for cell, given in enumerate(puzzle.givens) if given): 0}))


def is_right(puzzle: str, answer: str) -> bool:
    """Whether the answer keeps the givens and has nine different digits in every row, column and box."""
    return all(given in (".", digit) for given, digit in zip(puzzle, answer, strict=True)) and all(
        {answer[cell] for cell in unit} == set("123456789") for unit in LINES + COLUMNS + BOXES
    )


def _check_unique(puzzles: PuzzleSet, *, quick: bool) -> dict[str, Any]:
    chosen = puzzles.puzzles[: 2_000 if quick else None]
    answers, counts = _solve_texts(chosen, limit=2)
    wrong = sum(n != 1 or not is_right(p, a) for p, a, n in zip(chosen, answers, counts, strict=True))
    return _result(f"{puzzles.name}: one solution, and a right one", len(chosen), wrong)


def _check_counts(puzzles: PuzzleSet, *, quick: bool) -> dict[str, Any]:
    """Our batch against `bitset` on all, against dlx and SAT on samples."""
    chosen = puzzles.puzzles[: 200 if quick else None]
    _, counts = _solve_texts(chosen, limit=COUNT_LIMIT)
    wrong = 0
    for index, (puzzle, number) in enumerate(zip(chosen, counts, strict=True)):
        engines = ["bitset"] + (["dlx", "sat"] if index % 100 == 0 else [])
        others = [count(puzzle, COUNT_LIMIT, engine=engine) for engine in engines]
        wrong += number < 2 or any(other != number for other in others)
    return _result(f"{puzzles.name}: counted up to {COUNT_LIMIT}", len(chosen), wrong)


def _check_mutations(puzzles: PuzzleSet, number: int, *, quick: bool) -> dict[str, Any]:
    """Puzzles with a digit changed, moved, added or taken away: none, one or several solutions, as it comes."""
    mutated = list(_mutations(puzzles.puzzles, number))
    answers, counts = _solve_texts(mutated, limit=2)
    wrong = 0
    for index, (puzzle, answer, found) in enumerate(zip(mutated, answers, counts, strict=True)):
        wrong += found > 0 and not is_right(puzzle, answer)
        wrong += any(_kind_count(puzzle, engine) != found for engine in _engines_for(index))
    kinds = {kind: sum(found == kind for found in counts) for kind in (0, 1, 2)}
    return _result(f"{puzzles.name}, mutated: all engines agree ({kinds})", len(mutated), wrong)


def _engines_for(index: int) -> list[str]:
    """`bitset` checks every puzzle, slower engines one in so many."""
    every = {"bitset": 1, "dlx": 100, "sat": 50, "cpsat": 1000}
    return [engine for engine, step in every.items() if index % step == 0]


def _kind_count(puzzle: str, engine: str) -> int:
    return {"none": 0, "unique": 1, "multiple": 2}[solve(Board.of(map(_digit, puzzle)), engine=engine).kind]


def _digit(character: str) -> int:
    return 0 if character == "." else int(character)


def _mutations(puzzles: list[str], number: int) -> Iterator[str]:
    random = Random(SEED)
    for _ in range(number):
        cells = list(random.choice(puzzles))
        for _ in range(random.randint(1, 3)):
            cell = random.randrange(81)
            cells[cell] = random.choice(["."] if cells[cell] != "." else _lawful_digits(cells, cell) or ["9"])
        yield "".join(cells)


def _lawful_digits(cells: list[str], cell: int) -> list[str]:
    """Digits that no unit of the cell holds, so that a fault is not obvious."""
    seen = {cells[other] for unit in LINES + COLUMNS + BOXES if cell in unit for other in unit}
    return [digit for digit in "123456789" if digit not in seen]


def _solve_texts(puzzles: list[str], limit: int) -> tuple[list[str], list[int]]:
    answers, counts = solve_many(puzzles, limit=limit)
    return list(answers), [int(number) for number in counts]


def _result(name: str, puzzles: int, wrong: int) -> dict[str, Any]:
    print(f"{time.strftime('%H:%M:%S')} {name}: {puzzles:,} puzzles, {wrong} wrong", flush=True)
    return {"name": name, "puzzles": puzzles, "wrong": wrong}


if __name__ == "__main__":
    main()
