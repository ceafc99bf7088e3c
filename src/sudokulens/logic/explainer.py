"""Sudoku Explainer's ladder of rules, as the compiled kernel runs it.

`climb` solves a board with the easiest rule at every step, which is how the ratings ER, EP and ED are defined;
`search` runs one rule and gives its steps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import lru_cache
from types import ModuleType
from typing import Literal, TypeAlias

from sudokulens.errors import InvalidBoard, MissingKernel
from sudokulens.logic.state import State
from sudokulens.logic.step import Step
from sudokulens.logic.technique import Technique
from sudokulens.logic.techniques import compiled
from sudokulens.logic.techniques.record import decode, numbers_of
from sudokulens.puzzle.board import Board

Scale: TypeAlias = Literal["SE 1.2.1", "Sukaku Explainer"]
SCALES: tuple[Scale, ...] = ("SE 1.2.1", "Sukaku Explainer")
Outcome: TypeAlias = Literal["solved", "stuck", "unfinished"]
_OUTCOMES: tuple[Outcome, ...] = ("solved", "stuck", "unfinished")


class Rule(Enum):
    """The rules in the order in which they are tried; the compiled part numbers them by name."""

    HIDDEN_SINGLE = auto()
    DIRECT_LOCKING = auto()
    DIRECT_HIDDEN_PAIR = auto()
    NAKED_SINGLE = auto()
    DIRECT_HIDDEN_TRIPLE = auto()
    LOCKING = auto()
    NAKED_PAIR = auto()
    X_WING = auto()
    HIDDEN_PAIR = auto()
    NAKED_TRIPLE = auto()
    SWORDFISH = auto()
    HIDDEN_TRIPLE = auto()
    XY_WING = auto()
    XYZ_WING = auto()
    UNIQUE_LOOP = auto()
    NAKED_QUAD = auto()
    JELLYFISH = auto()
    HIDDEN_QUAD = auto()
    BUG = auto()
    ALIGNED_PAIR = auto()
    CYCLE = auto()
    ALIGNED_TRIPLE = auto()
    NISHIO = auto()
    FORCING = auto()
    DYNAMIC_FORCING = auto()
    DYNAMIC_FORCING_PLUS = auto()
    NESTED_CYCLES = auto()
    NESTED_FORCING = auto()
    NESTED_DYNAMIC = auto()
    NESTED_NESTED = auto()
    CONTRADICTION = auto()
    """Contradictions by plain chains. No part of the ladder, where forcing chains say the same."""
    TWO_STRONG_LINKS = auto()
    THREE_STRONG_LINKS = auto()
    FOUR_STRONG_LINKS = auto()
    BENT_FOUR = auto()
    BENT_FIVE = auto()
    BENT_SIX = auto()
    BENT_SEVEN = auto()
    """From two strong links on, these are on Sukaku Explainer's ladder only."""


@dataclass(frozen=True, slots=True)
class Climb:
    """How a board was solved rule by rule: the hardest rating, until the first placement, and of the first step.

    `ratings` are those of the steps. When `outcome` is "unfinished", the time limit came first and `er`, `ep` and `ed`
    are lower bounds.
    """

    er: float
    ep: float
    ed: float
    outcome: Outcome
    ratings: tuple[float, ...] = field(repr=False)
    records: tuple[bytes, ...] = field(repr=False)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps, without their chains. One that places a digit may also remove candidates, as the program does."""
        return tuple(map(decode, self.records))


def climb(board: Board, time_limit: float | None = None, scale: Scale = "SE 1.2.1") -> Climb:
    """The board solved by the easiest rule at every step; raises InvalidBoard for other shapes than the usual 9×9."""
    number = SCALES.index(scale)
    er, ep, ed, outcome, ratings, records = _kernel().climb(*_packed(board), time_limit or 0.0, number)
    each = tuple(round(rating, 1) for rating in ratings)
    return Climb(round(er, 1), round(ep, 1), round(ed, 1), _OUTCOMES[outcome], each, tuple(records))


def search(
    board: Board,
    rule: Rule,
    techniques: Iterable[Technique] = tuple(Technique),
    *,
    every: bool = True,
    time_limit: float | None = None,
) -> tuple[Step, ...]:
    """The rule's steps that are instances of those techniques, the easiest first.

    Only the easiest unless `every`: a chain that may turn out to be another of the rule's techniques. A search that
    runs into its time limit gives those found so far whose chains are known.
    """
    kernel = _kernel()
    number, wanted = kernel.RULES.index(rule.name), numbers_of(techniques)
    return tuple(map(decode, kernel.rule(*_packed(board), number, wanted, every, time_limit or 0.0)))


def is_available() -> bool:
    """Whether the compiled kernel was built."""
    return compiled.available()


def _kernel() -> ModuleType:
    try:
        from sudokulens.logic._kernel import finder
    except ImportError as error:
        raise MissingKernel("ratings and forcing chains") from error
    return finder


@lru_cache(maxsize=4)  # rule after rule is tried on the same board
def _packed(board: Board) -> tuple[object, bytes, bytes, bytes]:
    if not board.geometry.is_classic:
        raise InvalidBoard("Sudoku Explainer's rules are for the usual 9×9 grid without extra regions")
    return compiled.packed(State.of(board))
