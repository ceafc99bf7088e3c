"""New puzzles of a chosen level, or that need a chosen technique."""

from __future__ import annotations

from itertools import count as integers

from sudokulens.errors import InvalidBoard, TimeLimit
from sudokulens.logic.path import path
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Level, Technique
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.engine import Budget
from sudokulens.solving.minimal import Symmetry
from sudokulens.solving.random import random_puzzle

_SEEDS_APART = 1_000_003
"""Tries of neighbouring seeds must not meet, or seed 1 and seed 2 would often give the same puzzle."""


def generate(
    level: str | Level | None = None,
    technique: str | Technique | None = None,
    symmetry: Symmetry | None = None,
    size: int = 9,
    seed: int = 0,
    time_limit: float | None = 60.0,
) -> Board:
    """A minimal puzzle with one solution, the same for the same arguments.

    With `level`, its hardest step is of that level; with `technique`, that is the hardest step needed: nothing easier
    solves the puzzle, and nothing harder is called for. Raises TimeLimit when none was found in time.
    """
    wanted_level = as_level(level) if level is not None else None
    wanted_technique = as_technique(technique) if technique is not None else None
    geometry = Geometry.standard(size)
    budget = Budget(time_limit)
    for attempt in integers():
        puzzle = random_puzzle(seed * _SEEDS_APART + attempt, geometry, symmetry)
        if wanted_level is None and wanted_technique is None:
            return puzzle
        if _fits(puzzle, path(puzzle), wanted_level, wanted_technique):
            return puzzle
        if budget.left() == 0:
            wanted = wanted_technique.display if wanted_technique else f"level {level}"
            tries = f"{attempt + 1} tries within {time_limit:g} s"
            raise TimeLimit(f"no puzzle for {wanted} in {tries}; another seed or more time may help")
    raise AssertionError("integers never end")


def as_level(name: str | Level) -> Level:
    """The level of that name; raises InvalidBoard naming the known ones."""
    if isinstance(name, Level):
        return name
    for level in Level:
        if level.word == name.lower():
            return level
    raise InvalidBoard(f"unknown level {name!r}", expected=", ".join(level.word for level in Level))


def as_technique(name: str | Technique) -> Technique:
    """The technique with that id, name, alias or HoDoKu code; raises InvalidBoard."""
    if isinstance(name, Technique):
        return name
    wanted = name.strip().lower()
    for technique in Technique:
        names = {technique.id, technique.slug, technique.display.lower(), technique.code}
        if wanted in names or wanted in (alias.lower() for alias in technique.aliases):
            return technique
    raise InvalidBoard(f"unknown technique {name!r}", expected="a name from `sudokulens techniques`")


def _fits(puzzle: Board, steps: list[Step], level: Level | None, technique: Technique | None) -> bool:
    placed = sum(len(step.places) for step in steps)
    if placed + puzzle.clue_count < puzzle.geometry.cell_count:
        return level is Level.BEYOND and technique is None
    hardest = max((step.technique for step in steps), key=lambda found: (found.level, found.order))
    if technique is not None and hardest is not technique:
        return False
    return level is None or hardest.level is level
