"""Proves every step that it finds, over puzzles of all levels, sizes and kinds, and compares it with the solution.

    python -m benchmarks.logic.soundness [--data DIR] [--instances 1000000] [--each 25] [--json FILE]

It walks the logical path of each puzzle. Every step of the path is proved from its premises by `logic.proof`; and at
every state from which the path goes on by more than a single, so are instances of all techniques that apply there, with
the options that find the most: at most `--each` of a technique, so that the commonest do not crowd out the rest. On one
puzzle in twenty the costliest techniques (mutant, Kraken and larger fish, templates) are looked for too, at its first
such state. One puzzle in ten is of another size or kind. Ctrl-C stops it and prints what was checked.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from random import Random

from benchmarks.measure import machine
from sudokulens.logic.path import ORDER, find_all, grouped, path
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Cost, Family, Level, Technique
from sudokulens.logic.techniques import combined, compiled, ladder, plain
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve

SEED = 2026
SETS = {"easy_33": 4, "minimal": 8, "17_clue": 4, "magictour_top1465": 5, "forum_hardest_1106": 1}
"""Files of puzzles and how many of each come by turns: the hardest take a thousand times as long."""
CLASSIC_IN_A_ROW = 9
COSTLY_EVERY = 20
MOST_COSTLY = 5
"""A template is a proof of hundreds of cases."""
EVERYTHING = SearchOptions(
    empty_rectangle_pairs=True,
    incomplete_rectangles=True,
    overlapping_sets=True,
    set_nodes=True,
    combined=True,
)
USUAL = [t for t in Technique if t.cost is not Cost.COSTLY and t.level < Level.BEYOND and t.family is not Family.DIRECT]
COSTLY = [technique for technique in Technique if technique.cost is Cost.COSTLY]
SINGLES = (Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE)
ANYWHERE = [technique for technique in ORDER if plain.knows(technique)]
WINDOWS = tuple(tuple(9 * (t + r) + s + c for r in range(3) for c in range(3)) for t in (1, 5) for s in (1, 5))
JIGSAW = "111122233122222233111133333444556666445555566447855669447888969777888999777788999"
KINDS = {
    "6×6": Geometry.standard(6),
    "8×8": Geometry.standard(8),
    "10×10": Geometry.standard(10),
    "X": Geometry.standard(9, diagonals=True),
    "windoku": Geometry(9, Geometry.standard(9).regions, WINDOWS),
    "jigsaw": Geometry.jigsaw(map(int, JIGSAW)),
}


class Tally:
    """What has been checked so far."""

    def __init__(self) -> None:
        self.puzzles: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        self.failures: list[str] = []

    def check(self, step: Step, solution: tuple[int, ...]) -> None:
        """Proves the step and compares it with the solution."""
        started = time.process_time()
        flaw = check(step).flaw
        self.seconds[step.technique.name] += time.process_time() - started
        self.steps[step.technique.name] += 1
        if is_wrong(step, solution):
            flaw = f"contradicts the solution; {flaw}"
        if flaw:
            assert step.position is not None
            self.failures.append(f"{step.position.board}: {step.line()}: {flaw}")
            print(self.failures[-1], file=sys.stderr, flush=True)

    def text(self) -> str:
        total, failed = sum(self.steps.values()), len(self.failures)
        return f"{sum(self.puzzles.values()):,} puzzles, {total:,} steps proved or tried, {failed} failures"

    def to_dict(self) -> dict[str, object]:
        milliseconds = {name: round(1000 * self.seconds[name] / number, 3) for name, number in self.steps.items()}
        return {
            "machine": machine(),
            "seed": SEED,
            "puzzles": dict(self.puzzles),
            "steps": sum(self.steps.values()),
            "failures": self.failures,
            "techniques": dict(self.steps.most_common()),
            "milliseconds": milliseconds,
        }


def is_wrong(step: Step, solution: tuple[int, ...]) -> bool:
    placed = any(solution[cell] != digit for cell, digit in step.places)
    return placed or any(solution[cell] == digit for cell, digit in step.removes)


def read_puzzles(file: Path) -> Iterator[str]:
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip() and not line.startswith("#"):
                yield line.split()[0].split(",")[0][:81]


def classic(folder: Path) -> Iterator[tuple[str, Board]]:
    """Puzzles of all sets by turns, so that an early stop has seen every level."""
    sets = {name: read_puzzles(folder / f"{name}.txt") for name in SETS}
    while batch := [(name, text) for name, share in SETS.items() for text in islice(sets[name], share)]:
        yield from ((name, Board.parse(text)) for name, text in batch)


def variants() -> Iterator[tuple[str, Board]]:
    for seed in count():
        yield from ((kind, random_puzzle(SEED + seed, geometry)) for kind, geometry in KINDS.items())


def mixed(folder: Path) -> Iterator[tuple[str, Board]]:
    usual, others = classic(folder), variants()
    while batch := list(islice(usual, CLASSIC_IN_A_ROW)):
        yield from batch
        yield next(others)


def check_puzzle(kind: str, board: Board, tally: Tally, costly: list[Technique], each: int) -> None:
    """Proves the path, and at its harder states instances of all techniques; the costly ones once."""
    solved = solve(board).board
    if solved is None:
        return
    tally.puzzles[kind] += 1
    for step in path(board):
        tally.check(step, solved.values)
        if step.technique not in SINGLES and step.position is not None:
            for instance in instances(step.position, USUAL + costly, each):
                tally.check(instance, solved.values)
            costly = []


def instances(state: State, techniques: list[Technique], each: int) -> Iterator[Step]:
    """At most `each` steps of every technique that applies."""
    if not state.geometry.is_classic:
        yield from _at_most(each, find_all(state, ANYWHERE))
        return
    found: list[Step] = []
    for technique in filter(compiled.knows, techniques):
        most = MOST_COSTLY if technique.cost is Cost.COSTLY else each
        found += compiled.find(state, [technique], options=replace(EVERYTHING, limit=most))
    found += _at_most(each, combined.all_of(found))
    rest = [technique for technique in techniques if not compiled.knows(technique)]
    found += _at_most(each, ladder.find(state.board, rest))
    yield from (step.at(state) for step in found)


def _at_most(each: int, steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, but no more than so many of each technique, chosen by a fixed seed."""
    for group in grouped(steps).values():
        yield from Random(SEED).sample(group, min(each, len(group)))


def run(folder: Path, most: int, each: int, tally: Tally) -> None:
    started = time.monotonic()
    for number, (kind, board) in enumerate(mixed(folder)):
        check_puzzle(kind, board, tally, [] if number % COSTLY_EVERY else COSTLY, each)
        if number % 20 == 19:
            print(f"{time.monotonic() - started:6.0f} s  {tally.text()}", file=sys.stderr, flush=True)
        if sum(tally.steps.values()) >= most:
            return


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--instances", type=int, default=1_000_000, help="how many steps to prove")
    parser.add_argument("--each", type=int, default=25, help="at most how many of a technique at one state")
    parser.add_argument("--json", type=Path, help="also write the result there")
    chosen = parser.parse_args(arguments)
    tally = Tally()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: tell what was checked
    try:
        run(chosen.data / "puzzles", chosen.instances, chosen.each, tally)
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    print(tally.text())
    for line in tally.failures[:20]:
        print(line)
    if chosen.json:
        chosen.json.parent.mkdir(parents=True, exist_ok=True)
        chosen.json.write_text(json.dumps(tally.to_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
