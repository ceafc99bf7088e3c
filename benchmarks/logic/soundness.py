"""Proves every step that it finds, over puzzles of all levels, sizes and kinds, and compares it with the solution.

    python -m benchmarks.logic.soundness [--data DIR] [--instances 1000000] [--each 25] [--json FILE] [--only NAME …]

It walks the logical path of each puzzle. Every step of the path is proved from its premises by `logic.proof`; and at
every state from which the path goes on by more than a single, so are instances of all techniques that apply there, with
the options that find the most: at most `--each` of a technique, so that the commonest do not crowd out the rest. On one
puzzle in twenty the costliest techniques (mutant, Kraken and larger fish, templates) are looked for too, at its first
such state. One puzzle in ten is of another size or kind, every variant in turn. Ctrl-C stops it and prints what was
checked; with a `--json` file that exists it goes on where that one stopped. `--only` looks for those techniques alone.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from random import Random

from benchmarks.measure import machine
from sudokulens.errors import TimeLimit
from sudokulens.logic.path import find_all, grouped, path
from sudokulens.logic.proof import check
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Level, Technique
from sudokulens.logic.techniques import combined, compiled, ladder, plain
from sudokulens.logic.techniques.compiled import SearchOptions
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.solve import solve
from sudokulens.solving.variants import LAYOUTS, VARIANTS, random_variant

SEED = 2026
SETS = {"easy_33": 4, "minimal": 8, "17_clue": 4, "magictour_top1465": 5, "forum_hardest_1106": 1}
"""Files of puzzles and how many of each come by turns: the hardest take a thousand times as long."""
CLASSIC_IN_A_ROW = 9
COSTLY_EVERY = 20
MAX_COSTLY = 5
"""A template step is a proof of hundreds of cases."""
EVERYTHING = SearchOptions(
    empty_rectangle_pairs=True,
    incomplete_rectangles=True,
    overlapping_sets=True,
    set_nodes=True,
    combined=True,
)
USUAL = [t for t in Technique if not t.cost.is_costly and t.level < Level.BEYOND and t.family is not Family.DIRECT]
COSTLY = [technique for technique in Technique if technique.cost.is_costly]
SINGLES = (Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE)
SIZES = (4, 6, 8, 10, 12, 16)
MAX_SECONDS = 5.0
"""For making one puzzle of a variant; a kind that takes longer is left out that time."""
ONE_GRID = tuple(name for name in VARIANTS if name not in LAYOUTS)


class Tally:
    """What has been checked so far."""

    def __init__(self) -> None:
        self.puzzles: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        self.seconds: dict[str, float] = defaultdict(float)
        self.failures: list[str] = []
        self.visited = 0
        """Puzzles of the fixed order that were looked at, those without a solution too."""

    @staticmethod
    def of(file: Path | None) -> Tally:
        """What an earlier run wrote down, to go on from."""
        tally = Tally()
        if file and file.exists():
            known = json.loads(file.read_text(encoding="utf-8"))
            tally.puzzles, tally.steps = Counter(known["puzzles"]), Counter(known["techniques"])
            tally.failures, tally.visited = known["failures"], known["visited"]
            for name, each in known["milliseconds"].items():
                tally.seconds[name] = each * tally.steps[name] / 1000
        return tally

    def save(self, file: Path | None) -> None:
        if file:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

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
            "visited": self.visited,
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
    """Puzzles of all sets in turn, so that even a run stopped early has covered every level."""
    sets = {name: read_puzzles(folder / f"{name}.txt") for name in SETS}
    while batch := [(name, text) for name, share in SETS.items() for text in islice(sets[name], share)]:
        yield from ((name, Board.parse(text)) for name, text in batch)


def variants() -> Iterator[tuple[str, Board]]:
    """Puzzles of every size, then of every variant, again and again."""
    for seed in count(SEED):
        yield from ((f"{size}×{size}", random_puzzle(seed, Geometry.standard(size))) for size in SIZES)
        for name in ONE_GRID:
            with suppress(TimeLimit):
                yield name, random_variant([name], seed, minimal=False, time_limit=MAX_SECONDS)


def mixed(folder: Path) -> Iterator[tuple[str, Board]]:
    usual, others = classic(folder), variants()
    while batch := list(islice(usual, CLASSIC_IN_A_ROW)):
        yield from batch
        yield next(others)


def check_puzzle(kind: str, board: Board, tally: Tally, wanted: list[Technique], each: int) -> None:
    """Proves the path, and at its harder states instances of the techniques; the costly ones once."""
    solved = solve(board).board
    if solved is None:
        return
    tally.puzzles[kind] += 1
    for step in path(board):
        tally.check(step, solved.values)
        if step.technique not in SINGLES and step.position is not None:
            for instance in instances(step.position, wanted, each):
                tally.check(instance, solved.values)
            wanted = [technique for technique in wanted if not technique.cost.is_costly]


def instances(state: State, techniques: list[Technique], each: int) -> Iterator[Step]:
    """At most `each` steps of every technique that applies."""
    if not state.geometry.is_classic:
        yield from _at_most(each, find_all(state, [t for t in techniques if plain.knows(t)]))
        return
    found: list[Step] = []
    for technique in filter(compiled.knows, techniques):
        most = MAX_COSTLY if technique.cost.is_costly else each
        found += compiled.find(state, [technique], options=replace(EVERYTHING, limit=most))
    found += _at_most(each, combined.all_of(found))
    rest = [technique for technique in techniques if not compiled.knows(technique)]
    found += _at_most(each, ladder.find(state.board, rest))
    yield from (step.at(state) for step in found)


def _at_most(each: int, steps: Iterable[Step]) -> Iterator[Step]:
    """The steps, but no more than so many of each technique, chosen by a fixed seed."""
    for group in grouped(steps).values():
        yield from Random(SEED).sample(group, min(each, len(group)))


def run(folder: Path, chosen: argparse.Namespace, tally: Tally) -> None:
    started = time.monotonic()
    only = [Technique[name.upper()] for name in chosen.only]
    for board_kind, board in islice(mixed(folder), tally.visited, None):
        costly = [] if tally.visited % COSTLY_EVERY else COSTLY
        check_puzzle(board_kind, board, tally, only or USUAL + costly, chosen.each)
        tally.visited += 1
        if tally.visited % 20 == 0:
            print(f"{time.monotonic() - started:6.0f} s  {tally.text()}", file=sys.stderr, flush=True)
            tally.save(chosen.json)
        if sum(tally.steps.values()) >= chosen.instances:
            return


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--instances", type=int, default=1_000_000, help="how many steps to prove")
    parser.add_argument("--each", type=int, default=25, help="at most how many of a technique at one state")
    parser.add_argument("--only", nargs="*", default=[], help="look for these techniques only, beside the path's")
    parser.add_argument("--json", type=Path, help="also write the result there, or go on from there")
    chosen = parser.parse_args(arguments)
    tally = Tally.of(chosen.json)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C: tell what was checked
    try:
        run(chosen.data / "puzzles", chosen, tally)
    except KeyboardInterrupt:
        print("stopped early", file=sys.stderr)
    print(tally.text())
    for line in tally.failures[:20]:
        print(line)
    tally.save(chosen.json)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
