"""Checks that no step ever contradicts the solution, over many puzzles of all levels.

    python -m benchmarks.soundness [--data DIR] [--puzzles 20000] [--every 1] [--costly 500] [--json FILE]

For each puzzle it checks every step of the logical path and, at every state from which the path goes on by more than a
single, all instances of all techniques, with the options that find the most: on one puzzle in `--every`. The costliest
techniques (mutant, Kraken and larger fish, templates) are looked for on one puzzle in `--costly`. Ctrl-C stops it and
prints what was checked.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sudokulens.logic.path import ORDER, path
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import compiled
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.puzzle.board import Board
from sudokulens.solving.solve import solve

SETS = {"easy_33": 50, "minimal": 80, "17_clue": 60, "magictour_top1465": 9, "forum_hardest_1106": 1}
"""Files of puzzles and how many of each come in two hundred: the hardest take a thousand times as long."""
EVERYTHING = SearchOptions(
    empty_rectangle_pairs=True, incomplete_rectangles=True, overlapping_sets=True, set_nodes=True, combined=True
)
USUAL = [technique for technique in ORDER if compiled.knows(technique)]
COSTLY = [technique for technique in Technique if compiled.knows(technique) and technique not in USUAL]
SINGLES = (Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE)


class Tally:
    """What has been checked so far."""

    def __init__(self) -> None:
        self.puzzles = self.states = self.steps = self.path_steps = 0
        self.wrong: list[str] = []
        self.path_techniques: Counter[str] = Counter()

    def text(self) -> str:
        return (
            f"{self.puzzles:,} puzzles, {self.states:,} states, {self.steps:,} steps found, "
            f"{self.path_steps:,} path steps, {len(self.wrong)} wrong"
        )

    def to_dict(self) -> dict[str, object]:
        return {
            "puzzles": self.puzzles,
            "states": self.states,
            "steps": self.steps,
            "path_steps": self.path_steps,
            "wrong": self.wrong,
            "path_techniques": dict(self.path_techniques.most_common()),
        }


def read_puzzles(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield line.split()[0].split(",")[0][:81]


def mixed(folder: Path, limit: int) -> Iterator[str]:
    """Puzzles of all sets by turns, so that an early stop has seen every level."""
    sets = {name: read_puzzles(folder / f"{name}.txt") for name in SETS}
    while batch := [puzzle for name, share in SETS.items() for puzzle in islice(sets[name], share)]:
        yield from batch[:limit]
        limit -= len(batch)
        if limit <= 0:
            return


def is_wrong(step: Step, solution: tuple[int, ...]) -> bool:
    placed = any(solution[cell] != digit for cell, digit in step.places)
    return placed or any(solution[cell] == digit for cell, digit in step.removes)


def check_puzzle(text: str, tally: Tally, techniques: list[Technique]) -> None:
    """Checks the path, and at its harder states all instances of the techniques."""
    board = Board.parse(text)
    solved = solve(board).board
    if solved is None:
        return
    state = State.of(board)
    tally.puzzles += 1
    for step in path(board):
        if techniques and step.technique not in SINGLES:
            check_state(state, solved.values, tally, techniques)
        tally.path_steps += 1
        tally.path_techniques[step.technique.name] += 1
        if is_wrong(step, solved.values):
            tally.wrong.append(f"{state.board}: {step.line()}")
        state = state.after(step)


def check_state(state: State, solution: tuple[int, ...], tally: Tally, techniques: list[Technique]) -> None:
    total, wrong = compiled.contradictions(state, techniques, solution, EVERYTHING)
    tally.states += 1
    tally.steps += total
    tally.wrong += [f"{state.board}: {step.line()}" for step in wrong]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--puzzles", type=int, default=20_000)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--costly", type=int, default=500)
    parser.add_argument("--json", type=Path, help="also write the result there")
    chosen = parser.parse_args(arguments)
    tally, started = Tally(), time.monotonic()
    try:
        for number, puzzle in enumerate(mixed(chosen.data / "puzzles", chosen.puzzles)):
            techniques = USUAL if number % chosen.every == 0 else []
            check_puzzle(puzzle, tally, techniques if number % chosen.costly else USUAL + COSTLY)
            if number % 200 == 199:
                print(f"{time.monotonic() - started:6.0f} s  {tally.text()}", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    print(tally.text())
    for line in tally.wrong[:20]:
        print(line)
    if chosen.json:
        chosen.json.write_text(json.dumps(tally.to_dict(), indent=2) + "\n", encoding="utf-8")
    return 1 if tally.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
