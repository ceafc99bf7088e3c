"""Looks for one clear example of every technique, in puzzles that our own generator makes.

    python docs/find_examples.py [--seconds 600]

Writes docs/technique_examples.json: technique id → the board, with pencil marks, on which the step applies. Puzzles
are walked along their logical solutions; of several examples the one with the smallest pattern is kept. What was found
before is kept too, so the search can be interrupted and gone on with.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path

from technique_pages import example_step

from sudokulens import Board, random_puzzle
from sudokulens.logic.explain import pattern_cells
from sudokulens.logic.path import find_all, path
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques.compiled import SearchOptions

TARGET = Path(__file__).with_name("technique_examples.json")
DEEP = [technique for technique in Technique if technique.name.startswith(("DYNAMIC", "NESTED"))]
OPTIONS = SearchOptions(combined=True, limit=2000)
LARGE = ("SQUIRMBAG", "WHALE", "LEVIATHAN", "MUTANT_JELLYFISH")
"""Fish that take long to look for: only in one puzzle of SELDOM."""
SELDOM = 100
FULL_SEARCH = 10
"""In one puzzle of so many, every instance at every position is looked for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--start", type=int, default=0, help="the first seed")
    arguments = parser.parse_args()
    examples = still_good(json.loads(TARGET.read_text())) if TARGET.exists() else {}
    end = time.monotonic() + arguments.seconds
    with contextlib.suppress(KeyboardInterrupt):
        search(examples, arguments.start, end)
    ordered = {technique.id: examples[technique.id] for technique in Technique if technique.id in examples}
    TARGET.write_text(json.dumps(ordered, indent=1) + "\n")
    missing = [technique.id for technique in Technique if technique.id not in examples]
    print(f"{len(ordered)} of {len(Technique)} techniques have an example; missing: {', '.join(missing) or 'none'}")


def still_good(examples: dict[str, str]) -> dict[str, str]:
    """The examples on which the step can still be found."""
    return {name: text for name, text in examples.items() if example_step(Board.parse(text), Technique(name))}


def search(examples: dict[str, str], seed: int, end: float) -> None:
    """Fills in and improves the examples until the time is up."""
    sizes: dict[str, int] = {}
    while time.monotonic() < end:
        for state, step in steps_along(random_puzzle(seed), wanted_at(seed, examples), end):
            size = len(pattern_cells(step)) + len(step.links)
            if size < sizes.get(step.technique.id, 0) or step.technique.id not in examples:
                examples[step.technique.id] = str(state.board)
                sizes[step.technique.id] = size
        seed += 1
    print(f"looked at seeds up to {seed}")


def wanted_at(seed: int, examples: dict[str, str]) -> list[Technique]:
    """What to look for in full: the costlier it is, the more seldom; most puzzles are only walked through."""
    missing = [technique for technique in Technique if technique.id not in examples]
    if seed % SELDOM:
        missing = [technique for technique in missing if not technique.name.endswith(LARGE)]
    return missing if seed % FULL_SEARCH == 0 else []


def steps_along(puzzle: Board, wanted: list[Technique], end: float) -> Iterator[tuple[State, Step]]:
    """The steps of the puzzle's logical solution, and every wanted step at every hard position of it."""
    state = State.of(puzzle)
    for step in path(puzzle):
        if time.monotonic() > end:
            return
        yield state, step
        if step.technique.order >= Technique.X_WING.order:
            asked = [t for t in wanted if t not in DEEP or step.technique in DEEP]
            parts = [Technique[t.name.partition("_")[2]] for t in asked if t.name.startswith(("SIAMESE", "DUAL"))]
            for found in find_all(state, {*asked, *parts}, OPTIONS) if asked else ():
                if found.technique in asked:
                    yield state, found
        state = state.after(step)


if __name__ == "__main__":
    main()
