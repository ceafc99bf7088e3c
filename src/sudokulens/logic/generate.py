"""New puzzles of a chosen level, that need a chosen technique, of a chosen variant; and positions to practise on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count as integers
from typing import TypeVar

from sudokulens.errors import InvalidRequest, TimeLimit
from sudokulens.logic.path import ORDER, finds, path, walk
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Family, Level, Technique
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Geometry
from sudokulens.solving.engine import Budget
from sudokulens.solving.minimal import Symmetry
from sudokulens.solving.random import random_puzzle
from sudokulens.solving.variants import check_variants, example_geometry, random_variant

Named = TypeVar("Named", Level, Technique)

_SEEDS_APART = 1_000_003
"""Tries of neighbouring seeds must not meet, or seed 1 and seed 2 would often give the same puzzle."""

MAX_MINIMAL_SIZE = 16
"""The largest board whose puzzles are minimal unless asked otherwise: beyond it that can take hours."""


def generate(
    level: str | Level | None = None,
    technique: str | Technique | None = None,
    symmetry: Symmetry | None = None,
    size: int = 9,
    seed: int = 0,
    time_limit: float | None = 60.0,
    *,
    contains: str | Technique | None = None,
    variants: Iterable[str] = (),
    minimal: bool | None = None,
    fewest_rules: bool = False,
) -> Board:
    """A puzzle with one solution, the same for the same arguments.

    Minimal, no given can be spared; else about 40 % of the cells are given, 60 % at 25×25. Unless `minimal` says which,
    puzzles of up to 16×16 are minimal.

    With `level`, its hardest step is of that level; with `technique`, that is the hardest step needed: nothing easier
    solves the puzzle, and nothing harder is called for; with `contains`, it is one of the steps. `variants` are names
    such as "killer", "x", "jigsaw" or "thermo" (see `solving.variants.VARIANTS`). Raises InvalidRequest at once for
    requirements that no puzzle meets, and TimeLimit when none was found in time.
    """
    requirements = _Requirements(
        _known(as_level, level), _known(as_technique, technique), _known(as_technique, contains)
    )
    names = tuple(variants)
    check_variants(names, size)
    requirements.check(example_geometry(names, size))
    if minimal is None:
        minimal = size <= MAX_MINIMAL_SIZE
    budget = Budget(time_limit)
    for attempt in integers():
        left = budget.left()
        try:
            puzzle = _puzzle(seed * _SEEDS_APART + attempt, size, names, symmetry, minimal, fewest_rules, left)
        except TimeLimit as late:
            raise TimeLimit(_late_message(requirements, attempt, time_limit, minimal)) from late
        if requirements.are_met_by(puzzle):
            return puzzle
        if budget.left() == 0:
            raise TimeLimit(_late_message(requirements, attempt + 1, time_limit, minimal))
    raise AssertionError("integers never end")


def practice(technique: str | Technique, seed: int = 0, time_limit: float | None = 60.0) -> Board:
    """A classic position in which the technique is the next step: easier ones are done, pencil marks are set.

    The same for the same arguments. Raises InvalidRequest at once for a technique that never comes up in a solution,
    and TimeLimit.
    """
    wanted = as_technique(technique)
    _Requirements(None, None, wanted).check(Geometry.standard())
    budget = Budget(time_limit)
    for attempt in integers():
        puzzle = random_puzzle(seed * _SEEDS_APART + attempt)
        for step in walk(puzzle):
            if step.technique is wanted and step.position:
                return step.position.board
            if step.technique.order > wanted.order and _never_returns(wanted, step):
                break
        if budget.left() == 0:
            raise TimeLimit(f"no position for {wanted.display} in {attempt + 1} tries within {time_limit:g} s")
    raise AssertionError("integers never end")


def _never_returns(wanted: Technique, step: Step) -> bool:
    """Whether the path has become so much harder than the technique that another puzzle is the better try."""
    return step.technique.level > wanted.level


class _Requirements:
    """What the steps of a puzzle are to be like."""

    def __init__(self, level: Level | None, technique: Technique | None, contains: Technique | None) -> None:
        self.level, self.technique, self.contains = level, technique, contains

    def __bool__(self) -> bool:
        return any(requirement is not None for requirement in (self.level, self.technique, self.contains))

    def check(self, geometry: Geometry) -> None:
        """Raises InvalidRequest for what no puzzle on such a board can meet, before any time is spent on it."""
        for technique in filter(None, (self.technique, self.contains)):
            if technique not in ORDER or technique.family is Family.DIRECT or not finds(technique, geometry):
                raise InvalidRequest(f"{technique.display} never comes up in a solution, so no puzzle can need it")
        if self.technique and self.level is not None and self.technique.level is not self.level:
            level = self.technique.level.word
            raise InvalidRequest(f"{self.technique.display} is of the level {level}, not {self.level.word}")
        if self.contains and self.technique and self.contains.order > self.technique.order:
            raise InvalidRequest(f"{self.contains.display} is harder than {self.technique.display}, the hardest step")
        if self.contains and self.level is not None and self.contains.level > self.level:
            raise InvalidRequest(f"{self.contains.display} is harder than the level {self.level.word}")

    def are_met_by(self, puzzle: Board) -> bool:
        if not self:
            return True
        steps = path(puzzle)
        return self._contained_in(steps) and _fits(puzzle, steps, self.level, self.technique)

    def _contained_in(self, steps: Iterable[Step]) -> bool:
        return self.contains is None or any(step.technique is self.contains for step in steps)

    def words(self) -> Iterator[str]:
        for technique in filter(None, (self.technique, self.contains)):
            yield technique.display
        if self.level is not None:
            yield f"level {self.level.word}"


def _known(reader: Callable[[str], Named], name: str | Named | None) -> Named | None:
    return reader(name) if isinstance(name, str) else name


def _puzzle(
    seed: int,
    size: int,
    names: tuple[str, ...],
    symmetry: Symmetry | None,
    minimal: bool,
    fewest_rules: bool,
    seconds: float | None,
) -> Board:
    if names:
        return random_variant(
            names, seed, size, symmetry, minimal=minimal, fewest_rules=fewest_rules, time_limit=seconds
        )
    return random_puzzle(seed, Geometry.standard(size), symmetry, minimal, seconds)


def _late_message(requirements: _Requirements, tries: int, seconds: float | None, minimal: bool) -> str:
    limit = f"{seconds or 0:g} s"
    if not requirements:
        easier = "more time, or a puzzle that need not be minimal, may help" if minimal else "more time may help"
        return f"no puzzle was done within {limit}; {easier}"
    wanted = " and ".join(requirements.words())
    return f"no puzzle for {wanted} in {tries} tries within {limit}; another seed or more time may help"


def as_level(name: str | Level) -> Level:
    """The level of that name; raises InvalidRequest naming the known ones."""
    if isinstance(name, Level):
        return name
    for level in Level:
        if level.word == name.lower():
            return level
    raise InvalidRequest(f"unknown level {name!r}", expected=", ".join(level.word for level in Level))


def as_technique(name: str | Technique) -> Technique:
    """The technique with that id, name, alias or HoDoKu code; raises InvalidRequest."""
    if isinstance(name, Technique):
        return name
    wanted = name.strip().lower()
    for technique in Technique:
        names = {technique.id, technique.slug, technique.display.lower(), technique.code}
        if wanted in names or wanted in (alias.lower() for alias in technique.aliases):
            return technique
    raise InvalidRequest(f"unknown technique {name!r}", expected="a name from `sudokulens techniques`")


def _fits(puzzle: Board, steps: list[Step], level: Level | None, technique: Technique | None) -> bool:
    placed = sum(len(step.places) for step in steps)
    if placed + puzzle.clue_count < puzzle.geometry.cell_count:
        return level is Level.BEYOND and technique is None
    if not steps:
        return False
    hardest = max((step.technique for step in steps), key=lambda found: (found.level, found.order))
    if technique is not None and hardest is not technique:
        return False
    return level is None or hardest.level is level
