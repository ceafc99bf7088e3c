"""Looks for one clear example of every technique, in puzzles that our own generator makes.

    python docs/find_examples.py [--seconds 600]

Writes docs/technique_examples.json: technique id → the board, with pencil marks, on which the step applies. Puzzles
are walked along their logical solutions. What was found before is kept, so the search can be interrupted and gone on
with; an example that no longer shows its technique is replaced.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import time
from pathlib import Path

from technique_pages import example_step

from sudokulens import Board, random_puzzle
from sudokulens.logic.path import path
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Level, Technique

TARGET = Path(__file__).with_name("technique_examples.json")
DEEP = ("DYNAMIC", "NESTED")
"""Chains that are looked for only where nothing easier is left."""

LARGE = ("SQUIRMBAG", "WHALE", "LEVIATHAN", "MUTANT_JELLYFISH")
"""Fish that take long to look for: only in one puzzle of SELDOM."""

SELDOM = 40


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
    """Walks through puzzle after puzzle until every technique has its example or the time is up."""
    while time.monotonic() < end and len(examples) < len(Technique):
        state = State.of(puzzle := random_puzzle(seed))
        for step in path(puzzle):
            examples.setdefault(step.technique.id, str(state.board))
            for technique in wanted_at(seed, step, examples):
                if example_step(state.board, technique):
                    examples[technique.id] = str(state.board)
            state = state.after(step)
        seed += 1
    print(f"looked at seeds up to {seed}")


def wanted_at(seed: int, step: Step, examples: dict[str, str]) -> list[Technique]:
    """What is missing and worth looking for here: the costlier it is, the more seldom."""
    return [
        technique
        for technique in Technique
        if technique.id not in examples
        and not (technique.name.endswith(LARGE) and seed % SELDOM)
        and not (technique.name.startswith(DEEP) and step.technique.level < Level.EXTREME)
    ]


if __name__ == "__main__":
    main()
