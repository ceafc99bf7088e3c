"""The human solver as an engine like the others: by steps that a person can follow, as far as they lead."""

from __future__ import annotations

from collections.abc import Iterator

from sudokulens.logic.path import ORDER, walk
from sudokulens.logic.technique import Family, Level, Technique
from sudokulens.puzzle.board import Board
from sudokulens.puzzle.geometry import Cell, Digit
from sudokulens.solving.bitset import BitsetEngine
from sudokulens.solving.engine import Budget, Grid

PROVING = tuple(t for t in ORDER if not t.uses_uniqueness and t.level < Level.EXTREME)
"""Techniques that take nothing for granted: a board that they fill has that solution and no other.

The deepest chains are left out: where they would be needed, searching is much quicker.
"""

SINGLES = tuple(technique for technique in Technique if technique.family is Family.SINGLE)
MAX_SIZE = 9
"""On larger boards only singles are tried: by anything harder, searching is quicker."""


class LogicEngine:
    """Solves by logic alone where that is enough; a board that logic leaves open is searched through."""

    name = "logic"

    def refusal(self, board: Board) -> str | None:
        return None

    def search(self, board: Board, budget: Budget, limit: int | None = None) -> Iterator[Grid]:
        """Every solution: the one that logic proves, or else what the bitset engine finds."""
        placed: dict[Cell, Digit] = {}
        for step in walk(board.with_candidates(None), techniques=PROVING if board.size <= MAX_SIZE else SINGLES):
            budget.check()
            placed.update(step.places)
        solved = board.with_values(placed).with_candidates(None)
        if solved.status().solved:
            yield solved.values
            return
        yield from BitsetEngine().search(board, budget, limit)
