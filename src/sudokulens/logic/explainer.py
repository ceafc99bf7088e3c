"""Sudoku Explainer's ladder of rules, as the compiled kernel runs it.

`climb` solves a board with the easiest rule at every step, which is how the ratings ER, EP and ED are defined;
`search` runs one rule and gives its hints.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from sudokulens.errors import InvalidBoard, MissingKernel
from sudokulens.puzzle.board import Board

if TYPE_CHECKING:
    from sudokulens.logic._kernel.explainer import Record

Scale: TypeAlias = Literal["SE 1.2.1", "Sukaku Explainer"]
SCALES: tuple[Scale, ...] = ("SE 1.2.1", "Sukaku Explainer")
Outcome: TypeAlias = Literal["solved", "stuck", "unfinished"]
_OUTCOMES: tuple[Outcome, ...] = ("solved", "stuck", "unfinished")


class Rule(IntEnum):
    """The rules in the order in which they are tried."""

    HIDDEN_SINGLE = 0
    DIRECT_LOCKING = 1
    DIRECT_HIDDEN_PAIR = 2
    NAKED_SINGLE = 3
    DIRECT_HIDDEN_TRIPLE = 4
    LOCKING = 5
    NAKED_PAIR = 6
    X_WING = 7
    HIDDEN_PAIR = 8
    NAKED_TRIPLE = 9
    SWORDFISH = 10
    HIDDEN_TRIPLE = 11
    XY_WING = 12
    XYZ_WING = 13
    UNIQUE_LOOP = 14
    NAKED_QUAD = 15
    JELLYFISH = 16
    HIDDEN_QUAD = 17
    BUG = 18
    ALIGNED_PAIR = 19
    CYCLE = 20
    ALIGNED_TRIPLE = 21
    NISHIO = 22
    FORCING = 23
    DYNAMIC_FORCING = 24
    DYNAMIC_FORCING_PLUS = 25
    NESTED_CYCLES = 26
    NESTED_FORCING = 27
    NESTED_DYNAMIC = 28
    NESTED_NESTED = 29
    CONTRADICTION = 30
    """Contradictions by plain chains. No part of the ladder, where forcing chains say the same."""
    TWO_STRONG_LINKS = 31
    THREE_STRONG_LINKS = 32
    FOUR_STRONG_LINKS = 33
    BENT_FOUR = 34
    BENT_FIVE = 35
    BENT_SIX = 36
    BENT_SEVEN = 37
    """From two strong links on, these are on Sukaku Explainer's ladder only."""


class Pattern(IntEnum):
    """What a rule has found."""

    LAST_VALUE = 0
    HIDDEN_SINGLE_BOX = 1
    HIDDEN_SINGLE_LINE = 2
    DIRECT_POINTING = 3
    DIRECT_CLAIMING = 4
    DIRECT_HIDDEN_PAIR = 5
    NAKED_SINGLE = 6
    DIRECT_HIDDEN_TRIPLE = 7
    POINTING = 8
    CLAIMING = 9
    NAKED_PAIR = 10
    X_WING = 11
    HIDDEN_PAIR = 12
    NAKED_TRIPLE = 13
    SWORDFISH = 14
    HIDDEN_TRIPLE = 15
    XY_WING = 16
    XYZ_WING = 17
    UNIQUE_1 = 18
    UNIQUE_2 = 19
    UNIQUE_3 = 20
    UNIQUE_4 = 21
    NAKED_QUAD = 22
    JELLYFISH = 23
    HIDDEN_QUAD = 24
    BUG_1 = 25
    BUG_2 = 26
    BUG_3 = 27
    BUG_4 = 28
    ALIGNED_PAIR = 29
    X_CYCLE = 30
    Y_CYCLE = 31
    XY_CYCLE = 32
    X_CHAIN = 33
    XY_CHAIN = 34
    ALIGNED_TRIPLE = 35
    NISHIO = 36
    CELL_FORCING = 37
    REGION_FORCING = 38
    CONTRADICTION = 39
    DOUBLE_FORCING = 40
    STRONG_LINKS = 41
    BENT_SET = 42


class Implication(NamedTuple):
    """One statement of a chain: the candidate (cell * 9 + digit - 1) is on or off, because of its parents.

    `cause` is 0 for the assumption, 1 for "the cell holds one digit", 2, 3, 4 for "the box, row, column holds the
    digit once", 5 to 8 for locked candidates, hidden pair, naked pair and X-Wing, 9 for a chain inside the chain.
    """

    candidate: int
    on: bool
    cause: int
    parents: tuple[int, ...]


CAUSED_BY_PATTERN = 5
"""Causes from here on are whole patterns inside the chain …"""
CAUSED_BY_CHAIN = 9
"""… of which this is a chain."""


@dataclass(frozen=True, slots=True)
class Found:
    """One hint of the kernel; candidates are cell * 9 + digit - 1, units are numbered boxes, rows, columns.

    In `chains` the conclusion comes first and the assumption last.
    """

    pattern: Pattern
    level: int
    dynamic: bool
    rating: float
    complexity: int
    placed: int | None
    removed: tuple[int, ...]
    cells: tuple[int, ...]
    units: tuple[int, ...]
    digits: tuple[int, ...]
    extra_digits: tuple[int, ...]
    chains: tuple[tuple[Implication, ...], ...]


@dataclass(frozen=True, slots=True)
class Climb:
    """How a board was solved rule by rule: the hardest rating, until the first placement, and of the first step.

    When `outcome` is "unfinished", the time limit came first and the ratings are lower bounds.
    """

    er: float
    ep: float
    ed: float
    outcome: Outcome
    records: tuple[Record, ...] = field(repr=False)

    @property
    def steps(self) -> tuple[Found, ...]:
        return tuple(map(_found, self.records))


def climb(board: Board, time_limit: float | None = None, scale: Scale = "SE 1.2.1") -> Climb:
    """The board solved by the easiest rule at every step; raises InvalidBoard for other shapes than the usual 9×9."""
    number = SCALES.index(scale)
    er, ep, ed, outcome, _, records = _kernel().rate(*_packed(board), time_limit or 0.0, True, number)
    return Climb(round(er, 1), round(ep, 1), round(ed, 1), _OUTCOMES[outcome], tuple(records))


ANY_PATTERN = (1 << len(Pattern)) - 1
"""Every pattern, as the mask that `search` takes: pattern p is bit p."""


def search(
    board: Board, rule: Rule, *, every: bool = True, time_limit: float | None = None, patterns: int = ANY_PATTERN
) -> tuple[Found, ...]:
    """The rule's hints of those patterns, the easiest first; only the easiest unless `every`.

    A search that runs into its time limit gives those found so far whose chains are known.
    """
    records, finished = _kernel().find(*_packed(board), int(rule), every, time_limit or 0.0, patterns)
    hints = tuple(map(_found, records))
    return (
        hints
        if finished or not Rule.CYCLE <= rule <= Rule.CONTRADICTION
        else tuple(hint for hint in hints if hint.chains)
    )


def is_available() -> bool:
    """Whether the compiled kernel was built."""
    try:
        _kernel()
    except MissingKernel:
        return False
    return True


def _kernel() -> ModuleType:
    try:
        from sudokulens.logic._kernel import explainer
    except ImportError as error:
        raise MissingKernel("ratings and forcing chains") from error
    return explainer


@lru_cache(maxsize=4)  # rule after rule is tried on the same board
def _packed(board: Board) -> tuple[bytes, bytes]:
    if not board.geometry.is_classic:
        raise InvalidBoard("Sudoku Explainer's rules are for the usual 9×9 grid without extra regions")
    return bytes(board.values), struct.pack("<81H", *board.effective_candidates())


def _found(record: Record) -> Found:
    pattern, level, dynamic, rating, complexity, placed, removed, cells, units, digits, extra, chains = record
    return Found(
        Pattern(pattern),
        level,
        bool(dynamic),
        round(rating, 1),
        complexity,
        placed if placed >= 0 else None,
        tuple(removed),
        cells,
        units,
        _digits(digits),
        _digits(extra),
        tuple(tuple(Implication(c, bool(on), cause, parents) for c, on, cause, parents in chain) for chain in chains),
    )


def _digits(mask: int) -> tuple[int, ...]:
    return tuple(digit for digit in range(1, 10) if mask >> (digit - 1) & 1)
